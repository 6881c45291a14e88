import DiagramReading
import Foundation
import ReferenceEngine
import Statecharts
import StatechartsDocs
import StatechartsModel
import StatechartsYAML

/// `statechart-diagrams [--sheets] [--random N] [--medium N] [--seed FIRST] [CHART…]` writes one JSON object a line for each
/// diagram: its text, and the nodes and arrows that our own reader finds in it. That reader's graph is compared with the chart's
/// here; `compare.py` compares both with what the real Mermaid finds. `--random` makes charts full of hostile text, `--medium`
/// charts of 5 to 15 states with plain words. With `--sheets` it writes sheets with the states and transitions of their charts,
/// which `.ci/sheets` compares.
@main
struct Diagrams {
  static func main() throws {
    var random = 0
    var medium = 0
    var seed = 1
    var areSheets = false
    var paths: [String] = []
    var rest = CommandLine.arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--random": random = rest.popFirst().flatMap { Int($0) } ?? 0
      case "--sheets": areSheets = true
      case "--medium": medium = rest.popFirst().flatMap { Int($0) } ?? 0
      case "--seed": seed = rest.popFirst().flatMap { Int($0) } ?? 1
      default: paths.append(argument)
      }
    }
    var differences = 0
    for path in paths {
      let source = SourceText(name: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
      guard let chart = ChartReader().read(source).chart else { throw Failure(path: path) }
      if areSheets {
        try writeSheet(path, chart)
      } else {
        differences += try write(path, chart, comparedWith: chart) { _ in [:] }
      }
    }
    var number = seed
    while medium > 0 {
      let chart = Scenario(seed: UInt64(number)).chart
      if 5...15 ~= chart.stateIDs.count - 1 {
        differences += try write("medium \(number)", chart, comparedWith: chart) { _ in [:] }
        medium -= 1
      }
      number += 1
    }
    for number in seed..<(seed + random) {
      let hostile = HostileChart(seed: UInt64(number))
      if areSheets {
        try writeSheet("random \(number)", hostile.chart)
        continue
      }
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

  /// Writes the sheet of a chart.
  private static func writeSheet(_ name: String, _ chart: Statechart) throws {
    let graph = SheetGraph(expectedFor: chart)
    let record = SheetRecord(
      name: name, text: SVGSheet(chart).text, states: graph.states, transitions: graph.transitions)
    FileHandle.standardOutput.write(try JSONEncoder().encode(record) + Data("\n".utf8))
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

/// One sheet, as `.ci/sheets` reads it.
private struct SheetRecord: Encodable {
  var name: String
  var text: String
  var states: [String: String]
  var transitions: [SheetGraph.Arrow]
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
