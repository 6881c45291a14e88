import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds reads of variables whose values a restored session may have lost.
struct LostAfterRestore: LintRule {
  // Decision: Docs/decisions/linter.md#values-that-a-restore-loses
  static let description = RuleDescription(
    "lost-after-restore", "Value may be lost when the session is restored", .warning, .security,
    why:
      "Without a sealer, snapshots do not contain variables with `secret: true` or `persist: never`. A flow that continues without the value fails later, far from the reason.",
    howToFix:
      "Add a transition for `session.restored` to the states before, which leaves them or sets the variable. Or check the value with `defined(…)`. If the app seals secrets, turn the rule off.",
    bad: """
      statechart: 1
      id: device
      context: { code: { type: string, optional: true, secret: true, clear: pairing } }
      events: { begin: { payload: { code: { type: string, secret: true } } } }
      handlers: { services: { poll: { input: { code: { type: string, secret: true } }, errors: [] } } }
      initial: idle
      states:
        idle: { on: { begin: { target: pairing, actions: { assign: { code: event.data.code } } } } }
        pairing:
          initial: waiting
          states:
            waiting: { after: { 5s: polling } }
            polling:
              invoke:
                service: poll
                input: { code: ▸code }
                timeout: 5s
                done: paired
                failed: { any: idle }
        paired: { type: final }
      """,
    good: """
      statechart: 1
      id: device
      context: { code: { type: string, optional: true, secret: true, clear: pairing } }
      events: { begin: { payload: { code: { type: string, secret: true } } } }
      handlers: { services: { poll: { input: { code: { type: string, secret: true } }, errors: [] } } }
      initial: idle
      states:
        idle: { on: { begin: { target: pairing, actions: { assign: { code: event.data.code } } } } }
        pairing:
          initial: waiting
          on: { session.restored: idle }
          states:
            waiting: { after: { 5s: polling } }
            polling:
              invoke:
                service: poll
                input: { code: code }
                timeout: 5s
                done: paired
                failed: { any: idle }
        paired: { type: final }
      """,
    alsoBad: [
      """
      context: { name: { type: string, input: true, persist: never } }
      events: { knock: }
      handlers: { actions: { greet: { arguments: { name: string } } } }
      states:
        open: { on: { knock: { target: closed, actions: { greet: { name: ▸name } } } } }
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      context: { name: { type: string, optional: true, input: true, persist: never } }
      events: { knock: }
      handlers: { actions: { greet: { arguments: { name: string } } } }
      states:
        open: { on: { knock: { target: closed, actions: { greet: { name: "name ?? 'guest'" } } } } }
        closed: { type: final }
      """,
      """
      context: { code: { type: string, optional: true, secret: true, clear: checking } }
      events: { enter: { payload: { code: { type: string, secret: true } } } }
      handlers: { services: { check: { input: { code: { type: string, secret: true } }, errors: [] } } }
      initial: asking
      states:
        asking: { on: { enter: { target: checking, actions: { assign: { code: event.data.code } } } } }
        checking:
          # After a restore, the service fails with `interrupted`.
          invoke:
            service: check
            input: { code: code }
            timeout: 5s
            done: open
            failed: { any: asking }
        open: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    guard context.isSound else { return [] }
    // A variable with a first value has that again, which is not missing.
    let lost = context.chart.context.filter {
      $0.isLeftOut && ($0.initial.map { $0.text == "unset" } ?? true)
    }
    guard !lost.isEmpty else { return [] }
    var check = context.check
    if lost.contains(where: { !$0.field.type.isOptional }) {
      // After a restore, a required input may be missing too.
      var doubtful = context.chart
      for index in doubtful.context.indices
      where doubtful.context[index].isLeftOut && !doubtful.context[index].field.type.isOptional {
        doubtful.context[index].field.type = .optional(doubtful.context[index].field.type)
      }
      check = doubtful.check(isComplete: true)
    }
    let variables = Dictionary(lost.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    var reported: Set<[String]> = []
    return ConstantValues.lostOnRestore(Set(variables.keys), check, in: context).flatMap {
      doubt -> [Diagnostic] in
      guard let variable = doubt.use.variable.flatMap({ variables[$0] }),
        reported.insert(["\(doubt.expression.origin.rawValue)", doubt.use.text]).inserted
      else { return [] }
      let name = variable.name.text
      let declared = context.range(of: variable.name).map {
        Diagnostic.Related(range: $0, message: "`\(name)` is not part of snapshots")
      }
      return finding(
        "`\(name)` may be missing here if the session was restored before.",
        help:
          "Write `session.restored: STATE` under `on:` of the states in which the flow waits while `\(name)` has a value. "
          + "STATE is where the flow gets `\(name)` again. "
          + (variable.field.type.isOptional
            ? "Or check the value with `defined(\(name))`."
            : "Or make `\(name)` optional and check it here."),
        at: context.range(of: doubt.expression, doubt.use.range), related: [declared].compactMap(\.self))
    }
  }
}
