extension FormatObject {
  /// The keys of a chart file; those that a state has too come from one place.
  static let chartKeys: [FormatKey] =
    [
      FormatKey(
        .statechart, .formatVersion, required: true,
        "The version of the format, which is 1.", example: "statechart: 1"),
      FormatKey(
        .id, .name(.chart), required: true,
        "The id of the chart, used in code.", example: "id: signIn"),
      FormatKey(
        .title, .text, default: "the id", "The name of the flow for people and in diagrams.",
        example: "title: Sign in"
      ),
      FormatKey(
        .version, .count, default: "`1`",
        "The version of the chart. Raise it when stored sessions cannot continue with the new chart.",
        example: "version: 2"),
      FormatKey(
        .migrations, .migrations,
        default: "a stored session continues if all of its states and variables still exist",
        "How sessions of older versions continue, oldest version first.",
        example: "migrations: [{ from: 1, states: { rename: { typing: asking } } }]"),
      FormatKey(.description, .text, "What the flow is for.", example: "description: Lets a person sign in."),
      FormatKey(
        .context, .variables, "The variables of the chart.",
        example: "context: { tries: { type: int, initial: 0 } }"),
      FormatKey(
        .events, .mapping(.event, .described(.event)), default: "any event may be sent, unchecked",
        "The events that may be sent to the chart. If this list exists, it must be complete.",
        example: "events: { submit: { title: Form sent } }"),
      FormatKey(
        .errors, .mapping(.error, .described(.error)), default: "any code may be used, unchecked",
        "The error codes of the flow, with the messages shown to people. If this list exists, it must be complete.",
        example: "errors: { wrongPassword: { title: Wrong password } }"),
      FormatKey(
        .outputs, .mapping(.output, .described(.output)), default: "any output may be emitted, unchecked",
        "What the chart can send to the app. If this list exists, it must be complete.",
        example: "outputs: { signedIn: { payload: { name: string } } }"),
      FormatKey(
        .handlers, .object(.handlers), default: "any handler may be named, unchecked",
        "What the app's code must provide, by kind.", example: "handlers: { services: { checkPassword: {} } }"
      ),
      FormatKey(
        .type, .choice(["parallel"]), default: "one of the states is active at a time",
        "`parallel` makes all of the chart's states active together.", example: "type: parallel"),
    ] + stateKeys.filter { chartSharesWithState.contains($0.name) }.map(asChartKey)

  private static let chartSharesWithState: Set<FormatName> = [
    .initial, .on, .always, .after, .entry, .exit, .invoke, .states,
  ]

  private static func asChartKey(_ key: FormatKey) -> FormatKey {
    var key = key
    if key.name == .states { key.isRequired = true }
    if key.name != .initial { key.kinds = .all }
    key.meaning = chartMeanings[key.name] ?? key.meaning
    return key
  }

  private static let chartMeanings: [FormatName: String] = [
    .initial: "The state in which the chart starts. Required unless the chart is parallel.",
    .on: "Transitions by event, in every state that does not handle the event itself.",
    .always: "Transitions without an event, taken as soon as their guard is true.",
    .after: "Transitions after the chart has been running for a duration.",
    .entry: "The actions when the chart starts.",
    .exit: "The actions when the chart ends.",
    .invoke: "Services and charts that run as long as the chart does.",
    .states: "The states of the chart.",
  ]
}
