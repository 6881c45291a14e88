internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about which keys stand where, with which kind of value.
  static let shapeRules: [RuleDescription] = [
    RuleDescription(
      "unknown-key", "Unknown key", .error, .shape,
      why: "An unknown key has no effect. Most often it is a typo.",
      howToFix: "Write one of the keys that are allowed here. Keys of your own start with `x-`.",
      bad: """
        ▸titel: The door
        states:
          open:
        """,
      good: """
        title: The door
        states:
          open:
        """),
    RuleDescription(
      "missing-key", "Required key is missing", .error, .shape,
      why: "Without the key, the chart cannot be read completely.",
      howToFix: "Add the key that the message names.",
      bad: """
        ▸statechart: 1
        initial: open
        states:
          open:
        """,
      good: """
        states:
          open:
        """),
    RuleDescription(
      "wrong-kind", "Value is of the wrong kind", .error, .shape,
      why: "The key takes another kind of value, such as a list instead of text.",
      howToFix: "Write the kind of value that the message names. The chart format has examples.",
      bad: """
        states: ▸[open]
        """,
      good: """
        states:
          open:
        """),
    RuleDescription(
      "exclusive-keys", "Keys cannot be used together", .error, .shape,
      why: "Only one of the keys could take effect.",
      howToFix: "Keep one of the keys and delete the others.",
      bad: """
        states:
          open:
            invoke: { service: look, ▸chart: look.yaml, timeout: 5s, done: closed, failed: { any: closed } }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "misplaced-key", "Key does not belong here", .error, .shape,
      why: "The key exists, but not at this level. Wrong indentation is the usual cause.",
      howToFix: "Move the key to where it belongs, or delete it.",
      bad: """
        states:
          open:
            on: { close: closed }
          closed:
            type: final
            ▸on: { push: open }
        """,
      good: """
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "unsupported-version", "Version of the chart format is not supported", .error, .shape,
      why: "This tool could misread a chart that is written for another version.",
      howToFix: "Write `statechart: 1`, or install a newer version of this tool.",
      bad: """
        statechart: ▸2
        id: door
        initial: open
        states:
          open:
        """,
      good: """
        states:
          open:
        """),
  ]
}
