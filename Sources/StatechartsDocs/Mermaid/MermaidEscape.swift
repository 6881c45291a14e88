/// Writes texts so that Mermaid shows exactly them and reads nothing into them.
///
/// Everything but letters, digits, spaces and a few signs becomes a decimal reference, `#59;` for a semicolon.
/// Of the signs that Mermaid 11.16 was found to leave alone, `&` and `$` are written as references too, because
/// browsers complete `&lt` without its semicolon and `$$` starts a formula. Two words of harmless letters still
/// mean something to Mermaid wherever they stand: `direction` before `LR` swallows the whole line, and `[[`
/// before `choice]]` makes a fork of a state; so one of their letters is written as a reference.
enum MermaidEscape {
  /// What becomes of a byte.
  private enum Treatment: UInt8 {
    case keep, reference, space, underscore, bracket, letterD, scalar
  }

  private static let treatments: [UInt8] = (0...255).map { value in
    let byte = UInt8(value)
    let treatment: Treatment
    switch byte {
    case 0...0x20, 0x7F: treatment = .space
    case 0x80...: treatment = .scalar
    case UInt8(ascii: "_"): treatment = .underscore
    case UInt8(ascii: "["): treatment = .bracket
    case UInt8(ascii: "d"), UInt8(ascii: "D"): treatment = .letterD
    case _ where byte.isLetter || byte.isDigit: treatment = .keep
    case _ where ".,-/()]?!+='>|@^~%".utf8.contains(byte): treatment = .keep
    default: treatment = .reference
    }
    return treatment.rawValue
  }

  /// Appends a text in one line: runs of spaces, line breaks and control characters become one space, those
  /// at either end disappear.
  ///
  /// A space more than `width` bytes after the start of its line becomes a line break.
  static func append(_ text: [UInt8], width: Int = .max, to output: inout [UInt8]) {
    text.withUnsafeBufferPointer { append($0, width: width, to: &output) }
  }

  /// A text in one line.
  static func line(_ text: [UInt8], width: Int = .max) -> [UInt8] {
    var output: [UInt8] = []
    append(text, width: width, to: &output)
    return output
  }

  /// A text in one line.
  static func line(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    append(text, to: &output)
    return output
  }

  /// Appends a text in one line.
  static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, width: .max, to: &output) }
  }

  /// Whether a text that may be in one line of any width stays as it is.
  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    treatments.withUnsafeBufferPointer { endOfPlainRun(text, from: 0, $0, blanksToo: true) == text.count }
  }

  /// Appends a text in one line.
  static func append(_ text: UnsafeBufferPointer<UInt8>, width: Int = .max, to output: inout [UInt8]) {
    if width == .max, isPlain(text) { return output.append(contentsOf: text) }
    let start = output.count
    var blankIsDue = false
    var index = 0
    var lineStart = 0
    func separate() {
      guard blankIsDue else { return }
      blankIsDue = false
      if index - lineStart > width {
        output.append("<br/>")
        lineStart = index
      } else {
        output.append(0x20)
      }
    }
    treatments.withUnsafeBufferPointer { treatments in
      while index < text.count {
        if let end = endOfPlainRun(text, from: index, treatments, blanksToo: width == .max && !blankIsDue) {
          separate()
          output.append(contentsOf: UnsafeBufferPointer(rebasing: text[index..<end]))
          index = end
          continue
        }
        let byte = text[index]
        // proven: the table has 256 entries, and each of them is the raw value of a case.
        let treatment = Treatment(rawValue: treatments[Int(byte)]) ?? .reference
        if treatment == .space {
          blankIsDue = output.count > start
          index += 1
          continue
        }
        if treatment == .scalar {
          let (scalar, length) = decode(text, at: index)
          if scalar.isBlank {
            blankIsDue = output.count > start
            index += length
            continue
          }
          separate()
          append(scalar, to: &output)
          index += length
          continue
        }
        separate()
        if treatment == .keep || isHarmless(text, index, treatment) {
          output.append(byte)
        } else {
          appendReference(UInt32(byte), to: &output)
        }
        index += 1
      }
    }
  }

  /// The end of the bytes from an index on that are kept as they are; nil when the first one is not.
  ///
  /// - Parameter blanksToo: Whether single spaces between them are as good.
  @inline(__always)
  private static func endOfPlainRun(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ treatments: UnsafeBufferPointer<UInt8>,
    blanksToo: Bool
  ) -> Int? {
    var end = start
    while end < text.count {
      if treatments[Int(text[end])] == Treatment.keep.rawValue {
        end += 1
      } else if blanksToo, text[end] == 0x20, end > start, end + 1 < text.count,
        treatments[Int(text[end + 1])] == Treatment.keep.rawValue
      {
        end += 2
      } else {
        break
      }
    }
    return end > start ? end : nil
  }

  /// Whether a byte that matters in some places may be kept in this one.
  private static func isHarmless(
    _ text: UnsafeBufferPointer<UInt8>, _ index: Int, _ treatment: Treatment
  ) -> Bool {
    switch treatment {
    case .underscore:
      // Between letters and digits it is no Markdown emphasis and keeps names readable.
      return index > 0 && text[index - 1].isLetterOrDigit && index + 1 < text.count
        && text[index + 1].isLetterOrDigit
    case .bracket: return index == 0 || text[index - 1] != UInt8(ascii: "[")
    case .letterD:
      let word = "direction"
      let end = index + word.utf8.count
      guard end <= text.count else { return true }
      if end < text.count, text[end].isLetterOrDigit || text[end] == UInt8(ascii: "_") { return true }
      return !zip(text[index..<end], word.utf8).allSatisfy { $0 | 0x20 == $1 }
    default: return false
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
      output.append(contentsOf: UTF8.encode(scalar) ?? .init())
    default: appendReference(scalar.value, to: &output)
    }
  }

  private static func appendReference(_ value: UInt32, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "#"))
    output.append(String(value))
    output.append(UInt8(ascii: ";"))
  }

  /// The scalar that begins at an index, and how many bytes it takes; the text is valid UTF-8.
  private static func decode(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int) {
    var iterator = text[index...].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return ("\u{FFFD}", 1) }
    return (scalar, UTF8.width(scalar))
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  var isLetterOrDigit: Bool { isLetter || isDigit }
}
