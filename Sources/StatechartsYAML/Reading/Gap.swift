/// The text between two nodes: spaces, comments and the signs that make the structure.
struct Gap {
  /// Up to where the text was looked at.
  private(set) var position: Int
  /// Whether only spaces stand before `position` in its line.
  var isLineBlank = true
  /// Whether a line break was passed since the last node.
  var hasLineBreak = false
  /// Whether a `:` was passed since the last node.
  var hasColon = false
  /// Where a `?` stands that was passed since the last node.
  var question: Int?

  init(start: Int) { position = start }

  /// Goes past a node.
  mutating func move(to offset: Int) {
    guard offset > position else { return }
    position = offset
    isLineBlank = false
  }

  /// Goes past something in the gap itself.
  mutating func pass(to offset: Int) { position = offset }
}

extension DocumentBuilder {
  /// Looks at the text between the last node and the next.
  mutating func scanGap(to end: Int) {
    gap.hasLineBreak = false
    gap.hasColon = false
    gap.question = nil
    var index = gap.position
    let end = min(end, bytes.count)
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x20: index += 1
      case 0x0A, 0x0D:
        gap.isLineBlank = true
        gap.hasLineBreak = true
        index += 1
      case 0x09:
        if gap.isLineBlank { judgeTab(at: index) }
        index += 1
      case 0x23:
        let start = index
        while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        var comment = YAMLDocument.Comment(range: start..<index, isOnOwnLine: gap.isLineBlank)
        if !gap.hasLineBreak { comment.mayBeText = judgeComment(start..<index) }
        comments.append(comment)
        gap.isLineBlank = false
      default:
        if byte == 0x3A { gap.hasColon = true } else if byte == 0x3F { gap.question = index }
        gap.isLineBlank = false
        index += 1
      }
    }
    gap.pass(to: max(index, gap.position))
  }

  /// Where a block scalar's text ends, and where looking for comments goes on. A comment in its header is kept.
  mutating func endOfBlockScalar(from start: Int, to written: Int) -> (text: Int, gap: Int) {
    var index = start
    while index < written, bytes[index] != 0x0A, bytes[index] != 0x0D, bytes[index] != 0x23 { index += 1 }
    var header = index
    while header > start, bytes[header - 1] == 0x20 || bytes[header - 1] == 0x09 { header -= 1 }
    if index < written, bytes[index] == 0x23 {
      let comment = index
      while index < written, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      comments.append(YAMLDocument.Comment(range: comment..<index, isOnOwnLine: false))
    }
    var end = written
    while end > index, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    return end > index ? (end, end) : (header, index)
  }

  /// A text without the invisible characters that were reported in its range.
  mutating func visibleText(_ text: String, in range: SourceRange) -> String {
    // Scalars come in order, so what lies before this one is done with.
    while nextInvisible < invisible.count, invisible[nextInvisible].lowerBound < range.lowerBound {
      nextInvisible += 1
    }
    guard nextInvisible < invisible.count, invisible[nextInvisible].lowerBound < range.upperBound
    else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch CharacterKind(scalar) {
      case .invisible, .tag: continue
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
