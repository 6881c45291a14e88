import Statecharts
import StatechartsModel

extension FormatObject {
  /// The keys of a state.
  static let stateKeys: [FormatKey] = [
    FormatKey(
      .title, .text, default: "the id", "The name of the state for people and in diagrams.",
      example: "title: Signing in"),
    FormatKey(
      .description, .text, "What happens here.", example: "description: Waits for the answer of the server."),
    FormatKey(
      .type, .choice(["parallel", "final", "history", "choice"]), default: "a plain state",
      "The kind of state, if it is not a plain state.", example: "type: final"),
    FormatKey(
      .ending, .choice(StateNode.Ending.allCases.map(\.rawValue)), in: .final,
      "How the flow ended. Pictures color the state by it.", example: "ending: success"),
    FormatKey(
      .initial, .initial, in: .compound,
      "The state inside that is entered first. Required if the state has `states` and is not parallel.",
      example: "initial: asking"),
    FormatKey(
      .history, .choice(["shallow", "deep"]), default: "`shallow`", in: .history,
      "What is remembered: the active state inside the group, or also the states inside that one.",
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
      .entry, .blocks, in: [.stayed, .final], "The actions on entering, in order.",
      example: "entry: clearForm"),
    FormatKey(
      .exit, .blocks, in: [.stayed, .final], "The actions on leaving, in order.", example: "exit: hideSpinner"
    ),
    FormatKey(
      .invoke, .invocations, in: .stayed,
      "Services and charts that are started on entry and canceled on exit.",
      example: "invoke: { service: checkPassword }"),
    FormatKey(
      .on, .eventTransitions, in: .stayed, "Transitions by event.",
      example: "on: { submit: checking }"),
    FormatKey(
      .always, .transitions, in: [.stayed, .choice],
      "Transitions without an event, taken as soon as their guard is true. Required in a choice.",
      example: "always: { guard: tries > 3, target: locked }"),
    FormatKey(
      .after, .mapping(.delay, .transitions), in: .stayed,
      "Transitions after the state has been active for a duration.",
      example: "after: { 30s: timedOut }"),
    FormatKey(
      .done, .transitions, in: .composite,
      "Transitions when a final state inside is reached. In a parallel state, when all of its regions have ended.",
      example: "done: finished"),
    FormatKey(
      .output, .expressions(.field), in: .final,
      "The result, read as `event.data` or as the result of the chart.",
      example: "output: { name: userName }"),
    FormatKey(
      .content, .expression, in: .final, "The result as a single value, instead of `output`.",
      example: "content: 21"),
    FormatKey(
      .states, .mapping(.state, .described(.state)), in: .composite, "The states inside, by id.",
      example: "states: { asking: {} }"),
  ]

  static let initialKeys: [FormatKey] = [
    FormatKey(
      .target, .oneOrMoreNames(.state), required: true,
      "The state to enter. A list names states in several regions of a parallel state.",
      example: "target: asking"),
    FormatKey(
      .actions, .actions,
      "The actions after the `entry` of the outer state and before the `entry` of the inner state.",
      example: "actions: greet"),
  ]

  static let transitionKeys: [FormatKey] = [
    FormatKey(
      .target, .oneOrMoreNames(.state), default: "no change of state",
      "The next state. A list names states in several regions of a parallel state.",
      example: "target: checking"),
    FormatKey(
      .guard, .guard, default: "always true", "The condition. If it is false, the next transition is tried.",
      example: "guard: tries < 3"),
    FormatKey(.actions, .actions, "The actions, in order.", example: "actions: [countTry]"),
    FormatKey(
      .internal, .bool, default: "`false`",
      "`true` does not leave the state that has the transition. The target must be inside that state.",
      example: "internal: true"),
    FormatKey(
      .label, .text, default: "the event's title", "The text at the arrow in diagrams.",
      example: "label: the account exists"),
    FormatKey(.description, .text, "Why it exists.", example: "description: Most people come this way."),
    FormatKey(
      .resume, .choice(["deadline", "remainder", "restart"]), default: "`deadline`",
      "Only in `after`: what a restored session does with the timer. `deadline` counts the time in between, `remainder` waits for the remaining time, `restart` starts again.",
      example: "resume: restart"),
  ]

  static let invokeKeys: [FormatKey] = [
    FormatKey(
      .service, .name(.handler), "The service to run. Either this or `chart` is required.",
      example: "service: checkPassword"),
    FormatKey(
      .chart, .path, "The file of a chart to run inside this one, relative to this file.",
      example: "chart: payment.yaml"),
    FormatKey(
      .id, .name(.work), default: "the service's name, or the file's name without `.yaml`",
      "The id of the running service or chart.", example: "id: check"),
    FormatKey(
      .idTo, .name(.variable), "The variable that receives the id when it starts.", example: "idTo: running"
    ),
    FormatKey(
      .among, .paths, "The charts that a computed `chart` can give.", example: "among: [a.yaml, b.yaml]"),
    FormatKey(
      .input, .expressions(.field), "The values that it receives.",
      example: "input: { email: event.data.email }"),
    FormatKey(
      .timeout, .delay, default: "no time limit",
      "The time limit. After it, the service is canceled and fails with the code `timeout`.",
      example: "timeout: 15s"
    ),
    FormatKey(
      .resume, .choice(["deadline", "remainder", "restart"]), default: "`deadline`",
      "What a restored session does with `timeout` and the wait before a retry. See `resume` of a transition.",
      example: "resume: remainder"),
    FormatKey(
      .onRestore, .choice(["fail", "restart"]), default: "`fail`",
      "What a restored session does with a service that was running: `fail` with the code `interrupted`, or `restart` it.",
      example: "onRestore: restart"),
    FormatKey(
      .retry, .object(.retry), default: "no retry",
      "The retries after a failure.",
      example: "retry: { attempts: 2, backoff: 1s }"),
    FormatKey(
      .done, .transitions, "Transitions on success. `event.data` is the result.", example: "done: signedIn"),
    FormatKey(
      .failed, .mapping(.failure, .transitions),
      "Transitions on failure, by error code. `any` is tried last. `event.error` is the code, `event.data` is its data.",
      example: "failed: { any: asking }"),
    FormatKey(
      .finalize, .actions, "The actions for each event from it, before the event is handled.",
      example: "finalize: countAnswer"),
    FormatKey(
      .forward, .bool, default: "`false`",
      "Whether it receives the events that the chart receives. A child chart receives those that it declares.",
      example: "forward: true"),
  ]

  static let retryKeys: [FormatKey] = [
    FormatKey(
      .attempts, .count, required: true, "The number of retries.", example: "attempts: 2"),
    FormatKey(
      .backoff, .delay, default: "no wait",
      "The wait before the first retry. Each further wait is twice as long.",
      example: "backoff: 1s"),
    FormatKey(
      .on, .names(.error), default: "every code", "The error codes that are retried.",
      example: "on: [serverUnavailable]"),
  ]
}
