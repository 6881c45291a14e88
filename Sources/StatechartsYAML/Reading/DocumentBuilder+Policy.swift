// What strict charts do without, or what is seldom meant. Each finding stands at the place to edit.
extension DocumentBuilder {
  /// Judges a scalar in its place.
  mutating func judgeScalar(_ id: Int32, _ text: String, _ role: Role) {
    // Decision: Docs/decisions/format.md#every-scalar-is-text
    let node = nodes[Int(id)]
    let range = Int(node.start)..<Int(node.end)
    let size = text.utf8.count
    if role == .key {
      judgeKey(id, text, range)
    } else {
      if size > limits.scalarBytes {
        findings.add(
          .limit, .error, range,
          "This text has \(size) bytes; the limit for a text is \(limits.scalarBytes).",
          help: "Shorten it.")
      }
      if role == .value { judgeMissingValue(text, node) }
    }
    guard node.style == .plain, size > 0 else { return }
    if role != .key, size <= UnquotedScalar.longest, let other = UnquotedScalar.reading(of: text) {
      let quoted = "\"\(text)\""
      findings.add(
        .unquotedScalar, .warning, range,
        "`\(text)` is text here, but other YAML tools read it as \(other).",
        help: "For the text, write \(quoted)\(UnquotedScalar.alternative(to: other)).",
        fix: Diagnostic.Fix(title: "Put it in quotes", range: range, replacement: quoted))
    }
    if gap.hasLineBreak { judgeMissingSpace(text, range, role) }
    if range.count > size || size > 32 { judgeLines(id, range, role) }
  }

  private mutating func judgeKey(_ id: Int32, _ text: String, _ range: SourceRange) {
    rememberKey(id)
    if text.isEmpty {
      let place = range.isEmpty ? range.lowerBound..<min(range.lowerBound + 1, bytes.count) : range
      findings.add(
        .emptyKey, .error, place, "This key has no name.", help: "Write a name before the `:`.")
    } else if text.utf8.count > limits.keyBytes {
      findings.add(
        .limit, .error, range,
        "This key has \(text.utf8.count) bytes; the limit for a key is \(limits.keyBytes).",
        help: "Give it a shorter name.")
    } else if bytes[range.lowerBound] == 0x3C, text == "<<", nodes[Int(id)].style == .plain {
      findings.add(
        .unsupported, .error, range, "`<<` is a merge key, which charts do not support.",
        help: "Write the keys out here.")
    }
    if nodes[Int(id)].style == .plain, range.count == text.utf8.count,
      let offset = MissingColonSpace.brace(in: text)
    {
      let brace = range.lowerBound + offset
      findings.add(
        .missingSpace, .error, range, "A space is missing after the `:`.",
        help: "Write `\(source.text(in: range.lowerBound..<brace)) \(source.text(in: brace..<brace + 1))`.",
        fix: Diagnostic.Fix(title: MissingColonSpace.fixTitle, range: brace..<brace, replacement: " "))
    }
    if let question = gap.question {
      findings.add(
        .explicitKey, .warning, question..<question + 1, "The `?` before this key is not needed.",
        help: "Delete the `?`, and write the key with its `:` and its value: `name: …`.")
    }
  }

  /// `-item` and `key:value` in a line of their own are texts, and look like an item and a key.
  private mutating func judgeMissingSpace(_ text: String, _ range: SourceRange, _ role: Role) {
    guard role == .value || role == .root, !isTextForPeople(role) else { return }
    let word = text.prefix { $0 != " " }
    if text.hasPrefix("-"), let next = word.unicodeScalars.dropFirst().first, next.properties.isAlphabetic {
      findings.add(
        .missingSpace, .warning, range.lowerBound..<range.lowerBound + 1,
        "`\(word)` is read as text: a space is missing after the `-`.",
        help: "Write `- \(word.dropFirst())`.",
        fix: Diagnostic.Fix(
          title: "Add a space after the dash", range: range.lowerBound + 1..<range.lowerBound + 1,
          replacement: " "))
    } else if let colon = MissingColonSpace(word) {
      let rest = restOfLine(from: range.lowerBound + word.utf8.count, upTo: range.upperBound)
      findings.add(
        .missingSpace, .warning, range.lowerBound..<range.lowerBound + word.utf8.count,
        "`\(word)` is read as one text: \(colon.problem).", help: "Write `\(colon.fixed)\(rest)`.",
        fix: Diagnostic.Fix(
          title: MissingColonSpace.fixTitle,
          range: range.lowerBound..<range.lowerBound + word.utf8.count, replacement: colon.fixed))
    }
  }

  /// Whether a value belongs to a key for people, which has neither items nor keys.
  private func isTextForPeople(_ role: Role) -> Bool {
    role == .value && nodes.count >= 2
      && text(ofNode: Int32(nodes.count - 2)).map { ["title", "description", "label"].contains($0) } ?? false
  }

