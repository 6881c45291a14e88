import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds variables of the context that no expression reads and no action sets.
struct UnusedVariable: LintRule {
  static let description = RuleDescription(
    "unused-variable", "Variable is declared but never used", .warning, .names,
    why: "Readers look for a purpose that the variable does not have.",
    howToFix: "Use it in an expression, set it with `assign:`, or delete it from `context:`.",
    bad: """
      context:
        ▸knocks: { type: int, initial: 0 }
      states:
        open:
      """,
    good: """
      context:
        knocks: { type: int, initial: 0 }
      states:
        open:
          on:
            knock: { actions: { assign: { knocks: knocks + 1 } } }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    let used = context.usage.expressionNames
    let assigned = Set(context.usage.assigned)
    return context.chart.context.flatMap { variable -> [Diagnostic] in
      let name = variable.name
      // Handlers read the context too, and what the app gives at the start may be meant for them alone.
      if variable.isInput { return [] }
      if used.contains(name.text) || assigned.contains(name) || context.isProbablyUsed(name) { return [] }
      return finding(
        "The variable `\(name.text)` is declared, but this chart neither reads nor sets it.",
        help:
          "Delete \(context.chart.context.count == 1 ? "`context:` with `\(name.text):` in it" : "`\(name.text):` here"). If the app sets it for its handlers, add `input: true` to `\(name.text)`.",
        at: context.range(of: name))
    }
  }
}
