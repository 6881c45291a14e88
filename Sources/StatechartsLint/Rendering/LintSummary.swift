internal import StatechartsYAML

/// What a run found, in one line.
public struct LintSummary: Sendable {
  /// How many charts were checked.
  public let files: Int
  /// How many errors were found.
  public let errors: Int
  /// How many warnings were found.
  public let warnings: Int
  /// How many notes were found.
  public let notes: Int
  /// How many errors of rules that were not asked for there are.
  public let hiddenErrors: Int
  /// How many findings were fixed.
  public let fixes: Int

  /// Counts.
  ///
  /// - Parameters:
  ///   - files: What is still found.
  ///   - fixes: How many findings were fixed.
  public init(_ files: [LintedFile], fixes: Int = 0) {
    self.files = files.count
    errors = files.reduce(0) { $0 + $1.count(of: .error) }
    warnings = files.reduce(0) { $0 + $1.count(of: .warning) }
    notes = files.reduce(0) { $0 + $1.count(of: .note) }
    hiddenErrors = files.reduce(0) { $0 + $1.hiddenErrors }
    self.fixes = fixes
  }

  /// The line, without a line break.
  public var text: String {
    let charts = Self.count(files, "chart")
    var parts = [(errors, "error"), (warnings, "warning"), (notes, "note")].filter { $0.0 > 0 }
      .map { Self.count($0.0, $0.1) }
    if hiddenErrors > 0 { parts.append("\(Self.count(hiddenErrors, "error")) from other rules") }
    if fixes > 0 { parts.append("\(fixes) fixed") }
    return parts.isEmpty
      ? "\(charts) checked, nothing found" : "\(charts) checked: \(parts.joined(separator: ", "))"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
