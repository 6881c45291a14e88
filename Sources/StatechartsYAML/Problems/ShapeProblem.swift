package import Statecharts
package import StatechartsModel

/// Something that the reader found in a chart, with the nodes that it is about. Repairs are asked about each.
package enum ShapeProblem {
  // MARK: Keys

  /// A key that the mapping does not have. `others` are the keys beside it, which cannot take its place.
  case unknownKey(Int32, ofMapping: Int32, FormatObject, others: Set<String>)
  /// A key that must be there and is not.
  case missingKey(FormatName, owner: Int32, FormatObject)
  /// At least one of these keys is required, and all are missing.
  case missingKeys([FormatName], owner: Int32, FormatObject)
  /// No `initial` in a state with states inside.
  case missingInitial(owner: Int32, FormatObject, first: ChartName, couldBeParallel: Bool)
  /// Two keys that shut one another out.
  case exclusiveKeys(Int32, after: Int32)
  /// A key that only other kinds of state have.
  case keyOfOtherKind(Int32, FormatKey.ID, in: StateKinds)
  /// A key that has a meaning only beside another one.
  case keyWithoutPartner(Int32, FormatName, in: FormatObject)
  /// A key of a transition among the events of `on`.
  case eventKey(Int32)
  /// A key of a transition among the error codes of `failed`, after an error code.
  case failureKey(Int32, after: Int32?)
  /// A mapping without a key that begins an action.
  case noAction(Int32)
  /// A second key that begins an action.
  case twoActions(Int32, after: Int32)
  /// A second key of a mapping that stands for a guard.
  case severalGuards(Int32, in: Int32)
  /// An operator that stands for a guard with arguments.
  case operatorAsGuard(Int32)
  /// States within more states than the reader follows.
  case nestedTooDeep(Int32, limit: Int)
  /// A file without any key that only charts have.
  case noChart(Int32)

  // MARK: Values

  /// A text where a list is expected, and so on. The value stands behind a key of the format, where that is known.
  indirect case wrongKind(Int32, key: Int32, expected: FormatShape, behind: FormatKey? = nil)
  /// A word that is not among those that are allowed.
  case notAllowed(Int32, key: FormatName, words: [String])
  /// A text that is not a name of the kind.
  case illegalName(Int32, FormatShape.NameKind)
  /// The name of an action that the format uses itself.
  case reservedAction(ChartName)
  /// A text that is not a type.
  case unknownType(Int32)
  /// A text that begins like a duration.
  case badDuration(Int32, DurationLiteralProblem)
  /// A key of `after` that is several words.
  case badDelay(Int32)
  /// A time limit of nothing.
  case noTimeout(Int32)
  /// A path of a chart.
  case badPath(Int32, PathSpelling.Problem)
  /// A path whose file has a name that is not an id.
  case badFileName(ChartName)
  /// An entry of a list that is there twice.
  case duplicateValue(Int32, after: Int32?)
  /// `values` of a type that is not text.
  case valuesOfOtherType(Int32)
  /// `persist: always` of a secret.
  case storedSecret(Int32)
  /// A version of the format that is not known.
  case unknownVersion(Int32, Int)
  /// A character that nobody sees, in a text for people.
  case hiddenEscape(HiddenEscape)

  // MARK: What can be read, but is probably meant otherwise

  /// A key without a value.
  case emptyKey(Int32, ofMapping: Int32, FormatKey.ID)
  /// A key whose value is a block.
  case block(Int32, ofMapping: Int32, FormatKey.ID)
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
