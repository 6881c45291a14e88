import DiagramReading
import Statecharts
import StatechartsDocs
import Testing

@Suite("Text that breaks renderers")
struct HostileTextTests {
  @Test(
    "random charts full of keywords, markup and invisible signs are drawn as they are", arguments: 1...100)
  func drawn(seed: UInt64) throws {
    let hostile = HostileChart(seed: seed)
    let expected = ChartGraph(expectedFor: hostile.plain)
    let full = try ReadDiagram(MermaidDiagram(hostile.chart).text)
    #expect(ChartGraph(full, ids: hostile.ids(in: full)) == expected)
    let overview = try ReadDiagram(MermaidDiagram(hostile.chart, DiagramSettings(detail: .overview)).text)
    let found = ChartGraph(overview, ids: hostile.ids(in: overview))
    #expect(found.states == expected.states)
    #expect(Set(found.arrows) == Set(expected.arrows))
    let map = try ReadDiagram(MermaidDiagram(hostile.chart, DiagramSettings(detail: .map)).text)
    // A map may leave out forks.
    func states(_ diagram: ReadDiagram) -> Set<String> {
      let choices = diagram.nodes.filter { $0.value.kind == .choice }.keys
      let ids = hostile.ids(in: diagram)
      return Set(diagram.nodes.keys.filter { !choices.contains($0) }.map { ids[$0] ?? $0 })
    }
    #expect(states(map) == states(overview))
    #expect(map.arrows.allSatisfy { $0.label.isEmpty || $0.from.hasSuffix("_start") })
  }

  @Test("a title and a description of nothing but spaces count as none, so that no line of the head is empty")
  func spacesOnly() throws {
    var chart = Samples.everything
    chart.title = "\u{A0}\t"
    chart.description = "\u{2003}"
    let read = try ReadDiagram(MermaidDiagram(chart).text)
    #expect(read.title == chart.id.text)
    #expect(read.about == "States and transitions of \(chart.id.text)")
  }
}
