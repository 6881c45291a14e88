import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds services that are tried again at once: by `retry` without a pause, or by a failure that leads back to the
/// same state, which has no end either.
struct RetryWithoutPause: LintRule {
  static let description = RuleDescription(
    "retry-without-pause", "Service is retried without a pause", .warning, .services,
    why:
      "The cause of the failure is usually still there a moment later. A server that is down gets even more calls.",
    howToFix: "Write `backoff: 2s` next to `attempts:`. Without `retry:`, go to a state that waits.",
    bad: """
      states:
        open:
          invoke:
            service: look
            timeout: 5s
            retry: { attempts: ▸3 }
            done: closed
            failed: { any: closed }
        closed: { type: final }
      """,
    good: """
      states:
        open:
          invoke:
            service: look
            timeout: 5s
            retry: { attempts: 3, backoff: 2s }
            done: closed
            failed: { any: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: ▸open } }
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: waiting } }
        waiting:
          after: { 5s: open }
        closed: { type: final }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let node = tree.nodes[number]
      return node.state.invoke.flatMap { invocation -> [Diagnostic] in
        var result: [Diagnostic] = []
        if let retry = invocation.retry, retry.backoff == nil {
          result += finding(
            "`\(invocation.effectiveID)` is retried without a pause.",
            help:
              "Write `backoff: 2s` next to `attempts: \(retry.attempts)`. The pause doubles after each try.",
            at: attempts(of: invocation, context))
        }
        for failure in invocation.failed where failure.transition.isUnconditional {
          guard failure.transition.targets.contains(where: { tree.number(of: $0) == number }) else {
            continue
          }
          result += finding(
            "`\(invocation.effectiveID)` restarts immediately in \(node.state.called) each time it fails, without end.",
            help:
              invocation.retry == nil
              ? "Write `retry: { attempts: 3, backoff: 2s }` next to `service: \(context.written(invocation.place))`. Let this transition lead to a state for the failure after the last retry."
              : "Let this transition lead to another state than `\(node.state.id)`, for the failure after the last retry.",
            at: context.range(of: failure.transition.origin))
        }
        return result
      }
    }
  }

  /// The number of attempts of an invocation as it is written.
  private func attempts(of invocation: ChartInvocation, _ context: LintContext) -> SourceRange? {
    guard invocation.origin.rawValue >= 0 else { return nil }
    let document = context.document
    let node = YAMLDocument.NodeID(invocation.origin.rawValue)
    let retry = document.entry("retry", of: node)?.value
    let attempts = retry.flatMap { document.entry("attempts", of: $0)?.value }
    return document.range(of: attempts ?? retry ?? node)
  }
}
