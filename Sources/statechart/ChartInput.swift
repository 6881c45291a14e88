import Statecharts
import StatechartsLint
import StatechartsYAML

/// Reads the files that `diagram` and `docs` work on, and reports what is wrong with them.
enum ChartInput {
  /// The content of a file, or of the standard input for `-`; nil, after a report, when it cannot be read.
  static func source(at path: String) -> SourceText? {
    do {
      return try ChartFiles.read(path)
    } catch {
      Output.report("error: \(error)")
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
    guard findings.isEmpty else {
      let text = TextRenderer(usesColor: false).render(LintedFile(source, findings))
      Output.report(text.hasSuffix("\n") ? String(text.dropLast()) : text)
      return nil
    }
    return reading.chart
  }

  /// Reports what is wrong with a page, with its place, as compilers do.
  static func report(_ message: String, at range: SourceRange, in page: SourceText, help: String) {
    let place = page.position(at: range.lowerBound)
    report("\(page.name):\(place.line):\(place.column): error: \(message)")
    report("  help: \(help)")
  }

  /// Writes a line about the run itself; nothing in names and texts can command the terminal.
  static func report(_ line: String) { Output.report(VisibleText.escaped(line)) }
}
