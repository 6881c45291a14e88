import DiagramReading
import Statecharts
import StatechartsDocs
import StatechartsModel
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
