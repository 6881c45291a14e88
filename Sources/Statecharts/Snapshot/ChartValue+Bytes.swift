// Values as bytes, for sealers. The engine has no JSON coder, so the form is its own: a letter, then the content.

extension ChartValue {
  /// The value as bytes.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.add(self)
    return writer.bytes
  }

  /// Reads a value; nil if the bytes are not what `bytes` gives, or the value nests too deeply.
  package init?(bytes: [UInt8]) {
    var reader = ValueReader(bytes: bytes[...])
    guard let value = reader.value(depth: 0), reader.bytes.isEmpty else { return nil }
    self = value
  }
}

extension ByteWriter {
  // Values of a chart nest at most `ExpressionLimits.depth` levels.
  fileprivate mutating func add(_ value: ChartValue) {
    switch value {
    case .unset: add("u")
    case .bool(let value):
      add("b")
      number(value ? 1 : 0)
    case .int(let value):
      add("i")
      number(value)
    case .number(let value):
      add("n")
      add("\(value.bitPattern)")
    case .string(let text):
      add("s")
      add(text)
    case .duration(let value):
      add("d")
      // The seconds of a longer duration may be more than its components can hold.
      let (seconds, attoseconds) = min(max(value, .zero - .longestInChart), .longestInChart).components
      add("\(seconds)")
      add("\(attoseconds)")
    case .list(let values):
      add("l")
      list(values) { $0.add($1) }
    case .map(let values):
      add("m")
      list(values.sorted { $0.key < $1.key }) { writer, entry in
        writer.add(entry.key)
        writer.add(entry.value)
      }
    }
  }
}

/// Reads what `ByteWriter` writes of a value.
private struct ValueReader {
  var bytes: ArraySlice<UInt8>

  mutating func number() -> Int? {
    var result: UInt = 0
    for shift in stride(from: UInt(0), to: UInt(UInt.bitWidth), by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      result |= UInt(byte & 127) << shift
      if byte < 128 { return Int(bitPattern: result) }
    }
    return nil
  }

  mutating func text() -> String? {
    guard let count = number(), count >= 0, count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return String(utf8: Array(bytes.prefix(count)))
  }

  mutating func value(depth: Int) -> ChartValue? {
    guard depth <= ExpressionLimits.depth, let letter = text() else { return nil }
    switch letter {
    case "u": return .unset
    case "b": return number().map { .bool($0 != 0) }
    case "i": return number().map { .int($0) }
    case "n":
      guard let bits = text().flatMap({ UInt64($0) }) else { return nil }
      let value = Double(bitPattern: bits)
      return value.isFinite ? .number(value) : nil
    case "s": return text().map { .string($0) }
    case "d":
      guard let seconds = text().flatMap({ Int64($0) }), let rest = text().flatMap({ Int64($0) }),
        rest.magnitude < 1_000_000_000_000_000_000 as UInt64
      else { return nil }
      return .duration(Duration(secondsComponent: seconds, attosecondsComponent: rest))
    case "l":
      return elements { reader in reader.value(depth: depth + 1) }.map { .list($0) }
    case "m":
      let entries = elements { reader -> (String, ChartValue)? in
        guard let name = reader.text(), let value = reader.value(depth: depth + 1) else { return nil }
        return (name, value)
      }
      return entries.map { .map(Dictionary($0, uniquingKeysWith: { first, _ in first })) }
    default: return nil
    }
  }

  private mutating func elements<Element>(_ read: (inout ValueReader) -> Element?) -> [Element]? {
    // Each element has bytes of its own, so a wrong count ends with them.
    guard let count = number(), count >= 0, count <= bytes.count else { return nil }
    var result: [Element] = []
    for _ in 0..<count {
      guard let element = read(&self) else { return nil }
      result.append(element)
    }
    return result
  }
}
