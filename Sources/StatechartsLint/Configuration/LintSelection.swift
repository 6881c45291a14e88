internal import StatechartsYAML

/// Which findings are told, and how bad they count.
public struct LintSelection: Sendable {
  /// The rules that are told; nil for all.
  public var only: Set<String>?
  /// The rules that are not told. Rules that find errors cannot be among them: the chart could not be used.
  public var skipped: Set<String> = []
  /// What the project's configuration says of rules.
  public var settings: [String: LintConfiguration.Setting] = [:]

  /// Tells everything.
  public init() {}

  /// Whether findings of a rule that is off until it is asked for may be told.
  func tells(optIn rule: String) -> Bool {
    only?.contains(rule) ?? (settings[rule]?.severity != nil)
  }

  /// The findings that are told, with the severities that they have.
  func apply(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    // Mostly all are told as they are, and there may be a hundred thousand.
    let isOptIn = { (diagnostic: Diagnostic) in
      diagnostic.severity != .error && Linter.optInRules.contains(diagnostic.rule)
    }
    if only == nil, skipped.isEmpty, settings.isEmpty, !diagnostics.contains(where: isOptIn) {
      return diagnostics
    }
    return diagnostics.compactMap { diagnostic in
      if let only, !only.contains(diagnostic.rule) { return nil }
      // Decision: Docs/decisions/linter.md#errors-cannot-be-turned-off
      if diagnostic.severity == .error { return diagnostic }
      if skipped.contains(diagnostic.rule) { return nil }
      guard let setting = settings[diagnostic.rule] else {
        return only != nil || !isOptIn(diagnostic) ? diagnostic : nil
      }
      // Who asks for a rule by its name is told what it finds.
      guard let severity = setting.severity else { return only == nil ? nil : diagnostic }
      var result = diagnostic
      result.severity = severity
      return result
    }
  }
}
