public import StatechartsYAML

/// A rule of the linter about whole charts. A chart that has errors is checked too, as far as it could be read.
///
/// Projects can add rules of their own: see `RuleRegistry`.
public protocol LintRule: Sendable {
  /// What the rule is about.
  static var description: RuleDescription { get }

  /// The rules whose findings explain this rule's findings about the same text, which are left out then.
  static var yieldsTo: Set<String> { get }

  /// All findings of the rule, in any order. The linter calls it for several rules at the same time, also on
  /// threads with small stacks.
  func check(_ context: LintContext) -> [Diagnostic]
}

extension LintRule {
  /// The findings of most rules have a cause of their own.
  public static var yieldsTo: Set<String> { [] }

  /// A finding of this rule; empty without a range, as for parts of a chart that was not read from a text.
  ///
  /// - Parameters:
  ///   - message: What is wrong, as one sentence.
  ///   - help: What to do here; nil for `howToFix` of the rule.
  ///   - range: The text that is wrong.
  ///   - related: Other text that explains the finding.
  ///   - fix: A change of the text that removes the finding. `FixedText` applies the fixes of a file.
  ///   - claims: Other text that the finding is about. Rules that yield to this one report nothing there.
  public func finding(
    _ message: String, help: String? = nil, at range: SourceRange?, related: [Diagnostic.Related] = [],
    fix: Diagnostic.Fix? = nil, claims: [SourceRange?] = []
  ) -> [Diagnostic] {
    guard let range else { return [] }
    let rule = Self.description
    var result = Diagnostic(
      rule: rule.id, severity: rule.severity, message: message, help: help, range: range,
      related: related,
      fix: fix)
    result.claims = claims.compactMap { $0?.lowerBound }
    return [result]
  }
}
