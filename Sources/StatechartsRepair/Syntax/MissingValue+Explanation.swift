import Statecharts
package import StatechartsYAML

/// Keys without a value in braces, and what they are meant as.
extension MissingValue {
  /// The explanation of the key.
  package func explain() -> Explanation {
    if let cut = cutExpression() { return cut }
    // Of a colon without its space, the plain explanation says all.
    var explanation = plainExplanation
    if explanation.rule != .missingValue { return explanation }
    if isPlain, let better = FullwidthColon.fixed(key) {
      return Explanation(
        rule: .missingValue, range: range, message: FullwidthColon.message, help: "Write `\(better)`.",
        fix: Diagnostic.Fix(title: FullwidthColon.fixTitle, range: range, replacement: better))
    }
    if isPlain, let meant = entryMeant {
      return Explanation(
        rule: .missingValue, range: range,
        message: "`\(key)` has no `:`, so it counts as a key without a value.", help: "Write `\(meant)`.",
        fix: Diagnostic.Fix(title: "Write `\(meant)`", range: range, replacement: meant))
    }
    if let holder = holderOfName {
      return Explanation(
        rule: .missingValue, range: range, message: "`\(key)` has no value inside { }.",
        help: "Write `\(holder.key): \(key)`.",
        fix: Diagnostic.Fix(title: "Remove the braces", range: opening..<holder.end, replacement: key))
    }
    if key.contains(" ") {
      return Explanation(
        rule: .missingValue, range: range,
        message: "`\(key)` has no key: the comma before it ends the previous value.",
        help: "Put the whole value in quotes, including the comma, or write `key: value`.")
    }
    if let previous, previous.key == "target", !previous.value.isEmpty {
      explanation.help = "For several targets, write `target: [\(previous.value), \(key)]`."
    }
    return explanation
  }

  /// The rest of an expression that a comma cuts, as in `{ n: min(n + 1, 3) }`.
  private func cutExpression() -> Explanation? {
    guard let previous, previous.value.contains("("),
      let cut = CutExpression(text, from: previous.start, past: range.lowerBound)
    else { return nil }
    return cut.explanation
  }

  /// `tries: tries + 1` for `tries += 1`, and `submit: checking` for `submit -> checking`; nil for anything else.
  private var entryMeant: String? {
    guard key.utf8.count <= 200 else { return nil }
    if let assignment = ActionNotation.assignment(key), ActionNotation.isSafe(assignment) {
      return String(assignment.dropFirst("assign: { ".count).dropLast(" }".count))
    }
    let words = key.split(separator: " ").map(String.init)
    guard words.count == 3, ["->", "→", "=>", "-->"].contains(words[1]),
      [words[0], words[2]].allSatisfy({ NameRule.isEventName(String($0)) })
    else { return nil }
    return "\(words[0]): \(words[2])"
  }

  /// What holds `{ askingCode }`, where the name alone is meant, and where the braces end; nil where it may be a key.
  private var holderOfName: (key: String, end: Int)? {
    let end = text.firstNonBlank(from: range.upperBound)
    guard isPlain, isFirst, text.bytes[opening] == 0x7B, text.bytes.indices.contains(end),
      text.bytes[end] == 0x7D, NameRule.isIdentifier(key), let holder
    else { return nil }
    let holdsTarget = ["done", "always", "target", "initial", "default"].contains(holder)
    // The names below these keys lead to transitions.
    let holdsTransition = outerHolder.map { ["on", "after", "failed"].contains($0) } ?? false
    return holdsTarget || holdsTransition ? (holder, end + 1) : nil
  }
}
