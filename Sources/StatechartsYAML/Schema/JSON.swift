/// JSON with its keys in the order in which they were put in.
package indirect enum JSON {
  case object([(String, JSON)])
  case array([JSON])
  case string(String)
  case int(Int)
  case bool(Bool)
  case null

  /// A list of texts.
  package static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  /// The text, with two spaces a level; lists without lists or objects in them stand in one line.
  package var text: String {
    var bytes: [UInt8] = []
    write(to: &bytes, indentation: 0)
    bytes.append(UInt8(ascii: "\n"))
    return String(decoding: bytes, as: UTF8.self)
  }

  private var isScalar: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }

  private func write(to bytes: inout [UInt8], indentation: Int) {
    switch self {
    case .object(let entries):
      guard !entries.isEmpty else { return bytes += "{}".utf8 }
      bytes += "{\n".utf8
      for (place, (key, value)) in entries.enumerated() {
        Self.indent(by: indentation + 2, &bytes)
        Self.quote(key, &bytes)
        bytes += ": ".utf8
        value.write(to: &bytes, indentation: indentation + 2)
        bytes += (place + 1 < entries.count ? ",\n" : "\n").utf8
      }
      Self.indent(by: indentation, &bytes)
      bytes += "}".utf8
    case .array(let items) where items.allSatisfy(\.isScalar):
      bytes += "[".utf8
      for (place, item) in items.enumerated() {
        if place > 0 { bytes += ", ".utf8 }
        item.write(to: &bytes, indentation: indentation)
      }
      bytes += "]".utf8
    case .array(let items):
      bytes += "[\n".utf8
      for (place, item) in items.enumerated() {
        Self.indent(by: indentation + 2, &bytes)
        item.write(to: &bytes, indentation: indentation + 2)
        bytes += (place + 1 < items.count ? ",\n" : "\n").utf8
      }
      Self.indent(by: indentation, &bytes)
      bytes += "]".utf8
    case .string(let value): Self.quote(value, &bytes)
    case .int(let value): bytes += String(value).utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    }
  }

  private static func indent(by count: Int, _ bytes: inout [UInt8]) {
    bytes += repeatElement(UInt8(ascii: " "), count: count)
  }

  /// All that JSON wants escaped is ASCII (RFC 8259, section 7), so the bytes of other characters are taken over.
  private static func quote(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case ..<0x20:
        let hex = String(byte, radix: 16)
        bytes += "\\u00\(hex.utf8.count < 2 ? "0" : "")\(hex)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
