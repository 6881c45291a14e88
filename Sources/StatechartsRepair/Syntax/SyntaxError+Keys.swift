import Statecharts
import StatechartsYAML

// Keys, their colons, and lines that are not indented like the keys that they belong to.
extension SyntaxError {
  /// A line without `:` among keys.
  func missingColon() -> Explanation {
    if let limit = keyLimit(from: opening, to: place) { return limit }
    if let wide = wideColon(at: opening) { return wide }
    let line = text.value(at: opening)
    let content = text.source.text(in: line)
    if let quote = text.bytes[line].first, quote == 0x22 || quote == 0x27 {
      return Explanation(
        range: line, message: "A key is expected here, but this is quoted text without a `:`.",
        help: "Write `key: value`, or indent the text further if it belongs to the key above.")
    }
    if let glued = MissingColonSpace(content[...]) { return self.glued(glued, line) }
    if let dash = clingingDash(at: opening) { return dash }
    if let key = keyWithoutColon(opening) ?? formatKeyWithoutColon(line) { return key }
    let isCut = place >= text.bytes.count && text.bytes.last.map { $0 != 0x0A && $0 != 0x0D } ?? false
    return Explanation(
      range: line, message: "This line is neither `key: value` nor a list item.",
      help: comment(line) ?? (isCut ? "Is the end of the file missing? " : "")
        + "Write \(entry(in: line)), or indent the line further if it continues the text above.")
  }

  /// The entry that a line of two words may be meant as.
  private func entry(in line: SourceRange) -> String {
    let words = text.source.text(in: line).split(separator: " ")
    return words.count == 2 ? "`\(words[0]): \(words[1])`" : "`key: value`"
  }

  /// What to write for a comment as programs have it.
  private func comment(_ line: SourceRange) -> String? {
    text.source.text(in: line).hasPrefix("//") ? "Comments begin with `#`. Write `#` instead of `//`." : nil
  }

  /// A `:` where no key can be.
  func unexpectedColon() -> Explanation {
    let line = text.lineStart(of: place)
    let start = text.firstNonBlank(from: line)
    if let limit = keyLimit(from: start, to: place) { return limit }
    if let glued = gluedBrace(start) ?? text.textBefore(start).flatMap(gluedBrace) { return glued }
    if let line = shallowText(start) { return line }
    // `title: Step: two`
    if let colon = text.colon(in: text.span(start, place)) {
      let value = text.value(at: text.firstNonBlank(from: colon + 1))
      if let flow = flowWithoutColon(start, colon) { return flow }
      if let keys = twoKeys(start, colon, value) { return keys }
      if let brace = lostBrace(start, colon, value) { return brace }
      // `guard: attempts < 2:`
      if place + 1 == value.upperBound, text.bytes[place] == 0x3A {
        let better = text.source.text(in: text.span(text.behindDashes(start), place))
        return Explanation(
          range: text.span(place, place + 1),
          message: "This `:` is not needed: the key already has a value.",
          help: "Remove it: `\(better)`.",
          fix: Diagnostic.Fix(title: "Remove the colon", range: text.span(place, place + 1), replacement: ""))
      }
      return Explanation(
        range: value, message: "Text that contains `: ` must be in quotes.",
        help: "Write \(text.quoted(value)). If these are two keys, put each on its own line.")
    }
    if let above = text.textBefore(start), let wide = wideColon(at: above) { return wide }
    // A deeper line below a key that has its value already.
    if let above = text.textBefore(start), text.colon(in: text.span(above, text.lineEnd(of: above))) != nil,
      text.indentation(of: start) > text.indentation(of: above)
    {
      if let dash = clingingDash(at: text.firstNonBlank(from: text.lineStart(of: above))) { return dash }
      if let service = serviceBehindInvoke(above, start) { return service }
      if let dash = lostDash(at: above) ?? shallowLines(upTo: above, start) { return dash }
      if let invoke = lostInvoke(above, start) { return invoke }
      if let odd = shallowKey(above, start) { return odd }
      let number = text.source.line(at: above)
      // Behind the dash of an item its keys are aligned.
      let spaces = text.indentation(of: text.behindDashes(above))
      return Explanation(
        range: text.span(start, place),
        message: "This key is indented below line \(number), which already has a value.",
        help: spaces == 0
          ? "Begin it in the first column, like line \(number), if both are on the same level."
          : "Begin the line with \(spaces.spaces) if it is on the same level as `\(text.key(at: above))` in line \(number).",
        related: [Diagnostic.Related(range: text.value(at: above), message: "the line above")])
    }
    if let above = text.textBefore(start), let key = keyWithoutColon(above) { return key }
    // A line without a colon among keys, which YAML takes for the beginning of this key.
    if let above = text.textBefore(start).map(text.behindDashes),
      text.indentation(of: start) == text.indentation(of: above),
      text.colon(in: text.span(above, text.lineEnd(of: above))) == nil
    {
      let line = text.value(at: above)
      if let glued = MissingColonSpace(text.source.text(in: line)[...]) {
        return self.glued(glued, line, rule: .missingSpace)
      }
      if let key = formatKeyWithoutColon(line) { return key }
      return Explanation(
        range: line, message: "This line is neither `key: value` nor a list item.",
        help: comment(line)
          ?? "Write \(entry(in: line)), or indent the line further if it continues the text above.",
        related: [Diagnostic.Related(range: text.span(start, place), message: "noticed here")])
    }
    return Explanation(
      range: text.span(start, place), message: "A key is not allowed here.",
      help: "Put it on its own line, indented like the other keys. If it is text, put it in quotes.")
  }

