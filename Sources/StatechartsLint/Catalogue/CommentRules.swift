internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about the linter's own comments.
  static let commentRules: [RuleDescription] = [
    RuleDescription(
      "bad-suppression", "Comment for the linter is not valid", .warning, .comments,
      why: "A comment that suppresses nothing, or gives no reason, misleads the next reader.",
      howToFix: "Write `# lint:disable RULE -- REASON`. `statechart rules` lists the rules.",
      bad: """
        states:
          open:
            on: { close: closed }
          ▸# lint:disable shared-name
          closed: { type: final }
        """,
      good: """
        states:
          open:
            on: { lockUp: lockUp }
          # lint:disable shared-name -- both words are the locksmith's own
          lockUp: { on: { close: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "unused-suppression", "Comment suppresses nothing", .warning, .comments,
      why: "The finding that it suppressed is gone. The comment would hide the next one.",
      howToFix: "Delete the comment.",
      bad: """
        states:
          open:
            on: { close: closed } ▸# lint:disable unused-event -- the app sends it
          closed: { type: final }
        """,
      good: """
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
  ]
}
