internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about how states and transitions hang together.
  static let structureRules: [RuleDescription] = [
    RuleDescription(
      "bad-initial", "Initial state is missing or in the wrong state", .error, .structure,
      why: "The flow would not know in which state to start.",
      howToFix: "Write `initial:` with the id of a state inside this one.",
      bad: """
        states:
          open:
            initial: ▸closed
            states: { wide: }
            on: { close: closed, push: wide }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            initial: wide
            states: { wide: }
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "bad-history", "History state is not valid", .error, .structure,
      why: "A history state returns to one of the states next to it. The first time, it needs a default.",
      howToFix: "Write `default:` with the id of a state in the same parent state.",
      bad: """
        states:
          open:
            initial: wide
            states:
              wide:
              lastWidth: { type: history, default: ▸closed }
            on: { close: closed }
          closed:
            on: { unlock: lastWidth }
        """,
      good: """
        states:
          open:
            initial: wide
            states:
              wide:
              lastWidth: { type: history, default: wide }
            on: { close: closed }
          closed:
            on: { unlock: lastWidth }
        """),
    RuleDescription(
      "bad-choice", "Choice has no valid fallback", .error, .structure,
      why: "If every condition is false, the flow is stuck.",
      howToFix: "Write a last entry under `always:` that has a target and no `guard:`.",
      bad: """
        states:
          open:
            on: { close: closing }
          closing:
            type: choice
            always:
              - ▸{ guard: isLocked, target: closed }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            on: { close: closing }
          closing:
            type: choice
            always:
              - { guard: isLocked, target: closed }
              - open
          closed: { type: final }
        """),
    RuleDescription(
      "conflicting-targets", "Targets cannot be active at the same time", .error, .structure,
      why: "Only states in different regions of a parallel state can be active at the same time.",
      howToFix: "Write one target, or one target for each region.",
      bad: """
        states:
          open:
            on: { close: { target: [closed, ▸locked] } }
          closed: { type: final }
          locked: { type: final }
        """,
      good: """
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "not-allowed", "Key or value is not allowed here", .error, .structure,
      why: "It has no meaning here, or it could never take effect.",
      howToFix: "Write what the message allows, or delete it.",
      bad: """
        states:
          open:
            on: { close: closed }
          closed: { type: ▸finl }
        """,
      good: """
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "bad-migration", "Migration contradicts the chart or another migration", .error, .structure,
      why: "Saved sessions of older versions would continue in the wrong state, or not at all.",
      howToFix: "Write one migration for each older version, the oldest first. Write one rule for each name.",
      bad: """
        version: 2
        migrations:
          - from: ▸2
            states: { rename: { opened: open } }
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """,
      good: """
        version: 2
        migrations:
          - from: 1
            states: { rename: { opened: open } }
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """,
      alsoBad: [
        """
        version: 3
        migrations:
          - { from: 2, states: { rename: { wide: open } } }
          - { from: ▸1, states: { rename: { opened: wide } } }
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """
      ]),
    RuleDescription(
      "bad-value", "Number or duration is out of range", .error, .structure,
      why: "The value could never take effect.",
      howToFix: "Write a value in the range that the message names.",
      bad: """
        states:
          open:
            invoke: { service: look, timeout: ▸0s, done: closed, failed: { any: closed } }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            invoke: { service: look, timeout: 15s, done: closed, failed: { any: closed } }
          closed: { type: final }
        """),
  ]
}
