import DiagramReading
import Foundation
import Statecharts
import StatechartsDocs
import StatechartsModel
import StatechartsYAML

/// `statechart-diagrams [--random N] [--seed FIRST] [CHART…]` writes one JSON object a line for each diagram: its
/// text, and the nodes and arrows that our own reader finds in it. That reader's graph is compared with the chart's
/// here; `compare.py` compares both with what the real Mermaid finds.
@main
struct Diagrams {
  static func main() throws {
    var random = 0
    var seed = 1
    var paths: [String] = []
    var rest = CommandLine.arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--random": random = rest.popFirst().flatMap { Int($0) } ?? 0
      case "--seed": seed = rest.popFirst().flatMap { Int($0) } ?? 1
      default: paths.append(argument)
      }
    }
    var differences = 0
    for path in paths {
      let source = SourceText(name: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
      guard let chart = ChartReader().read(source).chart else { throw Failure(path: path) }
      differences += try write(path, chart, comparedWith: chart) { _ in [:] }
    }
    for number in seed..<(seed + random) {
      let hostile = HostileChart(seed: UInt64(number))
      let directions = DiagramSettings.Direction.allCases
      // With notes, and in each direction, every other one.
      let full = DiagramSettings(
        direction: directions[number % directions.count], notesErrors: number.isMultiple(of: 2))
      differences += try write(
        "random \(number)", hostile.chart, comparedWith: hostile.plain, full: full, ids: hostile.ids)
    }
    if differences > 0 {
      FileHandle.standardError.write(Data("\(differences) diagrams differ from their charts\n".utf8))
      exit(1)
    }
  }

  /// Writes the diagrams of a chart. Returns how many do not say what the chart says.
  private static func write(
    _ name: String, _ chart: Statechart, comparedWith plain: Statechart,
    full: DiagramSettings = DiagramSettings(), ids: (ReadDiagram) -> [String: String]
  ) throws -> Int {
    let expected = ChartGraph(expectedFor: plain)
    var differences = 0
    for (view, settings) in [
      ("full", full), ("overview", DiagramSettings(detail: .overview)),
    ] {
      let text = MermaidDiagram(chart, settings).text
      do {
        let read = try ReadDiagram(text)
        let found = ChartGraph(read, ids: ids(read))
        let isAlike: Bool
        switch settings.detail {
        case .everything: isAlike = found == expected
        case .overview:
          // Alike ways are drawn once.
          isAlike = found.states == expected.states && Set(found.arrows) == Set(expected.arrows)
        }
        if !isAlike {
          differences += 1
          FileHandle.standardError.write(
            Data("\(name), \(view): drawn is\n\(found)\nbut should be\n\(expected)\n".utf8))
        }
        let record = Record(name: name + ", " + view, text: text, read: read)
        FileHandle.standardOutput.write(try JSONEncoder().encode(record) + Data("\n".utf8))
      } catch let failure as ReadDiagram.Failure {
        differences += 1
        FileHandle.standardError.write(Data("\(name), \(view): \(failure)\n\(text)".utf8))
      }
    }
    return differences
  }

  struct Failure: Error { var path: String }
}

/// One diagram, as `compare.py` reads it.
private struct Record: Encodable {
  struct Node: Encodable {
    var id: String
    var parent: String?
    var label: String?
    var lines: [String]
    var note: [String]
    var kind: String
    var isGroup: Bool
    var classes: [String]
  }

  var name: String
  var text: String
  var title: String
  var description: String
  var nodes: [Node]
  var arrows: [[String]]

  init(name: String, text: String, read: ReadDiagram) {
    self.name = name
    self.text = text
    title = read.title
    description = read.about
    nodes = read.nodes.map { id, node in
      Node(
        id: id, parent: node.parent, label: node.label, lines: node.lines, note: node.note,
        kind: "\(node.kind)",
        isGroup: node.isComposite, classes: node.classes)
    }
    arrows = read.arrows.map { [$0.from, $0.to, $0.label] }
  }
}
