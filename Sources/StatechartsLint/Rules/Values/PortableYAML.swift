internal import StatechartsYAML

/// Finds unquoted texts in braces and brackets that YAML 1.1 readers refuse.
///
/// A `?` may stand inside such a text in YAML 1.2 (7.3.3, `ns-plain-char`). PyYAML, and tools on top of it such as
/// yamllint, take it for the mark of a key.
struct PortableYAML: LintRule {
  static let description = RuleDescription(
    "portable-yaml", "Some YAML readers reject the file", .note, .file,
    why: "PyYAML and yamllint report a syntax error at an unquoted `?` inside braces or brackets.",
    howToFix: "Put the text in quotes. Or write the entries on indented lines, without braces.",
    bad: """
      events:
        ring: { payload: { name: ▸string? } }
      states:
        open: { on: { ring: closed } }
        closed: { type: final }
      """,
    good: """
      events:
        ring: { payload: { name: "string?" } }
      states:
        open: { on: { ring: closed } }
        closed: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    // Decision: Docs/decisions/linter.md#portable-yaml-is-about-syntax
    let document = context.document
    return document.allNodes.flatMap { collection -> [Diagnostic] in
      guard document.style(of: collection) == .flow else { return [] }
      return document.children(of: collection).flatMap { node -> [Diagnostic] in
        guard document.style(of: node) == .plain, let text = document.text(of: node), text.utf8.contains(0x3F)
        else { return [] }
        let range = document.range(of: node)
        // A text of several lines stays as it is: its line breaks would have to be folded.
        let isOneLine = range.count == text.utf8.count
        let lostQuote = Self.lostQuote(text)
        let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return finding(
          "Some YAML readers reject the unquoted `?` in `\(text)`.",
          help: lostQuote ?? (isOneLine ? "Write `\"\(quoted)\"`, in quotes." : nil), at: range,
          fix: isOneLine && lostQuote == nil
            ? Diagnostic.Fix(title: "Put the text in quotes", range: range, replacement: "\"\(quoted)\"")
            : nil)
      }
    }
  }

  /// What to write for a text with a quote at its end only.
  private static func lostQuote(_ text: String) -> String? {
    guard let quote = text.last, quote == "\"" || quote == "'",
      text.firstIndex(of: quote) == text.indices.last
    else { return nil }
    return "The text ends with a quote but does not begin with one. Write `\(quote)\(text)`."
  }
}
