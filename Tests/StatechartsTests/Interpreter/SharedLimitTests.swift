import Statecharts
import StatechartsTesting
import Testing

@Suite("Limits of one event, in timers and child charts")
struct SharedLimitTests {
  @Test("leaving thousands of states that have timers is no more work than their own timers")
  func manyTimers() throws {
    let regions = (0..<3_000).map { State(Name("r\($0)"), after: [delayed(10, do: ["tick"])]) }
    let machine = chart(
      initial: ["p"],
      [
        parallel("p", on: [on("go", "b")], regions),
        State("b", on: [on("back", "p")], entry: ["arrived"]),
      ])
    let compiled = try CompiledChart(machine)
    // Scripted and alone, so that a debug build does not compare thousands of states again and again.
    var run = try Machine(scripted: compiled, guards: [:], input: [:], isInvoked: false)
    run.stopsAtViolations = false
    #expect(run.start().effects.count == 3_000)
    for _ in 0..<3 {
      let step = run.handle(Event("go"))
      #expect(step.effects.count == 3_000)
      #expect(step.actions.map(\.name) == ["arrived"])
      #expect(run.status == .running)
      #expect(run.configuration == ["b"])
      #expect(run.handle(Event("back")).effects.count == 3_000)
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
            ], [State("c", after: [delayed(2, "b"), delayed(1, "b")])]),
          State("b"), final("z"),
        ]))
    func labels(_ events: String...) throws -> [String] {
      var machine = try Machine(compiled)
      _ = machine.start()
      var cancelled: [String] = []
      for event in events {
        for case .cancelTimer(let id) in machine.handle(Event(event)).effects {
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

  /// A loop of so many rounds inside so many.
  private func rounds(_ outer: Int, _ inner: Int, _ body: [Action] = []) -> Action {
    func list(_ count: Int) -> Expression {
      Expression("[\((0..<count).map(String.init).joined(separator: ", "))]")
    }
    return Action(
      .forEach(
        item: "x", index: nil, list: list(outer),
        body: [Action(.forEach(item: "y", index: nil, list: list(inner), body: body))]))
  }

  @Test("a chart whose last action was too much takes no further step")
  func checkedBeforeTheNextStep() throws {
    let machine = chart([
      State(
        "a",
        on: [
          on("arm", do: [rounds(200, 220, [.send("late", after: .seconds(9), id: "k")])]),
          on("go", "b", do: [rounds(970, 990), .cancel("k")]),
        ]),
      State("b", always: [to("c")]), State("c"),
    ])
    var run = try Machine(scripted: CompiledChart(machine), guards: [:], input: [:], isInvoked: false)
    _ = run.start()
    _ = run.handle(Event("arm"))
    #expect(run.status == .running)
    _ = run.handle(Event("go"))
    #expect(run.status == .stopped(.tooMuchWork(states: ["chart", "b"], limit: 1_000_000)))
  }

  private func pair(_ answer: [Action], child: [Action]) throws -> (Statechart, [String: CompiledChart]) {
    let kid = chart([State("k", on: [on("ping", do: child)])])
    let parent = chart([
      State(
        "a", on: [on("pong", do: answer), on("go", do: [.send("ping", to: .invocation("kid"))])],
        invoke: [
          Invocation(.chart("kid.yaml"), id: "kid", failed: [Invocation.Failure("execution", to("broken"))])
        ]),
      State("broken"),
    ])
    return (parent, ["kid.yaml": try CompiledChart(kid)])
  }

  @Test("a parent and a child that answer each other for ever are stopped, and the states are told")
  func endlessAnswers() throws {
    let (parent, children) = try pair(
      [.send("ping", to: .invocation("kid"))], child: [.send("pong", to: .parent)])
    var (simulation, _) = try started(parent, children: children)
    let report = simulation.send("go")
    #expect(report.microsteps.count <= 502)
    if report.stopped == nil {
      #expect(
        report.failures.contains {
          $0.hasPrefix("`kid` was stopped. The chart went in a circle for 1000 steps")
        })
      #expect(report.failures.contains { $0.hasSuffix("through `k`.") })
      #expect(report.configuration == ["broken"])
    } else {
      #expect(report.stopped == .endlessSteps(states: ["a"], limit: 1_000))
    }
  }

  @Test("what a child does because of an event counts as work of that event")
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

  @Test("events that a child ignores are work too")
  func ignoredEvents() throws {
    let kid = chart([State("k")])
    let parent = chart([
      State(
        "a", on: [on("go", do: [rounds(320, 300, [.send("ping", to: .invocation("kid"))])])],
        invoke: [Invocation(.chart("kid.yaml"), id: "kid")])
    ])
    var (simulation, _) = try started(parent, children: ["kid.yaml": CompiledChart(kid)])
    let report = simulation.send("go")
    #expect(report.failures.first { $0.hasPrefix("`kid` was stopped. One event led to more than") } != nil)
  }

  @Test("a parent that starts a failing child again and again is stopped")
  func failingChildren() throws {
    let kid = chart([State("k", always: [to("l")]), State("l", always: [to("k")])])
    let parent = chart([
      State(
        "a",
        invoke: [
          Invocation(.chart("kid.yaml"), id: "kid", failed: [Invocation.Failure("execution", to("a"))])
        ])
    ])
    let (_, report) = try started(parent, children: ["kid.yaml": CompiledChart(kid)])
    #expect(
      report.stopped == .endlessSteps(states: ["a"], limit: 1_000)
        || report.stopped == .endlessSteps(states: [], limit: 1_000))
  }
}
