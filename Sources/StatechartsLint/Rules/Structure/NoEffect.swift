import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds transitions that change nothing: without a target and without actions, where no other one would be taken.
///
/// One that keeps a transition behind it or in a state around it from being taken does something.
struct NoEffect: LintRule {
  static let description = RuleDescription(
    "no-effect", "Transition has no effect", .warning, .structure,
    why: "It has no target and no actions, and it keeps no other transition from being taken.",
    howToFix: "Add `target:` or `actions:`, or delete the transition.",
    bad: """
      states:
        open:
          on:
            close: closed
            push: ▸{ guard: isFree }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          on:
            close: closed
            push: { guard: isFree, actions: ring }
        closed: { type: final }
      """,
    alsoGood: [
      """
      initial: open
      on: { push: closed }
      states:
        open:
          on:
            close: closed
            push: { guard: isFree }
        closed: { type: final }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    var around = Answers(context.eventNames)
    var open: [Int] = []
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      // Only what the states around answer counts, and what comes later in the same one.
      while let last = open.last, tree.nodes[last].end <= number {
        for entry in tree.nodes[last].state.on { around.note(entry.event, -1) }
        open.removeLast()
      }
      for entry in node.state.on { around.note(entry.event, 1) }
      open.append(number)
      guard context.unreadStates.isIntact(number), node.state.on.contains(where: { $0.transition.isEmpty })
      else {
        return []
      }
      // What was tried before is left out for as long as this state is looked at.
      defer { for entry in node.state.on { around.note(entry.event, 1) } }
      return node.state.on.flatMap { entry -> [Diagnostic] in
        around.note(entry.event, -1)
        guard entry.transition.isEmpty,
          // Events of the platform are also answered by keys other than `on`.
          !entry.event.isWildcard, !entry.event.isPlatform,
          // An event without guard is said to be expected, and to change nothing here.
          !entry.transition.isUnconditional, !around.meet(entry.event)
        else { return [] }
        return finding(
          "`\(entry.event.name.text)` has no effect in \(node.state.called): its transition has no target and no actions.",
          help:
            "Write `target: STATE` next to `guard:`, with the state that follows. Or delete `\(entry.event.name.text):` with its `guard:`.",
          at: context.range(of: entry.transition.origin))
      }
    }
  }

  /// How many of the transitions that count answer each name.
  private struct Answers {
    private let names: EventNames
    /// By name: those of this name.
    private var own: [Int]
    /// By name: those of this name, and of names that it is the beginning of.
    private var below: [Int]

    init(_ names: EventNames) {
      self.names = names
      own = [Int](repeating: 0, count: names.count)
      below = own
    }

    mutating func note(_ event: EventDescriptor, _ change: Int) {
      let name = names.number(of: event.prefix)
      own[name] += change
      for beginning in names.beginnings(of: name) { below[beginning] += change }
    }

    /// Whether there may be an event that a descriptor and one of those that count both answer.
    func meet(_ event: EventDescriptor) -> Bool {
      let name = names.number(of: event.prefix)
      return below[name] > 0 || names.beginnings(of: name).contains { own[$0] > 0 }
    }
  }
}

extension ChartTransition {
  /// Whether it neither leads anywhere nor does anything.
  var isEmpty: Bool { targets.isEmpty && actions.isEmpty }
}
