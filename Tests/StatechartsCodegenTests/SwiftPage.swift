import Foundation
import Statecharts
import StatechartsDocs
import StatechartsObservation
import StatechartsStores
import StatechartsTesting
import StatechartsYAML
import Synchronization
import Testing

/// What a part of the page prints. Other tests use the same handlers at the same time.
private final class Printed: Sendable {
  @TaskLocal static var current: Printed?
  let lines = Mutex<[String]>([])
}

private func out(_ text: Any, terminator: String = "") {
  Printed.current?.lines.withLock { $0.append("\(text)") }
}

struct Lock: Door.Handlers {
  func codeIsRight(code: String) -> Bool { code == "4711" }
  func ring() { out("ring") }
}

struct ServerError: CodedError {
  let error: SignIn.ErrorCode
  var code: String { error.rawValue }
}

/// Handlers whose client has one error type, which the service `sendCode` declares only in part.
struct CodedOffice: SignIn.Handlers {
  let error: SignIn.ErrorCode

  func request(_ address: String) async throws(ServerError) { throw ServerError(error: error) }
  func looksLikeAddress(address: String) -> Bool { true }
  func sendCode(_ input: SignIn.SendCodeInput) async throws(SignIn.SendCodeFailure) {
    do {
      try await request(input.address)
    } catch {
      throw SignIn.SendCodeFailure(error) ?? .mailNotSent
    }
  }
  func checkCode(_ input: SignIn.CheckCodeInput) async throws(SignIn.CheckCodeFailure) {}
}

struct Office: SignIn.Handlers {
  func looksLikeAddress(address: String) -> Bool { address.contains("@") }
  func sendCode(_ input: SignIn.SendCodeInput) async throws(SignIn.SendCodeFailure) { throw .mailNotSent }
  func checkCode(_ input: SignIn.CheckCodeInput) async throws(SignIn.CheckCodeFailure) { throw .wrongCode }
}

/// Reports a failure of a harness at the line of its step, not at the line of the test.
struct HarnessLines: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let failure as HarnessFailure {
      guard let step = failure.location else { throw failure }
      Issue.record(
        failure,
        sourceLocation: SourceLocation(
          fileID: step.fileID, filePath: step.filePath, line: step.line, column: 1))
    }
  }
}

extension Trait where Self == HarnessLines {
  static var harnessLines: Self { HarnessLines() }
}

private func timeOfDay() -> Duration { .seconds(1_000) }
private func pause() async { await Task.yield() }

func openSession(_ store: FileStore) async throws -> Session<Door> {
  guard let snapshot = try await store.load("door") else {
    return try Session<Door>(Lock(), delivery: .confirmed)
  }
  return try Session<Door>(Lock(), restoring: snapshot, at: timeOfDay(), delivery: .confirmed)
}

func keep(_ session: Session<Door>, in store: FileStore) async {
  for await step in await session.heldSteps(at: timeOfDay) {
    do {
      try await store.save(step.snapshot, as: "door")
      await session.confirm(step)
    } catch {
      await pause()
    }
  }
}

/// The Swift of `Docs/swift/getting-started.md`, in which `print` is called `out`.
enum SwiftPage {
  /// What each part of the page prints.
  static func run() async throws -> [[String]] {
    let parts: [() async throws -> Void] = [
      machine, session, followed, observed, story, clocked, watched, secrets, names, loaded, changed,
    ]
    var result: [[String]] = []
    for part in parts {
      let printed = Printed()
      try await Printed.$current.withValue(printed) { try await part() }
      result.append(
        printed.lines.withLock { $0 }.flatMap { $0.split(separator: "\n").map(String.init) })
    }
    return result
  }

  private static func machine() throws {
    var door = try Door.machine(Lock())
    _ = door.start()
    let step = door.send(Door.Event.enter(code: "4711"))
    for case .output(let payload) in step.effects {
      out(try Door.Output(payload))
    }
    out(Door.configuration(of: door) == [.open])
    out(Door.Context(door.context).openings)
  }

  private static func session() async throws {
    let session = try Session<Door>(Lock())
    await session.start()
    let outcome = await session.send(.enter(code: "0000"))
    out(outcome)
  }

  private static func followed() async throws {
    let session = try Session<Door>(Lock())
    await session.start()
    let updates = await session.updates()
    await session.send(.enter(code: "4711"))
    for await update in updates where update.configuration == [.open] {
      for output in update.outputs { out(output) }
      break
    }
  }