  /// A key without its colon above the keys or items that belong to it.
  private func keyWithoutColon(_ line: Int) -> Explanation? {
    guard text.bytes[line] != 0x2D, text.colon(in: text.span(line, text.lineEnd(of: line))) == nil,
      let next = text.nextText(after: line), text.indentation(of: next) > text.indentation(of: line)
    else { return nil }
    let key = text.value(at: line)
    let written = text.source.text(in: key)
    let name = written.prefix { $0.isLetter || $0.isNumber || "_-.*'\"".contains($0) }
    let rest = written.dropFirst(name.count)
    // The colon stands before the sign of a text block, and another sign may stand for it.
    let isBlock = rest.count <= 4 && (rest.hasPrefix(" >") || rest.hasPrefix(" |"))
    let isKey = !name.isEmpty && (isBlock || rest.allSatisfy { ";,:".contains($0) })
    let end = isKey ? key.lowerBound + name.utf8.count : key.upperBound
    let replacement = isBlock ? ":\(rest)" : ":"
    return Explanation(
      range: key, message: "A `:` is missing after this key.",
      help: "Write \(shown(text.source.text(in: text.span(key.lowerBound, end)) + replacement)).",
      related: [Diagnostic.Related(range: text.value(at: next), message: "noticed here")],
      fix: isKey
        ? Diagnostic.Fix(
          title: "Add the colon", range: text.span(end, key.upperBound), replacement: replacement) : nil)
  }

  /// `description It has a character.` or `timeout = 15s`, where the first word is a key of the format.
  private func formatKeyWithoutColon(_ line: SourceRange) -> Explanation? {
    let written = text.source.text(in: line)
    let name = written.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    let gap = written.dropFirst(name.count).prefix { " \t=:;,".contains($0) }
    let value = written.dropFirst(name.count + gap.count)
    guard !gap.isEmpty, let first = value.first, Self.isKeyOfFormat(String(name)) else { return nil }
    let end = line.lowerBound + name.utf8.count
    var result = noColon(after: text.span(line.lowerBound, end), meant: "\(name): \(value)")
    // Other signs may be a part of the text, or begin something else.
    result.fix?.range = text.span(end, end + gap.utf8.count)
    result.fix?.replacement = ": "
    if !first.isLetter, !first.isNumber { result.fix = nil }
    return result
  }

  private func noColon(after key: SourceRange, meant: String) -> Explanation {
    Explanation(
      range: key, message: "A `:` is missing after this key.", help: "Write \(shown(meant)).",
      fix: Diagnostic.Fix(
        title: "Add the colon", range: text.span(key.upperBound, key.upperBound), replacement: ":"))
  }

  /// A line in which a key and its value are one text.
  private func glued(_ colon: MissingColonSpace, _ line: SourceRange, rule: YAMLRule = .syntax) -> Explanation
  {
    Explanation(
      rule: rule, range: line, message: "\(colon.problem.capitalizedFirst).",
      help: "Write `\(colon.fixed)`.",
      fix: Diagnostic.Fix(title: MissingColonSpace.fixTitle, range: line, replacement: colon.fixed))
  }

