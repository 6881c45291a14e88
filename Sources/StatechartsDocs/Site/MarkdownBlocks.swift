/// Turns a Markdown page into HTML, as far as pages of this kind need it: headings, paragraphs, lists, tables, code, comments
/// and the tags of `HTMLText.allowedTag`. All else becomes text.
struct MarkdownBlocks {
  /// A heading with its address.
  struct Heading: Hashable {
    let level: Int
    let text: String
    let id: String
  }

  /// Deeper lists and quotations are shown as text.
  private static let mostLevels = 12

  private var targets: MarkdownInline.Targets
  private(set) var headings: [Heading] = []
  /// The first paragraph that somebody wrote, without marks: one that is a sentence, if there is one.
  private(set) var firstParagraph: String?
  /// Whether what is read was generated from a chart.
  private var isGenerated = false
  private var ids = PageIDs()
  private let sheets: Int

  /// - Parameter sheets: How many sheets the page has.
  init(_ targets: MarkdownInline.Targets, sheets: Int = 0) {
    self.targets = targets
    self.sheets = sheets
  }

  /// The ids of the headings and anchors.
  var writtenIDs: Set<String> { ids.written }

  /// The HTML of a page.
  mutating func html(of markdown: String) -> String {
    let lines = markdown.split(omittingEmptySubsequences: false) { $0.isNewline }
    ids = PageIDs(lines, sheets: sheets)
    targets.references = MarkdownReferences(lines)
    return blocks(lines[...], level: 0, isTight: false)
  }

  // MARK: Blocks

  private mutating func blocks(_ lines: ArraySlice<Substring>, level: Int, isTight: Bool) -> String {
    var rest = lines
    var html = ""
    while let line = rest.first {
      let start = MarkdownLineStart(line)
      switch start {
      case .blank: rest.removeFirst()
      case .fence(let sign, let length, let indentation):
        html += fence(&rest, sign, length, indentation)
      case .heading(let depth, let text):
        html += heading(depth, text)
        rest.removeFirst()
      case .rule:
        html += "<hr>\n"
        rest.removeFirst()
      case .comment: html += comment(&rest, isTight)
      case .item where level < Self.mostLevels: html += list(&rest, level)
      case .quotation where level < Self.mostLevels: html += quotation(&rest, level)
      case .indented: html += indentedCode(&rest)
      default:
        if let found = table(&rest) ?? definition(&rest) {
          html += found
        } else {
          html += paragraph(&rest, isTight)
        }
      }
    }
    return html
  }

  private mutating func inline(_ text: some StringProtocol) -> (html: String, words: String) {
    var inline = MarkdownInline(text, targets)
    let html = inline.html(&ids)
    return (html, inline.words)
  }

  private mutating func heading(_ depth: Int, _ text: Substring) -> String {
    var (html, words) = inline(text)
    words = String(words[...].trimmed)
    let id = ids.heading(words)
    headings.append(Heading(level: depth, text: words, id: id))
    return "<h\(depth) id=\"\(HTMLText.escaped(id))\">\(html)</h\(depth)>\n"
  }

  private mutating func paragraph(_ rest: inout ArraySlice<Substring>, _ isTight: Bool) -> String {
    var lines: [Substring] = []
    while let line = rest.first {
      if !lines.isEmpty, let depth = Self.underline(line) {
        rest.removeFirst()
        return heading(depth, lines.joined(separator: " ")[...])
      }
      let start = MarkdownLineStart(line)
      guard lines.isEmpty || start.continuesParagraph else { break }
      lines.append(line.drop { $0 == " " || $0 == "\t" })
      rest.removeFirst()
      // What opens or ends a folded part stands alone.
      if HTMLText.isBlock(line) { break }
      if let next = rest.first, HTMLText.isBlock(next) { break }
    }
    while let last = lines.last?.last, last == " " { lines[lines.count - 1].removeLast() }
    let (html, words) = inline(lines.joined(separator: "\n"))
    if lines.count == 1, HTMLText.isBlock(lines[0]) || html.hasPrefix("<figure") { return html + "\n" }
    if !isGenerated, !html.hasPrefix("<img"), !words.allSatisfy(\.isWhitespace),
      firstParagraph.map({ !Self.isSentence($0) && Self.isSentence(words) }) ?? true
    {
      firstParagraph = words
    }
    return isTight ? html + "\n" : "<p>\(html)</p>\n"
  }

