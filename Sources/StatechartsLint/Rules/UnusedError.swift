internal import Statecharts
internal import StatechartsYAML

/// Finds declared error codes that the chart never names.
struct UnusedError: LintRule {
  static let description = RuleDescription(
    "unused-error", "An error code is declared but never used", .warning, .names,
    why: "The list of codes says what people can be shown; a code that never comes up is a wrong promise.",
    mend: "Name it in a state's or a service's `errors:` or under `failed:`, or remove it from `errors:`.",
    bad: """
      statechart: 1
      id: door
      errors:
        jammed:
        ▸frozen:
      initial: open
      states:
        open: { errors: [jammed] }
      """,
    good: """
      statechart: 1
      id: door
      errors:
        jammed:
        frozen:
      initial: open
      states:
        open: { errors: [jammed, frozen] }
      """)

  func check(_ chart: LintContext) -> [Diagnostic] {
    // Services that are not declared may fail with any code.
    if chart.chart.handlers.services == nil, !chart.usage.services.isEmpty { return [] }
    var used = Set(chart.usage.errors.map(\.text)).union(chart.usage.expressionTexts)
    for descriptor in chart.usage.descriptors where descriptor.prefix.hasPrefix("error.") {
      used.insert(String(descriptor.prefix.dropFirst("error.".count)))
    }
    return (chart.chart.errors ?? []).flatMap { error -> [Diagnostic] in
      let code = error.code
      if used.contains(code.text) || chart.isProbablyUsed(code) { return [] }
      return finding(
        "The error code `\(code.text)` is declared, but nothing in this chart shows it or fails with it.",
        at: chart.range(of: code))
    }
  }
}
