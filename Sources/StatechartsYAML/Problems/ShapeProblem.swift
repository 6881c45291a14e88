package import Statecharts

/// A place in a chart where the reader asks the repairs what the author meant.
package enum ShapeProblem {
  // MARK: What cannot be read as it stands

  /// A key that the mapping does not have. `others` are the keys beside it, which cannot take its place.
  case unknownKey(Int32, ofMapping: Int32, FormatObject, others: Set<String>)
  /// A text where a list is expected, and so on.
  case wrongKind(Int32, key: Int32, expected: FormatShape)
  /// A word that is not among those that are allowed.
  case notAllowed(Int32, key: FormatName, words: [String])
  /// A text that is not a name of the kind.
  case illegalName(Int32, FormatShape.NameKind)
  /// A text that is not a type.
  case unknownType(Int32)
  /// A text that begins like a duration.
  case badDuration(Int32, DurationLiteralProblem)
  /// A key of a transition among the events of `on`.
  case eventKey(Int32)
  /// A key of a transition among the error codes of `failed`, after an error code.
  case failureKey(Int32, after: Int32?)
  /// A mapping without a key that begins an action.
  case noAction(Int32)

  // MARK: What can be read, but is probably meant otherwise

  /// A key without a value.
  case emptyKey(Int32, ofMapping: Int32, FormatObject, place: Int)
  /// A key whose value is a block.
  case block(Int32, ofMapping: Int32, FormatObject, place: Int)
  /// A key that the mapping does not have, after others. `owner` is the key or item that the mapping belongs to.
  case laterKey(Int32, after: Int32, ofMapping: Int32, FormatObject, owner: Int32)
  /// A key of `states`.
  case state(Int32, after: Int32?)
  /// A mapping of events, behind `on` or in its list.
  case events(Int32, isItem: Bool)
  /// A key of `on`.
  case event(Int32)
  /// A key of `after`, whose value is the mapping.
  case delay(Int32, ofMapping: Int32)
  /// A key of `failed`, whose value is the mapping.
  case failure(Int32, ofMapping: Int32)
  /// A declared name.
  case declaration(Int32, of: FormatName, FormatObject)
  /// A text that stands for an action.
  case action(Int32)
  /// The only key of a mapping that stands for an action.
  case actionKey(Int32, ofMapping: Int32)
  /// The same, once its name is known.
  case actionCall(Int32, name: String)
  /// A text that stands for the target of a transition.
  case target(Int32)
  /// A text that stands for a guard.
  case guardText(Int32)
  /// A mapping that stands for a guard.
  case guardCall(Int32)
  /// The short form of a variable, which is its type.
  case variable(Int32, name: String)
  /// The initial value of a variable with `values`.
  case initialValue(Int32, values: [String])
  /// A duration or an expression.
  case duration(Int32)
  /// A text for people.
  case text(Int32)
}
