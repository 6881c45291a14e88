/// The headers of a request or an answer. Names are compared without regard to case; printing shows the names alone,
/// for the values may be tokens.
public struct TransportHeaders: Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible,
  CustomReflectable
{
  /// All of them, in order.
  public private(set) var fields: [(name: String, value: String)]

  /// Makes headers.
  public init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

  /// Makes headers from a literal.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { (name: $0.0, value: $0.1) }
  }

  /// The first value of a name. Setting it replaces all of them.
  public subscript(name: String) -> String? {
    get { fields.first { Self.isSame($0.name, name) }?.value }
    set {
      fields.removeAll { Self.isSame($0.name, name) }
      if let newValue { fields.append((name: name, value: newValue)) }
    }
  }

  /// Whether the body is declared as JSON: a proxy's page may well hold something that reads as JSON.
  package var declareJSON: Bool { self["Content-Type"]?.lowercased().hasPrefix("application/json") ?? false }

  /// The names, with commas.
  public var description: String { fields.map(\.name).joined(separator: ", ") }

  /// The names.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.map(\.name)) }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.lowercased() == right.lowercased()
  }
}
