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
    let ways = ChartGraph(map, ids: hostile.ids(in: map))
    let forks = ways.missingForks(of: expected)
    let straight = ChartGraph(expectedFor: hostile.plain, without: forks)
    #expect(straight.circles.isEmpty)
    // Each fork that is left out spares an arrow at least.
    #expect(ways.pairs.count + forks.count <= expected.pairs.count)
    #expect(ways.states == straight.states)
    #expect(ways.pairs == straight.pairs)
    #expect(map.arrows.allSatisfy { $0.label.isEmpty || $0.from.hasSuffix("_start") })
  }

  @Test("maps of random charts with folded groups join what their overviews join", arguments: 1...400)
  func folded(seed: UInt64) throws {
    let chart = HostileChart(seed: seed).chart
    func drawn(_ detail: DiagramSettings.Detail) throws -> (graph: ReadDiagram, notes: [String]) {
      let diagram = MermaidDiagram(chart, DiagramSettings(depth: 1, detail: detail))
      return (try ReadDiagram(diagram.text), diagram.undrawn)
    }
    let (overview, notes) = try drawn(.overview)
    let (map, notesOfMap) = try drawn(.map)
    // What is inside the groups is told in the same numbers.
    #expect(notesOfMap == notes)
    let forks = Set(overview.nodes.keys).subtracting(map.nodes.keys)
    #expect(
      forks.allSatisfy { fork in
        overview.nodes[fork].map { $0.kind == .choice || $0.classes.contains("decides") } ?? false
      })
    func ends(_ node: String, through passed: Set<String> = []) -> [String] {
      guard forks.contains(node) else { return [node] }
      guard !passed.contains(node) else {
        Issue.record("`\(node)` is left out, and leads back to itself")
        return []
      }
      return overview.arrows.filter { $0.from == node }.flatMap { ends($0.to, through: passed.union([node])) }
    }
    var pairs: Set<[String]> = []
    for arrow in overview.arrows where !forks.contains(arrow.from) {
      for end in ends(arrow.to) { pairs.insert([arrow.from, end]) }
    }
    #expect(Set(map.arrows.map { [$0.from, $0.to] }) == pairs)
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
