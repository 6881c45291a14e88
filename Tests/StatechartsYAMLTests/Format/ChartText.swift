import Statecharts
import StatechartsRepair
import StatechartsYAML

extension ChartReading {
  /// Reads a chart from a text.
  static func of(_ text: String) -> ChartReading {
    ChartReader.advising.read(SourceText(text: text))
  }

  /// Reads a chart whose first lines are given.
  static func ofBody(_ text: String) -> ChartReading { of("statechart: 1\nid: test\n" + text) }

  /// The findings in one line each: place, rule, message and help.
  var lines: [String] { diagnostics.map { line(for: $0) } }

  /// The findings of the shape and of the model.
  var allLines: [String] {
    (diagnostics + self.diagnostics(for: chart?.problems() ?? [])).map { line(for: $0) }
  }

  func line(for finding: Diagnostic) -> String {
    let start = source.position(at: finding.range.lowerBound)
    return "\(start.line):\(start.column) \(finding.rule): \(finding.message)"
      + (finding.help.map { " \($0)" } ?? "")
  }

  /// The text with the fix of the first finding that has one.
  var fixed: String? {
    guard let fix = diagnostics.compactMap(\.fix).first else { return nil }
    var bytes = source.bytes
    bytes.replaceSubrange(fix.range, with: Array(fix.replacement.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
