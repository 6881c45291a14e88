internal import Statecharts
internal import StatechartsEditing
internal import StatechartsYAML

extension LanguageServer {
  /// The types of semantic tokens, by the numbers that tokens have.
  static let tokenTypes = ["class", "event", "enumMember", "interface", "variable", "function"]

  /// `textDocument/semanticTokens/full`: what names stand for, so that editors can color them.
  func semanticTokens(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    guard let index = document.index, let change = document.change else {
      return .object([("data", .array([]))])
    }
    var positions = positions(document)
    var data: [JSON] = []
    var last = (line: 0, column: 0, end: 0)
    for use in index.uses {
      guard let range = change.newRange(use.range),
        range.lowerBound >= last.end, !range.isEmpty
      else { continue }
      let start = positions.place(range.lowerBound)
      let end = positions.place(range.upperBound)
      guard start.line == end.line else { continue }
      let isSameLine = start.line == last.line
      data += [
        .int(start.line - last.line), .int(isSameLine ? start.column - last.column : start.column),
        .int(end.column - start.column), .int(use.kind.tokenType), .int(use.role == .declaration ? 1 : 0),
      ]
      last = (start.line, start.column, range.upperBound)
    }
    return .object([("data", .array(data))])
  }

  /// `textDocument/foldingRange`: each key with the deeper lines below it, and comments of several lines.
  func foldingRanges(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    let source = document.source
    var ranges: [JSON] = []
    /// Lines that may begin a range, with their indentation.
    var open: [(line: Int, indentation: Int)] = []
    var comment: Int?
    var lastContent = 0
    /// The indentation of the line before a text after `|` or `>`, inside which `#` is text.
    var text: Int?
    func add(_ start: Int, _ end: Int, _ kind: String? = nil) {
      guard end > start else { return }
      ranges.append(
        .members(
          ("startLine", .int(start)), ("endLine", .int(end)), ("kind", kind.map { .string($0) })))
    }
    for line in 0..<source.lineStarts.count {
      let end = line + 1 < source.lineStarts.count ? source.lineStarts[line + 1] : source.bytes.count
      let bytes = source.bytes[source.lineStarts[line]..<end]
      let content = bytes.firstIndex { $0 > 0x20 }
      if let content, let limit = text, content - bytes.startIndex <= limit { text = nil }
      if let content, text == nil, source.bytes[content] == UInt8(ascii: "#") {
        comment = comment ?? line
        continue
      }
      if let first = comment { add(first, line - 1, "comment") }
      comment = nil
      guard let content else { continue }
      let indentation = content - bytes.startIndex
      if text == nil, Self.beginsText(bytes) { text = indentation }
      while let last = open.last, last.indentation >= indentation {
        add(last.line, lastContent)
        open.removeLast()
      }
      open.append((line, indentation))
      lastContent = line
    }
    if let comment { add(comment, source.lineStarts.count - 1, "comment") }
    for last in open.reversed() { add(last.line, lastContent) }
    return .array(ranges)
  }

  /// Whether a line ends with `|` or `>`, perhaps with signs and a comment behind it.
  private static func beginsText(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split { $0 <= 0x20 }.prefix { $0.first != UInt8(ascii: "#") }
    guard words.count > 1, let last = words.last, let sign = last.first else { return false }
    return "|>".utf8.contains(sign) && last.dropFirst().allSatisfy { "+-123456789".utf8.contains($0) }
  }

  /// `textDocument/completion`.
  func completion(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let (document, offset) = try location(params)
    let source = document.source
    // In a file without any key, the first one may begin a chart.
    guard document.isChart || !source.bytes.contains(UInt8(ascii: ":")) else { return .null }
    guard let path = CursorPath(source, at: offset) else { return .null }
    let line = source.lineStarts[source.line(at: offset) - 1]
    let format = FormatPath(path.steps)
    let start =
      path.expected != .key && format.holdsPath
      ? Self.pathStart(in: source.bytes, from: min(line, offset), to: offset)
      : Self.nameStart(
        in: source.bytes, from: min(line, offset), to: offset,
        path.expected != .key && format.shape?.holdsExpression == true)
    // Of a word that was begun, the rest is replaced too.
    let rest = source.bytes[offset...].prefix { start < offset && Self.isNamePart($0) }
    let before = String(decoding: source.bytes[min(line, start)..<start], as: UTF8.self)
    let proposals = Proposals(
      document.index, path, before: Substring(before),
      word: String(decoding: source.bytes[start..<max(start, offset)], as: UTF8.self),
      allowsSnippets: client.allowsSnippets, others: otherCharts(of: document))
    // A colon that is there already is not written twice.
    let hasColon = source.bytes[rest.endIndex...].first == UInt8(ascii: ":")
    var positions = positions(document)
    let range = positions.range(start..<max(start, rest.endIndex))
    let items = proposals.list.enumerated().map { number, proposal in
      let inserted = proposal.inserted ?? proposal.label
      let text = hasColon && proposal.kind != .snippet ? String(inserted.prefix { $0 != ":" }) : inserted
      return JSON.members(
        ("label", .string(proposal.label)), ("kind", .int(proposal.kind.rawValue)),
        // Editors sort by this text, or else by the label.
        ("sortText", .string(String(10_000 + number))),
        ("detail", proposal.detail.map { .string($0) }),
        (
          "documentation",
          proposal.documentation.map { text in
            client.allowsMarkdown
              ? .object([("kind", .string("markdown")), ("value", .string(text))]) : .string(text)
          }
        ),
        ("insertTextFormat", proposal.kind == .snippet ? .int(2) : nil),
        ("textEdit", .object([("range", range), ("newText", .string(text))])))
    }
    return .object([("isIncomplete", .bool(false)), ("items", .array(items))])
  }

  /// Where the path before the cursor starts.
  private static func pathStart(in bytes: [UInt8], from line: Int, to cursor: Int) -> Int {
    bytes[line..<cursor].lastIndex { " \t\"'[,{".utf8.contains($0) }.map { $0 + 1 } ?? line
  }

  /// Where the name before the cursor starts. States may have hyphens and events may have dots, which are operators in
  /// expressions.
  private static func nameStart(
    in bytes: [UInt8], from line: Int, to cursor: Int, _ isExpression: Bool
  ) -> Int {
    func start(_ others: String) -> Int {
      var start = cursor
      while start > line, isNamePart(bytes[start - 1]) || others.utf8.contains(bytes[start - 1]) {
        start -= 1
      }
      // A name does not begin with one of them; the dash of a list does.
      while start < cursor, others.utf8.contains(bytes[start]) { start += 1 }
      return start
    }
    guard isExpression else { return start("-.") }
    let state = start("-")
    return Proposals.isState(after: String(decoding: bytes[line..<state], as: UTF8.self)[...])
      ? state : start("")
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || (0x30...0x39).contains(byte) || byte == 0x5F
      || byte >= 0x80
  }
}

extension ChartNameIndex.Kind {
  /// The number of the semantic token.
  fileprivate var tokenType: Int {
    switch self {
    case .state: 0
    case .event: 1
    case .error: 2
    case .output: 3
    case .variable, .element: 4
    case .guard, .action, .service, .query: 5
    }
  }
}
