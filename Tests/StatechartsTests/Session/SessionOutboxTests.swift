import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization
import Testing

@Suite("Steps that are stored before they have effects", .bothWays)
struct SessionOutboxTests {
  /// `idle`, then `paying` with a service that is given the amount, then `paid`, which tells the app so.
  private let paying = chart([
    StateNode("idle", on: [on("pay", "paying")]),
    StateNode(
      "paying", on: [on("cancel", "idle")],
      invoke: [
        ChartInvocation(
          .service("charge"), input: [field("amount", "event.data.amount")], done: [to("paid")],
          failed: [.init("interrupted", to("unknown"))])
      ]),
    StateNode("paid", on: [on("again", "idle")], entry: [.emit("receipt", [field("number", "7")])]),
    StateNode("unknown"),
  ])

  private func stored(_ snapshot: SessionSnapshot) throws -> SessionSnapshot {
    try JSONDecoder().decode(SessionSnapshot.self, from: JSONEncoder().encode(snapshot))
  }

  private func session(
    _ flow: Statechart, children: [String: Statechart] = [:], _ delivery: Delivery = .confirmed,
    restoring snapshot: SessionSnapshot? = nil
  ) throws -> (ChartSession, ManualClock, ScriptedServices) {
    let clock = ManualClock()
    let services = ScriptedServices(clock: clock)
    let bound = try SessionFixture.bind(flow, ChartHandlers(), children, services)
    if let snapshot {
      return (try ChartSession(bound, restoring: snapshot, delivery: delivery, clock: clock), clock, services)
    }
    return (try ChartSession(bound, id: "order-17", delivery: delivery, clock: clock), clock, services)
  }

  /// What a caller who comes now is told first.
  private func firstUpdate(_ session: ChartSession) async throws -> SessionUpdate {
    var updates = await session.updates().makeAsyncIterator()
    return try #require(await updates.next())
  }

  @Test("nothing starts and nothing is told before the step is confirmed")
  func held() async throws {
    let (session, clock, services) = try self.session(paying)
    var updates = await session.updates().makeAsyncIterator()
    #expect(await updates.next()?.configuration == [])
    await session.start()
    #expect(await session.send("pay", data: ["amount": 12]) == .taken)
    await clock.settle()
    #expect(services.starts.isEmpty)
    let step = try #require(await session.heldStep())
    #expect(step.number == 2 && step.snapshot.chart.states == ["paying"])
    guard case .start(let run, "charge", let input)? = step.effects.first, step.effects.count == 1 else {
      Issue.record("no start in \(step.effects)")
      return
    }
    #expect(run.session == "order-17" && run.service == "charge" && input.redactedData == ["amount": 12])
    #expect(step.snapshot.chart.services.map(\.isPending) == [true])
    #expect(step.snapshot.chart.services.map(\.idempotencyKey) == [run.idempotencyKey])

    await session.confirm(step)
    await session.confirm(step)
    await clock.settle()
    #expect(await updates.next()?.configuration == ["idle"])
    #expect(await updates.next()?.configuration == ["paying"])
    #expect(services.starts.map(\.input) == [["amount": 12]])
    #expect(await session.heldStep() == nil)
    #expect(await session.snapshot().chart.services.map(\.isPending) == [false])

    try await services.complete("charge")
    await clock.settle()
    let last = try #require(await session.heldStep())
    guard case .output(1, let receipt)? = last.effects.first else {
      Issue.record("no output in \(last.effects)")
      return
    }
    #expect(receipt.name == "receipt")
    #expect(try await firstUpdate(session).outputs.isEmpty)
    await session.confirm(last)
    let update = try #require(await updates.next())
    #expect(update.configuration == ["paid"] && update.outputs.map(\.name) == ["receipt"])
    #expect(update.firstOutput == 1)
  }

