extension FormatObject {
  static let migrationKeys: [FormatKey] = [
    FormatKey(
      .from, .count, required: true,
      "The version whose sessions it takes on, and those before it that have no migration of their own.",
      example: "from: 1"),
    FormatKey(
      .description, .text, "Why it is there.", example: "description: The code has a step of its own."),
    FormatKey(
      .states, .object(.stateMigration), default: "the states are called as they were",
      "What became of states.", example: "states: { rename: { typing: asking } }"),
    FormatKey(
      .context, .object(.variableMigration), default: "the variables are called as they were",
      "What became of variables.", example: "context: { drop: draft }"),
  ]

  static let stateMigrationKeys: [FormatKey] = [
    FormatKey(
      .rename, .mapping(.versionedState, .name(.versionedState)), "New ids of states by their old ones.",
      example: "rename: { typing: asking }"),
    FormatKey(
      .drop, .oneOrMoreNames(.versionedState),
      "States that are gone: a group whose inner states are still there, or a state in whose place another is entered.",
      example: "drop: wizard"),
    FormatKey(
      .enter, .oneOrMoreNames(.versionedState),
      "States that are active too where they are needed: a new group around active states, or a state inside an active one of which no other is active. Nothing is done on the way.",
      example: "enter: asking"),
  ]

  static let variableMigrationKeys: [FormatKey] = [
    FormatKey(
      .rename, .mapping(.versionedVariable, .name(.versionedVariable)),
      "New names of variables by their old ones.",
      example: "rename: { count: tries }"),
    FormatKey(
      .drop, .oneOrMoreNames(.versionedVariable),
      "Variables whose values are given up. One that is still declared begins with its `initial` again.",
      example: "drop: draft"),
    FormatKey(
      .initial, .expressions(.versionedVariable),
      "Values for sessions that go on, in place of what the variables had or would begin with: expressions of literals alone.",
      example: "initial: { tries: 0 }"),
  ]
}
