internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about conditions and values.
  static let expressionRules: [RuleDescription] = [
    RuleDescription(
      "bad-expression", "An expression cannot be read, or its types do not fit", .error, .expressions,
      why: "At run time it could only fail.",
      mend: "Correct the marked place; Docs/reference/chart-format.md describes expressions.",
      bad: """
        statechart: 1
        id: door
        context: { knocks: { type: int, initial: 0 } }
        initial: open
        states:
          open:
            on:
              knock: { guard: knocks ▸= 0, target: closed, actions: { assign: { knocks: knocks + 1 } } }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        context: { knocks: { type: int, initial: 0 } }
        initial: open
        states:
          open:
            on:
              knock: { guard: knocks == 0, target: closed, actions: { assign: { knocks: knocks + 1 } } }
          closed: { type: final }
        """),
    RuleDescription(
      "secret-leak", "A secret goes where it would be shown", .error, .expressions,
      why:
        "What is declared secret is masked and never stored; a copy that is not declared so is shown and stored.",
      mend: "Declare the variable with `secret: true`, or leave the secret with the handlers.",
      bad: """
        statechart: 1
        id: door
        context: { typed: "string?" }
        events: { enter: { payload: { code: { type: string, secret: true } } } }
        handlers: { guards: { fits: { arguments: { code: { type: string, optional: true, secret: true } } } } }
        initial: open
        states:
          open:
            on:
              enter: { target: closed, actions: { assign: { typed: ▸event.data.code } } }
          closed:
            always: { guard: 'fits(code: typed)', target: locked }
          locked: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        context: { typed: { type: string, optional: true, secret: true, clear: closed } }
        events: { enter: { payload: { code: { type: string, secret: true } } } }
        handlers: { guards: { fits: { arguments: { code: { type: string, optional: true, secret: true } } } } }
        initial: open
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
