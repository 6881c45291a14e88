import Foundation
import Statecharts
import StatechartsSCXML
import StatechartsTesting
import TestExtent
import Testing

/// Expressions of ECMAScript against what node gives for them, which the script beside the table wrote down.
@Suite("Expressions of ECMAScript as node evaluates them")
struct ECMAScriptTableTests {
  struct Row {
    var text: String
    var result: String
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Tables")

  static func rows() throws -> [Row] {
    let text = try String(contentsOf: folder.appendingPathComponent("ecmascript.tsv"), encoding: .utf8)
    return text.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      return Row(text: parts[0], result: parts.count > 1 ? parts[1] : "")
    }
  }

  /// The variables of the table; the first ones with a literal, the others given from outside.
  static let data = """
    <datamodel><data id='six' expr='6'/><data id='neg' expr='-7'/><data id='n' expr='-2.5'/><data id='half' expr='0.5'/>\
    <data id='zero' expr='0'/><data id='big' expr='9007199254740991'/><data id='s' expr='"5"'/><data id='word' expr='"abc"'/>\
    <data id='empty' expr='""'/><data id='emoji' expr='"\u{1F600}"'/><data id='tilde' expr='"\u{FF5E}"'/>\
    <data id='accent' expr='"\u{C9}t\u{E9}"'/><data id='l' expr='[1, 2]'/><data id='m' expr='{ a: 1, b: "x" }'/>\
    <data id='t' expr='true'/><data id='f' expr='false'/><data id='nothing' expr='undefined'/><data id='x5'/><data id='xs'/>\
    <data id='xt'/><data id='xl'/><data id='xm'/><data id='xn'/><data id='xw'/><data id='xe'/></datamodel>
    """
  static let input: [String: ChartValue] = [
    "x5": 5, "xs": "5", "xt": true, "xl": [5], "xm": ["a": 1, "length": 3], "xw": "abc", "xe": "\u{1F600}",
  ]

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  /// A document with a line for each row, whose events are numbered.
  static func document(_ rows: [Row], _ transition: (Int, String) -> String) -> SCXMLImport {
    let lines = rows.enumerated().map { transition($0, escaped($1.text)) }.joined(separator: "\n")
    let text = """
      <scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0' datamodel='ecmascript'>\(data)<state id='s'>
      \(lines)
      </state></scxml>
      """
    return SCXMLImporter().read(Array(text.utf8), name: "table.scxml", base: "table")
  }

  /// The rows of which it is said that they may mean something else, or what says nothing about its line.
  static func named(_ result: SCXMLImport) -> Set<Int> {
    Set(result.remarks.filter { $0.severity != .note }.compactMap { $0.place.map { $0.line - 2 } })
  }

  /// A value as the table writes it.
  static func written(_ value: ChartValue) -> Any? {
    switch value {
    case .unset: nil
    case .bool(let truth): truth
    case .int(let number): Double(number)
    case .number(let number): number
    case .string(let text): text
    case .list(let elements): elements.map { written($0) as Any? ?? NSNull() }
    case .map(let fields): fields.compactMapValues { written($0) }
    case .duration(let span): "\(span)"
    }
  }

  static func isSame(_ value: ChartValue, _ result: String) -> Bool {
    // A number is no truth value.
    if case .bool(let truth) = value { return result == String(truth) }
    if result == "true" || result == "false" { return false }
    if let expected = Double(result) {
      switch value {
      case .int(let number): return Double(number) == expected
      case .number(let number): return number == expected
      default: return false
      }
    }
    guard let written = written(value) else { return result == "undefined" || result == "null" }
    guard let data = "[\(result)]".data(using: .utf8),
      var expected = (try? JSONSerialization.jsonObject(with: data)) as? [Any]
    else { return false }
    // A field without a value is no field in a chart.
    if let fields = expected.first as? [String: Any] { expected = [fields.filter { !($0.value is NSNull) }] }
    return NSArray(array: [written]).isEqual(NSArray(array: expected))
  }

  /// Converts all rows, some hundreds in a document, and runs those of which nothing is said.
  ///
  /// - Returns: how many they were.
  static func run(
    _ transition: (Int, String) -> String, _ check: (Row, SimulationReport) -> Void
  ) throws -> (run: Int, of: Int) {
    let all = TestExtent.of(try rows(), every: 6)
    var count = 0
    for start in stride(from: 0, to: all.count, by: 250) {
      let rows = Array(all[start..<min(start + 250, all.count)])
      let result = document(rows, transition)
      let named = named(result)
      let chart = try #require(result.chart, "\(result.remarks.filter { $0.severity == .error })")
      var simulation = try Simulation(try CompiledChart(chart), input: input)
      _ = simulation.start()
      for (number, row) in rows.enumerated() where !named.contains(number) {
        check(row, simulation.send("e\(number)"))
        count += 1
      }
    }
    return (count, all.count)
  }

  @Test("a converted expression has the same value, or its line is named")
  func values() throws {
    let count = try Self.run({ "<transition event='e\($0)'><log expr=\"\($1)\"/></transition>" }) {
      row, report in
      if row.result == "error" {
        let fails = report.log.isEmpty && !report.failures.isEmpty
        #expect(fails, "\(row.text) fails in ECMAScript")
      } else {
        let isSame = report.log.first.map { Self.isSame($0, row.result) } ?? false
        #expect(isSame, "\(row.text): \(report.log), not \(row.result)")
      }
    }
    // Else everything could be named.
    #expect(count.of > TestExtent.count(500, whole: 1_000) && count.run > count.of / 4, "\(count)")
  }

  @Test("a converted condition decides the same, or its line is named")
  func conditions() throws {
    let count = try Self.run({ "<transition event='e\($0)' cond=\"\($1)\"><log expr='1'/></transition>" }) {
      row, report in
      let isFalse = ["undefined", "null", "false", "0", "\"\"", "error"].contains(row.result)
      let decides = report.log.isEmpty == isFalse
      let fails = report.failures.isEmpty == (row.result != "error")
      #expect(decides && fails, "\(row.text) is \(row.result)")
    }
    #expect(count.of > TestExtent.count(500, whole: 1_000) && count.run > count.of / 4, "\(count)")
  }
}
