internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about conditions and values.
  static let expressionRules: [RuleDescription] = [
    RuleDescription(
      "bad-expression", "Expression is not valid", .error, .expressions,
      why: "The expression would fail when the flow runs.",
      howToFix: "Correct the marked text. Docs/reference/expressions.md lists the operators and functions.",
      bad: """
        context: { knocks: { type: int, initial: 0 } }
        states:
          open:
            on:
              knock: { guard: knocks ▸= 0, target: closed, actions: { assign: { knocks: knocks + 1 } } }
          closed: { type: final }
        """,
      good: """
        context: { knocks: { type: int, initial: 0 } }
        states:
          open:
            on:
              knock: { guard: knocks == 0, target: closed, actions: { assign: { knocks: knocks + 1 } } }
          closed: { type: final }
        """),
    RuleDescription(
      "secret-leak", "Secret is copied into data that is not secret", .error, .expressions,
      why: "A secret is masked and never stored. A copy that is not marked secret is shown and stored.",
      howToFix: "Add `secret: true` to the variable, or keep the secret in app code instead of the chart.",
      bad: """
        context: { typed: "string?" }
        events: { enter: { payload: { code: { type: string, secret: true } } } }
        handlers: { guards: { fits: { arguments: { code: { type: string, optional: true, secret: true } } } } }
        states:
          open:
            on:
              enter: { target: closed, actions: { assign: { typed: ▸event.data.code } } }
          closed:
            always: { guard: 'fits(code: typed)', target: locked }
          locked: { type: final }
        """,
      good: """
        context: { typed: { type: string, optional: true, secret: true, clear: closed } }
        events: { enter: { payload: { code: { type: string, secret: true } } } }
        handlers: { guards: { fits: { arguments: { code: { type: string, optional: true, secret: true } } } } }
        states:
          open:
            on:
              enter: { target: closed, actions: { assign: { typed: event.data.code } } }
          closed:
            always: { guard: 'fits(code: typed)', target: locked }
          locked: { type: final }
        """),
  ]
}
