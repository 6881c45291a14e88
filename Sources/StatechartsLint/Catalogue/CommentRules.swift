internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about the linter's own comments.
  static let commentRules: [RuleDescription] = [
    RuleDescription(
      "bad-suppression", "A comment for the linter is wrong", .warning, .comments,
      why: "A comment that silences nothing, or without a reason, hides what the next reader must know.",
      mend: "Write `# lint:disable RULE -- reason`, with a rule that `statechart rules` lists.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed }
          ▸# lint:disable shared-name
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { lockUp: lockUp }
          # lint:disable shared-name -- both words are the locksmith's own
          lockUp: { on: { close: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "unused-suppression", "A comment silences nothing", .warning, .comments,
      why: "What it once silenced is mended, and left there it would hide the next finding.",
      mend: "Remove the comment.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed } ▸# lint:disable unused-event -- the app sends it
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
  ]
}
