import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

/// The rules that a chart breaks, in the order of the report.
func rules(_ chart: Statechart) -> [ModelProblem.Rule] { chart.problems().map(\.rule) }

@Suite("Problems of states and transitions")
struct StructureProblemTests {
  @Test("a chart without problems has none")
  func clean() {
    #expect(chart([State("a", on: [on("go", "b")]), State("b")]).problems().isEmpty)
  }

  @Test("a state id that is used twice is reported with its first use")
  func duplicateState() {
    let problems = chart([
      State(Name("a", origin: Origin(3))), State("b"), State(Name("a", origin: Origin(7))),
    ]).problems()
    #expect(problems.map(\.rule) == [.duplicateState])
    #expect(problems.first?.origin == Origin(7))
    #expect(problems.first?.related.map(\.origin) == [Origin(3)])
  }

  @Test("an unknown target is reported where it stands, with a near name")
  func unknownTarget() {
    let target = Name("signin", origin: Origin(9))
    let problems = chart([State("start", on: [on("go", target)]), State("signIn")]).problems()
    #expect(problems.map(\.rule) == [.unknownTarget])
    #expect(problems.first?.origin == Origin(9))
    #expect(problems.first?.suggestion == "signIn")
    #expect(problems.first?.message == "`signin` is not a state.")
    #expect(problems.first?.help == "Did you mean `signIn`? Otherwise add a state `signin`.")
  }

