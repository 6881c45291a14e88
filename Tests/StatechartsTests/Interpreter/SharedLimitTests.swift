import Statecharts
import StatechartsModel
import StatechartsTesting
import TestExtent
import Testing

@Suite("Limits of one event, in timers and child charts", .bothWays)
struct SharedLimitTests {
  @Test("leaving thousands of states that have timers is no more work than their own timers")
  func manyTimers() throws {
    let regions = (0..<3_000).map { StateNode(ChartName("r\($0)"), after: [delayed(10, do: ["tick"])]) }
    let machine = chart(
      initial: ["p"],
      [
        parallel("p", on: [on("go", "b")], regions),
        StateNode("b", on: [on("back", "p")], entry: ["arrived"]),
      ])
    let compiled = try CompiledChart(machine)
    // Scripted and alone, so that a debug build does not compare thousands of states again and again.
    var run = try Machine(scripted: compiled, guards: [:], input: [:], isInvoked: false)
    run.stopsAtViolations = false
    #expect(run.start().effects.count == 3_000)
    for _ in 0..<3 {
      let step = run.send(ChartEvent("go"))
      #expect(step.effects.count == 3_000)
      #expect(step.actions.map(\.name) == ["arrived"])
      #expect(run.status == .running)
      #expect(run.configuration == ["b"])
      #expect(run.send(ChartEvent("back")).effects.count == 3_000)
    }
  }