  /// Only compiled: all arguments have their defaults.
  static func arguments() throws -> Session<Door> {
    let session = try Session<Door>(
      Lock(), id: "door-1", delivery: .immediate, sealer: nil, clock: ContinuousClock(), inspector: nil)
    return session
  }

  @MainActor
  private static func observed() async throws {
    let model = SessionModel(try Session<Door>(Lock()))
    let following = Task { await model.follow() }
    while model.configuration.isEmpty { await Task.yield() }
    model.send(.enter(code: "4711"))
    while model.outputs.isEmpty { await Task.yield() }
    while let output = model.takeOutput() { out(output) }
    following.cancel()
  }

  /// Opens the door in a stored session, then continues with another session from the store.
  ///
  /// - Returns: The states of both.
  @MainActor
  static func kept() async throws -> [[Door.StateID]] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try FileStore(folder: folder)
    let session = try await openSession(store)
    let keeper = Task { await keep(session, in: store) }
    let model = SessionModel(session)
    let following = Task { await model.follow() }
    while model.configuration.isEmpty { await Task.yield() }
    model.send(.enter(code: "4711"))
    while model.outputs.isEmpty { await Task.yield() }
    keeper.cancel()
    following.cancel()
    let next = try await openSession(store)
    await next.start()
    return [model.configuration, await next.current.configuration]
  }

  private static func clocked() async throws {
    let clock = ManualClock()
    let session = try Session<SignIn>(Office(), clock: clock)
    await session.start()
    await session.send(.submitEmail(address: "ada@example.com"))
    await clock.advance(by: .seconds(3))
    out(await session.current.context.problem == .mailNotSent)
  }

  private static func story() async throws {
    let story: [TypedStep<Door>] = [
      .start(), .send(.enter(code: "0000")), .expect([.locked]),
      .send(.enter(code: "4711")), .expectOutput(.opened(times: 1)), .sendIgnored(.enter(code: "4711")),
      .expect([.open]), .restart(after: .seconds(60)), .expect([.open]), .expectValue(\.openings, 1),
    ]
    try await TypedHarness<Door>(Lock()).run(story)
    out(story[1])
  }

  /// Prints nothing.
  static func services() async throws {
    let handlers = SignIn.handlers(Office()).withoutServices
    try await TypedHarness<SignIn>(handlers: handlers).run([
      .start(), .send(.submitEmail(address: "ada@example.com")),
      .expectStart(.sendCode, input: .init(address: "ada@example.com")),
      .fail(.sendCode, .mailNotSent), .expect([.sendingCode]),
      .advance(.seconds(1)), .expectStart(.sendCode),
      .advance(.seconds(15)), .expect([.askingEmail]), .expectValue(\.problem, .mailNotSent),
    ])
  }

  private static func watched() async throws {
    let harness = try TypedHarness<Door>(Lock()).untyped
    await harness.start()
    await harness.send(Door.Event.enter(code: "4711"))
    try await harness.expect(configuration: [Door.StateID.open])
    out(SequenceDiagram(harness.trace).text)
  }

  /// Prints what the clock says, so only its lines are compiled.
  private static func lines() throws {
    let lines = JSONLinesInspector { line in out(line, terminator: "") }
    let session = try Session<Door>(Lock(), inspector: lines)
    _ = session
  }

  struct FailureCount: SessionInspector {
    let count: @Sendable () -> Void
    var kinds: TraceKinds { [.failed, .unhandledError] }
    func record(_ event: TraceEvent) { count() }
  }

  private static func secrets() {
    out(Door.Event.enter(code: "4711"))
  }

  private static func names() {
    var handlers = ChartHandlers()
    handlers.guard("codeIsRigth") { true }
    do {
      _ = try Machine(Door.compiled.get(), handlers: handlers)
    } catch {
      out(error)
    }
  }

  private static func loaded() async throws {
    let path = door.path
    let loaded = try ChartLoader().load(path)
    let bound = try Door.bound(Lock(), chart: loaded)
    let session = try Session(bound)
    await session.start()
    out(await session.current.configuration == [.locked])
  }

  private static func changed() throws {
    let text = try String(contentsOf: door, encoding: .utf8).replacing("close", with: "slam")
    do {
      let source = SourceText(name: "door.yaml", bytes: Array(text.utf8))
      _ = try Door.bound(Lock(), chart: ChartLoader().load(source))
    } catch {
      out(error)
    }
  }

  /// The chart's file.
  private static let door = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("ClientPackage/Sources/door/door.yaml")
}
