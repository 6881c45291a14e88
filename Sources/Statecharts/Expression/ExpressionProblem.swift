package import StatechartsModel

/// What is wrong with an expression, before it ever runs.
package struct ExpressionProblem: Error, Hashable, Sendable {
  /// Which rule an expression breaks; the compiler turns it into a rule of the lint catalogue.
  package enum Kind: Hashable, Sendable {
    /// The text does not follow the grammar, or types do not fit.
    case badExpression
    /// A name that is neither a variable nor a foreach item nor a guard.
    case unknownVariable
    /// A handler guard that the catalogue does not list.
    case unknownHandler
    /// `in(…)` of a state that does not exist.
    case unknownState
    /// An error code that is not declared.
    case unknownError
    /// A field that the declared type does not have, or an argument that a guard does not take.
    case unknownField
    /// A secret goes into an argument that is not declared secret.
    case secretLeak
  }

  /// Which rule it breaks.
  package var kind: Kind
  /// One plain sentence, without a full stop.
  package var message: String
  /// What to write instead.
  package var help: String?
  /// The part of the text that is wrong, in UTF-8 offsets.
  package var range: Range<Int>
  /// What to put in place of `range`, if a near name or a plain substitution fixes it.
  package var suggestion: String?
  /// Whether to ask before the suggestion is put there.
  package var isGuess: Bool
  /// The declared name that the suggestion comes from, with where it is declared.
  package var declaration: ChartName?

  /// Makes a problem.
  package init(
    _ kind: Kind, _ message: String, help: String? = nil, range: Range<Int>,
    suggestion: String? = nil, isGuess: Bool = false, declaration: ChartName? = nil
  ) {
    self.kind = kind
    self.message = message
    self.help = help
    self.range = range
    self.suggestion = suggestion
    self.isGuess = isGuess
    self.declaration = declaration
  }

  /// Makes a problem of grammar or types.
  package init(_ message: String, help: String? = nil, range: Range<Int>, suggestion: String? = nil) {
    self.init(.badExpression, message, help: help, range: range, suggestion: suggestion)
  }
}
