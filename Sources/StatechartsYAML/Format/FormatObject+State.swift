extension FormatObject {
  /// The keys of a state.
  static let stateKeys: [FormatKey] = [
    FormatKey(
      .title, .text, default: "the id", "What people and diagrams call the state.",
      example: "title: Signing in"),
    FormatKey(
      .description, .text, "What happens here.", example: "description: Waits for the answer of the server."),
    FormatKey(
      .type, .choice(["parallel", "final", "history", "choice"]), default: "a plain state",
      "What kind of state it is, where it is not a plain one.", example: "type: final"),
    FormatKey(
      .initial, .initial, in: .compound,
      "Which of the states inside is entered when this one is. Needed where there are `states` and the state is not parallel.",
      example: "initial: asking"),
    FormatKey(
      .history, .choice(["shallow", "deep"]), default: "`shallow`", in: .history,
      "How much is remembered: which child was active, or also what was active inside it.",
      example: "history: deep"),
    FormatKey(
      .default, .initial, required: true, in: .history,
      "Where to go when nothing is remembered yet.", example: "default: asking"),
    FormatKey(
      .errors, .names(.error), in: .stayed, "The error codes that this state can show.",
      example: "errors: [wrongPassword]"),
    FormatKey(
      .queries, .names(.handler), in: .stayed, "The queries that the app may call here.",
      example: "queries: [isEmailValid]"),
    FormatKey(
      .entry, .blocks, in: [.stayed, .final], "Done on entering, in order.", example: "entry: clearForm"),
    FormatKey(
      .exit, .blocks, in: [.stayed, .final], "Done on leaving, in order.", example: "exit: hideSpinner"),
    FormatKey(
      .invoke, .invocations, in: .stayed,
      "Services and charts that are started on entering and cancelled on leaving.",
      example: "invoke: { service: checkPassword }"),
    FormatKey(
      .on, .eventTransitions, in: .stayed, "What happens at which event.",
      example: "on: { submit: checking }"),
    FormatKey(
      .always, .transitions, in: [.stayed, .choice],
      "Transitions that are taken without an event, as soon as their guard holds. A choice must have them.",
      example: "always: { guard: tries > 3, target: locked }"),
    FormatKey(
      .after, .mapping(.delay, .transitions), in: .stayed,
      "Transitions that are taken when the state has been active for a time.",
      example: "after: { 30s: timedOut }"),
    FormatKey(
      .done, .transitions, in: .composite,
      "Transitions that are taken when a final state inside is reached, in a parallel state when all its states have ended.",
      example: "done: finished"),
    FormatKey(
      .output, .expressions(.field), in: .final,
      "What the end hands over, as `event.data` or as the chart's result.",
      example: "output: { name: userName }"),
    FormatKey(
      .content, .expression, in: .final, "What the end hands over as one value, in place of `output`.",
      example: "content: 21"),
    FormatKey(
      .states, .mapping(.state, .described(.state)), in: .composite, "The states inside, by their ids.",
      example: "states: { asking: {} }"),
  ]

  static let initialKeys: [FormatKey] = [
    FormatKey(
      .target, .oneOrMoreNames(.state), required: true,
      "The state to enter; several for states inside a parallel state.", example: "target: asking"),
    FormatKey(
      .actions, .actions, "Done after the outer state's `entry` and before that of the state inside.",
      example: "actions: greet"),
  ]

  static let transitionKeys: [FormatKey] = [
    FormatKey(
      .target, .oneOrMoreNames(.state), default: "stays, and only acts",
      "Where it leads; a list names states inside a parallel state.", example: "target: checking"),
    FormatKey(
      .guard, .guard, default: "always holds", "What must hold, or the next transition is tried.",
      example: "guard: tries < 3"),
    FormatKey(.actions, .actions, "Done on the way, in order.", example: "actions: [countTry]"),
    FormatKey(
      .internal, .bool, default: "`false`",
      "`true` does not leave the state that has the transition, if it has `states` and the target is one of them.",
      example: "internal: true"),
    FormatKey(
      .label, .text, default: "the event's title", "What diagrams write at the arrow.",
      example: "label: the account exists"),
    FormatKey(.description, .text, "Why it is there.", example: "description: Most people come this way."),
    FormatKey(
      .resume, .choice(["deadline", "remainder", "restart"]), default: "`deadline`",
      "Only in `after`: what a stored session does with the timer when it goes on. `deadline` counts the time in between, `remainder` waits for what was left, `restart` begins anew.",
      example: "resume: restart"),
  ]

  static let invokeKeys: [FormatKey] = [
    FormatKey(
      .service, .name(.handler), "The service to run; it or `chart` must be there.",
      example: "service: checkPassword"),
    FormatKey(
      .chart, .path, "The file of a chart to run inside this one, relative to this file.",
      example: "chart: payment.yaml"),
    FormatKey(
      .id, .name(.work), default: "the service's name, or the file's name without `.yaml`",
      "The id under which it runs.", example: "id: check"),
    FormatKey(
      .idTo, .name(.variable), "A variable that receives the id when it is started.", example: "idTo: running"
    ),
    FormatKey(
      .among, .paths, "The charts of which a computed `chart` gives one.", example: "among: [a.yaml, b.yaml]"),
    FormatKey(
      .input, .expressions(.field), "What it is given.", example: "input: { email: event.data.email }"),
    FormatKey(
      .timeout, .delay, default: "it may take any time",
      "How long it may take. It is then cancelled and fails with the code `timeout`.", example: "timeout: 15s"
    ),
    FormatKey(
      .resume, .choice(["deadline", "remainder", "restart"]), default: "`deadline`",
      "What a stored session does with `timeout` and the wait before a repetition when it goes on, as with timers.",
      example: "resume: remainder"),
    FormatKey(
      .retry, .object(.retry), default: "it is not started again",
      "When it is started again after a failure.",
      example: "retry: { attempts: 2, backoff: 1s }"),
    FormatKey(
      .done, .transitions, "Taken when it ends well; `event.data` is its result.", example: "done: signedIn"),
    FormatKey(
      .failed, .mapping(.failure, .transitions),
      "Taken when it fails, by code; `any` is tried last. `event.error` is the code, `event.data` what comes with it.",
      example: "failed: { any: asking }"),
    FormatKey(
      .finalize, .actions, "Done with each event from it, before the event is answered.",
      example: "finalize: countAnswer"),
    FormatKey(
      .forward, .bool, default: "`false`", "Whether it receives every event that the chart receives.",
      example: "forward: true"),
  ]

  static let retryKeys: [FormatKey] = [
    FormatKey(
      .attempts, .count, required: true, "How often it is started again.", example: "attempts: 2"),
    FormatKey(
      .backoff, .delay, default: "no wait",
      "How long to wait before the first repetition; each further wait is twice as long.",
      example: "backoff: 1s"),
    FormatKey(
      .on, .names(.error), default: "every code", "The error codes that are worth a repetition.",
      example: "on: [serverUnavailable]"),
  ]
}
