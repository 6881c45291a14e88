extension YAMLDocument {
  /// The place in the source of a part of a scalar's text; the whole node if that is not known.
  ///
  /// - Parameter textRange: UTF-8 offsets in the text after unquoting and folding.
  public func range(of node: NodeID, textRange: Range<Int>) -> SourceRange {
    let whole = range(of: node)
    guard let text = text(of: node) else { return whole }
    let size = text.utf8.count
    guard textRange.lowerBound >= 0, textRange.upperBound <= size else { return whole }
    let style = style(of: node)
    let quote = style == .plain ? 0 : 1
    if style != .literal, style != .folded, whole.count == size + 2 * quote {
      // As long as it is written: nothing was folded or escaped.
      let start = whole.lowerBound + quote
      return start + textRange.lowerBound..<start + textRange.upperBound
    }
    var walk = ScalarWalk(bytes: source.bytes, whole: whole, text: Array(text.utf8))
    return walk.range(of: textRange, style: style) ?? whole
  }
}

/// Walks a scalar's source and text side by side.
///
/// Whatever the style, a text is made of stretches of its source, with escapes, folded line breaks and indentation
/// between. The walk follows the stretches; when the two do not meet, it gives up.
private struct ScalarWalk {
  let bytes: [UInt8]
  let whole: SourceRange
  let text: [UInt8]
  /// For each byte of the text, the source it stands for.
  var places: [SourceRange] = []

  init(bytes: [UInt8], whole: SourceRange, text: [UInt8]) {
    self.bytes = bytes
    self.whole = whole
    self.text = text
  }

  mutating func range(of textRange: Range<Int>, style: YAMLDocument.Style) -> SourceRange? {
    let isBlock = style == .literal || style == .folded
    guard isBlock ? walkBlock() : walkInline(style) else { return nil }
    let end = places.last?.upperBound ?? whole.upperBound
    let start = textRange.lowerBound < places.count ? places[textRange.lowerBound].lowerBound : end
    guard !textRange.isEmpty, textRange.upperBound <= places.count else { return start..<start }
    return start..<max(start, places[textRange.upperBound - 1].upperBound)
  }

  /// Plain and quoted scalars.
  private mutating func walkInline(_ style: YAMLDocument.Style) -> Bool {
    let quote = style == .plain ? 0 : 1
    guard whole.count >= 2 * quote else { return false }
    let end = whole.upperBound - quote
    var index = whole.lowerBound + quote
    while index < end {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D || isBlank(byte) && endsLine(index, before: end) {
        guard fold(&index, before: end) else { return false }
      } else if style == .singleQuoted, byte == 0x27 {
        guard take(index..<index + 2, as: 1) else { return false }
        index += 2
      } else if style == .doubleQuoted, byte == 0x5C {
        guard escape(&index, before: end) else { return false }
      } else {
        guard places.count < text.count, text[places.count] == byte, take(index..<index + 1, as: 1) else {
          return false
        }
        index += 1
      }
    }
    return places.count == text.count
  }

  /// Block scalars: each line's content after the indentation is in the text as it stands.
  private mutating func walkBlock() -> Bool {
    var index = whole.lowerBound
    while index < whole.upperBound, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    var indentation: Int?
    while index < whole.upperBound {
      let breakStart = index
      if bytes[index] == 0x0D, index + 1 < whole.upperBound, bytes[index + 1] == 0x0A { index += 1 }
      index += 1
      let lineStart = index
      while index < whole.upperBound, isBlank(bytes[index]) { index += 1 }
      let isEmpty = index >= whole.upperBound || bytes[index] == 0x0A || bytes[index] == 0x0D
      if isEmpty { continue }
      let own = indentation ?? index - lineStart
      indentation = own
      // More than the indentation belongs to the text.
      index = min(lineStart + own, index)
      while places.count < text.count, text[places.count] != bytes[index],
        text[places.count] == 0x0A || text[places.count] == 0x20
      {
        guard take(breakStart..<lineStart, as: 1) else { return false }
      }
      while index < whole.upperBound, bytes[index] != 0x0A, bytes[index] != 0x0D {
        guard places.count < text.count, text[places.count] == bytes[index], take(index..<index + 1, as: 1)
        else {
          return false
        }
        index += 1
      }
    }
    // What is left are line breaks at the end.
    guard text[places.count...].allSatisfy({ $0 == 0x0A }) else { return false }
    while places.count < text.count { places.append(whole.upperBound..<whole.upperBound) }
    return true
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private func endsLine(_ index: Int, before end: Int) -> Bool {
    var next = index
    while next < end, isBlank(bytes[next]) { next += 1 }
    return next < end && (bytes[next] == 0x0A || bytes[next] == 0x0D)
  }

  /// A line break with the spaces around it: one is a space in the text, more are one line break less.
  private mutating func fold(_ index: inout Int, before end: Int) -> Bool {
    let start = index
    var breaks = 0
    while index < end, isBlank(bytes[index]) || bytes[index] == 0x0A || bytes[index] == 0x0D {
      if bytes[index] == 0x0A || bytes[index] == 0x0D && !(index + 1 < end && bytes[index + 1] == 0x0A) {
        breaks += 1
      }
      index += 1
    }
    return take(start..<index, as: breaks > 1 ? breaks - 1 : 1)
  }

  /// An escape in a double-quoted scalar.
  private mutating func escape(_ index: inout Int, before end: Int) -> Bool {
    guard index + 1 < end else { return false }
    let start = index
    let sign = bytes[index + 1]
    index += 2
    if sign == 0x0A || sign == 0x0D {
      // An escaped line break is nothing at all.
      if sign == 0x0D, index < end, bytes[index] == 0x0A { index += 1 }
      while index < end, isBlank(bytes[index]) { index += 1 }
      return true
    }
    let digits = sign == 0x78 ? 2 : sign == 0x75 ? 4 : sign == 0x55 ? 8 : 0
    index += digits
    guard index <= end, places.count < text.count else { return false }
    let first = text[places.count]
    return take(start..<index, as: first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4)
  }

  /// Lets a stretch of source stand for the next bytes of the text.
  private mutating func take(_ source: SourceRange, as count: Int) -> Bool {
    guard places.count + count <= text.count else { return false }
    for _ in 0..<count { places.append(source) }
    return true
  }
}
