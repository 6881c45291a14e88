import Statecharts
import StatechartsYAML

/// Spaces that are missing after a `-` or a `:`, so that YAML reads a single text.
struct SpacingRepair: ChartRepair {
  func advice(on problem: ShapeProblem, in chart: ChartNodes) -> Advice? {
    switch problem {
    case .action(let node) where chart.isPlain(node): chart.gluedAdvice(node)
    case .actionKey(let key, _) where chart.isPlain(key):
      chart.isLegal(chart.text(key), .handler) ? nil : chart.dashedKeyAdvice(key)
    case .unknownKey(let key, _, let object, _) where chart.isPlain(key):
      chart.dashedKeyAdvice(key, of: object)
    default: nil
    }
  }
}

extension ChartNodes {
  /// Advice on `-item` and `key:value`, which are single texts.
  fileprivate func gluedAdvice(_ node: Int32) -> Advice? {
    let text = text(node)
    if let dashed = ActionNotation.dashed(text) {
      return dashAdvice(node, "`\(firstWord(text))` is read as text", firstWord(dashed))
    }
    guard let colon = MissingColonSpace(text[...]) else { return nil }
    let start = range(node).lowerBound
    var advice = Advice(
      .missingSpace, at: range(node), "\(shown(text)) is read as one text: \(colon.problem).",
      help: "Write \(shown(colon.fixed)).",
      fix: Diagnostic.Fix(
        title: MissingColonSpace.fixTitle, range: start + colon.gap.lowerBound..<start + colon.gap.upperBound,
        replacement: " "))
    advice.explained = [.missingSpace: [start], .multilineText: [start]]
    return advice
  }

  fileprivate func dashedKeyAdvice(_ key: Int32) -> Advice? {
    ActionNotation.dashed(text(key)).map {
      dashAdvice(key, "`\(firstWord(text(key)))` is a name here", "\(firstWord($0)): …")
    }
  }

  fileprivate func dashedKeyAdvice(_ key: Int32, of object: FormatObject) -> Advice? {
    guard let dashed = ActionNotation.dashed(text(key)), index.has(dashed, in: object) else {
      return nil
    }
    var advice = dashAdvice(key, "`\(text(key))` is a key here", "\(dashed): …")
    advice.reading = .key(dashed, isCertain: false)
    return advice
  }

  /// Advice on a `-` without a space after it. At the beginning of a line it is meant to begin an item; elsewhere it is
  /// one too many.
  private func dashAdvice(_ node: Int32, _ what: String, _ better: String) -> Advice {
    let start = range(node).lowerBound
    let place = start + 1
    let before = document.source.bytes[..<start].reversed().first { $0 != 0x20 }
    let isItem = before == nil || before == 0x0A || before == 0x0D
    var advice = Advice(
      .missingSpace, at: start..<place,
      isItem ? "\(what): a space is missing after the `-`." : "\(what), and the `-` is part of it.",
      help: isItem ? "Write `- \(better)`." : "Write `\(better)`.",
      fix: isItem
        ? Diagnostic.Fix(title: "Add a space after the dash", range: place..<place, replacement: " ")
        : Diagnostic.Fix(title: "Remove the dash", range: start..<place, replacement: ""))
    advice.explained = [.missingSpace: [start], .multilineText: [start]]
    return advice
  }

  /// The first word of a text, cut when it is long.
  private func firstWord(_ text: String) -> String {
    let word = text.prefix { $0 != " " && $0 != "\n" }
    return word.count <= 40 ? String(word) : "\(word.prefix(37))…"
  }
}
