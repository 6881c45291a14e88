import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds secret variables that keep their value for as long as the chart runs.
struct UnclearedSecret: LintRule {
  static let description = RuleDescription(
    "uncleared-secret", "Secret is never cleared", .warning, .security,
    why:
      "The secret stays in memory when it is no longer needed, even after a failure, a cancel or a sign-out.",
    howToFix:
      "Add `clear: STATE`, with the last state that needs the secret, or a group around all states that need it. Or set it to `unset`.",
    bad: """
      context: { ▸code: { type: string, optional: true, secret: true } }
      events: { enter: { payload: { code: { type: string, secret: true } } } }
      handlers: { guards: { fits: { arguments: { code: { type: string, optional: true, secret: true } } } } }
      states:
        open: { on: { enter: { target: closed, actions: { assign: { code: event.data.code } } } } }
        closed: { on: { enter: { guard: "fits(code: code)", target: open } } }
      """,
    good: """
      context: { code: { type: string, optional: true, secret: true, clear: closed } }
      events: { enter: { payload: { code: { type: string, secret: true } } } }
      handlers: { guards: { fits: { arguments: { code: { type: string, optional: true, secret: true } } } } }
      states:
        open: { on: { enter: { target: closed, actions: { assign: { code: event.data.code } } } } }
        closed: { on: { enter: { guard: "fits(code: code)", target: open } } }
      """,
    alsoBad: [
      """
      context: { ▸code: { type: string, optional: true, secret: true } }
      events: { enter: { payload: { code: { type: string, secret: true } } } }
      handlers:
        guards: { fits: { arguments: { code: { type: string, optional: true, secret: true } } } }
        actions: { show: { arguments: { code: { type: string, secret: true } } } }
      states:
        open: { on: { enter: { target: closed, actions: { assign: { code: event.data.code } } } } }
        closed: { on: { enter: { guard: "fits(code: code)", target: open, actions: { show: { code: "''" } } } } }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    guard context.unreadStates.isEmpty else { return [] }
    var cleared: Set<String> = []
    for use in context.expressions.uses where use.isAssigned {
      guard case .value(let name) = use.role, let node = context.node(of: use.expression),
        case .literal(let value) = node.kind, value == .unset || value == .string("")
      else { continue }
      cleared.insert(name.text)
    }
    let assigned = Set(context.usage.assigned.map(\.text))
    return context.chart.context.flatMap { variable -> [Diagnostic] in
      let name = variable.name
      guard variable.field.isSecret, variable.clearedOnExitOf.isEmpty, !cleared.contains(name.text),
        assigned.contains(name.text) || variable.isInput
      else { return [] }
      return finding(
        "The secret `\(name.text)` is never cleared.",
        help:
          "Write `clear: STATE` next to `secret: true`, with the last state that needs `\(name.text)`. It is deleted each time the flow leaves that state. If the flow can come back there and needs it again, name a group around these states.",
        at: context.range(of: name))
    }
  }
}