  /// `on:{ submit: checking }`: without a space behind its colon, the brace is part of a longer key.
  func gluedBrace(_ line: Int) -> Explanation? {
    let start = text.behindDashes(line)
    let words = text.source.text(in: text.value(at: start))
    guard let offset = MissingColonSpace.brace(in: words) else { return nil }
    let brace = start + offset
    return Explanation(
      rule: .missingSpace, range: text.span(start, brace + 1), message: "A space is missing after the `:`.",
      help:
        "Write `\(text.source.text(in: text.span(start, brace))) \(text.source.text(in: text.span(brace, brace + 1)))`.",
      fix: Diagnostic.Fix(title: MissingColonSpace.fixTitle, range: brace..<brace, replacement: " "))
  }

  /// A line whose key ends with a full-width colon.
  private func wideColon(at start: Int) -> Explanation? {
    let line = text.value(at: text.behindDashes(start))
    guard let better = FullwidthColon.fixed(text.source.text(in: line)) else { return nil }
    return Explanation(
      range: line, message: FullwidthColon.message,
      help: "Write \(shown(better)).",
      fix: Diagnostic.Fix(title: FullwidthColon.fixTitle, range: line, replacement: better))
  }

  /// `invoke: check` with further keys below.
  private func serviceBehindInvoke(_ above: Int, _ start: Int) -> Explanation? {
    let line = text.value(at: text.behindDashes(above))
    guard let colon = text.colon(in: line),
      text.source.text(in: text.span(line.lowerBound, colon)) == "invoke"
    else { return nil }
    let value = text.span(text.firstNonBlank(from: colon + 1), line.upperBound)
    return Explanation(
      range: value, message: "`invoke` has keys below it, so it cannot have a value on its own line.",
      help:
        "Write `service: \(text.source.text(in: value))` on the next line, indented by \(text.indentation(of: start).spaces).",
      related: [Diagnostic.Related(range: text.span(start, place), message: "noticed here")])
  }

  /// `service: x`, deeper than the line above, because the line `invoke:` is missing between them.
  private func lostInvoke(_ above: Int, _ start: Int) -> Explanation? {
    guard text.key(at: start) == "service" else { return nil }
    let spaces = text.indentation(of: text.behindDashes(above))
    let (line, place) = (text.source.line(at: start), spaces == 0 ? "" : ", indented by \(spaces.spaces)")
    return Explanation(
      range: text.span(start, self.place), message: "A line `invoke:` is missing above `service`.",
      help: "Write `invoke:` above line \(line)\(place).")
  }

  /// A key of the format that stands further left than the keys before and after it.
  private func shallowKey(_ above: Int, _ start: Int) -> Explanation? {
    let spaces = text.indentation(of: start)
    guard Self.isKeyOfFormat(text.key(at: above)), text.behindDashes(above) == above,
      ![above, start].allSatisfy({ level(of: above)?.isKey(text.key(at: $0)) == true }),
      let before = text.line(before: above, indentedBy: spaces)
    else { return nil }
    return oddLine(above, like: (before, start), indentedBy: spaces)
  }

  /// Lines that stand as far left as the key with nothing in it that they belong to, before one that is deeper.
  private func shallowLines(upTo last: Int, _ deeper: Int) -> Explanation? {
    let indentation = text.indentation(of: last)
    var first = last
    var above = text.textBefore(last)
    while let line = above, text.indentation(of: line) == indentation, text.isKeyWithValue(line) {
      first = line
      above = text.textBefore(line)
    }
    guard let key = above, text.indentation(of: key) == indentation, text.isKeyAlone(key) else { return nil }
    let name = text.source.text(in: text.span(key, text.colon(in: text.value(at: key)) ?? key))
    let inner = text.source.text(in: text.span(first, text.colon(in: text.value(at: first)) ?? first))
    let (from, to) = (text.source.line(at: first), text.source.line(at: last))
    let (own, line) = (text.source.line(at: key), text.source.line(at: deeper))
    let lines = from == to ? "line \(from)" : "lines \(from) to \(to)"
    // The keys of an item are as deep as the first one behind its dash.
    let dash = text.behindDashes(last) - last
    let isSure =
      dash > 0 || Self.holders.contains(Substring(name))
      || Self.isKeyOfFormat(inner) && !Self.isKeyOfFormat(name)
    let place =
      indentation == 0 ? "do not indent line \(line)" : "indent line \(line) by \(indentation.spaces)"
    return Explanation(
      range: text.value(at: first),
      message: "Nothing is indented below `\(name)` in line \(own).",
      help: "\(isSure ? "Indent" : "If this belongs to `\(name)`, indent") \(lines) by "
        + (dash > 0
          ? "\((text.indentation(of: deeper) - dash).spaces)."
          : "\(text.indentation(of: deeper).spaces), like line \(line).\(isSure ? "" : " If not, \(place).")"),
      related: [Diagnostic.Related(range: text.value(at: deeper), message: "noticed here")])
  }

