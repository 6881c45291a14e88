import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("History")
struct HistoryTests {
  /// p holds a history and two levels of states; `out` leaves it, `back` goes to the history.
  private func remembering(deep: Bool) -> Statechart {
    chart([
      compound(
        "p", initial: ["a"], on: [on("out", "rest")],
        [
          history("h", deep: deep, ["a"], actions: ["default"]),
          StateNode("a", on: [on("go", "b2")], entry: ["enterA"]),
          compound(
            "b", entry: ["enterB"],
            [StateNode("b1", entry: ["enterB1"]), StateNode("b2", entry: ["enterB2"])]),
        ]),
      StateNode("rest", on: [on("back", "h"), on("out", "rest")]),
    ])
  }

  @Test("a shallow history remembers the child, which then starts anew")
  func shallow() throws {
    #expect(
      try configurations(remembering(deep: false), after: ["go", "out", "back"]) == [
        ["a"], ["b2"], ["rest"], ["b1"],
      ])
  }

  @Test("a deep history remembers the leaves")
  func deep() throws {
    #expect(
      try configurations(remembering(deep: true), after: ["go", "out", "back"]) == [
        ["a"], ["b2"], ["rest"], ["b2"],
      ])
  }

  @Test("without memory the default is entered, and its content runs after the parent's entry")
  func defaultContent() throws {
    let fresh = chart(
      initial: ["rest"],
      [
        compound(
          "p", initial: ["a"], entry: ["enterP"],
          [
            history("h", ["b"], actions: ["default"]), StateNode("a"), StateNode("b", entry: ["enterB"]),
          ]), StateNode("rest", on: [on("back", "h")]),
      ])
    var (simulation, _) = try started(fresh)
    let report = simulation.send("back")
    #expect(report.actionNames == ["enterP", "default", "enterB"])
    #expect(report.configuration == ["b"])
  }

  @Test("the content of a default does not run where the parent stays active, for it belongs to its entry")
  func noContentWithoutEntry() throws {
    let machine = chart([
      compound(
        "p", initial: ["a"], entry: ["enterP"],
        [
          history("h", ["b"], actions: ["default"]), StateNode("a", on: [on("go", "h")], exit: ["exitA"]),
          StateNode("b", entry: ["enterB"]),
        ])
    ])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("go").actionNames == ["exitA", "enterB"])
  }

  @Test("with memory the content of the default does not run")
  func noContentWithMemory() throws {
    var (simulation, _) = try started(remembering(deep: true))
    _ = simulation.send("out")
    #expect(simulation.send("back").actionNames == ["enterA"])
  }

  @Test("a deep history remembers every region of a parallel state")
  func parallelHistory() throws {
    let regions = parallel(
      "regions",
      [
        compound("r1", [StateNode("r1a", on: [on("one", "r1b")]), StateNode("r1b")]),
        compound("r2", [StateNode("r2a", on: [on("two", "r2b")]), StateNode("r2b")]),
      ])
    let nested = chart([
      compound(
        "p", initial: ["regions"], on: [on("out", "rest")], [history("h", deep: true, ["regions"]), regions]),
      StateNode("rest", on: [on("back", "h")]),
    ])
    #expect(
      try configurations(nested, after: ["two", "out", "back"])
        == [["r1a", "r2a"], ["r1a", "r2b"], ["rest"], ["r1a", "r2b"]])
  }

  @Test("history is recorded before any exit action runs, and a history state is never active")
  func recordedFirst() throws {
    let machine = chart(
      context: [variable("seen", .bool, "false")],
      [
        compound(
          "p", initial: ["a"], on: [on("out", "rest")], exit: [.assign("seen", "in(a)")],
          [
            history("h", ["a"]), StateNode("a", on: [on("go", "b")]), StateNode("b"),
          ]), StateNode("rest", on: [on("back", "h")]),
      ])
    let reports = try configurations(machine, after: ["go", "out", "back"])
    #expect(reports.last == ["b"])
    let asking = chart([
      compound("p", initial: ["h"], always: [to("out", if: "in(h)")], [history("h", ["a"]), StateNode("a")]),
      StateNode("out"),
    ])
    #expect(try started(asking).1.configuration == ["a"])
  }

  @Test("an initial transition may lead to a history state")
  func initialHistory() throws {
    let machine = chart([
      compound(
        "p", initial: ["h"], on: [on("out", "rest")],
        [
          history("h", ["a"]), StateNode("a", on: [on("go", "b")]), StateNode("b"),
        ]), StateNode("rest", on: [on("back", "p")]),
    ])
    #expect(try configurations(machine, after: ["go", "out", "back"]) == [["a"], ["b"], ["rest"], ["b"]])
  }

  @Test("an internal transition to a history inside its own state does not leave that state")
  func internalToOwnHistory() throws {
    let machine = chart([
      compound(
        "p", initial: ["a"], on: [on("back", "h", isInternal: true)], entry: ["enterP"], exit: ["exitP"],
        [history("h", ["b"]), StateNode("a"), StateNode("b")])
    ])
    var (simulation, _) = try started(machine)
    let report = simulation.send("back")
    #expect(report.actionNames.isEmpty)
    #expect(report.configuration == ["b"])
  }

  @Test("a history around its source is left to its parent, so that no active state is entered again")
  func historyAroundTheSource() throws {
    let inner = compound(
      "q", initial: ["a"], on: [on("go", "b"), on("back", "h")], entry: ["enterQ"], exit: ["exitQ"],
      [StateNode("a"), StateNode("b", entry: ["enterB"])])
    let machine = chart([
      compound(
        "p", initial: ["q"], on: [on("out", "rest")], entry: ["enterP"],
        [history("h", deep: true, ["other"]), inner, StateNode("other")]),
      StateNode("rest", on: [on("in", "p")]),
    ])
    var (simulation, _) = try started(machine)
    for event in ["go", "out", "in", "go"] { _ = simulation.send(event) }
    let report = simulation.send("back")
    #expect(report.actionNames == ["exitQ", "enterQ", "enterB"])
    #expect(report.states == ["p", "q", "b"])
  }

  @Test("what a history remembers anew on the way does not change how far the way leads")
  func historyWrittenOnTheWay() throws {
    let region = compound(
      "r", initial: ["r1"], [StateNode("r1", on: [on("x", "r2")]), StateNode("r2", on: [on("hist", "h")])])
    let machine = chart([parallel("p", [history("h", deep: true, ["r"]), region])])
    var (simulation, _) = try started(machine)
    _ = simulation.send("x")
    #expect(simulation.send("hist").states == ["p", "r", "r2"])
  }
}
