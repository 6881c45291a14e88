import Statecharts

// Keys without a value in braces, and what they are meant as.
extension DocumentBuilder {
  /// In braces, `{email}` is a key without a value, and so is `{target:email}`.
  mutating func judgeMissingValue(_ text: String, _ value: YAMLDocument.Node) {
    guard text.isEmpty, value.style == .plain, value.start == value.end, let frame = open.last, frame.isFlow,
      !gap.hasColon, let key = lastKey, nodes[Int(key)].kind == .scalar
    else { return }
    // `{{ x }}` is one finding.
    let brace = Int(nodes[Int(frame.node)].start)
    if brace > 0, bytes[brace] == 0x7B, bytes[brace - 1] == 0x7B { return }
    let node = nodes[Int(key)]
    let range = Int(node.start)..<Int(node.end)
    let name = texts[Int(node.content)]
    // A name is on one line. Another finding says that `{` is never closed, or that this is not a name.
    if bytes[range].contains(0x0A) { return }
    if isPartOfExpression(key, range) { return }
    if node.style == .plain, let colon = MissingColonSpace(name[...]) {
      findings.add(
        .missingSpace, .error, range, "`\(name)` is read as one text: \(colon.problem).",
        help: "Write `\(colon.fixed)`.",
        fix: Diagnostic.Fix(title: MissingColonSpace.fixTitle, range: range, replacement: colon.fixed))
    } else if node.style == .plain, let better = FullwidthColon.fixed(name) {
      findings.add(
        .missingValue, .error, range, FullwidthColon.message, help: "Write `\(better)`.",
        fix: Diagnostic.Fix(title: FullwidthColon.fixTitle, range: range, replacement: better))
    } else if node.style == .plain, let meant = Self.entryMeant(by: name) {
      findings.add(
        .missingValue, .error, range, "`\(name)` has no `:`, so it counts as a key without a value.",
        help: "Write `\(meant)`.",
        fix: Diagnostic.Fix(title: "Write `\(meant)`", range: range, replacement: meant))
    } else if let holder = holderOfOne(key, frame) {
      let end = holder.end
      findings.add(
        .missingValue, .error, range, "`\(name)` has no value inside { }.",
        help: "Write `\(holder.name): \(name)`.",
        fix: Diagnostic.Fix(title: "Remove the braces", range: brace..<end, replacement: name))
    } else if name.contains(" ") {
      findings.add(
        .missingValue, .error, range, "`\(name)` has no key: the comma before it ends the previous value.",
        help: "Put the whole value in quotes, including the comma, or write `key: value`.")
    } else if let target = targetBefore(key) {
      findings.add(
        .missingValue, .error, range, "The key `\(name)` has no value.",
        help: "For several targets, write `target: [\(target), \(name)]`.")
    } else if !name.isEmpty {
      findings.add(
        .missingValue, .error, range, "The key `\(name)` has no value.",
        help:
          "Inside braces, write `\(name): …`, or `\(name): {}` for the name alone. A list has brackets: `[\(name)]`."
      )
    }
  }

  /// `tries: tries + 1` for `tries += 1`, and `submit: checking` for `submit -> checking`; nil for anything else.
  private static func entryMeant(by text: String) -> String? {
    guard text.utf8.count <= 200 else { return nil }
    if let assignment = ActionNotation.assignment(text), ActionNotation.isSafe(assignment) {
      return String(assignment.dropFirst("assign: { ".count).dropLast(" }".count))
    }
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 3, ["->", "→", "=>", "-->"].contains(words[1]),
      [words[0], words[2]].allSatisfy({ NameRule.isEventName(String($0)) })
    else { return nil }
    return "\(words[0]): \(words[2])"
  }

  /// The key that was read before the node that was attached last.
  private var lastKey: Int32? {
    // Scalars only: the value is the node before the end, and an empty value follows its key at once.
    nodes.count >= 2 ? Int32(truncatingIfNeeded: nodes.count - 2) : nil
  }

  // MARK: Commas in expressions

  /// Whether a key without a value is the rest of an expression that a comma cuts, as in `{ n: min(n + 1, 3) }`. The
  /// value before it becomes the whole expression, so that nothing is said of its parts.
  private mutating func isPartOfExpression(_ key: Int32, _ range: SourceRange) -> Bool {
    guard let last = open.indices.last else { return false }
    if let cut = cutValue, nodes[Int(cut)].next == key, range.upperBound <= Int(nodes[Int(cut)].end) {
      detach(key, from: last, after: cut)
      return true
    }
    let value = key - 1
    guard value >= 0, nodes[Int(value)].kind == .scalar, nodes[Int(value)].style == .plain,
      nodes[Int(value)].next == key, texts[Int(nodes[Int(value)].content)].contains("("),
      let expression = CutExpression(
        TextLines(source), from: Int(nodes[Int(value)].start), past: range.lowerBound)
    else { return false }
    // Behind a text in quotes, YAML breaks off, which is reported.
    let next = TextLines(source).firstNonBlank(from: range.upperBound)
    guard next < bytes.count, bytes[next] == 0x2C || bytes[next] == 0x7D else { return true }
    findings.add(
      .missingValue, .error, expression.range, CutExpression.message, help: expression.help,
      fix: expression.fix)
    nodes[Int(value)].end = Int32(truncatingIfNeeded: expression.range.upperBound)
    texts[Int(nodes[Int(value)].content)] = source.text(in: expression.range)
    cutValue = value
    detach(key, from: last, after: value)
    return true
  }

  /// Takes the last key of an open mapping out of it, with its empty value.
  private mutating func detach(_ key: Int32, from frame: Int, after value: Int32) {
    nodes[Int(value)].next = -1
    open[frame].lastChild = value
    if keys.last?.node == key { keys.removeLast() }
  }

  // MARK: Braces around a single name

  /// What holds `{ askingCode }`, where the name alone is meant, and where the braces end; nil where it may be a key.
  private func holderOfOne(_ key: Int32, _ frame: Frame) -> (name: String, end: Int)? {
    let (node, owner) = (nodes[Int(key)], frame.node - 1)
    let end = TextLines(source).firstNonBlank(from: Int(node.end))
    guard node.style == .plain, nodes[Int(frame.node)].content == key, end < bytes.count, bytes[end] == 0x7D,
      NameRule.isIdentifier(texts[Int(node.content)]), let name = keyText(owner),
      nodes[Int(owner)].next == frame.node, bytes[Int(nodes[Int(frame.node)].start)] == 0x7B
    else { return nil }
    if ["done", "always", "target", "initial", "default"].contains(name) { return (name, end + 1) }
    // The names below these keys lead to transitions.
    guard open.count > 1, let outer = keyText(open[open.count - 2].node - 1),
      ["on", "after", "failed"].contains(outer)
    else { return nil }
    return (name, end + 1)
  }

  /// The state behind `target:` right before a key.
  private func targetBefore(_ key: Int32) -> String? {
    guard key >= 2, nodes[Int(key - 1)].next == key, keyText(key - 2) == "target" else { return nil }
    return keyText(key - 1)
  }

  /// The text of a plain scalar by its number.
  private func keyText(_ node: Int32) -> String? {
    guard node >= 0, nodes[Int(node)].kind == .scalar, nodes[Int(node)].style == .plain else { return nil }
    return texts[Int(nodes[Int(node)].content)]
  }
}
