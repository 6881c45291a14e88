/// Writes JSON without Foundation. Names of objects stand in the order in which they are added, those of maps by their
/// bytes, so that the same thing is always the same text.
struct JSONText: TraceWriter {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  /// One object.
  static func object(_ body: (inout JSONText) -> Void) -> JSONText {
    var text = JSONText()
    text.bytes.append(UInt8(ascii: "{"))
    body(&text)
    text.bytes.append(UInt8(ascii: "}"))
    return text
  }

  /// The text.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a member.
  mutating func add(_ name: String, _ value: ChartValue) {
    key(name)
    write(value, depth: 0)
  }

  /// Adds a member that is a text.
  mutating func add(_ name: String, _ text: String) {
    key(name)
    write(text)
  }

  /// Adds a member that is a whole number.
  mutating func add(_ name: String, _ number: UInt64) {
    key(name)
    bytes.append(contentsOf: String(number).utf8)
  }

  /// Adds a member that is a list of texts.
  mutating func add(_ name: String, _ texts: [String]) {
    key(name)
    list(texts) { $0.write($1) }
  }

  /// Adds a member that is a list of objects.
  mutating func add<Element>(_ name: String, _ elements: [Element], _ body: (inout JSONText, Element) -> Void)
  {
    key(name)
    list(elements) { text, element in
      text.bytes.append(contentsOf: JSONText.object { body(&$0, element) }.bytes)
    }
  }

  /// Adds a span in seconds, with as many decimals as it has, to a nanosecond.
  mutating func add(_ name: String, _ span: Duration) {
    key(name)
    bytes.append(contentsOf: span.secondsText.utf8)
  }

  private mutating func key(_ name: String) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    write(name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func list<Element>(_ elements: [Element], _ body: (inout JSONText, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      body(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ value: ChartValue, depth: Int) {
    guard depth <= ExpressionLimits.depth else { return write("…") }
    switch value {
    case .unset: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: String(value).utf8)
    case .int(let value): bytes.append(contentsOf: String(value).utf8)
    // Numbers are never NaN or infinite; the shortest text that reads back is JSON.
    case .number(let value): bytes.append(contentsOf: "\(value)".utf8)
    case .duration(let value): write(value.literalText)
    case .string(let text): write(text)
    case .list(let elements): list(elements) { $0.write($1, depth: depth + 1) }
    case .map(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (index, name) in fields.keys.sorted(by: ChartValue.precedes).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(name)
        bytes.append(UInt8(ascii: ":"))
        write(fields[name] ?? .unset, depth: depth + 1)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// A text. What could end the line or take hold of a terminal is escaped.
  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      case _ where scalar.isUnsafeInLine:
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
