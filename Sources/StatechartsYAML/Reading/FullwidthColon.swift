/// The colon of Chinese and Japanese keyboards, which looks like the one that YAML wants and is a letter to it.
package enum FullwidthColon {
  package static let message = "The `：` here is a full-width colon, which YAML reads as a letter."
  package static let fixTitle = "Write an ordinary colon"

  /// What is meant by a text in which one follows a word at the beginning; nil for other texts.
  package static func fixed(_ text: some StringProtocol) -> String? {
    guard text.utf8.contains(0xEF), let colon = text.firstIndex(of: "：") else { return nil }
    let key = text[..<colon]
    guard !key.isEmpty,
      key.utf8.allSatisfy({ byte in
        byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
          || "_-.*".utf8.contains(byte)
      })
    else { return nil }
    let value = text[text.index(after: colon)...].drop { $0.isWhitespace }
    return value.isEmpty ? "\(key):" : "\(key): \(value)"
  }
}
