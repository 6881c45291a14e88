internal import StatechartsYAML

/// Which findings are reported, and with which severity.
public struct LintSelection: Sendable {
  /// The rules that are reported; nil for all.
  public var only: Set<String>?
  /// The rules that are not reported. Errors are reported all the same: the chart cannot be used.
  public var skipped: Set<String> = []
  /// What the project's configuration says of rules.
  public var settings: [String: LintConfiguration.Setting] = [:]

  /// Reports everything.
  public init() {}

  /// Whether findings of an opt-in rule may be reported.
  func reports(optIn rule: String) -> Bool {
    only?.contains(rule) ?? (settings[rule]?.severity != nil)
  }

  /// The findings that are reported, with the severities of the configuration.
  ///
  /// - Parameter optIn: The rules that are off until they are asked for.
  func apply(to diagnostics: [Diagnostic], optIn: Dictionary<String, any LintRule>.Keys) -> [Diagnostic] {
    // Mostly all are reported as they are, and there may be a hundred thousand.
    let isOptIn = { (diagnostic: Diagnostic) in
      diagnostic.severity != .error && optIn.contains(diagnostic.rule)
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
      // A rule that is asked for by its name is reported even if the configuration turns it off.
      guard let severity = setting.severity else { return only == nil ? nil : diagnostic }
      var result = diagnostic
      result.severity = severity
      return result
    }
  }
}
