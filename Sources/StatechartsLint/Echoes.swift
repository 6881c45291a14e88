internal import StatechartsYAML

/// Leaves out findings that only repeat another one at the same place in other words.
///
/// Each step of reading looks at what the step before could make of the text, so one mistake can come up
/// again: a text that is not YAML is no state either, and a name that cannot be used is not in camelCase.
enum Echoes {
  /// Rules whose finding says that a name means nothing, so that nothing else about the name counts.
  private static let nameErrors: Set<String> = [
    "illegal-name", "lookalike-character", "duplicate-state", "duplicate-name",
  ]

  /// The rules about the text; looking into a set is faster than asking for the case of a name.
  private static let textRules = Set(YAMLRule.allCases.map(\.rawValue))

  /// Findings without those that repeat others; the order stays.
  static func removed(from diagnostics: [Diagnostic]) -> [Diagnostic] {
    var textErrors: Set<Int> = []
    var brokenNames: Set<Int> = []
    var errors: Set<Int> = []
    var similarKeys: Set<Int> = []
    var unknownKeys: Set<Int> = []
    var missingSpaces: Set<Int> = []
    for diagnostic in diagnostics {
      let place = diagnostic.range.lowerBound
      if diagnostic.severity == .error {
        errors.insert(place)
        if diagnostic.rule == ShapeRule.unknownKey.rawValue { unknownKeys.insert(place) }
        if nameErrors.contains(diagnostic.rule) { brokenNames.insert(place) }
        if textRules.contains(diagnostic.rule) { textErrors.insert(place) }
      } else if diagnostic.rule == YAMLRule.similarKeys.rawValue {
        similarKeys.insert(place)
      } else if diagnostic.rule == YAMLRule.missingSpace.rawValue {
        missingSpaces.insert(place)
      }
    }
    // Warnings alone repeat nothing, and there may be a hundred thousand.
    if errors.isEmpty, similarKeys.isEmpty { return diagnostics }
    return diagnostics.filter { diagnostic in
      if diagnostic.omitted > 0 { return true }
      let place = diagnostic.range.lowerBound
      // `target:open` has the wrong kind because of the missing space, which then is more than a warning.
      if missingSpaces.contains(place), diagnostic.rule == ShapeRule.wrongKind.rawValue { return false }
      if unknownKeys.contains(place), diagnostic.rule == YAMLRule.similarKeys.rawValue { return false }
      if textRules.contains(diagnostic.rule) {
        return diagnostic.severity == .error || diagnostic.rule != YAMLRule.unquotedScalar.rawValue
          || !errors.contains(place)
      }
      if textErrors.contains(place) { return false }
      if diagnostic.severity != .error, brokenNames.contains(place) { return false }
      return diagnostic.rule != SimilarNames.description.id || !similarKeys.contains(place)
    }.map { diagnostic in
      guard diagnostic.omitted == 0, diagnostic.rule == YAMLRule.missingSpace.rawValue,
        errors.contains(diagnostic.range.lowerBound)
      else { return diagnostic }
      var graver = diagnostic
      graver.severity = .error
      return graver
    }
  }
}
