import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds `in(…)` in guards with states that are never active together with the state that has the transition.
struct ImpossibleState: LintRule {
  static let description = RuleDescription(
    "impossible-state", "`in(…)` checks a state that is never active here", .warning, .expressions,
    why: "The two states are never active at the same time, so `in(…)` is always false.",
    howToFix: "Write a state in another region of the same parallel state, or delete the condition.",
    bad: """
      states:
        open:
          on:
            close: { guard: "in(▸closed)", target: locked }
            push: closed
        closed: { type: final }
        locked: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      type: parallel
      states:
        leaf:
          initial: open
          states:
            open:
              on:
                close: { guard: "in(bright)", target: closed }
            closed: { type: final }
        light:
          initial: bright
          states:
            bright: { on: { switch: dark } }
            dark: { type: final }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    return tree.nodes.indices.flatMap { number in
      tree.nodes[number].state.transitions.flatMap { transition -> [Diagnostic] in
        guard let condition = transition.guard, let node = context.node(of: condition) else { return [] }
        return node.states.flatMap { id, range -> [Diagnostic] in
          guard let other = tree.numbers[id] else { return [] }
          // The condition alone is deleted with its key.
          return check(
            other, from: number, tree, isAlone: node.states.count == 1 && node.operands.isEmpty,
            at: context.range(of: condition, range))
        }
      }
    }
  }

  private func check(
    _ other: Int, from number: Int, _ tree: StateIndex, isAlone: Bool, at range: SourceRange?
  ) -> [Diagnostic] {
    let (source, asked) = (tree.nodes[number].state, tree.nodes[other].state)
    if asked.kind.isHistory {
      return finding(
        "`in(\(asked.id.text))` is never true, because `\(asked.id.text)` is a history state and never active.",
        help: "Write a state that `\(asked.id.text)` can lead to, instead of `\(asked.id.text)`.", at: range)
    }
    guard !tree.canBeActiveTogether(number, other) else { return [] }
    let delete = isAlone ? "delete `guard:` and the condition" : "delete `in(\(asked.id.text))` here"
    return finding(
      "`in(\(asked.id.text))` is never true here: \(source.called) and \(asked.called) are never active together.",
      help: tree.selfAndAncestors(of: number).contains { tree.nodes[$0].state.kind == .parallel }
        ? "Instead of `\(asked.id.text)`, write a state of another region. If you do not mean another region, \(delete)."
        : "If the transition must be taken in \(source.called), \(delete). If not, delete the transition.",
      at: range)
  }
}

extension ExpressionNode {
  /// The states that `in(…)` asks for anywhere inside, with the places of their ids in the text.
  var states: [(id: String, range: Range<Int>)] {
    var result: [(id: String, range: Range<Int>)] = []
    var open = [self]
    while let node = open.popLast() {
      if case .inState(let id, let range) = node.kind { result.append((id, range)) }
      open += node.operands
    }
    return result
  }
}
