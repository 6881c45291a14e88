internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about the file as text and as YAML.
  static let fileRules: [RuleDescription] = [
    RuleDescription(
      "yaml-syntax", "The text is not YAML", .error, .file,
      why: "Nothing after the place can be read, so nothing there is checked either.",
      mend: "Correct the place and run the check again.",
      bad: """
        statechart: 1
        id: door
        title: ▸"The front door
        initial: open
        states:
          open: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        title: "The front door"
        initial: open
        states:
          open: { type: final }
        """),
    RuleDescription(
      "unsupported-yaml", "A feature of YAML that charts do without", .error, .file,
      why:
        "Anchors, tags, merge keys and second documents make a chart say something else than its lines do.",
      mend: "Write the part out, or put a text that begins with a special character in quotes.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: { guard: ▸!locked, target: closed } }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: { guard: not locked, target: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "yaml-root", "The file is not a mapping", .error, .file,
      why: "A chart is a mapping of keys such as `id` and `states`; anything else is another kind of file.",
      mend: "Begin the file with `statechart: 1`, or leave it out of the check.",
      bad: """
        ▸- open
        - closed
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        """),
    RuleDescription(
      "encoding", "The file is not UTF-8", .error, .file,
      why: "Other encodings are read as other letters, or not at all.",
      mend: "Save the file as UTF-8.",
      bad: "▸s\u{0}t\u{0}a\u{0}t\u{0}e\u{0}c\u{0}h\u{0}a\u{0}r\u{0}t\u{0}:\u{0} \u{0}1\u{0}",
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        """),
    RuleDescription(
      "hidden-character", "A character cannot be seen", .error, .file,
      why: "Two names can look the same and differ, and a line can say something else than it shows.",
      mend: "Delete the character.",
      bad: """
        statechart: 1
        id: door
        title: The front▸\u{200B}door
        initial: open
        states:
          open: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        title: The front door
        initial: open
        states:
          open: { type: final }
        """),
    RuleDescription(
      "tab-indentation", "A tab stands where spaces must", .error, .file,
      why: "How wide a tab is depends on the editor, so YAML does not allow it for indentation.",
      mend: "Indent with spaces; editors can be set to do so.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
        ▸\topen: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        """),
    RuleDescription(
      "duplicate-key", "A key stands twice in a mapping", .error, .file,
      why: "Most tools keep the last one and drop the other without a word.",
      mend: "Delete one of the two, or join what they hold.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed }
            ▸on: { slam: closed }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed, slam: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "similar-keys", "Two keys differ in upper and lower case only", .warning, .file,
      why: "One of them is probably a slip, and it will not be found where the other is looked up.",
      mend: "If they are meant to be one, spell them alike; else give one of them another name.",
      bad: """
        statechart: 1
        id: door
        events:
          close: { payload: { force: int, ▸Force: int } }
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        events:
          close: { payload: { force: int } }
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "empty-key", "A key has no name", .error, .file,
      why: "What belongs to it cannot be found by anything.",
      mend: "Write a name before the colon.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-owner:
          ▸"": the locksmith
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-owner:
          name: the locksmith
        """),
    RuleDescription(
      "missing-value", "An entry in braces has no value", .error, .file,
      why:
        "In braces `{target:open}` is one key without a value: the space after the colon makes the difference.",
      mend: "Write a space after the colon, and a value.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-owner: { ▸locksmith }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-owner: { name: locksmith }
        """),
    RuleDescription(
      "missing-space", "A space is missing after a colon or a hyphen", .error, .file,
      why: "Without the space `target:open` is a single text and not a key with a value.",
      mend: "Write a space after the colon or the hyphen.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-owner: { ▸name:locksmith }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-owner: { name: locksmith }
        """),
    RuleDescription(
      "cut-text", "A `#` ends a text", .warning, .file,
      why: "After a space a `#` begins a comment, so the rest of the text is lost without a word.",
      mend: "Put the whole text in quotes; write a comment as `# comment`.",
      bad: """
        statechart: 1
        id: door
        title: Door ▸#2
        initial: open
        states:
          open: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        title: "Door #2"
        initial: open
        states:
          open: { type: final }
        """),
    RuleDescription(
      "multi-line-text", "A text without quotes goes on in the next line", .warning, .file,
      why: "A wrong indentation makes the next key part of a text, and nobody sees it.",
      mend: "Write the text in one line, or begin it with `>` in a line of its own.",
      bad: """
        statechart: 1
        id: door
        title: ▸The front door
          of the house
        initial: open
        states:
          open: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        title: >
          The front door
          of the house
        initial: open
        states:
          open: { type: final }
        """),
    RuleDescription(
      "unquoted-scalar", "A text that other tools read as something else", .warning, .file,
      why: "Older YAML tools read `no` as false and `1:30` as 90, so they see another chart.",
      mend: "Put it in quotes.",
      bad: """
        statechart: 1
        id: door
        title: ▸off
        initial: open
        states:
          open: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        title: "off"
        initial: open
        states:
          open: { type: final }
        """),
    RuleDescription(
      "explicit-key", "A `?` marks a key", .warning, .file,
      why: "It is seldom meant, and few people know what it does.",
      mend: "Write `key: value`; a key that begins with `?` goes in quotes.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-owner:
          ▸? name
          : the locksmith
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-owner:
          name: the locksmith
        """),
    RuleDescription(
      "limit", "There is more than the limits allow", .error, .file,
      why: "Limits keep a damaged or hostile file from stopping every tool that reads it.",
      mend:
        "Split the chart, or shorten the part. Where there are more findings than are listed, mend those first.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-deep: \(String(repeating: "[", count: 63))▸[\(String(repeating: "]", count: 64))
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open: { type: final }
        x-deep: \(String(repeating: "[", count: 63))\(String(repeating: "]", count: 63))
        """),
  ]
}
