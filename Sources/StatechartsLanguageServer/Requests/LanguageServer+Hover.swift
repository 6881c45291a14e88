internal import Statecharts
internal import StatechartsEditing
internal import StatechartsLint
internal import StatechartsModel
internal import StatechartsYAML

extension LanguageServer {
  /// `textDocument/hover`: what a name stands for, what a key means, the type of an expression, and the rules of the
  /// findings there.
  func hover(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let (document, offset) = try location(params)
    guard document.isChart else { return .null }
    let words = HoverWords(isMarkdown: client.allowsMarkdownHover)
    var pieces: [String] = []
    var range: SourceRange?
    if let named = try named(params) {
      pieces.append(named.index.hoverText(named.use, words))
      range = named.change.newRange(named.use.range)
    } else if let index = document.index, let old = document.change?.oldOffset(offset),
      let steps = index.keyPath(at: old), let key = FormatPath(steps).key
    {
      let fallback = key.fallback.map { "\n\nDefault: \($0)" } ?? ""
      pieces.append(
        "\(words.name(key.name.text)): \(words.markdown(key.meaning + fallback))\n\nExample: \(words.code(key.example))"
      )
    } else if let index = document.index, let change = document.change, let old = change.oldOffset(offset),
      let part = index.typedPart(at: old), let place = change.newRange(part.range)
    {
      pieces.append("\(words.name(part.text)): \(words.code(part.type))")
      range = place
    }
    for finding in findings(document).findings.map(\.diagnostic) where finding.range.contains(offset) {
      guard let rule = RuleRegistry.standard.rule(finding.rule) else { continue }
      pieces.append(
        "\(words.bold(rule.title)) (\(words.code(rule.id))): \(words.markdown("\(rule.why) \(rule.howToFix)"))"
      )
    }
    guard !pieces.isEmpty else { return .null }
    var positions = positions(document)
    let contents = JSON.object([
      ("kind", .string(client.allowsMarkdownHover ? "markdown" : "plaintext")),
      ("value", .string(pieces.joined(separator: words.isMarkdown ? "\n\n---\n\n" : "\n\n"))),
    ])
    return .members(("contents", contents), ("range", range.map { positions.range($0) }))
  }
}

/// Writes a hover text in Markdown, or without it for editors that show it as it is.
private struct HoverWords {
  let isMarkdown: Bool

  func bold(_ text: String) -> String { isMarkdown ? "**\(text)**" : text }
  func code(_ text: String) -> String { isMarkdown ? "`\(text)`" : text }
  func name(_ text: String) -> String { bold(code(text)) }

  /// A text of this package, which has Markdown.
  func markdown(_ text: String) -> String { isMarkdown ? text : text.filter { $0 != "`" } }

  /// A text of a chart, which has no Markdown.
  func text(_ text: String) -> String {
    guard isMarkdown else { return text }
    return text.reduce(into: "") { result, character in
      if "\\`*_[]<>#&|~".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}

extension ChartIndex {
  /// A name: its kind, title, type and description, and for states the transitions.
  fileprivate func hoverText(_ use: ChartNameIndex.Use, _ words: HoverWords) -> String {
    var lines = [words.bold("\(use.kind.words) \(words.code(use.name))")]
    if let facts = facts(use.kind, use.name) {
      if let title = facts.title { lines[0] += ": \(words.text(title))" }
      if let type = facts.type { lines.append(words.code(type)) }
      if let description = facts.description { lines.append(words.text(description)) }
    }
    if use.kind == .state {
      let transitions = transitions
      let into = transitions.filter { transition in transition.targets.contains { $0.text == use.name } }
      // Those of the states around it can be taken in it too.
      let sources = [use.name] + ancestors(of: use.name).map(\.id.text)
      let out = sources.flatMap { source in
        transitions.filter { $0.source == source && (source == use.name || $0.trigger != Self.initially) }
      }
      lines += Self.list(
        "Transitions in", into.map { "\(words.code($0.source)): \(words.markdown($0.trigger))" })
      lines += Self.list(
        "Transitions out",
        out.map { transition in
          let targets = transition.targets.map { words.code($0.text) }.joined(separator: ", ")
          let origin = transition.source == use.name ? "" : " (of \(words.code(transition.source)))"
          return "\(words.markdown(transition.trigger))\(origin): \(targets.isEmpty ? "stays" : targets)"
        })
    } else {
      let count = all(use).count { $0.role != .declaration }
      lines.append(count == 1 ? "Used in 1 location." : "Used in \(count) locations.")
    }
    return lines.joined(separator: "\n\n")
  }

  private static func list(_ title: String, _ items: [String]) -> [String] {
    guard !items.isEmpty else { return [] }
    let shown = items.prefix(20).map { "- \($0)" }
    let rest = items.count > shown.count ? ["- and \(items.count - shown.count) more"] : []
    return ["\(title):\n\n" + (shown + rest).joined(separator: "\n")]
  }
}
