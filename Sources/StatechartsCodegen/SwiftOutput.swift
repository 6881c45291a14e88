/// Lines of Swift that are being written.
struct SwiftOutput {
  private(set) var lines: [String] = []
  private var indent = 0

  /// The text with a line break at its end.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Writes a line; an empty one has no indentation.
  mutating func line(_ text: String = "") {
    lines.append(text.isEmpty ? "" : String(repeating: " ", count: indent) + text)
  }

  /// Writes a piece of code that is broken where it does not fit.
  mutating func code(_ before: String = "", _ code: SwiftCode, _ after: String = "") {
    var pieces = code.lines(indent: indent, before: before.count, after: after.count)
    pieces[0] = String(repeating: " ", count: indent) + before + pieces[0]
    pieces[pieces.count - 1] += after
    lines += pieces
  }

  /// Writes a documentation comment, a paragraph for each text.
  mutating func documentation(_ paragraphs: String?...) {
    var isFirst = true
    for paragraph in paragraphs {
      guard let paragraph else { continue }
      let rows = SwiftText.comment(paragraph, width: SwiftCode.width - indent - 4)
      guard !rows.isEmpty else { continue }
      if !isFirst { line("///") }
      isFirst = false
      for row in rows { line(row.isEmpty ? "///" : "/// \(row)") }
    }
  }

  /// Writes an item of a list in a documentation comment.
  mutating func item(_ mark: String, _ text: String) {
    let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let spaces = mark.prefix { $0 == " " } + "  "
    let rows = SwiftText.comment(words, width: SwiftCode.width - indent - 4 - mark.count)
    for (index, row) in rows.enumerated() { line("/// \(index == 0 ? mark : String(spaces))\(row)") }
  }

  /// Writes what stands in braces.
  mutating func block(_ head: String, _ body: (inout SwiftOutput) -> Void) {
    line("\(head) {")
    inside(body)
    line("}")
  }

  /// Writes lines with more indentation.
  mutating func inside(_ body: (inout SwiftOutput) -> Void) {
    indent += 2
    body(&self)
    indent -= 2
  }
}
