internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about what states, events and handlers are called.
  static let nameRules: [RuleDescription] = [
    RuleDescription(
      "duplicate-state", "Two states have the same id", .error, .names,
      why: "A target, a diagram and Swift code could mean either of them.",
      mend: "Give one of them another id.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            initial: wide
            states:
              wide: { on: { close: closed } }
          closed:
            initial: locked
            states:
              locked: { on: { unlock: wide } }
              ▸wide: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            initial: wide
            states:
              wide: { on: { close: closed } }
          closed:
            initial: locked
            states:
              locked: { on: { unlock: unlocked } }
              unlocked: { type: final }
        """),
    RuleDescription(
      "duplicate-invocation", "Two pieces of work in a state have the same id", .error, .names,
      why: "Nobody could tell whose result has come, or which of them to cancel.",
      mend: "Give each an `id` of its own.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { error.*: closed }
            invoke:
              - { service: look, timeout: 5s, done: closed }
              - ▸{ service: look, timeout: 9s, done: closed }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { error.*: closed }
            invoke:
              - { service: look, timeout: 5s, done: closed }
              - { service: look, id: lookAgain, timeout: 9s, done: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "illegal-name", "A name that cannot be used", .error, .names,
      why:
        "Names become Swift cases and functions, diagram ids and words in expressions, which allow few characters.",
      mend: "Use letters and digits, a letter first: `lockedUp`.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: lockedUp, push: open }
          lockedUp: { on: { turn: ▸locked up } }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: lockedUp }
          lockedUp: { type: final }
        """),
    RuleDescription(
      "lookalike-character", "A letter of another script that looks like an English one", .error, .names,
      why: "Two names would look the same and be different.",
      mend: "Type the letter anew, with an English keyboard.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: ▸сlosed }
          closed: { type: final }
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
      "duplicate-value", "A name is in a list twice", .error, .names,
      why: "The second one has no effect, so another one is probably meant.",
      mend: "Remove one of the two.",
      bad: """
        statechart: 1
        id: door
        errors: { jammed: }
        initial: open
        states:
          open: { errors: [jammed, ▸jammed] }
        """,
      good: """
        statechart: 1
        id: door
        errors: { jammed: }
        initial: open
        states:
          open: { errors: [jammed] }
        """),
  ]
}
