internal import StatechartsYAML

/// Writes findings as workflow commands of GitHub Actions, which show them at their lines in a pull request.
public struct GitHubRenderer: Sendable {
  /// Makes a renderer.
  public init() {}

  /// All findings of a file, one command a line; empty when there are none.
  public func render(_ file: LintedFile) -> String {
    file.findings.map { render($0, of: file.source) }.joined()
  }

  private func render(_ finding: Finding, of source: SourceText) -> String {
    let diagnostic = finding.diagnostic
    let command =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    let (start, end) = (finding.location.start, finding.location.end)
    // GitHub's end is the last character, and columns count within one line only.
    let isInOneLine = end.line == start.line
    var properties = [("file", source.name), ("line", "\(start.line)"), ("endLine", "\(end.line)")]
    if isInOneLine {
      properties += [("col", "\(start.column)"), ("endColumn", "\(max(start.column, end.column - 1))")]
    }
    properties.append(("title", diagnostic.rule))
    let list = properties.map { "\($0.0)=\(Self.escapedProperty($0.1))" }.joined(separator: ",")
    let text = [diagnostic.message, diagnostic.help].compactMap(\.self).joined(separator: "\n")
    return "::\(command) \(list)::\(Self.escaped(text))\n"
  }

  /// A message: it may hold several lines, none of which may look like a command.
  private static func escaped(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      VisibleText.escaped(String($0), after: "::").replacing("%", with: "%25")
    }
    return lines.joined(separator: "%0A")
  }

  private static func escapedProperty(_ text: String) -> String {
    VisibleText.escaped(text, after: "=").replacing("%", with: "%25").replacing(":", with: "%3A")
      .replacing(",", with: "%2C")
  }
}
