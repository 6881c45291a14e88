/// What is wrong with a text, and what to do.
package struct Explanation {
  package var rule = YAMLRule.syntax
  package var range: SourceRange
  package var message: String
  package var help: String
  package var related: [Diagnostic.Related] = []
  package var fix: Diagnostic.Fix?
  /// Where the lines end that it is about, if they are more than the range.
  package var end: Int?
  /// Of a key without a value: the value before the key up to where it really ends, if the key belongs to it.
  package var cutValue: SourceRange?

  package init(
    rule: YAMLRule = .syntax, range: SourceRange, message: String, help: String,
    related: [Diagnostic.Related] = [], fix: Diagnostic.Fix? = nil, end: Int? = nil,
    cutValue: SourceRange? = nil
  ) {
    self.rule = rule
    self.range = range
    self.message = message
    self.help = help
    self.related = related
    self.fix = fix
    self.end = end
    self.cutValue = cutValue
  }
}

extension Findings {
  /// Adds an error.
  mutating func add(_ explanation: Explanation) {
    add(
      explanation.rule, .error, explanation.range, explanation.message, help: explanation.help,
      related: explanation.related, fix: explanation.fix)
  }
}

/// Says what is wrong with a text. The explainer of tools finds out what was meant.
package struct TextExplainer: Sendable {
  /// Where the text is not well-formed YAML.
  package var syntaxError: @Sendable (SyntaxError) -> Explanation = { $0.plainExplanation }
  /// Where a key in braces has no value.
  package var missingValue: @Sendable (MissingValue) -> Explanation = { $0.plainExplanation }
  /// Where keys of a mapping appear twice.
  package var duplicateKeys: @Sendable (DuplicateKeys) -> [Explanation] = { $0.plainExplanations }

  /// Makes an explainer with plain sentences.
  package init() {}
}
