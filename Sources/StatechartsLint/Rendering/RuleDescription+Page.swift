internal import StatechartsYAML

extension RuleDescription {
  /// How many wrong and how many right examples pages show. The others are for tests.
  package static let shownExamples = 2

  /// The rule's page for a terminal, from the same texts as its documentation and its tests.
  public var page: String {
    var text = """
      \(id) (\(severity.rawValue)\(isOptIn ? ", off by default" : ""), \(family.title))
      \(title).

      Why it matters: \(why)
      How to fix: \(howToFix)

      """
    for (number, example) in bad.prefix(Self.shownExamples).enumerated() {
      let line = example.line.map { " (line \($0))" } ?? ""
      text += "\n\(number == 0 ? "Wrong" : "Also wrong")\(line):\n\n\(Self.indented(example.text))\n"
    }
    for (number, example) in good.prefix(Self.shownExamples).enumerated() {
      text += "\n\(number == 0 ? "Right" : "Also right"):\n\n\(Self.indented(example.text))\n"
    }
    return text
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : "    " + VisibleText.escaped(String(line))
    }.joined(separator: "\n")
  }
}

extension RuleDescription.Example {
  /// The line of the finding, from 1; nil in a good example.
  package var line: Int? {
    offset.map { place in text.utf8.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1 }
  }
}

extension RuleDescription.Family {
  /// The family as a heading.
  package var title: String {
    switch self {
    case .file: "The file"
    case .shape: "Keys and values"
    case .names: "Names"
    case .references: "References"
    case .expressions: "Conditions and values"
    case .structure: "States and transitions"
    case .services: "Services and time"
    case .security: "Secrets"
    case .comments: "Comments for the linter"
    }
  }
}
