/// The ids of the findings about the shape of a chart: what stands where.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ShapeRule: String, CaseIterable, Sendable {
  /// A key that the mapping does not have.
  case unknownKey = "unknown-key"
  /// A key that must be there and is not.
  case missingKey = "missing-key"
  /// A text where a list is expected, and so on.
  case wrongKind = "wrong-kind"
  /// A word that is not among the allowed ones.
  case notAllowed = "not-allowed"
  /// A number or a span that makes no sense in its place.
  case badValue = "bad-value"
  /// Keys of which only one may be there.
  case exclusiveKeys = "exclusive-keys"
  /// A key that only another kind of state has.
  case misplacedKey = "misplaced-key"
  /// A version of the format that is not known.
  case unsupportedVersion = "unsupported-version"
  /// A name with characters that names do not have.
  case illegalName = "illegal-name"
  /// A letter of another script that looks like an English one.
  case lookalikeCharacter = "lookalike-character"
  /// Two entries of a list that are the same.
  case duplicateValue = "duplicate-value"
  /// More than the limits allow.
  case limit = "limit"
}
