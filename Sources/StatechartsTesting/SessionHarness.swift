public import Statecharts
import Synchronization

/// A session under test: with a manual clock, with services that answer when the test says so, and with a list of what
/// the test has not asked for yet.
///
/// The test fails on what it does not know: `finish()` throws when the session told the app something, or started a
/// service, that no `expect` named. A harness that is not exhaustive leaves that out.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class SessionHarness: Sendable {
  /// The session.
  public let session: Session
  /// Its clock.
  public let clock: ManualClock
  /// The services that have no handler of their own.
  public let services: ScriptedServices
  /// Everything that the session did, redacted.
  public var trace: [TraceEvent] { watcher.state.withLock { $0.trace } }

  private let watcher: Watcher
  private let isExhaustive: Bool

  /// Keeps what happened until the test asks for it.
  private final class Watcher: PayloadInspector {
    struct State {
      var trace: [TraceEvent] = []
      var outputs: [Payload] = []
      var starts: [String] = []
    }
    let state = Mutex(State())

    func record(_ event: TraceEvent) {
      state.withLock { state in
        state.trace.append(event)
        if case .serviceStarted(let id, _, _, _, _) = event.kind { state.starts.append(id) }
      }
    }

    func told(_ output: Payload) { state.withLock { $0.outputs.append(output) } }
  }

  /// Makes a session that is ready to be started.
  ///
  /// - Parameters:
  ///   - handlers: what the test provides; services that it leaves out are scripted, all else must be there.
  ///   - children: child charts by the path that invokes them; their services are scripted.
  ///   - isExhaustive: whether `finish()` looks for what was not asked for.
  /// - Throws: `BindingProblems`.
  public init(
    _ chart: CompiledChart, handlers: Handlers = Handlers(), children: [String: CompiledChart] = [:],
    input: [String: Value] = [:], isExhaustive: Bool = true
  ) throws {
    clock = ManualClock()
    services = ScriptedServices(clock: clock)
    watcher = Watcher()
    self.isExhaustive = isExhaustive
    var handlers = handlers
    services.provide(for: chart, in: &handlers)
    var bound: [String: BoundChart] = [:]
    for (path, child) in children {
      var scripted = Handlers()
      services.provide(for: child, in: &scripted)
      bound[path] = try BoundChart(child, handlers: scripted)
    }
    session = try Session(
      BoundChart(chart, handlers: handlers, children: bound), input: input, clock: clock, inspector: watcher)
  }

  /// Starts the session, and waits until all that follows has happened.
  @discardableResult
  public func start() async -> Outcome {
    let outcome = await session.start()
    await clock.settle()
    return outcome
  }

  /// Sends an event, and waits until all that follows has happened.
  @discardableResult
  public func send(_ event: String, data: Value = .unset) async -> Outcome {
    let outcome = await session.send(event, data: data)
    await clock.settle()
    return outcome
  }

  /// Lets time pass.
  public func advance(by span: Duration) async { await clock.advance(by: span) }

  /// Fails unless these are the active states without children.
  public func expect(configuration expected: [String]) async throws {
    let found = await session.current.configuration
    guard found == expected else {
      throw HarnessFailure(["The active states are \(Self.list(found)), not \(Self.list(expected))."])
    }
  }

  /// Fails unless this is the next output that was not asked for. Data that are nil may be anything.
  public func expect(output name: String, data: Value? = nil) throws {
    let next = watcher.state.withLock { $0.outputs.isEmpty ? nil : $0.outputs.removeFirst() }
    guard let next else { throw HarnessFailure(["There was no output; `\(name)` was expected."]) }
    guard next.name == name else {
      throw HarnessFailure(["The output was `\(next.name)`, not `\(name)`."])
    }
    guard let data, next.data != data else { return }
    throw HarnessFailure(["The output `\(name)` came with \(next.redactedData), not with what was expected."])
  }

  /// Fails unless this is the next service or child chart that was started and was not asked for. An input that is nil
  /// may be anything; that of services with handlers of their own is not known here.
  public func expect(started id: String, input: Value? = nil) throws {
    let next = watcher.state.withLock { $0.starts.isEmpty ? nil : $0.starts.removeFirst() }
    guard let next else { throw HarnessFailure(["Nothing was started; `\(id)` was expected."]) }
    guard next == id else { throw HarnessFailure(["`\(next)` was started, not `\(id)`."]) }
    guard let input else { return }
    guard services.starts.contains(where: { $0.id == id && $0.input == input }) else {
      throw HarnessFailure(["`\(id)` was started with something else than was expected."])
    }
  }

  /// Passes over outputs and starts that were not asked for until now.
  public func skip() {
    watcher.state.withLock { state in
      state.outputs.removeAll()
      state.starts.removeAll()
    }
  }

  /// Stops the session and fails when something happened that no `expect` named.
  public func finish() async throws {
    await clock.settle()
    let (outputs, starts) = watcher.state.withLock { ($0.outputs, $0.starts) }
    await session.stop()
    await clock.settle()
    guard isExhaustive else { return }
    let problems =
      outputs.map { "The output `\($0.name)` was not expected." }
      + starts.map { "The start of `\($0)` was not expected." }
    guard problems.isEmpty else { throw HarnessFailure(problems) }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "`\($0)`" }.joined(separator: ", ")
  }
}

/// What a test of a session found. Shows no secrets.
public struct HarnessFailure: Error, Hashable, CustomStringConvertible {
  /// Plain sentences, at least one.
  public let problems: [String]

  init(_ problems: [String]) { self.problems = problems }

  /// One line for each.
  public var description: String { problems.joined(separator: "\n") }
}