  private static func isSentence(_ words: String) -> Bool { words.last.map { ".!?:".contains($0) } ?? false }

  /// How deep a heading is that a line of `=` or `-` below a paragraph makes of it; nil for another line.
  private static func underline(_ line: Substring) -> Int? {
    let signs = line.trimmed
    guard line.indentation < 4, let sign = signs.first, sign == "=" || sign == "-",
      signs.allSatisfy({ $0 == sign })
    else { return nil }
    return sign == "=" ? 1 : 2
  }

  /// Reads where a reference leads, which is not shown, or the text of a footnote.
  private mutating func definition(_ rest: inout ArraySlice<Substring>) -> String? {
    guard let line = rest.first, let definition = MarkdownReferences.Definition(line) else { return nil }
    guard let number = targets.references.footnotes[definition.label] else {
      guard definition.address != nil else { return nil }
      rest.removeFirst()
      return ""
    }
    rest.removeFirst()
    var lines = [definition.text]
    while let next = rest.first, MarkdownLineStart(next).continuesParagraph,
      MarkdownReferences.Definition(next) == nil
    {
      lines.append(next.trimmed)
      rest.removeFirst()
    }
    let id = MarkdownReferences.id(ofFootnote: number)
    let anchor = ids.addAnchor(id) ? " id=\"\(id)\"" : ""
    return "<p\(anchor)><sup>\(number)</sup> \(inline(lines.joined(separator: "\n")).html)</p>\n"
  }

  /// Passes over a comment; the text behind its end is a paragraph.
  private mutating func comment(_ rest: inout ArraySlice<Substring>, _ isTight: Bool) -> String {
    switch rest.first.map({ RegionMarker.read(String($0.trimmed)) }) {
    case .opening: isGenerated = true
    case .closing: isGenerated = false
    case .problem, nil, Optional.some(.none): break
    }
    while let line = rest.first {
      if let end = line.firstRange(of: "-->") {
        let text = line[end.upperBound...].trimmed
        rest[rest.startIndex] = text
        guard !text.isEmpty else { break }
        // Another comment may have its end behind a blank line.
        return text.hasPrefix("<!--") ? "" : paragraph(&rest, isTight)
      }
      rest.removeFirst()
    }
    return ""
  }

  // MARK: Code

  private func fence(
    _ rest: inout ArraySlice<Substring>, _ sign: Character, _ length: Int, _ indentation: Int
  ) -> String {
    rest.removeFirst()
    var code = ""
    while let line = rest.popFirst() {
      if case .fence(sign, let other, _) = MarkdownLineStart(line), other >= length,
        line.allSatisfy({ $0 == sign || $0 == " " })
      {
        break
      }
      code += line.dropSpaces(indentation) + "\n"
    }
    return "<pre tabindex=\"0\"><code>\(HTMLText.escaped(code))</code></pre>\n"
  }

  private func indentedCode(_ rest: inout ArraySlice<Substring>) -> String {
    var code = ""
    while let line = rest.first, case .indented = MarkdownLineStart(line) {
      code += line.dropSpaces(4) + "\n"
      rest.removeFirst()
    }
    return "<pre tabindex=\"0\"><code>\(HTMLText.escaped(code))</code></pre>\n"
  }

  // MARK: Lists and quotations

