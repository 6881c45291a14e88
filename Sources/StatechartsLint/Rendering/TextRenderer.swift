internal import StatechartsYAML

/// Writes findings for people: what is wrong, the line with the text underlined, and how to fix it.
public struct TextRenderer: Sendable {
  /// Whether to colour with ANSI sequences.
  public let usesColor: Bool

  /// Makes a renderer.
  public init(usesColor: Bool = false) { self.usesColor = usesColor }

  /// All findings of a file; empty when there are none.
  public func render(_ file: LintedFile) -> String {
    var result = ""
    // Logs of builds are read by more people than the chart.
    let secrets = file.secretRanges
    for finding in file.findings { render(finding, of: file.source, hiding: secrets, to: &result) }
    return result
  }

  private func render(
    _ finding: Finding, of source: SourceText, hiding secrets: [SourceRange], to result: inout String
  ) {
    let diagnostic = finding.diagnostic
    let severity = paint("\(diagnostic.severity.rawValue):", color(of: diagnostic.severity))
    let message = paint(VisibleText.escaped(diagnostic.message), .bold)
    result += "\(heading(source, finding.location)) \(severity) \(message) [\(diagnostic.rule)]\n"
    let lines = [finding.location] + finding.relatedLocations
    let gutter = max(4, lines.map { String($0.start.line).count }.max() ?? 0)
    excerpt(of: diagnostic.range, at: finding.location, in: source, gutter, hiding: secrets, to: &result)
    for (related, place) in zip(diagnostic.related, finding.relatedLocations) {
      let text = VisibleText.escaped(related.message)
      result += "\(heading(source, place)) \(paint("related:", .cyan)) \(text)\n"
      excerpt(of: related.range, at: place, in: source, gutter, hiding: secrets, to: &result)
    }
    if let help = diagnostic.help {
      let spaces = String(repeating: " ", count: gutter + 1)
      result += "\(spaces)\(paint("help:", .cyan)) \(VisibleText.escaped(help))\n"
    }
  }

  private func heading(_ source: SourceText, _ place: Finding.Location) -> String {
    let name = VisibleText.escaped(source.name)
    return paint("\(name):\(place.start.line):\(place.start.column):", .bold)
  }

  private func excerpt(
    of range: SourceRange, at place: Finding.Location, in source: SourceText, _ gutter: Int,
    hiding secrets: [SourceRange], to result: inout String
  ) {
    let excerpt = SourceExcerpt(of: range, line: place.start.line, in: source, hidden: secrets)
    // An empty file has nothing to show.
    if excerpt.text.isEmpty, source.lineStarts.count == 1 { return }
    let number = String(place.start.line)
    let spaces = String(repeating: " ", count: gutter - number.count)
    result += paint("\(spaces)\(number) |", .dim) + " \(excerpt.text)\n"
    let margin = String(repeating: " ", count: gutter)
    result += paint("\(margin) |", .dim) + " " + paint(excerpt.mark, .green) + "\n"
  }

  private enum Color: String {
    case bold = "1"
    case dim = "2"
    case red = "1;31"
    case green = "32"
    case yellow = "1;33"
    case cyan = "1;36"
  }

  private func color(of severity: Diagnostic.Severity) -> Color {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .note: .cyan
    }
  }

  private func paint(_ text: String, _ color: Color) -> String {
    usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
