import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Parallel states and conflicts")
struct ParallelTests {
  /// Two regions that both answer `go`.
  private func regions(_ first: EventTransition, _ second: EventTransition, on outer: [EventTransition] = [])
    -> Statechart
  {
    chart([
      parallel(
        "p", on: outer,
        [
          compound(
            "r1", [StateNode("a1", on: [first], exit: ["leaveA1"]), StateNode("a2", entry: ["enterA2"])]),
          compound(
            "r2", [StateNode("b1", on: [second], exit: ["leaveB1"]), StateNode("b2", entry: ["enterB2"])]),
        ]), StateNode("out"), StateNode("away"),
    ])
  }

  @Test("all regions are active together and each takes its own transition of one event")
  func together() throws {
    var (simulation, start) = try started(regions(on("go", "a2", do: ["one"]), on("go", "b2", do: ["two"])))
    #expect(start.states == ["p", "r1", "a1", "r2", "b1"])
    let report = simulation.send("go")
    #expect(report.configuration == ["a2", "b2"])
    #expect(report.actionNames == ["leaveB1", "leaveA1", "one", "two", "enterA2", "enterB2"])
    #expect(report.microsteps.count == 1)
  }

  @Test("each of many regions takes its transition, also those behind the first 64 states")
  func manyRegions() throws {
    let numbers = 0..<60
    let regions = numbers.map { number in
      let (first, second) = (ChartName("a\(number)"), ChartName("b\(number)"))
      return compound(
        ChartName("r\(number)"),
        [StateNode(first, on: [on("go", second)]), StateNode(second, on: [on("back", first)])])
    }
    #expect(
      try configurations(chart([parallel("p", regions)]), after: ["go", "back"]) == [
        numbers.map { "a\($0)" }, numbers.map { "b\($0)" }, numbers.map { "a\($0)" },
      ])
  }

  @Test("of two transitions that leave the same state the first region's wins, whatever their depth")
  func firstRegionWins() throws {
    #expect(
      try configurations(regions(on("go", "out"), on("go", "b2")), after: ["go"]) == [["a1", "b1"], ["out"]])
    #expect(
      try configurations(regions(on("go", "a2"), on("go", "out")), after: ["go"]) == [
        ["a1", "b1"], ["a2", "b1"],
      ])
    #expect(
      try configurations(regions(on("go", "away"), on("go", "out")), after: ["go"]) == [
        ["a1", "b1"], ["away"],
      ])
  }

  @Test("a transition inside the source of an earlier one takes its place")
  func descendantPreempts() throws {
    // r1 has no answer of its own, so its leaf takes the one of `p`; that of r2 lies inside `p` and wins.
    let machine = chart([
      parallel(
        "p", on: [on("go", "out")],
        [
          compound("r1", [StateNode("a1")]),
          compound("r2", [StateNode("b1", on: [on("go", "b2")]), StateNode("b2")]),
        ]), StateNode("out"),
    ])
    #expect(try configurations(machine, after: ["go"]) == [["a1", "b1"], ["a1", "b2"]])
  }

  @Test("a transition that only acts conflicts with none")
  func targetless() throws {
    var (simulation, _) = try started(regions(on("go", do: ["note"]), on("go", "out", do: ["leave"])))
    let report = simulation.send("go")
    #expect(report.actionNames == ["leaveB1", "leaveA1", "note", "leave"])
    #expect(report.configuration == ["out"])
  }

  @Test("one transition of a common ancestor is taken once")
  func onceForAll() throws {
    let machine = chart([
      parallel("p", on: [on("go", do: ["act"])], [StateNode("a"), StateNode("b"), StateNode("c")])
    ])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("go").actionNames == ["act"])
  }

  @Test("several targets enter several regions, the others start by default")
  func severalTargets() throws {
    let machine = chart(
      initial: ["rest"],
      [
        StateNode("rest", on: [on("go", "a2", "c2")]),
        parallel(
          "p",
          [
            compound("r1", [StateNode("a1"), StateNode("a2")]),
            compound("r2", [StateNode("b1"), StateNode("b2")]),
            compound("r3", [StateNode("c1"), StateNode("c2")]),
          ]),
      ])
    #expect(try configurations(machine, after: ["go"]) == [["rest"], ["a2", "b1", "c2"]])
  }

  @Test("leaving a region for itself leaves and enters the whole parallel state")
  func regionToItself() throws {
    let machine = chart([
      parallel(
        "p", exit: ["leaveP"],
        [
          compound("r1", on: [on("again", "r1")], [StateNode("a1")]),
          compound("r2", [StateNode("b1", on: [on("go", "b2")]), StateNode("b2")]),
        ])
    ])
    var (simulation, _) = try started(machine)
    _ = simulation.send("go")
    let report = simulation.send("again")
    #expect(report.actionNames == ["leaveP"])
    #expect(report.configuration == ["a1", "b1"])
  }

  @Test("the chart itself may be parallel")
  func parallelRoot() throws {
    let machine = chart(
      kind: .parallel,
      [
        compound("r1", [StateNode("a1", on: [on("x", "a2")]), final("a2")]),
        compound("r2", [StateNode("b1", on: [on("y", "b2")]), final("b2")]),
      ])
    var (simulation, _) = try started(machine)
    #expect(!simulation.send("x").isFinal)
    #expect(simulation.send("y").isFinal)
  }

  @Test("a transition that leaves the regions of a parallel chart enters all of them anew")
  func parallelRootAsDomain() throws {
    let machine = chart(
      kind: .parallel,
      [
        compound("r1", on: [on("again", "a2")], [StateNode("a1"), StateNode("a2")]),
        compound("r2", [StateNode("b1", on: [on("go", "b2")]), StateNode("b2")]),
      ])
    var (simulation, _) = try started(machine)
    _ = simulation.send("go")
    #expect(simulation.send("again").configuration == ["a2", "b1"])
  }
}

