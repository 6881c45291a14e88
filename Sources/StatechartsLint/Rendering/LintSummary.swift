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

  /// Counts.
  public init(_ files: [LintedFile]) {
    self.files = files.count
    errors = files.reduce(0) { $0 + $1.count(of: .error) }
    warnings = files.reduce(0) { $0 + $1.count(of: .warning) }
    notes = files.reduce(0) { $0 + $1.count(of: .note) }
  }

  /// The line, without a line break.
  public var text: String {
    let charts = Self.count(files, "chart")
    let counts = [(errors, "error"), (warnings, "warning"), (notes, "note")].filter { $0.0 > 0 }
      .map { Self.count($0.0, $0.1) }
    return counts.isEmpty
      ? "\(charts) checked, nothing found" : "\(charts) checked: \(counts.joined(separator: ", "))"
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
