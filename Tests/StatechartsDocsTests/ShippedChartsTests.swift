import DiagramReading
import Foundation
import Statecharts
import StatechartsDocs
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("The charts that are shipped")
struct ShippedChartsTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("charts")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  private func chart(_ name: String) throws -> Statechart {
    let file = Self.folder.appendingPathComponent(name).path
    return try #require(ChartReader().read(try SourceText.read(file: file)).chart)
  }

  @Test("there are some")
  func exist() { #expect(!Self.names.isEmpty) }

  @Test("a shipped chart is drawn without anything missing", arguments: names)
  func drawn(_ name: String) throws {
    let chart = try chart(name)
    let diagram = MermaidDiagram(chart)
    #expect(diagram.undrawn.isEmpty)
    let drawn = ChartGraph(try ReadDiagram(diagram.text))
    let expected = ChartGraph(expectedFor: chart)
    #expect(drawn.states == expected.states)
    #expect(Set(drawn.arrows) == Set(expected.arrows))
    let overview = try ReadDiagram(MermaidDiagram(chart, DiagramSettings(detail: .overview)).text)
    #expect(Set(ChartGraph(overview).arrows) == Set(expected.arrows))
  }
}
