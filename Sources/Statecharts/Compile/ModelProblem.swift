package import StatechartsModel

/// One thing that is wrong with a chart: what it is, where, and what to write instead.
///
/// A model problem knows nothing of texts and lines. The reader of the chart turns `origin` and `textRange`
/// into a place that a person can edit.
package struct ModelProblem: Error, Hashable, Sendable {
  /// The rule that a problem breaks. The raw value is the rule's id in findings, documents and settings.
  package enum Rule: String, Hashable, Sendable, CaseIterable {
    /// Two states have the same id.
    case duplicateState = "duplicate-state"
    /// A name is declared twice in one list.
    case duplicateName = "duplicate-name"
    /// Two invocations of one state run under the same id.
    case duplicateInvocation = "duplicate-invocation"
    /// A name uses characters that names may not have, is a reserved word, or is too long.
    case illegalName = "illegal-name"
    /// A transition, an initial or a history default names a state that does not exist.
    case unknownTarget = "unknown-target"
    /// A compound state has no `initial`, or one that does not lie inside it.
    case badInitial = "bad-initial"
    /// A history state stands where none can be, or its default is missing or lies outside its parent.
    case badHistory = "bad-history"
    /// A choice has no branches, or none without a guard at the end.
    case badChoice = "bad-choice"
    /// The targets of one transition cannot be active together.
    case conflictingTargets = "conflicting-targets"
    /// A state of this kind cannot have what it has.
    case notAllowed = "not-allowed"
    /// An event is not declared under `events`.
    case unknownEvent = "unknown-event"
    /// A guard, action, service or query is not declared under `handlers`.
    case unknownHandler = "unknown-handler"
    /// A variable is not declared under `context`.
    case unknownVariable = "unknown-variable"
    /// A field or argument is not declared.
    case unknownField = "unknown-field"
    /// A field or argument that must be given is missing.
    case missingField = "missing-field"
    /// An error code is not declared under `errors`, or the service does not declare it.
    case unknownError = "unknown-error"
    /// An output is not declared under `outputs`.
    case unknownOutput = "unknown-output"
    /// Nothing is sent, or nothing runs, under the id.
    case unknownSendID = "unknown-send-id"
    /// A list of states names one that does not exist.
    case unknownState = "unknown-state"
    /// `in(…)` names a state that does not exist.
    case unknownStateInExpression = "unknown-state-in-expression"
    /// A secret goes into a variable that is not declared secret, where it would be shown and stored.
    case secretLeak = "secret-leak"
    /// A migration is of a version that is not an older one, stands out of order, or contradicts itself.
    case badMigration = "bad-migration"
    /// An expression cannot be read, or its types do not fit.
    case badExpression = "bad-expression"
    /// A number or a span of time lies outside its range.
    case badValue = "bad-value"
    /// The chart is larger or nests deeper than charts may.
    case limit = "limit"
  }

  /// Another place that belongs to the problem, such as a first definition.
  package struct Related: Hashable, Sendable {
    /// Where it is.
    package var origin: ModelOrigin
    /// What it is.
    package var message: String

    /// Makes a related place.
    package init(origin: ModelOrigin, message: String) {
      self.origin = origin
      self.message = message
    }
  }

  /// The rule that is broken.
  package var rule: Rule
  /// What is wrong, in one plain sentence.
  package var message: String
  /// What to write instead; nil only where the message says it already.
  package var help: String?
  /// The part of the chart to edit.
  package var origin: ModelOrigin
  /// The place inside the text at `origin`, in UTF-8 offsets; nil means the whole text.
  package var textRange: Range<Int>?
  /// Other places that belong to the problem.
  package var related: [Related]
  /// A name near the one that was written, which solves the problem if it was meant.
  package var suggestion: String?
  /// Whether to ask before the suggestion is written: something else may be meant.
  package var isGuess: Bool

  /// Makes a problem.
  package init(
    _ rule: Rule, _ message: String, help: String? = nil, origin: ModelOrigin, textRange: Range<Int>? = nil,
    related: [Related] = [], suggestion: String? = nil, isGuess: Bool = false
  ) {
    self.rule = rule
    self.message = message
    self.help = help
    self.origin = origin
    self.textRange = textRange
    self.related = related
    self.suggestion = suggestion
    self.isGuess = isGuess
  }
}
