import ArgumentParser
import Foundation
import Statecharts
import StatechartsYAML

/// Reads the files that `diagram` and `docs` work on, and reports what is wrong with them.
enum ChartInput {
  /// The content of a file, or of the standard input for `-`; nil, after a report, when it cannot be read.
  static func source(at path: String) -> SourceText? {
    do throws(FileProblem) {
      guard path == "-" else { return try SourceText.read(file: path) }
      return SourceText(name: "<stdin>", bytes: try SourceText.read(file: "/dev/stdin").bytes)
    } catch {
      report("error: \(error.message)")
      return nil
    }
  }

  /// A chart that can be drawn; nil, after a report of what is wrong with it.
  ///
  /// - Parameter requiresSense: Whether a chart that can be read but not run is refused too.
  static func chart(at path: String, requiresSense: Bool) -> Statechart? {
    guard let source = source(at: path) else { return nil }
    let reading = ChartReader().read(source)
    var findings = reading.diagnostics.filter { $0.severity == .error }
    if requiresSense, findings.isEmpty, let chart = reading.chart {
      findings = reading.diagnostics(for: chart.problems()).filter { $0.severity == .error }
    }
    for finding in findings {
      report(finding.message, at: finding.range, in: source, help: finding.help, rule: finding.rule)
    }
    return findings.isEmpty ? reading.chart : nil
  }

  /// Reports an error with its place, as compilers do.
  static func report(
    _ message: String, at range: SourceRange, in source: SourceText, help: String?, rule: String? = nil
  ) {
    let place = source.position(at: range.lowerBound)
    let id = rule.map { " [\($0)]" } ?? ""
    report("\(source.name):\(place.line):\(place.column): error: \(message)\(id)")
    if let help { report("  \(help)") }
  }

  /// Writes a line about the run itself; control characters of names and texts do not reach the terminal.
  static func report(_ line: String) {
    var visible = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      visible.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    try? FileHandle.standardError.write(contentsOf: Data((String(visible) + "\n").utf8))
  }

  /// Writes a result. A reader that went away, such as `head`, is no error.
  static func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}