  @Test("the chart's id is no state: a state may have it too, and alone it is no target")
  func chartID() throws {
    #expect(
      try configurations(chart([State("chart", on: [on("go", "chart")])]), after: ["go"]).last == ["chart"])
    #expect(rules(chart([State("a", on: [on("go", "chart")])])) == [.unknownTarget])
  }

  @Test("a compound state must say which child is entered first, and it must be inside")
  func badInitial() {
    #expect(rules(chart([State("p", states: [State("a")])])) == [.badInitial])
    #expect(rules(chart([compound("p", initial: ["b"], [State("a")]), State("b")])) == [.badInitial])
    #expect(rules(chart([compound("p", initial: ["p"], [State("a")])])) == [.badInitial])
    #expect(rules(chart([compound("p", initial: ["nowhere"], [State("a")])])) == [.unknownTarget])
    #expect(rules(chart([])) == [.badInitial])
  }

  @Test("a history state needs a default inside its parent, and a parent that can be left")
  func badHistory() {
    func machine(_ state: State) -> Statechart {
      chart([compound("p", initial: ["a"], [state, State("a"), compound("b", [State("c")])]), State("out")])
    }
    #expect(rules(machine(history("h", ["a"]))).isEmpty)
    #expect(rules(machine(State("h", kind: .history(deep: false)))) == [.badHistory])
    #expect(rules(machine(history("h", ["out"]))) == [.badHistory])
    #expect(rules(machine(history("h", ["h"]))) == [.badHistory])
    #expect(rules(machine(history("h", ["c"]))) == [.badHistory])
    #expect(rules(machine(history("h", deep: true, ["c"]))).isEmpty)
    #expect(rules(chart([history("h", ["a"]), State("a")])) == [.badHistory])
  }

  @Test("targets that cannot be active together are reported")
  func conflictingTargets() {
    func machine(_ targets: Name...) -> Statechart {
      chart([
        State("s", on: [EventTransition("go", Transition(targets))]),
        parallel(
          "p",
          [
            compound("r1", [State("a1"), State("a2")]), compound("r2", [State("b1"), State("b2")]),
            compound("r3", [State("c1"), State("c2")]),
          ]),
      ])
    }
    #expect(rules(machine("a2", "b2", "c2")).isEmpty)
    #expect(rules(machine("c1", "a1")).isEmpty)
    // Entering both would enter the default of r2 beside b2.
    #expect(rules(machine("p", "b2")) == [.conflictingTargets])
    #expect(rules(machine("b2", "r2")) == [.conflictingTargets])
    #expect(rules(machine("a1", "a2")) == [.conflictingTargets])
    #expect(rules(machine("a1", "c1", "a2")) == [.conflictingTargets])
    #expect(rules(machine("a1", "a1")) == [.conflictingTargets])
    #expect(rules(machine("s", "a1")) == [.conflictingTargets])
  }

  @Test("a history of a parallel state stands for all regions, so nothing inside can be named beside it")
  func historyBesideRegion() {
    func machine(_ targets: Name...) -> Statechart {
      chart([
        State("s", on: [EventTransition("go", Transition(targets))]),
        parallel(
          "p",
          [
            history("h", ["a1"]),
            compound("r1", [history("h1", ["a1"]), State("a1"), State("a2")]),
            compound("r2", [State("b1"), State("b2")]),
          ]),
      ])
    }
    #expect(rules(machine("h", "b2")) == [.conflictingTargets])
    #expect(rules(machine("b2", "h")) == [.conflictingTargets])
    #expect(rules(machine("h1", "b2")).isEmpty)
  }

  @Test("a choice needs branches with targets, the last one without a guard and no other")
  func badChoice() {
    func machine(_ branches: Transition...) -> Statechart {
      chart([State("c", kind: .choice, always: branches), State("a")])
    }
    #expect(rules(machine(to("a", if: "1 == 2"), to("a"))).isEmpty)
    #expect(rules(machine()) == [.badChoice])
    #expect(rules(machine(to("a", if: "1 == 2"))) == [.badChoice])
    #expect(rules(machine(to("a"), to("a"))) == [.badChoice])
    #expect(rules(machine(Transition())) == [.badChoice])
  }

  @Test("a choice, a history or a final state cannot have behaviour")
  func notAllowed() {
    let acting = State("c", kind: .choice, on: [on("go", "a")], always: [to("a")], entry: ["act"])
    #expect(rules(chart([acting, State("a")])) == [.notAllowed, .notAllowed])
    let final = State("f", kind: .final, on: [on("go", "a")], invoke: [Invocation(.service("s"))])
    #expect(rules(chart([State("a"), final])) == [.notAllowed, .notAllowed])
    #expect(rules(chart([State("a"), State("f", kind: .final, states: [State("x")])])) == [.notAllowed])
    #expect(rules(chart([State("a", done: [to("a")])])) == [.notAllowed])
    #expect(rules(chart([State("a", output: [field("x", "1")])])) == [.notAllowed])
    let remembering = State(
      "h", kind: .history(deep: false), initial: InitialTransition(["a"]), always: [to("a")])
    #expect(rules(chart([compound("p", [remembering, State("a")])])) == [.notAllowed])
  }

  @Test("the help says what to type, with a state of the chart where one is an example")
  func help() {
    func helps(_ states: [State]) -> [String?] { chart(states).problems().map(\.help) }
    #expect(
      helps([compound("p", initial: ["b"], [State("a")]), State("b")]) == [
        "Write the id of a state inside `p`, for example `a`."
      ])
    #expect(
      helps([State("a", states: [State("b")]), State("b")]).contains(
        "Give one of the two states another id, for example `b2`. Write it wherever this state is meant."))
    #expect(
      helps([State("a"), State("f", kind: .final, on: [on("go", "a")])]) == [
        "Delete `on:`. If the flow goes on after `f`, delete `type: final` instead."
      ])
    #expect(
      helps([State("c", kind: .choice, always: [to("a", if: "1 == 2")]), State("a")]) == [
        "Add a last entry without a guard to `always:`, for example `- STATE`."
      ])
  }

  @Test("a parallel state has regions and no initial")
  func parallelShape() {
    #expect(rules(chart([parallel("p", [])])) == [.notAllowed])
    let initial = State("p", kind: .parallel, initial: InitialTransition(["a"]), states: [State("a")])
    #expect(rules(chart([initial])) == [.notAllowed])
  }

  @Test("the chart itself is plain or parallel and has no `done`")
  func root() {
    #expect(rules(chart(done: [to("a")], [State("a")])) == [.notAllowed])
    #expect(rules(chart(kind: .final, [State("a")])).contains(.notAllowed))
  }

  @Test("sixteen levels of states are taken, the seventeenth is reported and does not end the run")
  func nesting() {
    func nested(_ levels: Int) -> State {
      (1..<levels).reversed().reduce(State(Name("s\(levels)"))) { inner, level in
        compound(Name("s\(level)"), [inner])
      }
    }
    #expect(chart([nested(16)]).problems().isEmpty)
    #expect(rules(chart([nested(17)])).contains(.limit))
    #expect(rules(chart([nested(500)])).contains(.limit))
  }

  @Test("names must be usable", arguments: ["", "1a", "a b", "a.b", "ä", "-a", "_a"])
  func illegalState(_ name: String) {
    #expect(rules(chart([State("other"), State(Name(name))])) == [.illegalName])
  }

  @Test("all problems are found in one run, in document order")
  func all() {
    let broken = chart([
      State(Name("a", origin: Origin(1)), on: [on("x", Name("nowhere", origin: Origin(5)))]),
      State(Name("a", origin: Origin(3)), always: [to(Name("none", origin: Origin(4)))]),
    ])
    #expect(broken.problems().map(\.origin) == [Origin(3), Origin(4), Origin(5)])
    #expect(throws: ModelProblems.self) { try CompiledChart(broken) }
  }

  @Test("ten thousand states with three transitions each compile, and one of them is reached")
  func large() throws {
    let count = 10_000
    let states = (0..<count).map { number in
      State(
        Name("s\(number)"),
        on: [
          on("next", Name("s\((number + 1) % count)")), on("prev", Name("s\((number + count - 1) % count)")),
          on("jump", Name("s\((7 * number + 3) % count)")),
        ])
    }
    #expect(try configurations(chart(states), after: ["prev"]) == [["s0"], ["s9999"]])
  }
}
