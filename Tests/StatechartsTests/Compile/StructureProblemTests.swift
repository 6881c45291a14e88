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
    #expect(chart([StateNode("a", on: [on("go", "b")]), StateNode("b")]).problems().isEmpty)
  }

  @Test("a state id that is used twice is reported with its first use")
  func duplicateState() {
    let problems = chart([
      StateNode(ChartName("a", origin: ModelOrigin(3))), StateNode("b"),
      StateNode(ChartName("a", origin: ModelOrigin(7))),
    ]).problems()
    #expect(problems.map(\.rule) == [.duplicateState])
    #expect(problems.first?.origin == ModelOrigin(7))
    #expect(problems.first?.related.map(\.origin) == [ModelOrigin(3)])
  }

  @Test("an unknown target is reported where it stands, with a near name")
  func unknownTarget() {
    let target = ChartName("signin", origin: ModelOrigin(9))
    let problems = chart([StateNode("start", on: [on("go", target)]), StateNode("signIn")]).problems()
    #expect(problems.map(\.rule) == [.unknownTarget])
    #expect(problems.first?.origin == ModelOrigin(9))
    #expect(problems.first?.suggestion == "signIn")
    #expect(problems.first?.message == "`signin` is not a state.")
    #expect(problems.first?.help == "Did you mean `signIn`? Otherwise add a state `signin`.")
  }

  @Test("the chart's id is no state: a state may have it too, and alone it is no target")
  func chartID() throws {
    #expect(
      try configurations(chart([StateNode("chart", on: [on("go", "chart")])]), after: ["go"]).last == [
        "chart"
      ])
    #expect(rules(chart([StateNode("a", on: [on("go", "chart")])])) == [.unknownTarget])
  }

  @Test("a compound state must say which child is entered first, and it must be inside")
  func badInitial() {
    #expect(rules(chart([StateNode("p", states: [StateNode("a")])])) == [.badInitial])
    #expect(rules(chart([compound("p", initial: ["b"], [StateNode("a")]), StateNode("b")])) == [.badInitial])
    #expect(rules(chart([compound("p", initial: ["p"], [StateNode("a")])])) == [.badInitial])
    #expect(rules(chart([compound("p", initial: ["nowhere"], [StateNode("a")])])) == [.unknownTarget])
    #expect(rules(chart([])) == [.badInitial])
  }

  @Test("a history state needs a default inside its parent, and a parent that can be left")
  func badHistory() {
    func machine(_ state: StateNode) -> Statechart {
      chart([
        compound("p", initial: ["a"], [state, StateNode("a"), compound("b", [StateNode("c")])]),
        StateNode("out"),
      ])
    }
    #expect(rules(machine(history("h", ["a"]))).isEmpty)
    #expect(rules(machine(StateNode("h", kind: .history(deep: false)))) == [.badHistory])
    #expect(rules(machine(history("h", ["out"]))) == [.badHistory])
    #expect(rules(machine(history("h", ["h"]))) == [.badHistory])
    #expect(rules(machine(history("h", ["c"]))) == [.badHistory])
    #expect(rules(machine(history("h", deep: true, ["c"]))).isEmpty)
    #expect(rules(chart([history("h", ["a"]), StateNode("a")])) == [.badHistory])
  }

  @Test("targets that cannot be active together are reported")
  func conflictingTargets() {
    func machine(_ targets: ChartName...) -> Statechart {
      chart([
        StateNode("s", on: [EventTransition("go", ChartTransition(targets))]),
        parallel(
          "p",
          [
            compound("r1", [StateNode("a1"), StateNode("a2")]),
            compound("r2", [StateNode("b1"), StateNode("b2")]),
            compound("r3", [StateNode("c1"), StateNode("c2")]),
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
    func machine(_ targets: ChartName...) -> Statechart {
      chart([
        StateNode("s", on: [EventTransition("go", ChartTransition(targets))]),
        parallel(
          "p",
          [
            history("h", ["a1"]),
            compound("r1", [history("h1", ["a1"]), StateNode("a1"), StateNode("a2")]),
            compound("r2", [StateNode("b1"), StateNode("b2")]),
          ]),
      ])
    }
    #expect(rules(machine("h", "b2")) == [.conflictingTargets])
    #expect(rules(machine("b2", "h")) == [.conflictingTargets])
    #expect(rules(machine("h1", "b2")).isEmpty)
  }

  @Test("a choice needs branches with targets, the last one without a guard and no other")
  func badChoice() {
    func machine(_ branches: ChartTransition...) -> Statechart {
      chart([StateNode("c", kind: .choice, always: branches), StateNode("a")])
    }
    #expect(rules(machine(to("a", if: "1 == 2"), to("a"))).isEmpty)
    #expect(rules(machine()) == [.badChoice])
    #expect(rules(machine(to("a", if: "1 == 2"))) == [.badChoice])
    #expect(rules(machine(to("a"), to("a"))) == [.badChoice])
    #expect(rules(machine(ChartTransition())) == [.badChoice])
  }

  @Test("a choice, a history or a final state cannot have behavior")
  func notAllowed() {
    let acting = StateNode("c", kind: .choice, on: [on("go", "a")], always: [to("a")], entry: ["act"])
    #expect(rules(chart([acting, StateNode("a")])) == [.notAllowed, .notAllowed])
    let final = StateNode("f", kind: .final, on: [on("go", "a")], invoke: [ChartInvocation(.service("s"))])
    #expect(rules(chart([StateNode("a"), final])) == [.notAllowed, .notAllowed])
    #expect(
      rules(chart([StateNode("a"), StateNode("f", kind: .final, states: [StateNode("x")])])) == [.notAllowed])
    #expect(rules(chart([StateNode("a", done: [to("a")])])) == [.notAllowed])
    #expect(rules(chart([StateNode("a", output: [field("x", "1")])])) == [.notAllowed])
    let remembering = StateNode(
      "h", kind: .history(deep: false), initial: InitialTransition(["a"]), always: [to("a")])
    #expect(rules(chart([compound("p", [remembering, StateNode("a")])])) == [.notAllowed])
  }

  @Test("the help says what to type, with a state of the chart where one is an example")
  func help() {
    func helps(_ states: [StateNode]) -> [String?] { chart(states).problems().map(\.help) }
    #expect(
      helps([compound("p", initial: ["b"], [StateNode("a")]), StateNode("b")]) == [
        "Write the id of a state inside `p`, for example `a`."
      ])
    #expect(
      helps([StateNode("a", states: [StateNode("b")]), StateNode("b")]).contains(
        "Give one of the two states another id, for example `b2`. Write it wherever this state is meant."))
    #expect(
      helps([StateNode("a"), StateNode("f", kind: .final, on: [on("go", "a")])]) == [
        "Delete `on:`. If the flow goes on after `f`, delete `type: final` instead."
      ])
    #expect(
      helps([StateNode("c", kind: .choice, always: [to("a", if: "1 == 2")]), StateNode("a")]) == [
        "Add a last entry without a guard to `always:`, for example `- STATE`."
      ])
  }

  @Test("a parallel state has regions and no initial")
  func parallelShape() {
    #expect(rules(chart([parallel("p", [])])) == [.notAllowed])
    let initial = StateNode("p", kind: .parallel, initial: InitialTransition(["a"]), states: [StateNode("a")])
    #expect(rules(chart([initial])) == [.notAllowed])
  }

  @Test("the chart itself is plain or parallel and has no `done`")
  func root() {
    #expect(rules(chart(done: [to("a")], [StateNode("a")])) == [.notAllowed])
    #expect(rules(chart(kind: .final, [StateNode("a")])).contains(.notAllowed))
  }

  @Test("sixteen levels of states are taken, the seventeenth is reported and does not end the run")
  func nesting() {
    func nested(_ levels: Int) -> StateNode {
      (1..<levels).reversed().reduce(StateNode(ChartName("s\(levels)"))) { inner, level in
        compound(ChartName("s\(level)"), [inner])
      }
    }
    #expect(chart([nested(16)]).problems().isEmpty)
    #expect(rules(chart([nested(17)])).contains(.limit))
    #expect(rules(chart([nested(500)])).contains(.limit))
  }

  @Test("names must be usable", arguments: ["", "1a", "a b", "a.b", "ä", "-a", "_a"])
  func illegalState(_ name: String) {
    #expect(rules(chart([StateNode("other"), StateNode(ChartName(name))])) == [.illegalName])
  }

  @Test("all problems are found in one run, in document order")
  func all() {
    let broken = chart([
      StateNode(
        ChartName("a", origin: ModelOrigin(1)), on: [on("x", ChartName("nowhere", origin: ModelOrigin(5)))]),
      StateNode(
        ChartName("a", origin: ModelOrigin(3)), always: [to(ChartName("none", origin: ModelOrigin(4)))]),
    ])
    #expect(broken.problems().map(\.origin) == [ModelOrigin(3), ModelOrigin(4), ModelOrigin(5)])
    #expect(throws: ModelProblems.self) { try CompiledChart(broken) }
  }

  @Test("ten thousand states with three transitions each compile, and one of them is reached")
  func large() throws {
    let count = 10_000
    let states = (0..<count).map { number in
      StateNode(
        ChartName("s\(number)"),
        on: [
          on("next", ChartName("s\((number + 1) % count)")),
          on("prev", ChartName("s\((number + count - 1) % count)")),
          on("jump", ChartName("s\((7 * number + 3) % count)")),
        ])
    }
    #expect(try configurations(chart(states), after: ["prev"]) == [["s0"], ["s9999"]])
  }
}
