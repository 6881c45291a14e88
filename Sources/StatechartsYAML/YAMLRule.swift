/// The ids of the findings that reading YAML can give, before anything is known about charts.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum YAMLRule: String, CaseIterable, Sendable {
  /// The text is not well-formed YAML.
  case syntax = "yaml-syntax"
  /// The text is YAML, with something that charts do without: anchors, aliases, tags, merge keys,
  /// directives, several documents, keys that are lists or mappings.
  case unsupported = "unsupported-yaml"
  /// The file holds nothing, or something else than a mapping.
  case root = "yaml-root"
  /// Bytes that are not UTF-8 text.
  case encoding = "encoding"
  /// A character that cannot be seen or that editors show differently.
  case hiddenCharacter = "hidden-character"
  /// A tab where spaces make the structure.
  case tab = "tab-indentation"
  /// One key twice in a mapping.
  case duplicateKey = "duplicate-key"
  /// Two keys of a mapping that differ in upper and lower case only.
  case similarKeys = "similar-keys"
  /// A key without text.
  case emptyKey = "empty-key"
  /// An entry in braces without a value.
  case missingValue = "missing-value"
  /// `key:value` or `-item` without the space that would make it a key or an item.
  case missingSpace = "missing-space"
  /// A `#` that ends a text.
  case cutText = "cut-text"
  /// A text without quotes that goes on in the next line.
  case multilineText = "multi-line-text"
  /// A text that other YAML tools read as something else.
  case unquotedScalar = "unquoted-scalar"
  /// A `?` before a key.
  case explicitKey = "explicit-key"
  /// More than the limits allow.
  case limit = "limit"
}
