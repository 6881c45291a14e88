extension FormatObject {
  static let migrationKeys: [FormatKey] = [
    FormatKey(
      .from, .count, required: true,
      "The version to migrate from. Older versions without a migration of their own are included.",
      example: "from: 1"),
    FormatKey(
      .description, .text, "Why it exists.", example: "description: The code has a step of its own."),
    FormatKey(
      .states, .object(.stateMigration), default: "the states keep their ids",
      "Changes to states.", example: "states: { rename: { typing: asking } }"),
    FormatKey(
      .context, .object(.variableMigration), default: "the variables keep their names",
      "Changes to variables.", example: "context: { drop: draft }"),
  ]

  static let stateMigrationKeys: [FormatKey] = [
    FormatKey(
      .rename, .mapping(.versionedState, .name(.versionedState)), "Old state ids with their new ids.",
      example: "rename: { typing: asking }"),
    FormatKey(
      .drop, .oneOrMoreNames(.versionedState),
      "Removed states: a group whose inner states still exist, or a state that another one replaces.",
      example: "drop: wizard"),
    FormatKey(
      .enter, .oneOrMoreNames(.versionedState),
      "States to add to the active ones: a new group around active states, or a state inside an active group without one. No actions run.",
      example: "enter: asking"),
  ]

  static let variableMigrationKeys: [FormatKey] = [
    FormatKey(
      .rename, .mapping(.versionedVariable, .name(.versionedVariable)),
      "Old variable names with their new names.",
      example: "rename: { count: tries }"),
    FormatKey(
      .drop, .oneOrMoreNames(.versionedVariable),
      "Variables whose values are dropped. A variable that is still declared starts with its `initial` again.",
      example: "drop: draft"),
    FormatKey(
      .initial, .expressions(.versionedVariable),
      "New values for sessions that continue, written as literals.",
      example: "initial: { tries: 0 }"),
  ]
}
