internal import StatechartsYAML

/// A check of a whole chart that can be used: what only the linter looks at.
protocol LintRule: Sendable {
  /// What the rule is about.
  static var description: RuleDescription { get }

  /// Whether the rule is off until it is asked for, as its description says too. Making all descriptions only to
  /// find the few that are off takes longer than checking a chart.
  static var isOptIn: Bool { get }

  /// The rules whose findings explain this rule's findings about the same text, which are left out then.
  static var yieldsTo: Set<String> { get }

  /// All findings of the rule, in any order.
  func check(_ chart: LintContext) -> [Diagnostic]
}

extension LintRule {
  /// Most rules are on.
  static var isOptIn: Bool { false }

  /// The findings of most rules have a cause of their own.
  static var yieldsTo: Set<String> { [] }

  /// A finding of this rule at a place; nothing when the part has no place in the text.
  ///
  /// - Parameter claims: Other parts of the text that the finding is about. See `FindingResolver`.
  func finding(
    _ message: String, help: String? = nil, at range: SourceRange?, related: [Diagnostic.Related] = [],
    fix: Diagnostic.Fix? = nil, claims: [SourceRange?] = []
  ) -> [Diagnostic] {
    guard let range else { return [] }
    let rule = Self.description
    var result = Diagnostic(
      rule: rule.id, severity: rule.severity, message: message, help: help, range: range, related: related,
      fix: fix)
    result.claims = claims.compactMap { $0?.lowerBound }
    return [result]
  }
}
