/// Something that was noticed while a document was converted.
public struct SCXMLRemark: Hashable, Sendable, CustomStringConvertible {
  /// How much it matters.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The document cannot be converted at all.
    case error
    /// Something could not be carried over. In its place the chart fails with `error.execution`, or does without it.
    case lost
    /// Something was carried over as the nearest that there is, and may do something else.
    case differs = "may differ"
    /// Something looks different afterwards, but does the same.
    case note
  }

  /// How much it matters.
  public var severity: Severity
  /// One plain sentence.
  public var message: String
  /// The name of the document that it is in.
  public var document: String
  /// Where it is; nil where the text has no place for it.
  public var place: TextPlace?

  /// Makes a remark.
  public init(_ severity: Severity, _ message: String, document: String, place: TextPlace?) {
    self.severity = severity
    self.message = message
    self.document = document
    self.place = place
  }

  /// `document:line:column: severity: sentence`.
  public var description: String {
    let place = place.map { ":\($0.line):\($0.column)" } ?? ""
    return "\(document)\(place): \(severity.rawValue): \(message)"
  }
}
