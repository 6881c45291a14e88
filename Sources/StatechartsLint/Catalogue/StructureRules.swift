internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about how states and transitions hang together.
  static let structureRules: [RuleDescription] = [
    RuleDescription(
      "bad-initial", "The initial state is missing or lies elsewhere", .error, .structure,
      why: "Nobody could tell in which state the flow begins there.",
      mend: "Name a state inside of this one under `initial:`.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            initial: ▸closed
            states: { wide: }
            on: { close: closed, push: wide }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            initial: wide
            states: { wide: }
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "bad-history", "A history state that cannot work", .error, .structure,
      why: "History stands for the states beside it, and needs one of them for the first time.",
      mend: "Give it a `default:` that lies in the same parent state.",
      bad: """
        statechart: 1
        id: door
        initial: open
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
        statechart: 1
        id: door
        initial: open
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
      "bad-choice", "A choice without an else", .error, .structure,
      why: "If no branch holds, the flow would have nowhere to go.",
      mend: "Add a last branch without `guard`.",
      bad: """
        statechart: 1
        id: door
        initial: open
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
        statechart: 1
        id: door
        initial: open
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
      "conflicting-targets", "Targets that cannot be active together", .error, .structure,
      why: "Only states in different regions of a parallel state can be active at once.",
      mend: "Name one target, or states of different regions.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: { target: [closed, ▸locked] } }
          closed: { type: final }
          locked: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "not-allowed", "Something that is not allowed here", .error, .structure,
      why: "Nobody could tell what is meant, or it would never take effect.",
      mend: "Write one of what the finding lists, or remove it.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: ▸finl }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "bad-migration", "Migrations that contradict the chart or each other", .error, .structure,
      why: "Sessions of older versions would go on in the wrong place, or not at all.",
      mend: "Write one migration for each older version, the oldest first, with one rule for each name.",
      bad: """
        statechart: 1
        id: door
        version: 2
        migrations:
          - from: ▸2
            states: { rename: { opened: open } }
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        version: 2
        migrations:
          - from: 1
            states: { rename: { opened: open } }
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """,
      alsoBad: [
        """
        statechart: 1
        id: door
        version: 3
        migrations:
          - { from: 2, states: { rename: { wide: open } } }
          - { from: ▸1, states: { rename: { opened: wide } } }
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """
      ]),
    RuleDescription(
      "bad-value", "A number or a span of time out of range", .error, .structure,
      why: "It could never take effect as it is written.",
      mend: "Write a value in the range that the finding names.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            invoke: { service: look, timeout: ▸0s, done: closed, failed: { any: closed } }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            invoke: { service: look, timeout: 15s, done: closed, failed: { any: closed } }
          closed: { type: final }
        """),
  ]
}
