import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds states of one group that have the same title.
struct SameTitle: LintRule {
  static let description = RuleDescription(
    "same-title", "Two states of one group have the same title", .warning, .names,
    why: "Diagrams and tables show the title, so nobody can distinguish the two states there.",
    howToFix: "Give one of the states a title of its own.",
    bad: """
      states:
        open: { title: Open, on: { push: ajar } }
        ▸ajar: { title: Open, on: { close: closed } }
        closed: { title: Closed, type: final }
      """,
    good: """
      states:
        open: { title: Open, on: { push: ajar } }
        ajar: { title: Ajar, on: { close: closed } }
        closed: { title: Closed, type: final }
      """,
    alsoGood: [
      """
      initial: inside
      states:
        # The title of the state around them distinguishes the two.
        inside: { title: Inner door, initial: open, on: { push: outside }, states: { open: { title: Open } } }
        outside: { title: Outer door, initial: ajar, on: { pull: inside }, states: { ajar: { title: Open } } }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    context.tree.nodes.flatMap { parent -> [Diagnostic] in
      var known: [String: StateNode] = [:]
      return parent.state.states.flatMap { state -> [Diagnostic] in
        switch state.kind {
        case .plain, .parallel, .final: break
        // In diagrams, the transitions distinguish them.
        case .choice, .history: return []
        }
        guard let title = state.title, !title.isEmpty else { return [] }
        guard let first = known[title.lowercased()] else {
          known[title.lowercased()] = state
          return []
        }
        return finding(
          "`\(state.id.text)` has the same title as `\(first.id.text)`.",
          help:
            "Give `\(state.id.text)` a title of its own, or delete the state if it was copied by mistake.",
          at: context.range(of: state.id),
          related: context.range(of: first.id).map {
            [Diagnostic.Related(range: $0, message: "the other state")]
          } ?? [])
      }
    }
  }
}
