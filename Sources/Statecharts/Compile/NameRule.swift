/// What names may look like (`Docs/reference/chart-format.md`, Names).
package enum NameRule {
  /// The longest name, in UTF-8 bytes.
  package static let longest = 128

  /// Words that mean something else in expressions.
  package static let reserved: Set<String> = [
    "and", "or", "not", "true", "false", "unset", "in", "event", "defined",
  ]

  /// A letter, then letters, digits, `_` and `-`: ids of states, codes, outputs, ids of work and of sends.
  package static func isIdentifier(_ text: String) -> Bool {
    isToken(text) && text.utf8.first.map { isLetter($0) } == true
  }

  /// A letter or `_`, then letters, digits and `_`, and no reserved word: what expressions can say.
  package static func isExpressionName(_ text: String) -> Bool {
    guard isToken(text), let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "_") else {
      return false
    }
    return !text.utf8.contains(UInt8(ascii: "-")) && !reserved.contains(text)
  }

  /// Tokens joined by dots. Names that begin with `done.` or `error.` hold a name of their own.
  package static func isEventName(_ text: String) -> Bool {
    let isMade = text.hasPrefix("done.") || text.hasPrefix("error.")
    guard text.utf8.count <= (isMade ? EventTrie.longestName : longest) else { return false }
    // A letter begins each token. One pass over the bytes, for a chart may have very many names.
    var length = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") {
        guard length > 0 else { return false }
        length = 0
        continue
      }
      length += 1
      guard length <= longest, isTokenByte(byte), length > 1 || isLetter(byte) else { return false }
    }
    return length > 0
  }

  /// The name of an event, which may end with `.*`, or `*` alone: the descriptors of SCXML 3.12.1.
  package static func isDescriptor(_ text: String) -> Bool {
    text == "*" || isEventName(text.hasSuffix(".*") ? String(text.dropLast(2)) : text)
  }

  private static func isToken(_ text: String) -> Bool {
    !text.utf8.isEmpty && text.utf8.count <= longest
      && text.utf8.allSatisfy { isTokenByte($0) }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
