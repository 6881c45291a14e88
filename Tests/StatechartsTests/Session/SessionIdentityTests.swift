import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization
import Testing

@Suite("Identity of sessions and of service runs", .bothWays)
struct SessionIdentityTests {
  /// Keeps the runs of services in the order of their starts, and lets them answer.
  private final class Runs: Sendable {
    let all = Mutex<[ServiceRun]>([])
    var keys: [String] { all.withLock { $0.map(\.idempotencyKey) } }
  }

  private struct Failure: CodedError {
    var code: String
  }

  /// `idle`, then `paying` with a service that is repeated when it was interrupted or offline.
  private let paying = chart([
    StateNode("idle", on: [on("pay", "paying")]),
    StateNode(
      "paying", on: [on("again", "idle")],
      invoke: [
        ChartInvocation(
          .service("charge"), retry: .init(attempts: 2, codes: ["interrupted", "offline"]),
          done: [to("idle")], failed: [.init(nil, to("failed"))])
      ]),
    StateNode("failed"),
  ])

  /// The chart with a service that fails as often as `failures` says, then answers or waits for ever.
  private func bound(
    _ runs: Runs, failures: Int = 0, waits: Bool = false, clock: ManualClock
  ) throws -> BoundChart {
    var handlers = ChartHandlers()
    handlers.service("charge") { call in
      #expect(call.run == ServiceRun.current)
      let count = runs.all.withLock { runs in
        runs.append(call.run)
        return runs.count
      }
      if count <= failures { throw Failure(code: "offline") }
      if waits { try await clock.sleep(for: .seconds(1_000_000)) }
      return .unset
    }
    return try BoundChart(CompiledChart(paying), handlers: handlers)
  }

