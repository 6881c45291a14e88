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
      errors:
        jammed:
        ▸frozen:
      states:
        open: { errors: [jammed] }
      """,
    good: """
      errors:
        jammed:
        frozen:
      states:
        open: { errors: [jammed, frozen] }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    // Services that are not declared may fail with any code.
    if context.chart.handlers.services == nil, !context.usage.services.isEmpty { return [] }
    var used = Set(context.usage.errors.map(\.text)).union(context.usage.expressionTexts)
      .union(context.usage.expressionNames)
    for descriptor in context.usage.descriptors where descriptor.prefix.hasPrefix("error.") {
      used.insert(String(descriptor.prefix.dropFirst("error.".count)))
    }
    return (context.chart.errors ?? []).flatMap { error -> [Diagnostic] in
      let code = error.code
      if used.contains(code.text) || context.isProbablyUsed(code) { return [] }
      return finding(
        "The error code `\(code.text)` is declared, but this chart never uses it.",
        help:
          "Delete `\(code.text):` here. If a state shows this error, write `errors: [\(code.text)]` in the state.",
        at: context.range(of: code))
    }
  }
}
