/// What came of reading a text as YAML.
public struct YAMLReading: Sendable {
  /// The nodes; nil when the text could not be read to its end.
  ///
  /// A document with errors is for finding more of them, not for use.
  public let document: YAMLDocument?
  /// All findings in the order of the text.
  public let diagnostics: [Diagnostic]

  /// Whether nothing worse than a warning was found.
  public var isUsable: Bool { document != nil && !diagnostics.contains { $0.severity == .error } }
}
