internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about the file as text and as YAML.
  static let fileRules: [RuleDescription] = [
    RuleDescription(
      "yaml-syntax", "Invalid YAML syntax", .error, .file,
      why: "The rest of the file cannot be read, so it is not checked.",
      howToFix: "Correct the marked text and run the check again.",
      bad: """
        title: ▸"The front door
        states:
          open: { type: final }
        """,
      good: """
        title: "The front door"
        states:
          open: { type: final }
        """),
    RuleDescription(
      "unsupported-yaml", "YAML feature is not supported in charts", .error, .file,
      why:
        "Anchors, tags, merge keys and second documents make a chart mean something other than what its lines show.",
      howToFix: "Write the value out in full. Put text that starts with a special character in quotes.",
      bad: """
        states:
          open:
            on: { close: { guard: ▸!locked, target: closed } }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            on: { close: { guard: not locked, target: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "yaml-root", "Top level of the file is not a mapping", .error, .file,
      why: "A chart is a mapping with keys such as `id` and `states`. Anything else is not a chart.",
      howToFix: "Start the file with `statechart: 1`, or leave the file out of the checked paths.",
      bad: """
        ▸- open
        - closed
        """,
      good: """
        states:
          open: { type: final }
        """),
    RuleDescription(
      "encoding", "File is not UTF-8", .error, .file,
      why: "Text in another encoding is read as wrong characters, or cannot be read at all.",
      howToFix: "Save the file as UTF-8.",
      bad: "▸s\u{0}t\u{0}a\u{0}t\u{0}e\u{0}c\u{0}h\u{0}a\u{0}r\u{0}t\u{0}:\u{0} \u{0}1\u{0}",
      good: """
        states:
          open: { type: final }
        """),
    RuleDescription(
      "hidden-character", "Invisible character in the file", .error, .file,
      why:
        "Two names can look the same and still differ. A line can mean something other than it shows.",
      howToFix: "Delete the character.",
      bad: """
        title: The front▸\u{200B}door
        states:
          open: { type: final }
        """,
      good: """
        title: The front door
        states:
          open: { type: final }
        """),
    RuleDescription(
      "tab-indentation", "Tab is used for indentation", .error, .file,
      why: "The width of a tab depends on the editor, so YAML does not allow tabs for indentation.",
      howToFix: "Replace the tab with spaces. Most editors can insert spaces when you press the Tab key.",
      bad: """
        states:
        ▸\topen: { type: final }
        """,
      good: """
        states:
          open: { type: final }
        """),
    RuleDescription(
      "duplicate-key", "Key appears twice", .error, .file,
      why: "Most tools keep the last value and silently drop the other one.",
      howToFix: "Delete one of the two, or rename one if they are different things.",
      bad: """
        states:
          open:
            on: { close: closed }
            ▸on: { slam: closed }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            on: { close: closed, slam: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "similar-keys", "Two keys differ only in capitalization", .warning, .file,
      why: "One of them is probably a typo, and it is not found under the other spelling.",
      howToFix: "Keep only one of them if they mean the same thing. Otherwise rename one.",
      bad: """
        events:
          close: { payload: { force: int, ▸Force: int } }
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """,
      good: """
        events:
          close: { payload: { force: int } }
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "empty-key", "Key has no name", .error, .file,
      why: "Nothing can refer to the value of a key without a name.",
      howToFix: "Write a name before the colon.",
      bad: """
        states:
          open: { type: final }
        x-owner:
          ▸"": the locksmith
        """,
      good: """
        states:
          open: { type: final }
        x-owner:
          name: the locksmith
        """),
    RuleDescription(
      "missing-value", "Entry in braces has no value", .error, .file,
      why:
        "In braces, `{target:open}` is one key without a value. The space after the colon makes it a key and a value.",
      howToFix: "Write a space and a value after the colon: `{ target: open }`.",
      bad: """
        states:
          open: { type: final }
        x-owner: { ▸locksmith }
        """,
      good: """
        states:
          open: { type: final }
        x-owner: { name: locksmith }
        """),
    RuleDescription(
      "missing-space", "Space is missing after a colon or a hyphen", .error, .file,
      why: "Without the space, `target:open` is one text and not a key with a value.",
      howToFix: "Write a space after the colon or the hyphen: `target: open`.",
      bad: """
        states:
          open: { type: final }
        x-owner: { ▸name:locksmith }
        """,
      good: """
        states:
          open: { type: final }
        x-owner: { name: locksmith }
        """),
    RuleDescription(
      "cut-text", "Text is cut off at a `#`", .warning, .file,
      why: "A `#` after a space starts a comment, so the rest of the text is silently lost.",
      howToFix: "Put the whole text in quotes. If it is a comment, write `# comment` with a space.",
      bad: """
        title: Door ▸#2
        states:
          open: { type: final }
        """,
      good: """
        title: "Door #2"
        states:
          open: { type: final }
        """),
    RuleDescription(
      "multi-line-text", "Text without quotes continues on the next line", .warning, .file,
      why: "If the next key is indented too far, it silently becomes part of the text.",
      howToFix: "Write the text on one line. Or write `>` after the colon and the text on the lines below.",
      bad: """
        title: ▸The front door
          of the house
        states:
          open: { type: final }
        """,
      good: """
        title: >
          The front door
          of the house
        states:
          open: { type: final }
        """),
    RuleDescription(
      "unquoted-scalar", "Other tools read this text as a different value", .warning, .file,
      why: "Older YAML tools read `no` as false and `1:30` as 90, so they see a different chart.",
      howToFix: "Put the text in quotes: `\"no\"`.",
      bad: """
        title: ▸off
        states:
          open: { type: final }
        """,
      good: """
        title: "off"
        states:
          open: { type: final }
        """),
    RuleDescription(
      "explicit-key", "Key is marked with a `?`", .warning, .file,
      why: "A `?` before a key is rarely intended, and few people know what it does.",
      howToFix: "Write `key: value`. Put a key that starts with `?` in quotes.",
      bad: """
        states:
          open: { type: final }
        x-owner:
          ▸? name
          : the locksmith
        """,
      good: """
        states:
          open: { type: final }
        x-owner:
          name: the locksmith
        """),
    RuleDescription(
      "limit", "File exceeds a limit", .error, .file,
      why: "Limits keep a damaged or hostile file from blocking every tool that reads it.",
      howToFix:
        "Split the chart, or shorten the marked text. If there are too many findings, fix the listed ones first.",
      bad: """
        states:
          open: { type: final }
        x-deep: \(String(repeating: "[", count: 63))▸[\(String(repeating: "]", count: 64))
        """,
      good: """
        states:
          open: { type: final }
        x-deep: \(String(repeating: "[", count: 63))\(String(repeating: "]", count: 63))
        """),
  ]
}