@Suite("Internal and external transitions")
struct InternalTransitionTests {
  private func machine(_ transition: EventTransition) -> Statechart {
    chart([
      compound(
        "p", on: [transition], entry: ["enterP"], exit: ["leaveP"],
        [
          StateNode("a", entry: ["enterA"], exit: ["leaveA"]), StateNode("b", entry: ["enterB"]),
        ]), StateNode("q"),
    ])
  }

  private func actions(_ transition: EventTransition) throws -> [String] {
    var (simulation, _) = try started(machine(transition))
    return simulation.send("go").actionNames
  }

  @Test("an internal transition of a compound state to a state inside it does not leave it")
  func staysInside() throws {
    #expect(try actions(on("go", "b", isInternal: true)) == ["leaveA", "enterB"])
  }

  @Test("without `internal` the state is left and entered again")
  func externalByDefault() throws {
    #expect(try actions(on("go", "b")) == ["leaveA", "leaveP", "enterP", "enterB"])
    #expect(try actions(on("go", "b", isInternal: false)) == ["leaveA", "leaveP", "enterP", "enterB"])
  }

  @Test("an internal transition to itself or outside acts as an external one")
  func outsideIsExternal() throws {
    #expect(try actions(on("go", "p", isInternal: true)) == ["leaveA", "leaveP", "enterP", "enterA"])
    #expect(try actions(on("go", "q", isInternal: true)) == ["leaveA", "leaveP"])
  }

  @Test("an internal transition of a parallel state acts as an external one")
  func parallelIsExternal() throws {
    let machine = chart([
      parallel(
        "p", on: [on("go", "b2", isInternal: true)], exit: ["leaveP"],
        [
          StateNode("a"), compound("b", [StateNode("b1"), StateNode("b2")]),
        ])
    ])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("go").actionNames == ["leaveP"])
  }

  @Test("a transition without targets leaves nothing")
  func targetless() throws {
    #expect(try actions(on("go", do: ["act"])) == ["act"])
  }

  @Test("a transition of the chart itself leaves all its children and stays in the chart")
  func rootTransition() throws {
    let machine = chart(
      on: [on("reset", "a", do: ["act"])], entry: ["enterChart"], exit: ["leaveChart"],
      [StateNode("a", on: [on("go", "b")]), StateNode("b", exit: ["leaveB"])])
    var (simulation, start) = try started(machine)
    #expect(start.actionNames == ["enterChart"])
    _ = simulation.send("go")
    #expect(simulation.send("reset").actionNames == ["leaveB", "act"])
  }
}
