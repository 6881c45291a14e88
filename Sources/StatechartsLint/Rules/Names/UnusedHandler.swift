import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds declared guards, actions, services and queries that the chart never calls.
struct UnusedHandler: LintRule {
  static let description = RuleDescription(
    "unused-handler", "Handler is declared but never used", .warning, .names,
    why: "Engineers must write code for every declared handler, and this code would never run.",
    howToFix: "Use the handler in the chart, or delete it from `handlers:`.",
    bad: """
      handlers:
        actions:
          ring:
          ▸knock:
      states:
        open:
          entry: ring
      """,
    good: """
      handlers:
        actions:
          ring:
          knock:
      states:
        open:
          entry: [ring, knock]
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    let handlers = context.chart.handlers
    let usage = context.usage
    return unused(
      handlers.guards, "guard", "no condition uses it", usage.expressionNames, context,
      use: { "`guard: \($0)` in a transition" })
      + unused(
        handlers.actions, "action", "no state or transition runs it", Set(usage.actions.map(\.text)), context,
        use: { "`actions: \($0)` in a transition, or `entry: \($0)` in a state" })
      + unused(
        handlers.services, "service", "no state invokes it", Set(usage.services.map(\.text)), context,
        use: { "`invoke: { service: \($0), timeout: 15s, done: STATE, failed: { any: STATE } }` in a state" })
      + unused(
        handlers.queries, "query", "no state offers it", Set(usage.queries.map(\.text)), context,
        use: { "`queries: [\($0)]` in a state" })
  }

  private func unused(
    _ declared: [HandlerDeclaration]?, _ kind: String, _ how: String, _ used: Set<String>,
    _ context: LintContext, use: (String) -> String
  ) -> [Diagnostic] {
    (declared ?? []).flatMap { handler -> [Diagnostic] in
      if used.contains(handler.name.text) || context.isProbablyUsed(handler.name) { return [] }
      return finding(
        "The \(kind) `\(handler.name.text)` is declared, but \(how).",
        help: "To use it, write \(use(handler.name.text)). Otherwise, delete `\(handler.name.text):` here.",
        at: context.range(of: handler.name))
    }
  }
}
