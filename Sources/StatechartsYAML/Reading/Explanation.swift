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

  package init(
    rule: YAMLRule = .syntax, range: SourceRange, message: String, help: String,
    related: [Diagnostic.Related] = [], fix: Diagnostic.Fix? = nil, end: Int? = nil
  ) {
    self.rule = rule
    self.range = range
    self.message = message
    self.help = help
    self.related = related
    self.fix = fix
    self.end = end
  }
}

/// Says what is wrong with a text. Tools know more of what was meant than the plain sentences do.
package struct TextExplainer: Sendable {
  /// Where the text is not well-formed YAML.
  package var syntaxError: @Sendable (SyntaxError) -> Explanation = { $0.plainExplanation }
  /// Where a key in braces has no value. If the range begins where the value before the key does, the key belongs to that
  /// value, and so does everything up to the end of the range.
  package var missingValue: @Sendable (MissingValue) -> Explanation = { $0.plainExplanation }
  /// Where keys of a mapping appear twice.
  package var duplicateKeys: @Sendable (DuplicateKeys) -> [Explanation] = { $0.plainExplanations }

  /// One with plain sentences.
  package init() {}
}