  @Test("a caller who comes while steps are held gets what is confirmed, then each update once")
  func lateCaller() async throws {
    let flow = chart([
      StateNode("a", on: [on("go", "b")]), StateNode("b", on: [on("go", "over", do: [.emit("last")])]),
      final("over"),
    ])
    let (session, _, _) = try self.session(flow)
    await session.start()
    var first = await session.updates().makeAsyncIterator()
    #expect(await first.next()?.status == .notStarted)
    await session.confirm(try #require(await session.heldStep()))
    #expect(await first.next()?.configuration == ["a"])
    await session.send("go")
    await session.send("go")
    let second = await session.updates()
    await session.confirm(try #require(await session.heldStep()))
    for updates in [second, await session.updates()] {
      var told: [SessionUpdate] = []
      for await update in updates { told.append(update) }
      #expect(told.map(\.number) == Set(told.map(\.number)).sorted())
      #expect(told.filter(\.isOver).count == 1 && told.last?.isOver == true)
      #expect(told.flatMap(\.outputs).map(\.name) == ["last"])
      if told.count > 1 { #expect(told.map(\.configuration) == [["a"], ["b"], ["over"]]) }
    }
    #expect(await first.next()?.configuration == ["b"])
  }

  @Test("what was stored and not confirmed is done after a restore, with its key and its input")
  func restored() async throws {
    let (session, _, services) = try self.session(paying)
    await session.start()
    await session.send("pay", data: ["amount": 12])
    let step = try #require(await session.heldStep())
    let key = step.snapshot.chart.services.first?.idempotencyKey
    // Restored twice, as if the process had ended again before anything else was stored.
    for _ in 0..<2 {
      let (next, clock, others) = try self.session(paying, restoring: stored(step.snapshot))
      #expect(await next.snapshot().chart.services.map(\.isPending) == [true])
      await next.start()
      await clock.settle()
      #expect(others.starts.map(\.input) == [["amount": 12]])
      #expect(await next.snapshot().chart.services.map(\.idempotencyKey) == [key])
      try await others.complete("charge")
      await clock.settle()
      #expect(await next.current.configuration == ["paid"])
    }
    #expect(services.starts.isEmpty)
    // What ran already is interrupted, as always.
    await session.confirm(step)
    let running = try stored(await session.snapshot())
    let (interrupted, clock, others) = try self.session(paying, restoring: running)
    await interrupted.start()
    await clock.settle()
    #expect(await interrupted.current.configuration == ["unknown"])
    #expect(others.starts.isEmpty)
  }

  @Test("a service that a later step cancels before it is confirmed is not started")
  func cancelled() async throws {
    let (session, clock, services) = try self.session(paying)
    await session.start()
    await session.send("pay", data: ["amount": 12])
    await session.send("cancel")
    let step = try #require(await session.heldStep())
    #expect(step.effects.isEmpty && step.snapshot.chart.services.isEmpty)
    await session.confirm(step)
    await clock.settle()
    #expect(services.starts.isEmpty)
  }

  @Test("what comes between storing and confirming waits for its own confirmation")
  func between() async throws {
    let (session, clock, services) = try self.session(paying)
    await session.start()
    let first = try #require(await session.heldStep())
    await session.send("pay", data: ["amount": 12])
    await session.confirm(first)
    await clock.settle()
    #expect(services.starts.isEmpty)
    let second = try #require(await session.heldStep())
    #expect(second.number == 2)
    await session.confirm(second)
    await clock.settle()
    #expect(services.starts.count == 1)
  }

  @Test("events for a service that is not started yet are kept with it, also in child charts")
  func deliveries() async throws {
    let kid = chart([
      StateNode(
        "a", on: [on("more", do: [.send("more", to: .invocation("work"))])],
        invoke: [ChartInvocation(.service("work"), input: [field("x", "1")])])
    ])
    let parent = chart([
      StateNode(
        "a", on: [on("more", do: [.send("more", to: .invocation("kid"))])],
        invoke: [ChartInvocation(.chart("kid.yaml"), id: "kid")])
    ])
    let (session, _, _) = try self.session(parent, children: ["kid.yaml": kid])
    await session.start()
    await session.send("more")
    let step = try #require(await session.heldStep())
    #expect(step.effects.count == 2)
    let taken = Mutex<[String]>([])
    var handlers = ChartHandlers()
    handlers.service("work") { call in
      for await event in call.events {
        taken.withLock { $0.append("\(event.name) \(call.input == ["x": 1])") }
        break
      }
      return .unset
    }
    let bound = try BoundChart(
      CompiledChart(parent),
      children: ["kid.yaml": BoundChart(CompiledChart(kid), handlers: handlers)])
    let clock = ManualClock()
    let next = try ChartSession(bound, restoring: stored(step.snapshot), clock: clock)
    await next.start()
    await clock.settle()
    #expect(taken.withLock { $0 } == ["more true"])
  }

  @Test("a service whose input has a secret is interrupted: the snapshot does not keep the secret")
  func secrets() async throws {
    let secret = FieldDeclaration("password", .string, isSecret: true)
    var flow = paying
    flow.events = [
      EventDeclaration("pay", payload: [secret]), EventDeclaration("cancel"), EventDeclaration("again"),
    ]
    flow.handlers.services = [HandlerDeclaration("charge", arguments: [secret], errors: [])]
    flow.root.states[1].invoke[0].input = [field("password", "event.data.password")]
    let (session, _, _) = try self.session(flow)
    await session.start()
    await session.send("pay", data: ["password": "canary-7"])
    let step = try #require(await session.heldStep())
    #expect(!String(decoding: try JSONEncoder().encode(step.snapshot), as: UTF8.self).contains("canary"))
    let (next, clock, services) = try self.session(flow, restoring: step.snapshot)
    await next.start()
    await clock.settle()
    #expect(await next.current.configuration == ["unknown"])
    #expect(services.starts.isEmpty)
  }

  @Test("an input in a snapshot that does not fit its service is refused")
  func unfitInput() async throws {
    var flow = paying
    flow.handlers.services = [
      HandlerDeclaration("charge", arguments: [FieldDeclaration("amount", .int)], errors: [])
    ]
    flow.events = [
      EventDeclaration("pay", payload: [FieldDeclaration("amount", .int)]), EventDeclaration("cancel"),
      EventDeclaration("again"),
    ]
    let (session, _, _) = try self.session(flow)
    await session.start()
    await session.send("pay", data: ["amount": 12])
    let step = try #require(await session.heldStep())
    let text = String(decoding: try JSONEncoder().encode(step.snapshot), as: UTF8.self)
    #expect(text.contains(#""amount":12"#))
    let bytes = Data(text.replacingOccurrences(of: #""amount":12"#, with: #""amount":"12""#).utf8)
    let changed = try JSONDecoder().decode(SessionSnapshot.self, from: bytes)
    #expect(throws: RestoreProblems.self) { try self.session(flow, restoring: changed) }
  }

  @Test(
    "outputs are told to those who come late and after a restore, with their numbers, until they are acknowledged"
  )
  func outputs() async throws {
    let flow = chart(
      on: [on("say", do: [.emit("said", [field("n", "event.data.n")])])], [StateNode("a")])
    let (session, _, _) = try self.session(flow, .acknowledged)
    await session.start()
    for n in 1...3 { await session.send("say", data: ["n": .int(n)]) }
    let late = try await firstUpdate(session)
    #expect(late.outputs.map(\.data) == [["n": 1], ["n": 2], ["n": 3]] && late.firstOutput == 1)
    await session.send("say", data: ["n": 4])
    await session.acknowledge(late)
    await session.acknowledge(late)
    let rest = try await firstUpdate(session)
    #expect(rest.outputs.map(\.data) == [["n": 4]] && rest.firstOutput == 4)

    let (next, _, _) = try self.session(flow, .acknowledged, restoring: stored(await session.snapshot()))
    await next.start()
    await next.send("say", data: ["n": 5])
    let again = try await firstUpdate(next)
    #expect(again.outputs.map(\.data) == [["n": 4], ["n": 5]] && again.firstOutput == 4)
    await next.acknowledge(again)
    #expect(try await firstUpdate(next).outputs.isEmpty)

    // A session that keeps none tells what a snapshot has kept once.
    let (plain, _, _) = try self.session(flow, .immediate, restoring: stored(await session.snapshot()))
    await plain.start()
    #expect(try await firstUpdate(plain).outputs.map(\.data) == [["n": 4]])
    await plain.send("say", data: ["n": 5])
    #expect(try await firstUpdate(plain).outputs.isEmpty)
  }

  @Test("of outputs that nobody acknowledges, the last 4,096 are kept and the others are counted")
  func tooManyOutputs() async throws {
    let flow = chart(on: [on("say", do: [.emit("said")])], [StateNode("a")])
    let (session, _, _) = try self.session(flow, .acknowledged)
    await session.start()
    for _ in 0..<4_100 { await session.send("say") }
    let update = try await firstUpdate(session)
    #expect(update.outputs.count == 4_096 && update.lostOutputs == 4 && update.firstOutput == 5)
  }

  @Test("a task that stores each step and confirms it lets the session run to its end")
  func loop() async throws {
    let flow = chart([
      StateNode("idle", on: [on("go", "working")]),
      StateNode("working", invoke: [ChartInvocation(.service("work"), done: [to("over")])]), final("over"),
    ])
    var handlers = ChartHandlers()
    handlers.service("work") { _ in .unset }
    let session = try ChartSession(
      BoundChart(CompiledChart(flow), handlers: handlers), delivery: .confirmed)
    let steps = await session.heldSteps { .seconds(1_000) }
    await session.start()
    await session.send("go")
    var states: [[String]] = []
    var failures = 0
    for await step in steps {
      #expect(step.snapshot.takenAt == .seconds(1_000))
      // The store fails once: the same step comes again.
      if failures == 0 {
        failures += 1
        continue
      }
      states.append(step.snapshot.chart.states)
      await session.confirm(step)
    }
    #expect(states == [["working"], ["over"]])
    #expect(await session.current.isOver)
  }

  @Test("a session has not settled while a step waits to be confirmed")
  func settling() async throws {
    let (session, clock, services) = try self.session(paying)
    await session.start()
    await session.send("pay", data: ["amount": 12])
    let settled = Counter()
    let waiter = Task {
      try await session.settled(ignoring: ["charge"])
      settled.increment()
    }
    await clock.settle()
    #expect(settled.value == 0)
    await session.confirm(try #require(await session.heldStep()))
    try await waiter.value
    #expect(services.starts.count == 1)
  }

  @Test("a machine goes on from its snapshot, and its host answers what ran")
  func machine() throws {
    let compiled = try CompiledChart(
      chart([
        StateNode(
          "a", after: [delayed(5, "late")], invoke: [ChartInvocation(.service("work"), done: [to("done")])]),
        StateNode("late"), StateNode("done"),
      ]))
    var machine = try Machine(compiled, sessionID: "order-1")
    _ = machine.start()
    let snapshot = machine.snapshot()
    var restored = try Machine(compiled, restoring: snapshot, keyPrefix: "two")
    #expect(restored.configuration == ["a"] && restored.timers == machine.timers)
    #expect(restored.timers.map(\.label) == ["after.a.5s"])
    #expect(snapshot.services.map(\.idempotencyKey) == ["order-1-2"])
    let run = try #require(restored.running.first)
    #expect(run == machine.running.first)
    #expect(restored.complete(run).outcome == .taken)
    #expect(restored.configuration == ["done"])
    #expect(throws: RestoreProblems.self) {
      try Machine(CompiledChart(chart([StateNode("other")])), restoring: snapshot, keyPrefix: "two")
    }
  }
}
