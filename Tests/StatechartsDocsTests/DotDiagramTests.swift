import Foundation
import Statecharts
import StatechartsDocs
import StatechartsModel
import Testing

@Suite("Diagrams for Graphviz")
struct DotDiagramTests {
  private func lines(_ chart: Statechart, depth: Int? = nil, detail: DiagramSettings.Detail = .everything)
    -> [String]
  {
    DotDiagram(chart, DiagramSettings(depth: depth, detail: detail)).text.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test("states, groups, ends, forks and histories have their forms")
  func nodes() {
    let lines = lines(Samples.everything)
    #expect(lines.first == "digraph \"signIn\" {")
    #expect(lines.last == "}")
    #expect(lines.contains { $0.hasPrefix("\"result\" [label=\"\", shape=diamond, ") })
    #expect(
      lines.contains(
        "\"gone\" [label=\"Gone\", peripheries=2, fillcolor=\"#f1f3f4\", color=\"#5f6368\", style=\"rounded,filled\"]"
      ))
    #expect(lines.contains("subgraph \"cluster_asking\" {"))
    #expect(lines.contains("label=\"Asking ∥\"; style=rounded"))
    #expect(lines.contains { $0.hasPrefix("\"memory\" [label=\"H*\", shape=circle") })
    #expect(lines.contains { $0.hasPrefix("\"shallow\" [label=\"H last time\", shape=circle") })
  }

  @Test("arrows lead to the beginning of a group and leave from its box")
  func arrows() {
    let lines = lines(Samples.everything)
    #expect(lines.contains("\"asking.start\" -> \"factor.start\""))
    #expect(lines.contains("\"factor.start\" -> \"inner.start\"") == false)
    #expect(lines.contains { $0.hasPrefix("\"factor.start\" -> \"deep\"") })
    #expect(lines.contains { $0.hasPrefix("\"signIn.any\" -> \"gone\" [label=\"cancelled / closePage\"]") })
    #expect(
      lines.contains { $0.hasPrefix("\"asking.any\" -> \"asking.start\" [label=\"retry [pin == …]\"]") })
    #expect(lines.contains { $0.contains("\"memory\" -> \"inner2\" [label=\"first time\"]") })
  }

  @Test("the bar of a parallel state leads to its parts, and not to a history in it")
  func historyAmongParts() {
    let parts = [
      StateNode("one"), StateNode("again", kind: .history(deep: true), initial: InitialTransition(["one"])),
      StateNode("two"),
    ]
    let root = StateNode(
      "a", initial: InitialTransition(["both"]), states: [StateNode("both", kind: .parallel, states: parts)])
    let lines = lines(Statechart("a", root: root))
    #expect(lines.contains("\"both.start\" -> \"one\"") && lines.contains("\"both.start\" -> \"two\""))
    #expect(!lines.contains { $0.hasPrefix("\"both.start\" -> \"again\"") })
    #expect(lines.contains { $0.hasPrefix("\"again\" -> \"one\"") })
  }

  @Test("an overview says nothing of what happens on the way, and a depth folds what is deeper")
  func less() {
    let overview = lines(Samples.everything, detail: .overview).joined(separator: "\n")
    #expect(!overview.contains("runs ") && !overview.contains("closePage"))
    let diagram = DotDiagram(Samples.everything, DiagramSettings(depth: 1))
    #expect(diagram.text.contains("\"asking\" [label=\"Asking\\n11 states inside"))
    #expect(!diagram.text.contains("cluster_"))
    #expect(diagram.undrawn == ["11 states inside `Asking`"])
  }

  @Test("any text is written so that it is shown as it is")
  func escapes() {
    let chart = Statechart(
      "a", title: "x\"y\\z & <b>\n\u{1B}[31m",
      root: StateNode(
        "a", initial: InitialTransition(["b"]), states: [StateNode("b", title: "\\N \"q\" &lt;")]))
    let text = DotDiagram(chart).text
    #expect(text.contains("label=\"x\\\"y\\\\z &amp; <b> [31m\""))
    #expect(text.contains("label=\"\\\\N \\\"q\\\" &amp;lt;\""))
  }

  @Test("an arrow to nowhere is said, and the same chart gives the same text")
  func undrawn() {
    let chart = Statechart(
      "a",
      root: StateNode(
        "a", initial: InitialTransition(["b"]),
        states: [StateNode("b", on: [EventTransition("go", ChartTransition(["nowhere"]))])]))
    #expect(DotDiagram(chart).undrawn == ["`b`: an arrow to `nowhere`, which is not a state"])
    #expect(DotDiagram(chart) == DotDiagram(chart))
  }

  @Test("ways of failures are red, an arrow of several only when all of them are, and notes tell the codes")
  func failures() {
    let text = DotDiagram(Samples.failing, DiagramSettings(direction: .right, notesErrors: true)).text
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let red = ", color=\"#e03131\""
    #expect(lines.contains("rankdir=LR"))
    #expect(
      lines.contains("\"work\" -> \"what\" [label=\"s: failed, Too many\"\(red), fontcolor=\"#e03131\"]"))
    #expect(lines.contains("\"what\" -> \"wait\" [label=\"[true]\"\(red), fontcolor=\"#e03131\"]"))
    #expect(lines.contains("\"wait\" -> \"begin\" [label=\"again\"]"))
    #expect(lines.contains("\"begin\" -> \"work\" [label=\"• go\\n• error.x\"]"))
    #expect(lines.contains { $0.hasPrefix("\"wait\" [") && $0.contains("fillcolor=\"#fef7e0\"") })
    #expect(lines.contains { $0.hasPrefix("\"begin\" [") && $0.contains("fillcolor=\"#e8f0fe\"") })
    #expect(
      lines.contains { $0.hasPrefix("\"work.errors\" [label=\"tooMany: Too many\\loffline\\l\", shape=note") }
    )
    #expect(lines.contains { $0.hasPrefix("\"work\" -> \"work.errors\" [style=dashed") })
  }
}
