import Statecharts

/// `key:value`, which is a single text: behind the colon stands no space, or what only looks like one.
package struct MissingColonSpace {
  /// The same as a key and a value.
  package let fixed: String
  /// What is wrong, as the end of a sentence.
  package let problem: String

  /// What stands between the colon and the value, in UTF-8 from the text's beginning.
  package let gap: Range<Int>

  package static let fixTitle = "Write a space after the colon"

  /// Makes one from a text; nil for what is not like it, such as a web address.
  package init?(_ text: Substring) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].hasPrefix("/"), !parts[0].contains(" "), Self.isKey(parts[0]) else {
      return nil
    }
    let value = parts[1].drop { $0.isWhitespace }
    guard !value.isEmpty else { return nil }
    let start = parts[0].utf8.count + 1
    gap = start..<start + parts[1].utf8.count - value.utf8.count
    fixed = "\(parts[0]): \(value)"
    problem =
      value.count < parts[1].count
      ? "what looks like a space after the `:` is another character" : "a space is missing after the `:`"
  }

  /// The offset of the brace or bracket in `on:{ go: closed }`, where YAML takes `on:{ go` for the key.
  package static func brace(in text: String) -> Int? {
    guard let colon = text.utf8.firstIndex(of: 0x3A), isKey(text[..<colon]) else { return nil }
    let brace = text.utf8.index(after: colon)
    guard brace < text.utf8.endIndex, text.utf8[brace] == 0x7B || text.utf8[brace] == 0x5B else { return nil }
    return text.utf8.distance(from: text.utf8.startIndex, to: brace)
  }

  /// Whether a key can be meant: a word, or a span of time; a time of day is none.
  private static func isKey(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    if first.properties.isAlphabetic || first == "_" {
      return text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || "_-.".unicodeScalars.contains($0)
      }
    }
    return (try? Duration(literal: String(text))) != nil
  }
}
