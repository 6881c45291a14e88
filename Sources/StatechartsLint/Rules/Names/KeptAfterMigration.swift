import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds migrations that rename or drop what the chart still has.
struct KeptAfterMigration: LintRule {
  static let description = RuleDescription(
    "kept-after-migration", "Migration removes a name that the chart still has", .warning, .references,
    why: "A saved session in this state continues in another one, although its own state still exists.",
    howToFix: "Delete the rule from the migration, or give the new state or variable another name.",
    bad: """
      version: 2
      migrations:
        - from: 1
          states: { rename: { ▸open: ajar } }
      states:
        open:
          on: { push: ajar }
        ajar: { type: final }
      """,
    good: """
      version: 2
      migrations:
        - from: 1
          states: { rename: { opened: open } }
      states:
        open:
          on: { push: ajar }
        ajar: { type: final }
      """,
    alsoBad: [
      """
      version: 2
      migrations:
        - from: 1
          states: { drop: ▸house }
      initial: house
      states:
        house:
          initial: open
          states:
            open:
              on: { push: ajar }
        ajar: { type: final }
      """
    ],
    alsoGood: [
      """
      version: 2
      context: { pushes: { type: int, initial: 0 } }
      migrations:
        - from: 1
          states: { rename: { open: ajar, ajar: open } }
          context: { drop: pushes }
      states:
        open:
          on: { push: { target: ajar, actions: { assign: { pushes: pushes + 1 } } } }
        ajar: { type: final }
      """
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    guard !context.chart.migrations.isEmpty else { return [] }
    let states = Self.byText(context.tree.nodes.dropFirst().map(\.state.id))
    let variables = Self.byText(context.chart.context.map(\.name))
    var result: [Diagnostic] = []
    // A name that a later version introduces again is not a mistake.
    var (newStates, newVariables): (Set<String>, Set<String>) = ([], [])
    for migration in context.chart.migrations.reversed() {
      newStates.formUnion((migration.states.map(\.new) + migration.enteredStates).map(\.text))
      newVariables.formUnion((migration.variables.map(\.new) + migration.values.map(\.name)).map(\.text))
      let lost =
        migration.states.map { ($0.old, $0.new.text as String?) } + migration.droppedStates.map { ($0, nil) }
      for (name, new) in lost where !newStates.contains(name.text) {
        guard let kept = states[name.text] else { continue }
        result += report("state", name, new, kept, of: migration, context)
      }
      // Dropping a variable that is still declared gives it its first value, so that is allowed.
      for (name, new) in migration.variables.map({ ($0.old, $0.new.text) })
      where !newVariables.contains(name.text) {
        guard let kept = variables[name.text] else { continue }
        result += report("variable", name, new, kept, of: migration, context)
      }
    }
    return result
  }

  private func report(
    _ kind: String, _ name: ChartName, _ new: String?, _ kept: ChartName, of migration: ChartMigration,
    _ context: LintContext
  ) -> [Diagnostic] {
    let old = name.text
    // A list that would be empty is deleted whole.
    let drop = migration.droppedStates.count == 1 ? "`drop: \(old)` here" : "`\(old)` from `drop:`"
    let (verb, participle, entry) =
      new.map { ("renames", " to `\($0)`", "`\(old): \($0)` here") } ?? ("drops", "", drop)
    return finding(
      "The migration \(verb) the \(kind) `\(old)`\(participle), but the chart still has a \(kind) `\(old)`.",
      help:
        "If `\(old)` was not \(new == nil ? "removed" : "renamed"), delete \(entry). If the `\(old)` \(context.inLine(of: kept.origin)) is a new \(kind), give it another name.",
      at: context.range(of: name))
  }

  private static func byText(_ names: [ChartName]) -> [String: ChartName] {
    Dictionary(names.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
