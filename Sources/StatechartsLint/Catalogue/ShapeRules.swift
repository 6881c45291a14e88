internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about which keys stand where, with which kind of value.
  static let shapeRules: [RuleDescription] = [
    RuleDescription(
      "unknown-key", "A key that nothing knows", .error, .shape,
      why: "It would have no effect, most often because it is misspelt.",
      mend: "Write one of the keys that are allowed here; keys of your own begin with `x-`.",
      bad: """
        statechart: 1
        id: door
        ▸titel: The door
        initial: open
        states:
          open:
        """,
      good: """
        statechart: 1
        id: door
        title: The door
        initial: open
        states:
          open:
        """),
    RuleDescription(
      "missing-key", "A required key is missing", .error, .shape,
      why: "Without it the chart is not complete.",
      mend: "Add the key.",
      bad: """
        ▸statechart: 1
        initial: open
        states:
          open:
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
        """),
    RuleDescription(
      "wrong-kind", "A value of the wrong kind", .error, .shape,
      why: "What is meant cannot be told.",
      mend: "Write the kind of value that the finding names.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states: ▸[open]
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
        """),
    RuleDescription(
      "exclusive-keys", "Keys that exclude each other", .error, .shape,
      why: "Only one of them could take effect.",
      mend: "Keep one of them.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            invoke: { service: look, ▸chart: look.yaml, timeout: 5s, done: closed, failed: { any: closed } }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "misplaced-key", "A key that belongs elsewhere", .error, .shape,
      why: "Here it has no meaning.",
      mend: "Move it to where it belongs.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed }
          closed:
            type: final
            ▸on: { push: open }
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
      "unsupported-version", "A version of the format that is not known", .error, .shape,
      why: "The file could mean something else than this tool would read in it.",
      mend: "Write `statechart: 1`, or use a newer version of this tool.",
      bad: """
        statechart: ▸2
        id: door
        initial: open
        states:
          open:
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
        """),
  ]
}
