/// Why a text cannot be read as XML, with its place.
public struct XMLProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The text breaks a rule of XML.
    case syntax
    /// The text is not in UTF-8, or says that it is not.
    case encoding
    /// The text has a document type, which could define entities; none is read.
    case documentType = "document-type"
    /// An entity other than the five of XML.
    case entity
    /// The text is larger, or nests deeper, than is read.
    case limit
  }

  /// The kind.
  public var kind: Kind
  /// One plain sentence.
  public var message: String
  /// Where it is.
  public var place: TextPlace

  /// The place and the sentence.
  public var description: String { "\(place.line):\(place.column): \(message)" }
}

/// How much an XML text may hold.
public struct XMLLimits: Sendable {
  /// The size of the text in bytes.
  public var bytes = 4 << 20
  /// How deep elements may nest. Importing recurses along them, so it is small.
  public var depth = 128
  /// How many elements, attributes and texts there may be together.
  public var nodes = 400_000

  /// The limits that charts need.
  public static let `default` = XMLLimits()

  /// Makes the default limits.
  public init() {}
}
