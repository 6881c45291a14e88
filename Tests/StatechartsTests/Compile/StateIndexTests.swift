import StatechartsModel
import Testing

@testable import Statecharts

@Suite("The states of a chart by number")
struct StateIndexTests {
  private static let index = StateIndex(
    StateNode(
      "chart",
      states: [
        StateNode("a", states: [StateNode("a1"), StateNode("a2", states: [StateNode("a3")])]),
        StateNode("b", kind: .parallel, states: [StateNode("b1"), StateNode("b2"), StateNode("a1")]),
        StateNode("chart"),
      ]))

  private func number(_ id: String) throws -> Int { try #require(Self.index.numbers[id]) }

  @Test("states are numbered in document order, and the first of two with one id counts")
  func numbers() throws {
    #expect(
      Self.index.nodes.map(\.id.text) == ["chart", "a", "a1", "a2", "a3", "b", "b1", "b2", "a1", "chart"])
    #expect(try number("a1") == 2)
    #expect(Self.index.repeated == [8])
    // The root is named by nothing.
    #expect(try number("chart") == 9)
    #expect(Self.index.nodes.map(\.depth) == [0, 1, 2, 2, 3, 1, 2, 2, 2, 1])
    #expect(Array(Self.index.children(of: 0)) == [1, 5, 9])
    #expect(Array(Self.index.children(of: 4)).isEmpty)
    #expect(Self.index.path(from: 0, to: 4) == [1, 3, 4])
  }

  @Test("a name of no state means the state that it is corrected to")
  func corrections() {
    let name = ChartName("bb", origin: ModelOrigin(7))
    #expect(Self.index.number(of: name) == nil)
    let root = StateNode("chart", states: [StateNode("b")])
    #expect(StateIndex(root, corrections: [ModelOrigin(7): "b"]).number(of: name) == 1)
  }

  @Test(
    "the domain is the source of an internal transition, else the nearest common ancestor that is not parallel",
    arguments: [
      ("a2", ["a3"], false, "a"), ("a", ["a3"], false, "chart"), ("a", ["a3"], true, "a"),
      ("a", ["b1"], true, "chart"), ("b1", ["b2"], false, "chart"), ("b", ["b1"], true, "chart"),
    ])
  func domain(_ source: String, _ targets: [String], _ isInternal: Bool, _ expected: String) throws {
    let transition = ChartTransition(targets.map { ChartName($0) }, isInternal: isInternal)
    let domain = Self.index.domain(
      of: transition, source: try number(source), targets: try targets.map(number))
    #expect(Self.index.nodes[domain].id.text == expected)
    #expect(Self.index.domain(of: ChartTransition(), source: try number(source), targets: []) == -1)
  }

  @Test("states that nest too deeply are a problem of the chart and no more, however deep they are")
  func tooDeep() {
    var state = StateNode("s0", kind: .history(deep: false), initial: InitialTransition(["s0"]))
    for depth in 1...500 {
      state = StateNode(
        ChartName("s\(depth)"), initial: InitialTransition([ChartName("s\(depth - 1)")]), states: [state])
    }
    let chart = Statechart(
      "chart", root: StateNode("chart", initial: InitialTransition(["s500"]), states: [state]))
    #expect(chart.problems().map(\.rule) == [.limit])
  }

  @Test("actions are visited with those inside them, in document order")
  func actions() {
    func log(_ text: String) -> ChartAction { ChartAction(.log(ChartExpression(text))) }
    let branch = ChartAction.Branch(ChartExpression("c"), [log("2"), log("3")])
    let loop = ChartAction(.forEach(item: "i", index: nil, list: ChartExpression("l"), body: [log("4")]))
    let actions = [
      log("1"), ChartAction(.choose([branch], otherwise: [ChartAction(.block([loop])), log("5")])), log("6"),
    ]
    var texts: [String] = []
    actions.forEachNested { if case .log(let value) = $0.kind { texts.append(value.text) } }
    #expect(texts == ["1", "2", "3", "4", "5", "6"])
  }
}
