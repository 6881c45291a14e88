import Statecharts
import StatechartsLint
import StatechartsYAML

/// What is done with an input that no person wrote.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// It is read as a chart and, if it is one, made ready to run and written anew.
  case load
  /// It is checked, and what is found is written in every format.
  case lint
  /// It is mended: a second time nothing is left to mend, and a chart that can be used stays what it is.
  case fix

  /// Does it; gives what is wrong with the outcome, or nil.
  package func run(_ bytes: [UInt8]) -> String? {
    let source = SourceText(name: "input.yaml", bytes: bytes)
    switch self {
    case .load: return load(source)
    case .lint:
      let file = Linter().lint(source)
      _ = TextRenderer().render(file)
      _ = ShortRenderer().render(file)
      _ = GitHubRenderer().render(file)
      _ = JSONRenderer().render([file])
      _ = SARIFRenderer(version: "1").render([file])
      return misplaced(file)
    case .fix:
      let fixed = FixedText(Linter().lint(source)) { Linter().lint($0) }
      if let problem = misplaced(fixed.file) { return problem }
      if fixed.count > 0, let before = meaning(source), meaning(fixed.source) != before {
        return "the chart is another one after it was mended"
      }
      let again = FixedText(Linter().lint(fixed.source)) { Linter().lint($0) }
      return again.source.bytes == fixed.source.bytes
        ? nil : "a second run of the fixes changes the text again"
    }
  }

  /// A chart as a text that is the same for the same chart; nil where it cannot be used.
  private func meaning(_ source: SourceText) -> String? {
    let reading = ChartReader().read(source)
    guard let chart = reading.chart, !reading.diagnostics.contains(where: { $0.severity == .error }),
      (try? CompiledChart(chart)) != nil
    else { return nil }
    return ChartWriter().text(of: chart)
  }

  private func load(_ source: SourceText) -> String? {
    guard let text = meaning(source) else { return nil }
    let again = ChartReader().read(SourceText(name: "again.yaml", bytes: Array(text.utf8)))
    guard let second = again.chart, ChartWriter().text(of: second) == text else {
      return "the chart is another one after it was written and read"
    }
    return nil
  }

  /// A finding that lies outside of the text, or says nothing.
  private func misplaced(_ file: LintedFile) -> String? {
    for finding in file.findings {
      let diagnostic = finding.diagnostic
      for range in [diagnostic.range] + diagnostic.related.map(\.range)
        + [diagnostic.fix?.range].compactMap(\.self)
      {
        guard range.lowerBound >= 0, range.upperBound <= file.source.bytes.count else {
          return "\(diagnostic.rule) lies outside of the text: \(range)"
        }
      }
      if diagnostic.message.isEmpty || diagnostic.help?.isEmpty != false {
        return "\(diagnostic.rule) says nothing"
      }
      if RuleRegistry.rule(diagnostic.rule) == nil { return "\(diagnostic.rule) is no rule" }
    }
    return nil
  }
}
