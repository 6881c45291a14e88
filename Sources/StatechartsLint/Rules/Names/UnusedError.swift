import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds declared error codes that the chart never names.
struct UnusedError: LintRule {
  static let description = RuleDescription(
    "unused-error", "Error code is declared but never used", .warning, .names,
    why: "The list says which errors people can be shown, and this one never occurs.",
    howToFix: "Use it in `errors:` of a state or service, or under `failed:`. Or delete it from `errors:`.",
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
      .union(chart.usage.expressionNames)
    for descriptor in chart.usage.descriptors where descriptor.prefix.hasPrefix("error.") {
      used.insert(String(descriptor.prefix.dropFirst("error.".count)))
    }
    return (chart.chart.errors ?? []).flatMap { error -> [Diagnostic] in
      let code = error.code
      if used.contains(code.text) || chart.isProbablyUsed(code) { return [] }
      return finding(
        "The error code `\(code.text)` is declared, but this chart never uses it.",
        help:
          "Delete `\(code.text):` here. If a state shows this error, write `errors: [\(code.text)]` in the state.",
        at: chart.range(of: code))
    }
  }
}
