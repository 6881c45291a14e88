import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Order")
struct OrderTests {
  @Test("a flat chart follows its transitions and starts again")
  func flat() throws {
    let flat = chart([
      StateNode("a", on: [on("next", "b")]), StateNode("b", on: [on("next", "c")]),
      StateNode("c", on: [on("next", "a")]),
    ])
    #expect(try configurations(flat, after: ["next", "next", "next"]) == [["a"], ["b"], ["c"], ["a"]])
  }

  @Test("states are left innermost first, then the transition acts, then states are entered outermost first")
  func exitActEnter() throws {
    let nested = chart([
      compound("p", on: [on("go", "q", do: ["act"])], exit: ["leaveP"], [StateNode("p1", exit: ["leaveP1"])]),
      compound("q", entry: ["enterQ"], [StateNode("q1", entry: ["enterQ1"])]),
    ])
    var (simulation, _) = try started(nested)
    let report = simulation.send("go")
    #expect(report.actionNames == ["leaveP1", "leaveP", "act", "enterQ", "enterQ1"])
    #expect(report.microsteps.first?.exited == ["p1", "p"])
    #expect(report.microsteps.first?.entered == ["q", "q1"])
    #expect(report.outcome == .taken)
  }

  @Test("the content of an initial transition runs between the entry of the state and that of its child")
  func initialContent() throws {
    let nested = chart([
      compound("p", initialActions: ["initial"], entry: ["enterP"], [StateNode("c", entry: ["enterC"])])
    ])
    let (_, report) = try started(nested)
    #expect(report.actionNames == ["enterP", "initial", "enterC"])
  }

  @Test("an initial state may lie deep, and its ancestors are entered")
  func deepInitial() throws {
    let nested = chart(
      initial: ["c"],
      [compound("p", initial: ["b"], [StateNode("b"), compound("q", [StateNode("d"), StateNode("c")])])])
    let (_, report) = try started(nested)
    #expect(report.states == ["p", "q", "c"])
  }

  @Test("the innermost state answers first, and an ancestor only when it does not")
  func innermostFirst() throws {
    let nested = chart([
      compound("p", on: [on("x", "r"), on("y", "r")], [StateNode("a", on: [on("x", "b")]), StateNode("b")]),
      StateNode("r"),
    ])
    #expect(try configurations(nested, after: ["x", "x"]) == [["a"], ["b"], ["r"]])
    #expect(try configurations(nested, after: ["y"]) == [["a"], ["r"]])
  }

  @Test("of two transitions of one state the first in the document is taken")
  func documentOrder() throws {
    let ordered = chart([
      StateNode("s", on: [on("*", "a"), on("x", "b"), on("x", "c")]), StateNode("a"), StateNode("b"),
      StateNode("c"),
    ])
    #expect(try configurations(ordered, after: ["x"]) == [["s"], ["a"]])
  }
}
