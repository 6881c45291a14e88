import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Charts that handle their restore", .bothWays)
struct SessionRestoreTests {
  private func stored(_ snapshot: SessionSnapshot) throws -> SessionSnapshot {
    try JSONDecoder().decode(SessionSnapshot.self, from: JSONEncoder().encode(snapshot))
  }

  private struct Restored {
    var session: ChartSession
    var clock: ManualClock
    var services: ScriptedServices
    var recorder: Recorder
    var faults: [String] {
      recorder.kinds.compactMap { if case .fault(let message) = $0 { message } else { nil } }
    }
  }

  private func restored(
    _ snapshot: SessionSnapshot, _ flow: Statechart, children: [String: Statechart] = [:],
    delivery: Delivery = .immediate
  ) async throws -> Restored {
    let clock = ManualClock()
    let services = ScriptedServices(clock: clock)
    let recorder = Recorder()
    let bound = try SessionFixture.bind(flow, ChartHandlers(), children, services)
    let session = try ChartSession(
      bound, restoring: try stored(snapshot), delivery: delivery, clock: clock, inspector: recorder)
    #expect(await session.snapshot().chart == snapshot.chart)
    await session.start()
    await clock.settle()
    return Restored(session: session, clock: clock, services: services, recorder: recorder)
  }

  /// `idle`, then `busy` with a service that starts again after a restore.
  private func working(
    _ input: [NamedExpression], on events: [EventTransition] = [], context: [ContextVariable] = [],
    payload: [FieldDeclaration]? = nil
  ) -> Statechart {
    let work = ChartInvocation(
      .service("work"), input: input, timeout: .literal(.seconds(10)), onRestore: .restart,
      retry: .init(attempts: 2), done: [to("done")],
      failed: [.init("interrupted", to("asked")), .init(nil, to("failed"))])
    return chart(
      context: context,
      events: payload.map { [EventDeclaration("go", payload: $0), EventDeclaration("note")] },
      [
        StateNode(
          "idle", on: [on("go", "busy", do: context.isEmpty ? [] : [.assign("x", "event.data.x")])]),
        StateNode("busy", on: events, invoke: [work]), StateNode("asked"), StateNode("done"),
        StateNode("failed"),
      ])
  }

  private let x = variable("x", .optional(.string))

  @Test("`onRestore: restart` starts the service again, with its key, all retries and its whole time limit")
  func restart() async throws {
    let flow = working([field("x", "x")], context: [x])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("go", data: ["x": "one"])
    try await fixture.services.fail("work", code: "offline")
    await fixture.clock.settle()
    #expect(fixture.services.starts.map(\.attempt) == [0, 1])
    await fixture.clock.advance(by: .seconds(7))
    let snapshot = await fixture.session.snapshot()
    let again = try await restored(snapshot, flow)
    #expect(again.services.starts.map(\.input) == [["x": "one"]])
    #expect(again.services.starts.map(\.attempt) == [0])
    let now = await again.session.snapshot()
    #expect(now.chart.services.map(\.idempotencyKey) == snapshot.chart.services.map(\.idempotencyKey))
    #expect(now.chart.services.map(\.run) != snapshot.chart.services.map(\.run))
    #expect(again.clock.deadlines == [.seconds(10)])
    try await again.services.complete("work")
    await again.clock.settle()
    #expect(await again.session.current.configuration == ["done"])
    #expect(again.faults == [])
  }

  @Test("a service that starts in its state again after a restart gets another key")
  func keys() async throws {
    let flow = working([], on: [on("note", "idle")])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("go")
    let first = await fixture.session.snapshot()
    let again = try await restored(first, flow)
    await again.session.send("note")
    await again.session.send("go")
    await again.clock.settle()
    let keys = await again.session.snapshot().chart.services.map(\.idempotencyKey)
    #expect(keys.count == 1 && keys != first.chart.services.map(\.idempotencyKey))
  }

  @Test("a restarted service gets what it had of the event that led to its state")
  func eventInput() async throws {
    let flow = working([field("x", "event.data.x")])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("go", data: ["x": "right"])
    await fixture.send("note", data: ["x": "wrong"])
    let again = try await restored(await fixture.session.snapshot(), flow)
    #expect(again.services.starts.map(\.input) == [["x": "right"]])
  }

