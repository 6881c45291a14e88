import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds states without a title.
struct MissingTitle: LintRule {
  static let description = RuleDescription(
    "missing-title", "State has no title", .warning, .names, isOptIn: true,
    why: "Diagrams, tables and messages show the title. An id is written for engineers.",
    howToFix: "Add `title:` with what people call the state.",
    bad: """
      states:
        open: { title: Open, on: { close: closed } }
        ▸closed: { type: final }
      """,
    good: """
      states:
        open: { title: Open, on: { close: closed } }
        closed: { title: Closed, type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    context.tree.nodes.dropFirst().flatMap { node -> [Diagnostic] in
      switch node.state.kind {
      case .plain, .parallel, .final:
        guard node.state.title == nil else { return [] }
        let words = NamingStyle.words(of: node.state.id.text[...]).map { $0.lowercased() }
        return finding(
          "The state `\(node.state.id.text)` has no title.",
          help:
            "Add a title in your words, for example `title: \(NamingStyle.capitalized(words.joined(separator: " ")))`.",
          at: context.range(of: node.state.id))
      case .history, .choice: return []
      }
    }
  }
}
