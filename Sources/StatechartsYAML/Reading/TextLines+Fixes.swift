extension TextLines {
  /// Whether tabs alone indent the lines of a text, so that each stands for one level.
  package var isIndentedByTabs: Bool {
    var hasTabs = false
    for start in source.lineStarts {
      let end = firstNonBlank(from: start)
      guard end > start, end < bytes.count, ![0x0A, 0x0D].contains(bytes[end]) else { continue }
      guard bytes[start..<end].allSatisfy({ $0 == 0x09 }) else { return false }
      hasTabs = true
    }
    return hasTabs
  }

  /// Lines whose indentation contains tabs.
  package struct TabbedLines {
    /// The first tab.
    package var range: SourceRange
    /// From the first of the lines to the last, by number.
    package var lines: ClosedRange<Int>
    package var count = 1
    package var fix: Diagnostic.Fix?

    package var message: String {
      count == 1
        ? "The indentation contains a tab."
        : "The indentation of \(count) lines contains tabs (lines \(lines.lowerBound) to \(lines.upperBound))."
    }
  }

  /// The next lines with tabs, from a line on; nil where no more follow.
  ///
  /// - Parameter areSure: Whether tabs alone indent the text. Then all of its lines are meant, else those up to the next
  ///   line without a tab.
  package func tabs(from first: Int, areSure: Bool) -> TabbedLines? {
    var result: TabbedLines?
    // How far comments are indented has no meaning.
    var areComments = true
    for number in source.lineStarts.indices.dropFirst(first - 1).lazy.map({ $0 + 1 }) {
      let start = source.lineStarts[number - 1]
      let end = firstNonBlank(from: start)
      guard end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D else { continue }
      if let tab = bytes[start..<end].firstIndex(of: 0x09) {
        areComments = areComments && bytes[end] == 0x23
        if let known = result?.lines.lowerBound {
          result?.lines = known...number
          result?.count += 1
        } else {
          result = TabbedLines(range: tab..<tab + 1, lines: number...number)
        }
      } else if result != nil, !areSure {
        break
      }
    }
    if areSure || areComments, let lines = result?.lines { result?.fix = untabbed(lines) }
    return result
  }

  /// Two spaces in place of each tab that indents lines.
  package func untabbed(_ lines: ClosedRange<Int>) -> Diagnostic.Fix {
    var text = ""
    var done = source.lineStarts[lines.lowerBound - 1]
    let range = done..<firstNonBlank(from: source.lineStarts[lines.upperBound - 1])
    for number in lines {
      let start = source.lineStarts[number - 1]
      let end = firstNonBlank(from: start)
      text += source.text(in: done..<start) + bytes[start..<end].map { $0 == 0x09 ? "  " : " " }.joined()
      done = end
    }
    return Diagnostic.Fix(title: "Write spaces", range: range, replacement: text)
  }

  /// `not` in place of a `!` that begins a condition; nil where something else may be meant.
  package func negation(at bang: Int) -> Diagnostic.Fix? {
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