  private mutating func list(_ rest: inout ArraySlice<Substring>, _ level: Int) -> String {
    guard let line = rest.first, case .item(let first, _) = MarkdownLineStart(line) else { return "" }
    var items: [[Substring]] = []
    var isLoose = false
    while let line = rest.first, case .item(let mark, let width) = MarkdownLineStart(line),
      mark.isOrdered == first.isOrdered
    {
      rest.removeFirst()
      var item = [Self.task(line.dropFirst(width))]
      var blanks = 0
      while let next = rest.first {
        let start = MarkdownLineStart(next)
        if case .blank = start {
          blanks += 1
        } else {
          let isInside = next.indentation >= width
          let isLazy = blanks == 0 && start.continuesParagraph && !start.isItem
          guard isInside || isLazy else { break }
          if blanks > 0 { isLoose = true }
          for _ in 0..<blanks { item.append("") }
          blanks = 0
          item.append(next.dropSpaces(width))
        }
        rest.removeFirst()
      }
      items.append(item)
      if blanks > 0, let next = rest.first, case .item(let mark, _) = MarkdownLineStart(next),
        mark.isOrdered == first.isOrdered
      {
        isLoose = true
      }
    }
    let tag = first.isOrdered ? "ol" : "ul"
    let number = first.isOrdered && first.number != 1 ? " start=\"\(first.number)\"" : ""
    let html = items.map { "<li>\(blocks($0[...], level: level + 1, isTight: !isLoose))</li>\n" }.joined()
    return "<\(tag)\(number)>\n\(html)</\(tag)>\n"
  }

  /// The text of an item, with a sign where it says that something is done or to be done.
  private static func task(_ text: Substring) -> Substring {
    for (mark, sign) in [("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")] where text.hasPrefix(mark) {
      return sign + text.dropFirst(mark.count)
    }
    return text
  }

  private mutating func quotation(_ rest: inout ArraySlice<Substring>, _ level: Int) -> String {
    var lines: [Substring] = []
    while let line = rest.first, case .quotation(let text) = MarkdownLineStart(line) {
      lines.append(text)
      rest.removeFirst()
    }
    return "<blockquote>\n\(blocks(lines[...], level: level + 1, isTight: false))</blockquote>\n"
  }

  // MARK: Tables

  private mutating func table(_ rest: inout ArraySlice<Substring>) -> String? {
    guard let head = rest.first, head.contains("|"), let second = rest.dropFirst().first,
      second.contains("-"), second.allSatisfy({ "|-: ".contains($0) })
    else { return nil }
    let columns = Self.cells(head)
    guard columns.count == Self.cells(second).count else { return nil }
    rest.removeFirst(2)
    var html =
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\">\n<table>\n<thead><tr>"
    for column in columns {
      // axe-core reports empty headers.
      html += column.isEmpty ? "<td></td>" : "<th scope=\"col\">\(inline(column).html)</th>"
    }
    html += "</tr></thead>\n<tbody>\n"
    while let line = rest.first, line.contains("|"), !line.allSatisfy(\.isWhitespace) {
      rest.removeFirst()
      var cells = Self.cells(line)
      while cells.count < columns.count { cells.append("") }
      html += "<tr>"
      for cell in cells.prefix(columns.count) { html += "<td>\(inline(cell).html)</td>" }
      html += "</tr>\n"
    }
    return html + "</tbody>\n</table>\n</div>\n"
  }

  /// The cells of a row; a bar after a backslash does not end one.
  private static func cells(_ line: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in line.trimmed {
      if character == "|", !isEscaped {
        cells.append(cell)
        cell = ""
      } else if character == "|" {
        // In code, the backslash before a bar is not shown.
        cell.removeLast()
        cell.append("|")
      } else {
        cell.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    cells.append(cell)
    if cells.first?.isEmpty == true { cells.removeFirst() }
    if cells.last?.isEmpty == true { cells.removeLast() }
    return cells.map { String($0[...].trimmed) }
  }
}

extension Substring {
  /// How many spaces stand at the beginning.
  fileprivate var indentation: Int { prefix { $0 == " " }.count }

  fileprivate func dropSpaces(_ most: Int) -> Substring { dropFirst(Swift.min(indentation, most)) }

  var trimmed: Substring {
    var rest = drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
