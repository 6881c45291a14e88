import Statecharts
import StatechartsModel
import Testing

@testable import StatechartsDocs

@Suite("Images of sheets")
struct SheetImageTests {
  private func path(_ id: String, part: String? = nil, active: Set<String> = [], run: String? = nil) -> String
  {
    let root = StateNode(
      "root", initial: InitialTransition(["b"]), states: [StateNode("b"), StateNode("active-b")])
    var settings = DiagramSettings()
    settings.part = part.map { ChartName($0) }
    settings.active = active
    return SheetImage(DocumentedChart(Statechart(ChartName(id), root: root)), settings, run: run).path
  }

  @Test("different charts, settings and runs have different names, and that of a whole chart is its id")
  func unique() {
    let paths = [
      path("a"), path("a-b"), path("a", part: "b"), path("a", active: ["b"]), path("a", part: "active-b"),
      path("a", run: "x/one.jsonl"), path("a", run: "y/one.jsonl"), path("a", run: "one.jsonl"),
      path("a", run: "one.json"),
    ]
    #expect(Set(paths).count == paths.count)
    #expect(paths.first == "images/a.svg")
  }

  @Test("long names are shortened, and stay different and the same in each run")
  func long() {
    let active = Set((0..<40).map { "state\($0)" })
    let first = path("a", active: active)
    #expect(first.utf8.count < 140)
    #expect(first == path("a", active: active))
    #expect(first != path("a", active: active.union(["zoo"])))
    #expect(first.hasPrefix("images/a+active-state0+") && first.hasSuffix(".svg"))
  }
}
