internal import StatechartsYAML

/// A check of a whole chart that can be used: what only the linter looks at.
protocol LintRule: Sendable {
  /// What the rule is about.
  static var description: RuleDescription { get }

  /// All findings of the rule, in any order.
  func check(_ chart: LintContext) -> [Diagnostic]
}

extension LintRule {
  /// A finding of this rule at a place; nothing when the part has no place in the text.
  func finding(
    _ message: String, help: String? = nil, at range: SourceRange?, related: [Diagnostic.Related] = [],
    fix: Diagnostic.Fix? = nil
  ) -> [Diagnostic] {
    guard let range else { return [] }
    let rule = Self.description
    return [
      Diagnostic(
        rule: rule.id, severity: rule.severity, message: message, help: help, range: range, related: related,
        fix: fix)
    ]
  }
}
