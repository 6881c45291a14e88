internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about what states, events and handlers are called.
  static let nameRules: [RuleDescription] = [
    RuleDescription(
      "duplicate-state", "Two states have the same id", .error, .names,
      why: "A target, a diagram or Swift code could mean either of them.",
      howToFix: "Give one of the states a different id.",
      bad: """
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
      "duplicate-invocation", "Two services of a state run under the same id", .error, .names,
      why: "A result or a `cancel:` could mean either of them.",
      howToFix: "Add `id:` with a different id to one of them.",
      bad: """
        states:
          open:
            on: { error.*: closed }
            invoke:
              - { service: look, timeout: 5s, done: closed }
              - ▸{ service: look, timeout: 9s, done: closed }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            on: { error.*: closed }
            invoke:
              - { service: look, timeout: 5s, done: closed }
              - { service: look, id: lookAgain, timeout: 9s, done: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "illegal-name", "Name is not valid", .error, .names,
      why:
        "Names become Swift cases and functions, diagram ids and words in expressions. These allow only a few characters.",
      howToFix: "Use letters and digits, and start with a letter: `lockedUp`.",
      bad: """
        states:
          open:
            on: { close: lockedUp, push: open }
          lockedUp: { on: { turn: ▸locked up } }
        """,
      good: """
        states:
          open:
            on: { close: lockedUp }
          lockedUp: { type: final }
        """),
    RuleDescription(
      "lookalike-character", "Letter of another alphabet looks like an English one", .error, .names,
      why: "Two names can look the same and still be different.",
      howToFix: "Type the letter again with an English keyboard.",
      bad: """
        states:
          open:
            on: { close: ▸сlosed }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "duplicate-value", "Name appears twice in a list", .error, .names,
      why: "The second entry has no effect, so you probably meant another name.",
      howToFix: "Delete one of the two, or replace it with the name that you mean.",
      bad: """
        errors: { jammed: }
        states:
          open: { errors: [jammed, ▸jammed] }
        """,
      good: """
        errors: { jammed: }
        states:
          open: { errors: [jammed] }
        """),
  ]
}
