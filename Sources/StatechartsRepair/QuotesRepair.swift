import Statecharts
import StatechartsYAML

/// Quotes that are missing, too many or of the wrong kind, and other marks of keyboards and word processors.
struct QuotesRepair: ChartRepair {
  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .text(let node): chart.curlyQuotesAdvice(node)
    case .guardText(let node): chart.truthWordAdvice(node)
    case .wrongKind(let node, let key, let expected, _)
    where chart.kind(node) == .scalar && !chart.isEmpty(node):
      chart.scalarAdvice(problem, node, key, expected)
    default: nil
    }
  }
}

extension ChartNodes {
  /// Advice on a text in curly quotes, which are a part of it.
  fileprivate func curlyQuotesAdvice(_ node: Int32) -> Advice? {
    let text = text(node)
    guard isPlain(node), let inner = CurlyQuotes.inside(text),
      !inner.contains(where: { "“”„«»‘’‚‹›".contains($0) })
    else { return nil }
    let (whole, bare, straight) = (shown(text), shown(inner), shown("\"\(inner)\""))
    return Advice(
      .unquotedScalar, .warning, at: range(node),
      "The curly quotes around \(whole) are part of the text. YAML only knows straight quotes.",
      help: "Write \(bare), or straight quotes: \(straight).")
  }

  /// Advice on `guard: yes`. A fix that puts the text in quotes would ask for a handler that nobody has.
  fileprivate func truthWordAdvice(_ node: Int32) -> Advice? {
    let text = text(node)
    guard isPlain(node), ["yes", "on", "no", "off"].contains(text.lowercased()) else { return nil }
    let isYes = ["yes", "on"].contains(text.lowercased())
    var advice = Advice(
      .unquotedScalar, .warning, at: range(node),
      "`\(text)` is the name of a guard here, but other YAML tools read it as true or false.",
      help: (isYes
        ? "To take the transition always, remove `guard`" : "To take it never, remove the transition")
        + ". For a guard of this name, write \"\(text)\".")
    advice.explained = [.unquotedScalar: [range(node).lowerBound]]
    return advice
  }

  fileprivate func scalarAdvice(
    _ problem: ShapeProblem, _ node: Int32, _ key: Int32, _ expected: FormatShape
  ) -> Advice? {
    if isPlain(node), expected.kinds.contains(.mapping), let better = FullwidthColon.fixed(text(node)) {
      return Advice(
        .wrongKind, at: range(node), FullwidthColon.message, help: "Write \(shown(better)).",
        fix: replacement(of: node, by: better, FullwidthColon.fixTitle))
    }
    switch expected {
    case .bool:
      let meant: String? =
        switch text(node).lowercased() {
        case "true", "yes", "y", "on", "1": "true"
        case "false", "no", "n", "off", "0": "false"
        default: nil
        }
      return meant.map {
        Advice(
          problem, in: self, help: "Write `\(text(key)): \($0)`, without quotes.",
          fix: replacement(of: node, by: $0, "Write `\($0)`"))
      }
    case .count where !isPlain(node) && wholeNumber(node) ?? 0 >= 1:
      return Advice(
        problem, in: self, help: "Write it without quotes.",
        fix: replacement(of: node, by: text(node), "Remove the quotes"))
    default: return nil
    }
  }
}