  /// What stands behind a word in its line, cut when it is long.
  private func restOfLine(from start: Int, upTo end: Int) -> String {
    let rest = bytes[min(start, end)..<min(end, start + 200)].prefix { $0 != 0x0A && $0 != 0x0D }
    let text = String(decoding: rest, as: UTF8.self)
    return text.count <= 60 ? text : "\(text.prefix(57))…"
  }

  /// A text without quotes over several lines is joined, which is seldom meant where names stand.
  private mutating func judgeLines(_ id: Int32, _ range: SourceRange, _ role: Role) {
    guard bytes[range].contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return }
    if role == .item, open.last?.isFlow == false, takeApart(id, range) { return }
    reportPendingLines()
    pendingLines = range
  }

  /// Takes items apart of which YAML makes one text, because they stand deeper than the first.
  ///
  /// - Returns: Whether there were any.
  private mutating func takeApart(_ id: Int32, _ range: SourceRange) -> Bool {
    let lines = TextLines(source)
    var items = [lines.word(at: range.lowerBound)]
    guard let end = items.first?.upperBound, lines.firstNonBlank(from: end) == lines.lineEnd(of: end),
      invisible.isEmpty
    else { return false }
    var next = lines.nextText(after: end)
    while let dash = next, dash < range.upperBound {
      let start = lines.behindDashes(dash)
      let item = lines.word(at: start)
      // Between spaces a `-` may well belong to a text.
      guard start > dash, item.upperBound == lines.value(at: start).upperBound else { return false }
      items.append(item)
      next = lines.nextText(after: dash)
    }
    guard items.count > 1 else { return false }
    let dash = (bytes[..<range.lowerBound].lastIndex(of: 0x2D)) ?? range.lowerBound
    let (column, line) = (lines.indentation(of: dash), source.line(at: dash))
    let last = source.line(at: range.upperBound)
    findings.add(
      .multilineText, .error, items[1],
      "This item is indented deeper than the one in line \(line), so YAML joins both into one text.",
      help: "Indent \(items.count == 2 ? "its `-`" : "the `-` of the lines \(line + 1) to \(last)") by "
        + "\(column.spaces), like line \(line).",
      related: [Diagnostic.Related(range: items[0], message: "the item above")])
    nodes[Int(id)].end = Int32(truncatingIfNeeded: items[0].upperBound)
    texts[Int(nodes[Int(id)].content)] = source.text(in: items[0])
    for item in items.dropFirst() {
      let part = append(.scalar, .plain, item.lowerBound, item.upperBound, content: Int32(texts.count))
      texts.append(source.text(in: item))
      lastScalar = part
      _ = attach(part)
    }
    return true
  }

  /// Reports the last text over several lines, once it is known that nothing worse is behind it.
  mutating func reportPendingLines() {
    guard let range = pendingLines else { return }
    pendingLines = nil
    let source = source
    findings.add(
      .multilineText, .warning, range,
      "This text continues to line \(source.line(at: range.upperBound)). Its lines are joined with spaces.",
      help: "If you want this, write `>` here and begin the text in the next line.")
  }

  /// A comment behind a value in the same line may be a part of it.
  /// - Returns: Whether it is reported.
  mutating func judgeComment(_ comment: SourceRange) -> Bool {
    guard lastScalar >= 0, comment.count > 1 else { return false }
    let node = nodes[Int(lastScalar)]
    let next = bytes[comment.lowerBound + 1]
    let isWord =
      next >= 0x80 || next == 0x7B || next == 0x5F || next >= 0x30 && next <= 0x39
      || next | 0x20 >= 0x61 && next | 0x20 <= 0x7A
    guard node.style == .plain, isWord, open.last.map({ !$0.awaitsValue }) ?? true else { return false }
    let written = source.text(in: comment)
    let word = written.prefix { $0 != " " && $0 != "\t" }
    if node.start == node.end {
      findings.add(
        .cutText, .error, comment, "`\(word)` begins a comment, so there is no value here.",
        help:
          "If it is the value, put it in quotes: \"\(word)\"; if it is a comment, write a space after the `#`."
      )
    } else if comment.lowerBound == Int(node.end) + 1 {
      findings.add(
        .cutText, .warning, comment, "`\(word)` begins a comment, so the text ends before it.",
        help:
          "If it belongs to the text, put all of it in quotes; if it is a comment, write a space after the `#`."
      )
    } else {
      return false
    }
    return true
  }

  /// libyaml takes some tabs; people cannot see them.
  mutating func judgeTab(at index: Int) {
    var next = index
    while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
    guard next < bytes.count, ![0x0A, 0x0D, 0x23].contains(bytes[next]) else { return }
    guard index == 0 || bytes[index - 1] != 0x09 else { return }
    let lines = TextLines(source)
    let isSure = isIndentedByTabs ?? lines.isIndentedByTabs
    isIndentedByTabs = isSure
    findings.add(
      .tab, .warning, index..<index + 1, "The indentation contains a tab.", help: lines.spaces(for: index),
      fix: isSure ? lines.untabbed(source.line(at: index)...source.line(at: index)) : nil)
  }

  mutating func refuseComplexKey(_ id: Int32) {
    let start = Int(nodes[Int(id)].start)
    if nodes[Int(id)].kind == .mapping, start > 0, bytes[start - 1] == 0x7B, start < bytes.count,
      bytes[start] == 0x7B
    {
      // Of a run of braces the first two are enough.
      if start > 1, bytes[start - 2] == 0x7B { return }
      let line = bytes[start + 1..<min(start + 200, bytes.count)].drop { $0 == 0x7B }.prefix {
        $0 != 0x0A && $0 != 0x0D && $0 != 0x7D
      }
      let inner = String(decoding: line, as: UTF8.self).split(separator: " ").joined(separator: " ")
      findings.add(
        .unsupported, .error, start - 1..<start + 1,
        "`{{` begins a template, which charts do not support.",
        help: inner.isEmpty || inner.count > 60
          ? "Write its content without the braces." : "Write it without the braces: `\(inner)`.")
      return
    }
    let kind = nodes[Int(id)].kind == .mapping ? "mapping" : "list"
    findings.add(
      .unsupported, .error, start..<min(start + 1, bytes.count), "A \(kind) cannot be a key.",
      help:
        "Write one name before the `:`. Several names need a line each. Put text with braces or brackets in quotes."
    )
  }

  mutating func refuseAlias(_ range: SourceRange, _ text: String) {
    findings.add(
      .unsupported, .error, range, "`\(text)` is an alias, which charts do not support.",
      help: "Write the content here. If it is text, put it in quotes: \"\(text)\".")
  }

  mutating func refuseDirectives(from start: Int) {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    findings.add(
      .unsupported, .error, start..<end,
      "A line that begins with `%` is a directive, which charts do not support.",
      help: "Delete this line.")
  }

  /// Reports the anchors and tags before a node, and says where the node itself begins.
  mutating func judgeProperties(at start: Int, upTo end: Int) -> Int {
    // Decision: Docs/decisions/format.md#every-scalar-is-text
    var index = start
    while index < end, bytes[index] == 0x21 || bytes[index] == 0x26 {
      let first = index
      while index < end, !isSeparator(bytes[index]) { index += 1 }
      let range = first..<index
      let word = source.text(in: range)
      if bytes[first] == 0x26 {
        findings.add(
          .unsupported, .error, range, "`\(word)` is an anchor, which charts do not support.",
          help: "Delete it. If it is text, put it in quotes.")
      } else {
        let lines = TextLines(source)
        findings.add(
          .unsupported, .error, range, "`\(word)` starts a tag, which charts do not support.",
          help: DocumentBuilder.tagHelp(word), fix: lines.negation(at: first))
      }
      while index < end, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }
    return index
  }

  private static func tagHelp(_ word: String) -> String {
    let name = word.drop { $0 == "!" }
    guard !word.hasPrefix("!!"), let initial = name.unicodeScalars.first,
      initial.properties.isAlphabetic || initial == "_" || initial == "("
    else {
      return word == "!"
        ? "To negate a condition, write `not`. If it is text, put it in quotes." : "Delete it."
    }
    return "To negate a condition, write `not \(name)`. If it is text, put it in quotes: \"\(word)\"."
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x5B, 0x5D, 0x7B, 0x7D].contains(byte)
  }

  /// A chart is one mapping.
  mutating func judgeRoot() {
    let start = source.lineStarts[0]
    let here = start..<min(start + 1, bytes.count)
    guard root >= 0, !(nodes[Int(root)].kind == .scalar && texts[Int(nodes[Int(root)].content)].isEmpty)
    else {
      findings.add(
        .root, .error, here,
        comments.isEmpty ? "The file is empty." : "The file contains only comments.",
        help: "A chart begins with `statechart: 1`.")
      return
    }
    let node = nodes[Int(root)]
    guard node.kind != .mapping else { return }
    let range = Int(node.start)..<Int(node.kind == .scalar ? node.end : node.start + 1)
    // That it is a text at all says more than on how many lines it stands.
    findings.withdraw([.multilineText: [range.lowerBound]])
    if let foreign = ForeignFile(source) {
      findings.add(.root, .error, foreign.range, foreign.message, help: foreign.help)
      return
    }
    findings.add(
      .root, .error, range,
      node.kind == .sequence
        ? "The file is a list, but a chart is a mapping with keys."
        : "The file is text, but a chart is a mapping with keys.",
      help: "Write `key: value` lines, beginning with `statechart: 1`.")
  }
}
