import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds optional values in places that need a value.
struct OptionalValue: LintRule {
  // Decision: Docs/decisions/linter.md#optional-values-are-checked
  static let description = RuleDescription(
    "optional-value", "Optional value is used where a value is needed", .error, .expressions,
    why:
      "If the value is missing, the expression fails or the service cannot be started. A guard that fails counts as false.",
    howToFix:
      "Give a default, as in `code ?? ''`. Or check it first, with `defined(code)` in the guard or in an `if`.",
    bad: """
      events: { knock: { payload: { name: "string?" } } }
      handlers: { actions: { greet: { arguments: { name: string } } } }
      states:
        open:
          on:
            knock: { target: closed, actions: { greet: { name: ▸event.data.name } } }
        closed: { type: final }
      """,
    good: """
      events: { knock: { payload: { name: "string?" } } }
      handlers: { actions: { greet: { arguments: { name: string } } } }
      states:
        open:
          on:
            knock: { target: closed, actions: { greet: { name: "event.data.name ?? 'guest'" } } }
        closed: { type: final }
      """,
    alsoBad: [
      """
      context: { code: "string?" }
      events: { type: { payload: { code: string } }, submit: }
      handlers: { services: { check: { input: { code: string }, errors: [] } } }
      initial: asking
      states:
        asking:
          on:
            type: { actions: { assign: { code: event.data.code } } }
            submit: checking
        checking:
          invoke:
            service: check
            input: { code: ▸code }
            timeout: 5s
            done: over
            failed: { any: asking }
        over: { type: final }
      """,
      """
      context: { pause: "duration?" }
      states:
        open: { after: { ▸pause: closed } }
        closed: { type: final }
      """,
      """
      events: { knock: { payload: { name: string } }, answer: }
      context: { name: { type: string, optional: true, clear: asking } }
      handlers: { actions: { greet: { arguments: { name: string } } } }
      states:
        open: { on: { knock: { target: asking, actions: { assign: { name: event.data.name } } } } }
        asking: { on: { answer: greeting } }
        greeting: { entry: { greet: { name: ▸name } }, on: { answer: open } }
      """,
      """
      context: { knocks: "int?" }
      events: { knock: , count: { payload: { knocks: int } } }
      states:
        open:
          on:
            count: { actions: { assign: { knocks: event.data.knocks } } }
            knock: { guard: ▸knocks > 2, target: closed }
        closed: { type: final }
      """,
      """
      context: { name: "string?" }
      handlers: { actions: { greet: { arguments: { name: string } } } }
      initial: { target: open, actions: { greet: { name: ▸name } } }
      states:
        open: { type: final, entry: { assign: { name: "'guest'" } } }
      """,
    ],
    alsoGood: [
      """
      context: { code: "string?" }
      events: { type: { payload: { code: string } }, submit: }
      handlers: { services: { check: { input: { code: string }, errors: [] } } }
      initial: asking
      states:
        asking:
          on:
            type: { actions: { assign: { code: event.data.code } } }
            submit: { guard: defined(code), target: checking }
        checking:
          invoke:
            service: check
            input: { code: code }
            timeout: 5s
            done: over
            failed: { any: asking }
        over: { type: final }
      """,
      """
      context: { knocks: "int?" }
      events: { knock: , count: { payload: { knocks: int } } }
      outputs: { counted: { payload: { knocks: int } } }
      states:
        open:
          on:
            count: { actions: { assign: { knocks: event.data.knocks } } }
            knock:
              - { guard: not defined(knocks), actions: { assign: { knocks: 1 } } }
              - { guard: knocks > 2, target: closed }
              - { actions: [{ assign: { knocks: knocks + 1 } }, { emit: counted, data: { knocks: knocks } }] }
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let doubts = context.check.possiblyAbsentValues
    guard !doubts.isEmpty else { return [] }
    let variables = Dictionary(
      context.chart.context.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    var reported: Set<[String]> = []
    return ConstantValues.lacking(among: doubts, in: context).flatMap { doubt -> [Diagnostic] in
      // `a + a` is one mistake.
      guard reported.insert(["\(doubt.expression.origin.rawValue)", doubt.use.text]).inserted else {
        return []
      }
      let read = doubt.use.reading.map { "`\(doubt.use.text)\($0)`" }
      let need = read ?? doubt.use.operation ?? doubt.receiver ?? "the condition"
      let isShort = doubt.use.text.utf8.count <= 60
      let variable = doubt.use.variable.flatMap { variables[$0] }
      let declared = variable.flatMap { context.range(of: $0.name) }.map {
        Diagnostic.Related(range: $0, message: "`\(doubt.use.text)` is optional here")
      }
      let losses =
        (variable?.clearedOnExitOf ?? []).map { ($0, "cleared when the flow leaves this state") }
        + context.usage.unset.filter { $0.text == variable?.name.text }.map { ($0, "cleared here") }
      let cleared = losses.prefix(3).compactMap { name, what in
        context.range(of: name).map {
          Diagnostic.Related(range: $0, message: "`\(doubt.use.text)` is \(what)")
        }
      }
      return finding(
        "\(isShort ? "`\(doubt.use.text)`" : "This value") may be missing, but \(need) needs a value.",
        help: Self.help(doubt, isShort ? doubt.use.text : "…", context),
        at: context.range(of: doubt.expression, doubt.use.range),
        related: [declared].compactMap(\.self) + cleared)
    }
  }

  private static func help(_ doubt: PossiblyAbsentValue, _ text: String, _ context: LintContext) -> String {
    let read = text + (doubt.use.reading ?? "")
    let standsAlone = doubt.use.range.lowerBound == 0 && doubt.expression.text.utf8.count == read.utf8.count
    let value = "\(read) ?? \(sample(doubt.use))"
    let byDefault = "For a default, write `\(standsAlone ? value : "(\(value))")`."
    guard doubt.use.isPath else { return byDefault }
    let check = "defined(\(text))"
    if doubt.isCondition { return "\(byDefault) Or check it first: `\(check) and …`." }
    let state = context.tree.nodes[doubt.state].state
    switch doubt.part {
    case .transition(let origin):
      let hasGuard = state.transitions.contains { $0.origin == origin && $0.guard != nil }
      return hasGuard
        ? "\(byDefault) Or write `\(check) and` before the guard of this transition."
        : "\(byDefault) Or add `guard: \(check)` to this transition."
    case .inside where doubt.use.variable != nil:
      return "\(byDefault) Or add `guard: \(check)` to the transitions that lead to `\(state.id.text)`."
    case .inside: return "\(byDefault) Or add `?` to the type in the declaration."
    case .entry, .exit, .initial: return "\(byDefault) Or put the action inside `if: \(check)`."
    }
  }

  /// A default for a type.
  private static func sample(_ use: CheckedExpression.OptionalUse) -> String {
    if let first = use.values?.first { return "'\(first)'" }
    switch use.type {
    case .bool: return "false"
    case .int, .number: return "0"
    case .string: return "''"
    case .duration: return "0s"
    case .list: return "[]"
    case .any, .error, .map, .record, .optional: return "…"
    }
  }
}
