internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about conditions and values.
  static let expressionRules: [RuleDescription] = [
    RuleDescription(
      "bad-expression", "An expression cannot be read, or its types do not fit", .error, .expressions,
      why: "At run time it could only fail.",
      mend: "Correct the marked place; Docs/chart-format.md describes expressions.",
      bad: """
        statechart: 1
        id: door
        context: { knocks: { type: int, initial: 0 } }
        initial: open
        states:
          open:
            on:
              knock: { guard: knocks ▸= 3, target: closed, actions: { assign: { knocks: knocks + 1 } } }
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
              knock: { guard: knocks == 3, target: closed, actions: { assign: { knocks: knocks + 1 } } }
          closed: { type: final }
        """)
  ]
}
