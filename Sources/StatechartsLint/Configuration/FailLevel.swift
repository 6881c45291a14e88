/// From which severity on findings fail a run. Errors always do, also those of rules that are not reported.
public enum FailLevel: String, Sendable, CaseIterable, Comparable {
  /// Errors only.
  case error
  /// Errors and warnings.
  case warning
  /// Anything that was found.
  case note

  /// Whether findings fail a run.
  public func fails(_ summary: LintSummary) -> Bool {
    switch self {
    case .error: summary.errors + summary.hiddenErrors > 0
    case .warning: Self.error.fails(summary) || summary.warnings > 0
    case .note: Self.warning.fails(summary) || summary.notes > 0
    }
  }

  /// Orders by how much fails: a level that more findings fail is greater.
  public static func < (left: FailLevel, right: FailLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }
}
