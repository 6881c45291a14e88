import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds `*` that takes what the states around it are there to answer.
struct SwallowedEvent: LintRule {
  static let description = RuleDescription(
    "swallowed-event", "`*` takes events that the states around handle", .warning, .structure,
    why:
      "The innermost state handles an event, and `*` matches all events. These include failures and completions of services.",
    howToFix: "Write the names of the events that you mean, or move `*` to the outermost state.",
    bad: """
      states:
        open:
          initial: ajar
          on: { close: closed }
          states:
            ajar: { on: { ▸"*": wide } }
            wide:
        closed: { type: final }
      """,
    good: """
      states:
        open:
          initial: ajar
          on: { close: closed }
          states:
            ajar: { on: { push: wide } }
            wide:
        closed: { type: final }
      """,
    alsoBad: [
      """
      states:
        open:
          initial: ajar
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          states:
            ajar: { on: { ▸"*": wide } }
            wide:
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      initial: open
      on: { "*": { actions: { log: "'unexpected'" } } }
      states:
        open:
          on: { close: closed }
        closed: { type: final }
      """,
      """
      states:
        open:
          type: parallel
          on: { close: closed }
          states:
            bell: { on: { "*": { actions: ring } } }
            lamp:
        closed: { type: final }
      """,
    ])

  /// How many events and timers the message names.
  private static let mostShown = 3

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    let names = context.eventNames
    // How many transitions around may be looked at; only a hostile chart needs more.
    var budget = 200_000
    return tree.nodes.indices.filter(context.unreadStates.isIntact).flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard let all = state.on.first(where: { $0.event.isWildcard && $0.transition.isUnconditional }) else {
        return []
      }
      let own = Set(
        state.on.prefix { $0 != all }.filter(\.transition.isUnconditional).map {
          names.number(of: $0.event.prefix)
        })
      var taken: [String] = []
      var seen: Set<String> = []
      // Of more than are shown only one is kept, for the `…`.
      func take(_ text: String) {
        if taken.count <= Self.mostShown, seen.insert(text).inserted { taken.append(text) }
      }
      for outer in tree.selfAndAncestors(of: number).dropFirst() {
        let around = tree.nodes[outer].state
        // The other parts of a parallel state leave the event to it, and to what is around it.
        if around.kind == .parallel { break }
        for entry in around.on where !entry.event.isWildcard && taken.count <= Self.mostShown {
          budget -= 1
          guard budget > 0 else { return [] }
          let name = names.number(of: entry.event.prefix)
          if !names.beginnings(of: name).contains(where: own.contains) { take("`\(entry.event.name.text)`") }
        }
        for invocation in around.invoke where !invocation.done.isEmpty || !invocation.failed.isEmpty {
          take("the completion of `\(invocation.effectiveID)`")
        }
        if !around.after.isEmpty { take("the timers of \(around.called)") }
      }
      guard !taken.isEmpty else { return [] }
      let list =
        taken.prefix(Self.mostShown).joined(separator: ", ") + (taken.count > Self.mostShown ? ", …" : "")
      return finding(
        "`*` in \(state.called) also takes what the states around it handle: \(list).",
        help:
          "Write the name of each event that you mean instead of `\"*\"`, for example `EVENT: \(context.written(all.transition.origin))`.",
        at: context.range(of: all.event.name))
    }
  }
}
