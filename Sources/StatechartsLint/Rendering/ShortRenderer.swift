internal import StatechartsYAML

/// Writes findings in one line each, as compilers do: `FILE:LINE:COLUMN: SEVERITY: MESSAGE [RULE]`.
public struct ShortRenderer: Sendable {
  /// Makes a renderer.
  public init() {}

  /// All findings of a file; empty when there are none.
  public func render(_ file: LintedFile) -> String {
    let name = VisibleText.escaped(file.source.name)
    return file.findings.map { finding in
      let diagnostic = finding.diagnostic
      let place = "\(finding.location.start.line):\(finding.location.start.column)"
      let message = VisibleText.escaped(diagnostic.message)
      return "\(name):\(place): \(diagnostic.severity.rawValue): \(message) [\(diagnostic.rule)]\n"
    }.joined()
  }
}