  @Test("timers are given up in the order of their asking, by state, by id and at the end")
  func orderOfGivingUp() throws {
    let compiled = try CompiledChart(
      chart(
        on: [on("drop", do: [.cancel("k")]), on("end", "z")],
        [
          compound(
            "a", on: [on("go", "b")],
            entry: [
              .send("x", after: .seconds(9), id: "k"), .send("y", after: .seconds(3)),
              .send("z", after: .seconds(1), id: "k"),
            ], [StateNode("c", after: [delayed(2, "b"), delayed(1, "b")])]),
          StateNode("b"), final("z"),
        ]))
    func labels(_ events: String...) throws -> [String] {
      var machine = try Machine(compiled)
      _ = machine.start()
      var cancelled: [String] = []
      for event in events {
        for case .cancelTimer(let id) in machine.send(ChartEvent(event)).effects {
          cancelled.append("\(id.number) \(id.label)")
        }
      }
      return cancelled
    }
    #expect(try labels("drop") == ["1 send x", "3 send z"])
    #expect(try labels("go") == ["4 after.c.2s", "5 after.c.1s"])
    #expect(try labels("end") == ["4 after.c.2s", "5 after.c.1s", "1 send x", "2 send y", "3 send z"])
    #expect(
      try labels("go", "drop", "end") == ["4 after.c.2s", "5 after.c.1s", "1 send x", "3 send z", "2 send y"])
  }

  @Test(
    "of many delayed sends with one id, those that have not fired are given up, in the order of their asking")
  func manySendsOfOneID() throws {
    let sends = (0..<500).map { _ in ChartAction.send("x", after: .seconds(9), id: "k") }
    var machine = try Machine(
      CompiledChart(chart(on: [on("drop", do: [.cancel("k")])], [StateNode("a", entry: sends)])))
    var timers: [TimerID] = []
    for case .schedule(let timer, _) in machine.start().effects { timers.append(timer) }
    #expect(timers.count == 500)
    for timer in timers.reversed() where timer.number % 3 > 0 { _ = machine.fire(timer) }
    let rest = timers.filter { $0.number % 3 == 0 }
    #expect(machine.send(ChartEvent("drop")).effects == rest.map { .cancelTimer($0) })
    #expect(machine.send(ChartEvent("drop")).effects.isEmpty)
  }

  /// A loop of so many rounds inside so many.
  private func rounds(_ outer: Int, _ inner: Int, _ body: [ChartAction] = []) -> ChartAction {
    func list(_ count: Int) -> ChartExpression {
      ChartExpression("[\((0..<count).map(String.init).joined(separator: ", "))]")
    }
    return ChartAction(
      .forEach(
        item: "x", index: nil, list: list(outer),
        body: [ChartAction(.forEach(item: "y", index: nil, list: list(inner), body: body))]))
  }

  @Test(
    "a chart whose last action was too much takes no further step",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func checkedBeforeTheNextStep() throws {
    func status(_ actions: ChartAction...) throws -> Machine.Status {
      let machine = chart([
        StateNode(
          "a",
          on: [
            on("arm", do: [rounds(10, 100, [.send("late", after: .seconds(9), id: "k")])]),
            on("go", "b", do: actions),
          ]),
        StateNode("b", always: [to("c")]), StateNode("c"),
      ])
      var run = try Machine(scripted: CompiledChart(machine), guards: [:], input: [:], isInvoked: false)
      _ = run.start()
      _ = run.send(ChartEvent("arm"))
      #expect(run.status == .running)
      _ = run.send(ChartEvent("go"))
      return run.status
    }
    // With so many rounds, fewer than 980 units are left. To give up 1,000 sends takes more.
    var (fits, isTooMuch) = (1, 1_000)
    while isTooMuch - fits > 1 {
      let middle = (fits + isTooMuch) / 2
      if try status(rounds(980, middle)) == .running { fits = middle } else { isTooMuch = middle }
    }
    #expect(
      try status(rounds(980, fits), .cancel("k"))
        == .stopped(.tooMuchWork(states: ["chart", "b"], limit: 1_000_000)))
  }

  /// A parent that does something at `pong`, and its child that does something at `ping`.
  func pair(_ answer: [ChartAction], child: [ChartAction]) throws -> (Statechart, [String: CompiledChart]) {
    let kid = chart([StateNode("k", on: [on("ping", do: child)])])
    let parent = chart([
      StateNode(
        "a", on: [on("pong", do: answer), on("go", do: [.send("ping", to: .invocation("kid"))])],
        invoke: [
          ChartInvocation(
            .chart("kid.yaml"), id: "kid", failed: [ChartInvocation.Failure("execution", to("broken"))])
        ]),
      StateNode("broken"),
    ])
    return (parent, ["kid.yaml": try CompiledChart(kid)])
  }

  @Test("a parent and a child that answer each other for ever are stopped, and the states are told")
  func endlessAnswers() throws {
    let (parent, children) = try pair(
      [.send("ping", to: .invocation("kid"))], child: [.send("pong", to: .parent)])
    var (simulation, _) = try started(parent, children: children)
    let report = simulation.send("go")
    // They take turns, and the step that is too much is the parent's.
    #expect(report.microsteps.count == 500)
    #expect(report.stopped == .endlessSteps(states: ["a"], limit: 1_000))
    #expect(report.failures == [])
  }

  /// A child that begins to talk by itself after a second, and takes so many steps for an answer.
  private func talker(steps: Int) throws -> CompiledChart {
    let pong = ChartAction.send("pong", to: .parent)
    let timer = delayed(1, do: [pong])
    if steps == 1 {
      return try CompiledChart(chart([StateNode("k", on: [on("ping", do: [pong])], after: [timer])]))
    }
    return try CompiledChart(
      chart([
        compound(
          "o", after: [timer],
          [StateNode("k", on: [on("ping", "m")]), StateNode("m", always: [to("k", do: [pong])])])
      ]))
  }

  @Test("where the step that is too much is the child's, the parent is told that it failed, and goes on")
  func childTakesTheLastStep() throws {
    let (parent, _) = try pair([.send("ping", to: .invocation("kid"))], child: [])
    var (simulation, _) = try started(parent, children: ["kid.yaml": talker(steps: 1)])
    let report = simulation.advance(by: .seconds(1))
    #expect(
      report.failures == [
        "`kid` was stopped. The chart ran in a loop for 1000 steps without waiting for an event, through `k`."
      ])
    #expect(report.stopped == nil)
    #expect(report.configuration == ["broken"])
  }

  @Test("states that were gone through because of an earlier event are not told")
  func statesOfThisEvent() throws {
    let count = ChartAction.assign("n", "n + 1")
    let machine = chart(
      context: [variable("n", .int, "0")],
      [
        compound(
          "o", invoke: [ChartInvocation(.chart("kid.yaml"), id: "kid")],
          [
            StateNode(
              "a", on: [on("spin", "p"), on("pong", do: [.send("ping", to: .invocation("kid"))])]),
            StateNode("p", always: [to("q", if: "n < 475", do: [count]), to("a")]),
            StateNode("q", always: [to("p")]),
          ])
      ])
    var (simulation, _) = try started(machine, children: ["kid.yaml": talker(steps: 2)])
    let spun = simulation.send("spin")
    #expect(spun.microsteps.count > 950)
    #expect(spun.configuration == ["a"])
    // The first step is the child's: the parent is told because of it.
    let report = simulation.advance(by: .seconds(1))
    #expect(report.stopped == .endlessSteps(states: ["a"], limit: 1_000))
  }

  @Test(
    "what a child does because of an event counts as work of that event",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func workOfChildren() throws {
    // Each is well below the limit alone.
    let half = rounds(700, 800)
    let (parent, children) = try pair([half], child: [half, .send("pong", to: .parent)])
    var (simulation, _) = try started(parent, children: children)
    let report = simulation.send("go")
    #expect(report.stopped == .tooMuchWork(states: ["chart", "a"], limit: 1_000_000))
    // The next event begins anew.
    let (other, others) = try pair([], child: [half])
    var (calm, _) = try started(other, children: others)
    #expect(calm.send("go").stopped == nil)
    #expect(calm.send("go").stopped == nil)
  }

  @Test(
    "events that a child ignores are work too",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func ignoredEvents() throws {
    let kid = chart([StateNode("k")])
    let parent = chart([
      StateNode(
        "a", on: [on("go", do: [rounds(320, 300, [.send("ping", to: .invocation("kid"))])])],
        invoke: [ChartInvocation(.chart("kid.yaml"), id: "kid")])
    ])
    var (simulation, _) = try started(parent, children: ["kid.yaml": CompiledChart(kid)])
    let report = simulation.send("go")
    #expect(report.failures.first { $0.hasPrefix("`kid` was stopped. One event caused more than") } != nil)
  }

  @Test(
    "tens of thousands of events that a child sends in one step are handed on, and taking them is work",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func manyEventsToTheParent() throws {
    let (parent, children) = try pair([], child: [rounds(320, 300, [.send("pong", to: .parent)])])
    var (simulation, _) = try started(parent, children: children)
    #expect(simulation.send("go").stopped == .tooMuchWork(states: ["chart", "a"], limit: 1_000_000))
  }

  @Test(
    "a parent that starts a failing child again and again is stopped when the limits were renewed eight times"
  )
  func failingChildren() throws {
    let kid = chart([StateNode("k", always: [to("l")]), StateNode("l", always: [to("k")])])
    let parent = chart([
      StateNode(
        "a",
        invoke: [
          ChartInvocation(
            .chart("kid.yaml"), id: "kid", failed: [ChartInvocation.Failure("execution", to("a"))])
        ])
    ])
    let (_, report) = try started(parent, children: ["kid.yaml": CompiledChart(kid)])
    #expect(report.stopped == .endlessSteps(states: ["a"], limit: 1_000))
    #expect(report.starts.count == 9)
  }

  @Test("what a child tells comes before its end")
  func endComesLast() throws {
    let kid = chart([StateNode("k", on: [on("ping", "z", do: [.send("pong", to: .parent)])]), final("z")])
    let parent = chart([
      StateNode(
        "a", on: [on("go", do: [.send("ping", to: .invocation("kid"))]), on("pong", do: ["heard"])],
        invoke: [ChartInvocation(.chart("kid.yaml"), id: "kid", done: [to("b")])]),
      StateNode("b"),
    ])
    var (simulation, _) = try started(parent, children: ["kid.yaml": CompiledChart(kid)])
    let report = simulation.send("go")
    #expect(report.actionNames == ["heard"])
    #expect(report.configuration == ["b"])
  }

  @Test(
    "an event for a child that an earlier event of the same step has ended is a failure, not sent to a service"
  )
  func childIsOver() throws {
    let kid = chart([StateNode("k", on: [on("ping", "z")]), final("z")])
    let ping = ChartAction.send("ping", to: .invocation("kid"))
    let parent = chart([
      StateNode(
        "a", on: [on("go", do: [ping, ping])],
        invoke: [ChartInvocation(.chart("kid.yaml"), id: "kid", done: [to("b")])]), StateNode("b"),
    ])
    var (simulation, _) = try started(parent, children: ["kid.yaml": CompiledChart(kid)])
    let report = simulation.send("go")
    #expect(report.sent == [])
    #expect(report.failures == ["`kid` ended before it could receive `ping`."])
    #expect(report.configuration == ["b"])
  }

  @Test("what an earlier event was worth takes nothing from the answer to what would become of another")
  func foresightBeginsAnew() async throws {
    var grow = [ChartAction.assign("text", "'0123456789abcdef'")]
    for _ in 0..<16 { grow.append(.assign("text", "text + text")) }
    let guards = (0..<12).map { on("next", "b", if: ChartExpression("text + '' == '\($0)'")) }
    let kid = chart([StateNode("k", on: [on("ping", do: [rounds(850, 990), .send("pong", to: .parent)])])])
    let parent = chart(
      context: [variable("text", .string, "''")],
      [
        StateNode(
          "a",
          on: guards + [
            on("next", "b"), on("go", do: [.send("ping", to: .invocation("kid"))]), on("pong", do: ["heard"]),
          ], entry: grow, invoke: [ChartInvocation(.chart("kid.yaml"), id: "kid")]), StateNode("b"),
      ])
    var handlers = ChartHandlers()
    let heard = Counter()
    handlers.action("heard") { heard.increment() }
    let session = try ChartSession(
      BoundChart(
        CompiledChart(parent), handlers: handlers, children: ["kid.yaml": BoundChart(CompiledChart(kid))]))
    await session.start()
    await session.send("go")
    #expect(heard.value == 1)
    #expect(await session.preview("next") == .taken)
    #expect(await session.send("next") == .taken)
  }
}
