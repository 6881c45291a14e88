extension FormatObject {
  /// The keys of a chart file; those that a state has too come from one place.
  static let chartKeys: [FormatKey] =
    [
      FormatKey(
        .statechart, .formatVersion, required: true,
        "The version of this format; there is one so far.", example: "statechart: 1"),
      FormatKey(
        .id, .name(.chart), required: true,
        "The chart's own name, by which programs know it.", example: "id: signIn"),
      FormatKey(
        .title, .text, default: "the id", "What people and diagrams call the flow.", example: "title: Sign in"
      ),
      FormatKey(
        .version, .count, default: "`1`",
        "The chart's own version; raise it when a running session could not go on with the new chart.",
        example: "version: 2"),
      FormatKey(
        .migrations, .migrations, default: "a session goes on where every state and variable is still there",
        "How sessions of older versions go on in this one, the oldest version first.",
        example: "migrations: [{ from: 1, states: { rename: { typing: asking } } }]"),
      FormatKey(.description, .text, "What the flow is for.", example: "description: Lets a person sign in."),
      FormatKey(
        .context, .variables, "The data that the chart itself remembers.",
        example: "context: { tries: { type: int, initial: 0 } }"),
      FormatKey(
        .events, .mapping(.event, .described(.event)), default: "any event may be sent, unchecked",
        "The events that may be sent to the chart. With this list every event must be on it.",
        example: "events: { submit: { title: Form sent } }"),
      FormatKey(
        .errors, .mapping(.error, .described(.error)), default: "any code may be used, unchecked",
        "The error codes of the flow, with the words shown to people. With this list every code must be on it.",
        example: "errors: { wrongPassword: { title: Wrong password } }"),
      FormatKey(
        .outputs, .mapping(.output, .described(.output)), default: "any output may be emitted, unchecked",
        "What the chart can tell the app. With this list every output must be on it.",
        example: "outputs: { signedIn: { payload: { name: string } } }"),
      FormatKey(
        .handlers, .object(.handlers), default: "any handler may be named, unchecked",
        "What program code must provide, by kind.", example: "handlers: { services: { checkPassword: {} } }"),
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
    .initial: "The state in which the chart starts. Needed unless the chart is parallel.",
    .on: "What happens at an event wherever the chart is, unless a state answers the event itself.",
    .always: "Transitions that are taken without an event, as soon as their guard holds.",
    .after: "Transitions that are taken when the chart has been running for a time.",
    .entry: "Done when the chart starts.",
    .exit: "Done when the chart ends.",
    .invoke: "Services and charts that run as long as the chart does.",
    .states: "The states of the chart.",
  ]
}
