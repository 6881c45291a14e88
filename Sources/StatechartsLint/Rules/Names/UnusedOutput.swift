import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds declared outputs that the chart never emits.
struct UnusedOutput: LintRule {
  static let description = RuleDescription(
    "unused-output", "Output is declared but never emitted", .warning, .names,
    why: "The app would wait for an output that never comes.",
    howToFix: "Emit it with the action `emit:`, or delete it from `outputs:`.",
    bad: """
      outputs:
        opened:
        ▸closed:
      states:
        open:
          entry: { emit: opened }
      """,
    good: """
      outputs:
        opened:
        closed:
      states:
        open:
          entry: { emit: opened }
          exit: { emit: closed }
      """)

  func check(_ context: LintContext) -> [Diagnostic] {
    let used = Set(context.usage.outputs)
    return (context.chart.outputs ?? []).flatMap { output -> [Diagnostic] in
      if used.contains(output.name) || context.isProbablyUsed(output.name) { return [] }
      return finding(
        "The output `\(output.name.text)` is declared, but this chart never emits it.",
        help:
          "To emit it, write `{ emit: \(output.name.text) }` under `entry:` or `actions:`. Otherwise, delete `\(output.name.text):` here.",
        at: context.range(of: output.name))
    }
  }
}