  @Test("an id is a random UUID unless the app gives one, which is not empty")
  func ids() async throws {
    let bound = try BoundChart(CompiledChart(chart([StateNode("a")])))
    let problems = #expect(throws: BindingProblems.self) { try ChartSession(bound, id: "") }
    #expect(
      problems?.description
        == "The id of the session is empty. Give an id, or leave `id` out for a random one.")
    let ids = try (0..<100).map { _ in try ChartSession(bound).id }
    #expect(Set(ids).count == 100)
    for id in ids {
      #expect(UUID(uuidString: id)?.uuidString.lowercased() == id)
      #expect(id.dropFirst(14).first == "4")
      #expect("89ab".contains(try #require(id.dropFirst(19).first)))
    }
    #expect(try ChartSession(bound, id: "order-17").id == "order-17")
    #expect(ServiceRun.current == nil)
  }

  @Test("the id is seen in expressions, in the trace and in snapshots, and stays after a restore")
  func seen() async throws {
    let flow = chart(
      context: [variable("id", .string, "''")],
      [StateNode("a", on: [on("go", "a", do: [.assign("id", "session.id")])])])
    let bound = try BoundChart(CompiledChart(flow))
    let recorder = Recorder()
    let session = try ChartSession(bound, id: "order-17", clock: ManualClock(), inspector: recorder)
    await session.start()
    await session.send("go")
    #expect(await session.current.context["id"] == "order-17")
    #expect(recorder.events.count == 5 && recorder.events.allSatisfy { $0.session == "order-17" })
    let snapshot = await session.snapshot()
    #expect(snapshot.id == "order-17")
    let restored = try ChartSession(bound, restoring: snapshot, clock: ManualClock(), inspector: recorder)
    #expect(restored.id == "order-17")
    await restored.start()
    await restored.send("go")
    #expect(await restored.current.context["id"] == "order-17")
    // Snapshots of earlier versions have no id.
    var older = snapshot
    older.id = nil
    #expect(UUID(uuidString: try ChartSession(bound, restoring: older).id) != nil)
  }

  @Test("all repetitions of a start have its key, and another start has another one")
  func repetitions() async throws {
    let runs = Runs()
    let clock = ManualClock()
    let session = try ChartSession(bound(runs, failures: 2, clock: clock), id: "order-17", clock: clock)
    await session.start()
    await session.send("pay")
    await clock.settle()
    #expect(await session.current.configuration == ["idle"])
    await session.send("pay")
    await clock.settle()
    let all = runs.all.withLock { $0 }
    #expect(all.map(\.attempt) == [0, 1, 2, 0])
    #expect(Set(all.prefix(3).map(\.idempotencyKey)).count == 1)
    #expect(all.last?.idempotencyKey != all.first?.idempotencyKey)
    #expect(Set(all.map(\.number)).count == 4)
    #expect(all.allSatisfy { $0.session == "order-17" && $0.service == "charge" })
  }

  @Test(
    "a start that is repeated after a restore has its key, and a start after an older snapshot has a new one")
  func restores() async throws {
    let runs = Runs()
    let clock = ManualClock()
    var session = try ChartSession(bound(runs, waits: true, clock: clock), id: "order-17", clock: clock)
    await session.start()
    let idle = await session.snapshot()
    await session.send("pay")
    await clock.settle()
    for _ in 0..<2 {
      let bytes = try JSONEncoder().encode(await session.snapshot())
      let snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: bytes)
      session = try ChartSession(bound(runs, waits: true, clock: clock), restoring: snapshot, clock: clock)
      await session.start()
      await clock.settle()
    }
    #expect(runs.all.withLock { $0 }.map(\.attempt) == [0, 1, 2])
    #expect(Set(runs.keys).count == 1)
    // What was done after the snapshot is forgotten, so the session counts its starts as before. It may be another payment.
    for _ in 0..<2 {
      session = try ChartSession(bound(runs, waits: true, clock: clock), restoring: idle, clock: clock)
      await session.start()
      await session.send("pay")
      await clock.settle()
    }
    #expect(Set(runs.keys).count == 3)
  }

  @Test("a repetition that waits for its time keeps its key in the snapshot")
  func waitingRepetition() async throws {
    let later = chart([
      StateNode(
        "paying",
        invoke: [
          ChartInvocation(
            .service("charge"),
            retry: .init(attempts: 1, backoff: .literal(.seconds(5)), codes: ["offline"]), done: [to("paid")])
        ]), StateNode("paid"),
    ])
    let runs = Runs()
    var handlers = ChartHandlers()
    handlers.service("charge") { call in
      let isFirst = runs.all.withLock { runs in
        runs.append(call.run)
        return runs.count == 1
      }
      if isFirst { throw Failure(code: "offline") }
      return .unset
    }
    let clock = ManualClock()
    let bound = try BoundChart(CompiledChart(later), handlers: handlers)
    let session = try ChartSession(bound, clock: clock)
    await session.start()
    await clock.settle()
    let bytes = try JSONEncoder().encode(await session.snapshot())
    let snapshot = try JSONDecoder().decode(SessionSnapshot.self, from: bytes)
    let restored = try ChartSession(bound, restoring: snapshot, clock: clock)
    await restored.start()
    await clock.advance(by: .seconds(5))
    #expect(await restored.current.configuration == ["paid"])
    // The first session goes on too, for nobody has ended it: with the same key.
    #expect(runs.keys.count >= 2 && Set(runs.keys).count == 1)
  }

  @Test("services of child charts tell their session and have keys of their own")
  func children() async throws {
    let runs = Runs()
    let clock = ManualClock()
    var handlers = ChartHandlers()
    handlers.service("work") { call in
      runs.all.withLock { $0.append(call.run) }
      return .unset
    }
    let work = ChartInvocation(.service("work"))
    let kid = chart([StateNode("a", invoke: [work])])
    let parent = chart([
      StateNode(
        "a",
        invoke: [
          work, ChartInvocation(.chart("kid.yaml"), id: "one"),
          ChartInvocation(.chart("kid.yaml"), id: "two"),
        ])
    ])
    let recorder = Recorder()
    let bound = try BoundChart(
      CompiledChart(parent), handlers: handlers,
      children: ["kid.yaml": BoundChart(CompiledChart(kid), handlers: handlers)])
    let session = try ChartSession(bound, id: "order-17", clock: clock, inspector: recorder)
    await session.start()
    await clock.settle()
    #expect(runs.all.withLock { $0 }.allSatisfy { $0.session == "order-17" })
    #expect(Set(runs.keys).count == 3)
    let names = Set(recorder.events.map(\.session))
    #expect(names == ["order-17", "order-17.child1", "order-17.child2"])
  }
}
