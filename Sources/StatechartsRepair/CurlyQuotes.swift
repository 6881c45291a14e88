/// Quotes as word processors write them, which YAML takes for letters.
enum CurlyQuotes {
  /// What stands between two of them; nil for a text that does not begin and end with one.
  static func inside(_ text: String) -> String? {
    // Hardly any text begins and ends with more than ASCII, and need be cut into characters.
    guard let start = text.utf8.first, start >= 0x80, let end = text.utf8.last, end >= 0x80
    else { return nil }
    guard text.count > 2, let first = text.first, let last = text.last, "“”„«»‘’‚‹›".contains(first),
      "“”«»‘’‹›".contains(last)
    else { return nil }
    return String(text.dropFirst().dropLast())
  }
}