  static func isKeyOfFormat(_ word: String) -> Bool {
    FormatName.allCases.contains { $0.text == word }
  }

  /// `attempts { type: int }`, where the colon before the brace is missing.
  func flowWithoutColon(_ start: Int, _ colon: Int) -> Explanation? {
    let first = text.behindDashes(start)
    let key = text.word(at: first)
    let brace = text.firstNonBlank(from: key.upperBound)
    guard brace < colon, brace > key.upperBound, text.bytes[brace] == 0x7B,
      text.bytes[key].allSatisfy({ NameSpelling.isWordByte($0) || $0 == 0x2D || $0 == 0x2E })
    else { return nil }
    let rest = text.source.text(in: text.span(brace, text.value(at: brace).upperBound))
    return noColon(after: key, meant: "\(text.source.text(in: key)): \(rest)")
  }

  /// A line as messages show it, cut when it is long.
  func shown(_ line: String) -> String { "`\(line.count <= 80 ? line : "\(line.prefix(77))…")`" }

  /// Keys that hold keys or items and no text.
  static let holders: Set<Substring> = {
    let index = FormatIndex.shared
    let holding = FormatName.allCases.filter { name in
      let ids = FormatObject.allCases.compactMap { index.find(name.text, in: $0)?.id }
      return !ids.isEmpty && ids.allSatisfy { !index.allows(.scalar, isEmpty: false, behind: $0) }
    }
    return Set(holding.map { Substring($0.text) })
  }()

  /// `on: go: b`, where the first key holds keys and no text.
  private func twoKeys(_ start: Int, _ colon: Int, _ value: Range<Int>) -> Explanation? {
    let key = text.source.text(in: text.span(start, colon)).drop { $0 == "-" || $0 == " " }
    let inner = text.source.text(in: value)
    if ActionWords.holders.contains(String(key)),
      ActionWords.object(String(inner.prefix { $0 != ":" })) != nil
    {
      return Explanation(
        range: value, message: "An action with a value must be in braces on the line of `\(key)`.",
        help: inner.contains("#")
          ? "Put it in braces." : "Write \(shown("\(key): { \(inner) }")).")
    }
    guard Self.holders.contains(key) else { return nil }
    let isPlain = inner.utf8.allSatisfy { !"{}[],#&*!|>'\"%@`".utf8.contains($0) }
    let isOne =
      isPlain
      && text.colon(in: value).map { text.colon(in: text.span($0 + 1, value.upperBound)) } == .some(nil)
    let own = "put `\(inner)` on its own line below, indented further than `\(key)`."
    return Explanation(
      range: value, message: "A second key follows `\(key)` on the same line.",
      help: isOne ? "Write `\(key): { \(inner) }`, or \(own)" : own.capitalizedFirst)
  }

  /// `go: target: b }`, where the brace before the first key is missing.
  private func lostBrace(_ start: Int, _ colon: Int, _ value: SourceRange) -> Explanation? {
    let first = text.behindDashes(start)
    let line = text.span(first, value.upperBound)
    guard text.bytes[value].last == 0x7D, !text.bytes[line].contains(0x7B) else { return nil }
    // In `- target: b, label: c }`, the first key of the line is in the braces.
    let isAround = text.colon(in: value).map { text.bytes[value.lowerBound..<$0].contains(0x2C) } ?? false
    let place = isAround ? first : value.lowerBound
    let before = text.source.text(in: text.span(first, place))
    return Explanation(
      range: value, message: "The `}` at the end has no matching `{`.",
      help: "Write \(shown("\(before){ \(text.source.text(in: text.span(place, value.upperBound)))")).",
      fix: isAround && first == start
        ? nil : Diagnostic.Fix(title: "Add the brace", range: text.span(place, place), replacement: "{ "))
  }
}
