extension TextLines {
  /// Whether tabs alone indent the lines of a text, so that each stands for one level.
  var isIndentedByTabs: Bool {
    var hasTabs = false
    for start in source.lineStarts {
      let end = firstNonBlank(from: start)
      guard end > start, end < bytes.count, ![0x0A, 0x0D].contains(bytes[end]) else { continue }
      guard bytes[start..<end].allSatisfy({ $0 == 0x09 }) else { return false }
      hasTabs = true
    }
    return hasTabs
  }

  /// Two spaces in place of each tab that indents the line of an offset.
  func untabbed(_ offset: Int) -> Diagnostic.Fix {
    let range = span(lineStart(of: offset), firstNonBlank(from: lineStart(of: offset)))
    return Diagnostic.Fix(
      title: "Write spaces", range: range, replacement: String(repeating: "  ", count: range.count))
  }

  /// `not` in place of a `!` that begins a condition; nil where something else may be meant.
  func negation(at bang: Int) -> Diagnostic.Fix? {
    let before = source.text(in: span(bang - 16, bang)).filter { $0 != " " }
    let word = before.split { ":{,-\n\r".contains($0) }.last
    guard before.hasSuffix(":"), word == "guard" || word == "if", bang + 1 < bytes.count,
      NameSpelling.isWordByte(bytes[bang + 1]) || bytes[bang + 1] == 0x28
    else { return nil }
    // Elsewhere, `!a == b` negates `a` alone.
    let rest = bytes[span(bang + 1, bang + 200)].prefix { $0 != 0x0A && $0 != 0x0D }
    guard !rest.contains(where: { "=<>!".utf8.contains($0) }) else { return nil }
    return Diagnostic.Fix(title: "Write `not`", range: bang..<bang + 1, replacement: "not ")
  }
}
