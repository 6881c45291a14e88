/// A key in braces that has no value, as in `{ email }`.
package struct MissingValue {
  /// An entry whose value is a text without quotes.
  package struct Entry {
    /// Nil where the key is in quotes.
    package let key: String?
    package let value: String
    /// Where the value begins.
    package let start: Int
  }

  package let text: TextLines
  package let key: String
  /// Where the key is.
  package let range: SourceRange
  /// Whether the key has no quotes.
  package let isPlain: Bool
  /// Where the braces or brackets begin.
  package let opening: Int
  /// The key whose value the braces are, without quotes.
  package let holder: String?
  /// The key around that.
  package let outerHolder: String?
  /// The entry before this one. Nil for the first key, and where that value has quotes or is a list or a mapping.
  package let previous: Entry?
  package let isFirst: Bool

  /// What to say without repairs.
  package var plainExplanation: Explanation {
    if isPlain, let colon = MissingColonSpace(key[...]) {
      return Explanation(
        rule: .missingSpace, range: range, message: "`\(key)` is read as one text: \(colon.problem).",
        help: "Write `\(colon.fixed)`.",
        fix: Diagnostic.Fix(title: MissingColonSpace.fixTitle, range: range, replacement: colon.fixed))
    }
    return Explanation(
      rule: .missingValue, range: range, message: "The key `\(key)` has no value.",
      help:
        "Inside braces, write `\(key): …`, or `\(key): {}` for the name alone. A list has brackets: `[\(key)]`."
    )
  }
}

extension DocumentBuilder {
  /// In braces, `{email}` is a key without a value, and so is `{target:email}`.
  mutating func judgeMissingValue(_ text: String, _ value: YAMLDocument.Node) {
    guard text.isEmpty, value.style == .plain, value.start == value.end, let frame = open.last, frame.isFlow,
      !gap.hasColon, let key = lastKey, nodes[Int(key)].kind == .scalar
    else { return }
    let opening = Int(nodes[Int(frame.node)].start)
    // `{{ x }}` is one finding.
    if opening > 0, bytes[opening] == 0x7B, bytes[opening - 1] == 0x7B { return }
    let node = nodes[Int(key)]
    let range = Int(node.start)..<Int(node.end)
    let name = texts[Int(node.content)]
    // A name is on one line. Another finding says that `{` is never closed, or that this is not a name.
    if bytes[range].contains(0x0A) || isPartOfValue(key, range) { return }
    let owner = frame.node - 1
    let problem = MissingValue(
      text: TextLines(source), key: name, range: range, isPlain: node.style == .plain, opening: opening,
      holder: owner >= 0 && nodes[Int(owner)].next == frame.node ? plainText(owner) : nil,
      outerHolder: open.count > 1 ? plainText(open[open.count - 2].node - 1) : nil,
      previous: key > 0 && nodes[Int(key - 1)].next == key
        ? plainText(key - 1).map {
          MissingValue.Entry(key: plainText(key - 2), value: $0, start: Int(nodes[Int(key - 1)].start))
        } : nil,
      isFirst: nodes[Int(frame.node)].content == key)
    let explanation = explainer.missingValue(problem)
    if let value = explanation.cutValue {
      // Where something else follows, YAML breaks off, which is reported.
      let next = problem.text.firstNonBlank(from: range.upperBound)
      guard next < bytes.count, bytes[next] == 0x2C || bytes[next] == 0x7D else { return }
      findings.withdrawErrors(in: value)
      extendValue(key - 1, to: value.upperBound)
      detach(key, after: key - 1)
    } else if name.isEmpty {
      return
    }
    findings.add(explanation)
  }

  /// The key that was read before the node that was attached last.
  private var lastKey: Int32? {
    // Scalars only: the value is the node before the end, and an empty value follows its key at once.
    nodes.count >= 2 ? Int32(truncatingIfNeeded: nodes.count - 2) : nil
  }

  /// The text of a scalar without quotes.
  private func plainText(_ node: Int32) -> String? {
    guard node >= 0, nodes[Int(node)].kind == .scalar, nodes[Int(node)].style == .plain else { return nil }
    return texts[Int(nodes[Int(node)].content)]
  }

  // MARK: Commas in values

  /// Whether a key is a part of a value that was extended beyond its comma. Then nothing is said of it.
  private mutating func isPartOfValue(_ key: Int32, _ range: SourceRange) -> Bool {
    guard let value = extendedValue, nodes[Int(value)].next == key,
      range.upperBound <= Int(nodes[Int(value)].end)
    else { return false }
    detach(key, after: value)
    return true
  }

  /// Makes a value longer, past the comma that has cut it.
  private mutating func extendValue(_ value: Int32, to end: Int) {
    nodes[Int(value)].end = Int32(truncatingIfNeeded: end)
    texts[Int(nodes[Int(value)].content)] = source.text(in: Int(nodes[Int(value)].start)..<end)
    extendedValue = value
  }

  /// Takes the last key of the innermost mapping out of it, with its empty value.
  private mutating func detach(_ key: Int32, after value: Int32) {
    nodes[Int(value)].next = -1
    // proven: a key without a value is in an open mapping.
    open[open.count - 1].lastChild = value
    if keys.last?.node == key { keys.removeLast() }
  }
}
