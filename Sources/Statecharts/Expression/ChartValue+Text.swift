extension ChartValue: CustomStringConvertible {
  /// The value as people read it: a text as it is, everything else as an expression would write it, the fields of a map in
  /// the order of their bytes. Cut off after 10,000 bytes. Nothing is redacted here.
  public var description: String {
    if case .string(let text) = self { return text }
    if case .number(let number) = self { return Self.plain(number) }
    return literalText(atMost: 10_000)
  }

  /// The value as an expression that evaluates to it. A value without end in sight is cut off after 16 MiB.
  package var literalText: String { literalText(atMost: ExpressionLimits.allTexts) }

  private func literalText(atMost limit: Int) -> String {
    var result = ""
    write(to: &result, limit: limit, depth: 0)
    return result
  }

  private func write(to result: inout String, limit: Int, depth: Int) {
    guard result.utf8.count < limit, depth <= ExpressionLimits.depth else {
      if !result.hasSuffix("…") { result += "…" }
      return
    }
    switch self {
    case .unset: result += "unset"
    case .bool(let value): result += value ? "true" : "false"
    case .int(let value): result += String(value)
    case .number(let value): result += "\(value)"
    case .duration(let value): result += value.literalText
    case .string(let text): result += Self.quoted(text)
    case .list(let elements):
      result += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { result += ", " }
        element.write(to: &result, limit: limit, depth: depth + 1)
        if result.utf8.count >= limit { break }
      }
      result += "]"
    case .map(let fields):
      result += "{"
      var isFirst = true
      for name in fields.keys.sorted(by: Self.precedes) {
        if !isFirst { result += ", " }
        isFirst = false
        result += Self.fieldText(name) + ": "
        (fields[name] ?? .unset).write(to: &result, limit: limit, depth: depth + 1)
        if result.utf8.count >= limit { break }
      }
      result += "}"
    }
  }

  /// The order of names in everything that is printed.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// A number without a superfluous `.0`.
  static func plain(_ number: Double) -> String {
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }
    return "\(number)"
  }

  /// A text in quotes, with escapes.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "'")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "'"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A name as a map literal writes it: bare where it can be.
  static func fieldText(_ name: String) -> String {
    let isBare =
      (name.utf8.first.map(ExpressionLexer.isWordStart) ?? false)
      && name.utf8.allSatisfy(ExpressionLexer.isWordPart)
    return isBare ? name : quoted(name)
  }
}