  @Test("a service whose input was not stored fails with `interrupted`, and the session says why")
  func lostInput() async throws {
    let secret = FieldDeclaration("x", .optional(.string), isSecret: true)
    let cases: [(Statechart, String)] = [
      (working([field("x", "x")], context: [ContextVariable(secret)]), "`x`"),
      (
        working(
          [field("x", "x ?? ''")], context: [ContextVariable(x.field, persistence: .never)]), "`x`"
      ),
      (working([field("x", "event.data.x")], payload: [secret]), "a secret of the event `go`"),
    ]
    for (flow, loss) in cases {
      let fixture = try SessionFixture(flow)
      await fixture.start()
      await fixture.send("go", data: ["x": "canary"])
      let snapshot = await fixture.session.snapshot()
      let again = try await restored(snapshot, flow)
      #expect(again.services.starts.isEmpty)
      #expect(await again.session.current.configuration == ["asked"])
      #expect(
        again.faults == ["`work` could not be started again, because \(loss) is not in the snapshot."])
    }
  }

  @Test("an input that never had a secret, or that `session.restored` sets again, is not lost")
  func inputThatIsThere() async throws {
    let secret = ContextVariable(FieldDeclaration("x", .optional(.string), isSecret: true))
    let unused = working([field("x", "x")], context: [secret])
    let fixture = try SessionFixture(unused)
    await fixture.start()
    await fixture.send("go", data: [:])
    let first = try await restored(await fixture.session.snapshot(), unused)
    #expect(first.services.starts.map(\.input) == [[:]])

    let flow = working(
      [field("x", "x")], on: [on("session.restored", do: [.assign("x", "'again'")])], context: [secret])
    let second = try SessionFixture(flow)
    await second.start()
    await second.send("go", data: ["x": "canary"])
    let again = try await restored(await second.session.snapshot(), flow)
    #expect(again.services.starts.map(\.input) == [["x": "again"]])
  }

  @Test("`session.restored` comes once, before services fail and what was posted, and has no data")
  func order() async throws {
    let flow = chart(
      context: [variable("seen", .string, "''")],
      on: [on("posted", do: [.assign("seen", "seen + ' posted'")])],
      [
        StateNode(
          "a",
          on: [
            on("session.restored", do: [.assign("seen", "seen + 'restored ' + event.type")]),
            on("error.interrupted", do: [.assign("seen", "seen + ' interrupted'")]),
          ], invoke: [ChartInvocation(.service("work"))])
      ])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    #expect(await fixture.session.current.context["seen"] == "")
    let snapshot = try stored(await fixture.session.snapshot())
    let session = try ChartSession(fixture.session.bound, restoring: snapshot, clock: fixture.clock)
    session.post(ChartEvent("posted"))
    await session.start()
    await fixture.clock.settle()
    #expect(await session.current.context["seen"] == "restored platform interrupted posted")
  }

  @Test("a chart whose active states do not handle `session.restored` does not get it, not even by `*`")
  func unhandled() async throws {
    let flow = chart(
      [
        StateNode("a", on: [on("*", "b")]), StateNode("b", on: [on("session.restored", "a")]),
      ])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    let again = try await restored(await fixture.session.snapshot(), flow)
    #expect(await again.session.current.configuration == ["a"])
    #expect(again.recorder.kinds == [.restored(states: ["a"], lost: [])])
    // The other state handles it.
    await again.session.send("x")
    let third = try await restored(await again.session.snapshot(), flow)
    #expect(await third.session.current.configuration == ["a"])
  }

  @Test(
    "a session that was over when it was stored ends at its start, with nothing to store",
    arguments: [Delivery.immediate, .confirmed])
  func ended(_ delivery: Delivery) async throws {
    let flow = chart([StateNode("a", on: [on("go", "over")]), final("over")])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("go")
    let again = try await restored(await fixture.session.snapshot(), flow, delivery: delivery)
    #expect(again.recorder.kinds == [.restored(states: ["over"], lost: []), .ended(result: .unset)])
    let held = await again.session.heldStep()
    try #require(held == nil)
    #expect(await again.session.start() == .rejected(.alreadyStarted))
    #expect(await again.session.send("go") == .rejected(.ended))
    var told: [SessionUpdate] = []
    for await update in await again.session.updates() { told.append(update) }
    #expect(told.map(\.isOver) == [true])
    for await _ in await again.session.heldSteps() { Issue.record("a step of a session that is over") }

    let stopped = try SessionFixture(flow)
    await stopped.start()
    await stopped.session.stop()
    let third = try await restored(await stopped.session.snapshot(), flow, delivery: delivery)
    #expect(third.recorder.kinds == [.restored(states: ["a"], lost: []), .stopped(.requested)])
  }

  @Test("a state that is left because of `session.restored` takes its services along")
  func leaving() async throws {
    let flow = working([], on: [on("session.restored", "idle")])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("go")
    let again = try await restored(await fixture.session.snapshot(), flow)
    #expect(await again.session.current.configuration == ["idle"])
    #expect(again.services.starts.isEmpty && again.faults == [])
    #expect(again.clock.deadlines == [])
  }

  @Test("charts inside get `session.restored` too")
  func children() async throws {
    let child = chart([
      StateNode("first", on: [on("session.restored", "second")]), StateNode("second"),
    ])
    let flow = chart([StateNode("a", invoke: [ChartInvocation(.chart("kid.yaml"))])])
    let fixture = try SessionFixture(flow, children: ["kid.yaml": child])
    await fixture.start()
    let again = try await restored(await fixture.session.snapshot(), flow, children: ["kid.yaml": child])
    let inner = await again.session.snapshot().chart.services.first?.child?.snapshot
    #expect(inner?.states == ["second"])
  }

  @Test(
    "with `.confirmed`, a restart waits until it is stored, and what `session.restored` starts is not interrupted"
  )
  func held() async throws {
    let other = ChartInvocation(.service("other"), failed: [.init(nil, to("failed"))])
    var flow = working([], on: [on("session.restored", "both")])
    let work = flow.root.states[1].invoke
    flow.root.states.append(StateNode("both", invoke: work + [other]))
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("go")
    let again = try await restored(await fixture.session.snapshot(), flow, delivery: .confirmed)
    #expect(again.services.starts.isEmpty)
    #expect(await again.session.current.configuration == ["both"])
    let step = try #require(await again.session.heldStep())
    #expect(step.snapshot.chart.services.map(\.isPending) == [true, true])
    await again.session.confirm(step)
    await again.clock.settle()
    #expect(Set(again.services.running) == ["work", "other"])

    // They run. After the next restore, one restarts when that step is stored, and the other one fails.
    let last = await again.session.snapshot()
    let third = try await restored(last, flow, delivery: .confirmed)
    #expect(await third.session.current.configuration == ["failed"])
  }

  @Test("with `.confirmed`, a restarted service is pending in the next snapshot, under its key")
  func pending() async throws {
    let flow = working([field("x", "x")], context: [x])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("go", data: ["x": "one"])
    let snapshot = await fixture.session.snapshot()
    let again = try await restored(snapshot, flow, delivery: .confirmed)
    #expect(again.services.starts.isEmpty)
    let step = try #require(await again.session.heldStep())
    #expect(step.snapshot.chart.services.map(\.isPending) == [true])
    #expect(
      step.snapshot.chart.services.map(\.idempotencyKey) == snapshot.chart.services.map(\.idempotencyKey))
    // The process ends before the step is confirmed: it starts from what was stored.
    let third = try await restored(step.snapshot, flow, delivery: .confirmed)
    #expect(third.services.starts.map(\.input) == [["x": "one"]])
  }

  @Test("a chart gets the event that it was restored, and starts a service again")
  func machine() throws {
    let flow = working([], on: [on("session.restored", do: [.log("'restored'")])])
    let compiled = try CompiledChart(flow)
    var machine = try Machine(compiled)
    _ = machine.start()
    _ = machine.send(ChartEvent("go"))
    var again = try Machine(compiled, restoring: machine.snapshot(), keyPrefix: "new")
    #expect(again.announceRestore().logs == ["restored"])
    let run = try #require(again.running.first)
    let step = again.interrupt(run)
    let starts = step.effects.compactMap { if case .start(let start) = $0 { start } else { nil } }
    #expect(starts.map(\.idempotencyKey) == machine.snapshot().services.map(\.idempotencyKey))
    #expect(again.interrupt(run).outcome == .stale)
  }
}
