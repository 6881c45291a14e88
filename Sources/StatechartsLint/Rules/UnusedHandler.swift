internal import Statecharts
internal import StatechartsYAML

/// Finds declared guards, actions, services and queries that the chart never calls.
struct UnusedHandler: LintRule {
  static let description = RuleDescription(
    "unused-handler", "A handler is declared but never used", .warning, .names,
    why: "Engineers must write code for every declared handler, and nobody would ever run it.",
    mend: "Use it where it belongs, or remove it from `handlers:`.",
    bad: """
      statechart: 1
      id: door
      handlers:
        actions:
          ring:
          ▸knock:
      initial: open
      states:
        open:
          entry: ring
      """,
    good: """
      statechart: 1
      id: door
      handlers:
        actions:
          ring:
          knock:
      initial: open
      states:
        open:
          entry: [ring, knock]
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    let handlers = chart.chart.handlers
    let usage = chart.usage
    return unused(handlers.guards, "guard", "asked in no transition", usage.expressionNames, chart)
      + unused(handlers.actions, "action", "done nowhere", Set(usage.actions.map(\.text)), chart)
      + unused(handlers.services, "service", "invoked in no state", Set(usage.services.map(\.text)), chart)
      + unused(handlers.queries, "query", "offered by no state", Set(usage.queries.map(\.text)), chart)
  }

  private func unused(
    _ declared: [HandlerDeclaration]?, _ kind: String, _ how: String, _ used: Set<String>,
    _ chart: LintContext
  ) -> [Diagnostic] {
    (declared ?? []).flatMap { handler -> [Diagnostic] in
      if used.contains(handler.name.text) || chart.isProbablyUsed(handler.name) { return [] }
      return finding(
        "The \(kind) `\(handler.name.text)` is declared, but it is \(how).",
        at: chart.range(of: handler.name))
    }
  }
}
