import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds services that the flow would wait for without end if they never answered.
///
/// A state that people can leave by an event, such as one that waits for a browser, waits for them and not only for
/// the service.
struct MissingTimeout: LintRule {
  static let description = RuleDescription(
    "missing-timeout", "Service has no time limit", .warning, .services,
    why: "If the service never answers, the flow stays in this state forever.",
    howToFix: "Add `timeout: 15s` to the service, and handle `timeout` under `failed:`.",
    bad: """
      states:
        open:
          invoke: { service: ▸look, done: closed, failed: { any: closed } }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          invoke: { service: look, timeout: 15s, done: closed, failed: { any: closed } }
        closed: { type: final }
      """,
    alsoGood: [
      """
      states:
        open:
          invoke: { service: look, done: closed, failed: { any: closed } }
          on: { cancel: closed }
        closed: { type: final }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    return tree.nodes.indices.filter(context.unreadStates.isIntact).flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      let waiting = node.state.invoke.filter { $0.timeout == nil && $0.isService && !$0.done.isEmpty }
      // The states inside, or another part of a parallel state, may have what ends the wait.
      guard !waiting.isEmpty, !tree.isTimed(number), !context.exitTransitions.canBeLeftByEvent(number, tree),
        !context.exitTransitions.canBeLeftFromInside(number, tree),
        !context.exitTransitions.canBeLeftFromAside(number, tree)
      else { return [] }
      return waiting.flatMap { invocation in
        finding(
          "\(node.state.called.asSubject) waits forever if `\(invocation.effectiveID)` never answers."
            + " The service has no `timeout:`, and no event or timer leaves the state.",
          help: Self.help(invocation, context.written(invocation.place)),
          at: context.range(of: invocation.place))
      }
    }
  }
}

extension MissingTimeout {
  private static func help(_ invocation: ChartInvocation, _ service: String) -> String {
    let limit = "Write `timeout: 15s` next to `service: \(service)`"
    if invocation.failed.contains(where: { $0.code == nil }) {
      return "\(limit). Then `any` of its `failed:` handles that too."
    }
    if invocation.failed.contains(where: { $0.code?.text == "timeout" }) { return "\(limit)." }
    return invocation.failed.isEmpty
      ? "\(limit), and handle it with `failed: { timeout: STATE }`."
      : "\(limit), and add `timeout: STATE` to its `failed:`."
  }
}
