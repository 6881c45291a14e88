/// JSON as it came. Reading it is bounded, whatever a server sends. Printing shows no values.
package enum JSONValue: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Lists and objects that lie in each other.
  package static let deepest = 32

  /// Reads JSON; nil if it is not valid, is nested too deeply, or is ambiguous.
  package static func read(_ bytes: [UInt8]) -> JSONValue? {
    var reader = JSONReader(bytes)
    return reader.document()
  }

  /// A field of an object; nil if it is missing or null.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let fields) = self, let field = fields[name], field != .null else { return nil }
    return field
  }

  /// Whether an object has a field, be it null.
  package func has(_ name: String) -> Bool {
    if case .object(let fields) = self { fields[name] != nil } else { false }
  }

  /// The text, if it is one.
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The truth value, if it is one.
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The whole number, if it is one.
  package var int: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }
  /// The elements, if it is a list.
  package var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  /// Whether it is an object.
  package var isObject: Bool { if case .object = self { true } else { false } }

  /// The kind alone.
  package var description: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .number: "number"
    case .string: "text"
    case .list: "list"
    case .object: "object"
    }
  }

  /// Nothing.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
  package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }

  /// The JSON, fields in the order of their names.
  package var bytes: [UInt8] {
    var out: [UInt8] = []
    write(to: &out)
    return out
  }

  private func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let value): out += (value ? "true" : "false").utf8
    case .number(let value): out += (Int(exactly: value).map(String.init) ?? String(value)).utf8
    case .string(let text): Self.write(text, to: &out)
    case .list(let list):
      out += "[".utf8
      for (number, value) in list.enumerated() {
        if number > 0 { out += ",".utf8 }
        value.write(to: &out)
      }
      out += "]".utf8
    case .object(let fields):
      out += "{".utf8
      for (number, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
        if number > 0 { out += ",".utf8 }
        Self.write(field.key, to: &out)
        out += ":".utf8
        field.value.write(to: &out)
      }
      out += "}".utf8
    }
  }

  private static func write(_ text: String, to out: inout [UInt8]) {
    out += "\"".utf8
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
      case ..<0x20: out += ("\\u00" + Hex.text([byte])).utf8
      default: out.append(byte)
      }
    }
    out += "\"".utf8
  }
}
