internal import Statecharts
internal import StatechartsYAML

/// Finds migrations that rename or drop what the chart still has.
struct KeptAfterMigration: LintRule {
  static let description = RuleDescription(
    "kept-after-migration", "Migration removes a name that the chart still has", .warning, .references,
    why: "A saved session in this state continues in another one, although its own state still exists.",
    howToFix: "Delete the rule from the migration, or give the new state or variable another name.",
    bad: """
      statechart: 1
      id: door
      version: 2
      migrations:
        - from: 1
          states: { rename: { ▸open: ajar } }
      initial: open
      states:
        open:
          on: { push: ajar }
        ajar: { type: final }
      """,
    good: """
      statechart: 1
      id: door
      version: 2
      migrations:
        - from: 1
          states: { rename: { opened: open } }
      initial: open
      states:
        open:
          on: { push: ajar }
        ajar: { type: final }
      """,
    alsoBad: [
      """
      statechart: 1
      id: door
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
      statechart: 1
      id: door
      version: 2
      context: { pushes: { type: int, initial: 0 } }
      migrations:
        - from: 1
          states: { rename: { open: ajar, ajar: open } }
          context: { drop: pushes }
      initial: open
      states:
        open:
          on: { push: { target: ajar, actions: { assign: { pushes: pushes + 1 } } } }
        ajar: { type: final }
      """
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    guard !chart.chart.migrations.isEmpty else { return [] }
    let states = Set(chart.tree.nodes.dropFirst().map(\.state.id.text))
    let variables = Set(chart.chart.context.map(\.name.text))
    var result: [Diagnostic] = []
    // A name that a later version introduces again is not a mistake.
    var (newStates, newVariables): (Set<String>, Set<String>) = ([], [])
    for migration in chart.chart.migrations.reversed() {
      newStates.formUnion((migration.states.map(\.new) + migration.enteredStates).map(\.text))
      newVariables.formUnion((migration.variables.map(\.new) + migration.values.map(\.name)).map(\.text))
      let lost = migration.states.map { ($0.old, "renames") } + migration.droppedStates.map { ($0, "drops") }
      for (name, verb) in lost where states.contains(name.text) && !newStates.contains(name.text) {
        result += finding(
          "The migration \(verb) the state `\(name.text)`, but the chart still has it.",
          at: chart.range(of: name))
      }
      // Dropping a variable that is still declared gives it its first value, so that is allowed.
      for name in migration.variables.map(\.old)
      where variables.contains(name.text) && !newVariables.contains(name.text) {
        result += finding(
          "The migration renames the variable `\(name.text)`, but the chart still has it.",
          at: chart.range(of: name))
      }
    }
    return result
  }
}
