/// An escape such as `\u200B` in a text in double quotes, which puts a character into the text that nobody sees, or that
/// controls a terminal.
package struct HiddenEscape {
  let range: SourceRange
  let scalar: Unicode.Scalar
}

extension SourceText {
  /// The hidden escapes in a text in double quotes.
  func hiddenEscapes(in range: SourceRange) -> [HiddenEscape] {
    var result: [HiddenEscape] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
        index += 1
        continue
      }
      let (scalar, length) = TextScan.escape(bytes, at: index, upTo: range.upperBound)
      if let scalar {
        switch CharacterKind(scalar) {
        case .control, .lineBreak, .invisible:
          result.append(HiddenEscape(range: index..<index + length, scalar: scalar))
        default: break
        }
      }
      index += length
    }
    return result
  }
}
