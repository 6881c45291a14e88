import FlowTransport
import Statecharts
import StatechartsSealing
import Synchronization

/// The Swift of `Docs/swift/sessions-on-a-server.md`, in which `print` is called `out`.
final class ServerPage: Sendable {
  private let printed = Mutex<[String]>([])
  private let table = Table()

  /// A table of sessions.
  private actor Table {
    private(set) var steps: [HeldStep] = []
    private var failures = 1

    /// Stores a step; the first time the database is away.
    func store(_ step: HeldStep) throws {
      if failures > 0 {
        failures -= 1
        throw CancellationError()
      }
      steps.append(step)
    }
  }

  private func out(_ parts: Any...) {
    printed.withLock { $0.append(parts.map { "\($0)" }.joined(separator: " ")) }
  }

  /// What an app does before it stores a step once more.
  private func pause() async {}

  private func newPrefix() -> String { "a" }

  /// What each part of the page prints.
  func run() async throws -> [String] {
    try identity()
    try await outbox()
    try await sealing()
    try machine()
    return printed.withLock { $0 }
  }

  private func identity() throws {
    let session = try Session<Door>(Lock(), id: "order-17")
    out(session.id)
    if !headers().isEmpty { out("outside of a service") }
  }

  func headers() -> [String: String] {
    guard let run = ServiceRun.current else { return [:] }
    return ["Idempotency-Key": run.idempotencyKey, "X-Session": run.session, "X-Attempt": "\(run.attempt)"]
  }

  private func outbox() async throws {
    let table = table
    let timeOfDay = { @Sendable in Duration.seconds(1_000) }
    let session = try Session<Door>(Lock(), id: "order-17", delivery: .confirmed)
    let steps = await session.heldSteps { timeOfDay() }
    let keeper = Task {
      for await step in steps {
        do {
          try await table.store(step)
          await session.confirm(step)
        } catch {
          await pause()
        }
      }
    }
    defer { keeper.cancel() }
    await session.start()
    await session.send(.enter(code: "4711"))
    for await update in await session.updates() {
      for (number, output) in update.numberedOutputs { out(number, output) }
      await session.acknowledge(update)
      if !update.outputs.isEmpty { break }
    }
  }

  private func sealing() async throws {
    let keys = MemorySecretStore()
    let sealer = try SymmetricSealer(keyIn: keys)
    let session = try Session<Door>(Lock(), id: "order-18", sealer: sealer)
    let snapshot = await session.snapshot()
    out(snapshot.id ?? "of an older version, without an id")
  }

  private func machine() throws {
    var machine = try Door.machine(Lock(), sessionID: "order-19")
    _ = machine.start()
    let snapshot = machine.snapshot()
    machine = try Door.machine(
      Lock(), restoring: snapshot, sessionID: "order-19", keyPrefix: newPrefix())
    out(machine.configuration)
  }
}
