internal import StatechartsYAML

/// The pages of `Docs/reference/rules`: one for each rule, and an index of all by family.
public enum RuleDocuments {
  /// The pages by their file names, the index first.
  public static var all: [(name: String, text: String)] {
    [("README.md", index)] + RuleRegistry.all.map { ("\($0.id).md", page(of: $0)) }
  }

  private static var index: String {
    var text = """
      # The rules of `statechart lint`

      Each rule has a page that says why it is there, how to mend what it finds, and what is wrong and right. A terminal shows the same with
      `statechart explain RULE`. How to turn rules on, off, up and down stands in [Checking charts](../../guide/checking-charts.md). These pages are written by
      `STATECHARTS_UPDATE_DOCUMENTS=1 swift test --filter RuleDocumentTests`.

      """
    for family in RuleDescription.Family.allCases {
      text += "\n## \(family.title)\n\n| rule | finds | |\n|---|---|---|\n"
      for rule in RuleRegistry.all where rule.family == family {
        let title = rule.title.replacing("|", with: "\\|")
        text += "| [`\(rule.id)`](\(rule.id).md) | \(title) | \(rule.level) |\n"
      }
    }
    return text
  }

  private static func page(of rule: RuleDescription) -> String {
    var text = """
      # \(rule.title)

      `\(rule.id)` · \(rule.level) · \(rule.family.title.lowercased()) · [all rules](README.md#\(rule.family.anchor))

      **Why it matters.** \(rule.why)

      **What to do.** \(rule.mend)

      """
    if rule.isOptIn {
      text += """

        This is a matter of policy, so it is told only where a project asks for it in `.statechart.yaml`:

        ```yaml
        rules:
          \(rule.id): \(rule.severity.rawValue)
        ```

        """
    }
    for (number, example) in rule.bad.enumerated() {
      let line = example.line.map { " (line \($0))" } ?? ""
      text += "\n\(number == 0 ? "Wrong" : "Also wrong")\(line):\n\n" + fence(example)
    }
    for (number, example) in rule.good.enumerated() {
      text += "\n\(number == 0 ? "Right" : "Also right"):\n\n" + fence(example)
    }
    return text
  }

  private static func fence(_ example: RuleDescription.Example) -> String {
    let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      VisibleText.escaped(String($0))
    }
    return "```yaml\n\(lines.joined(separator: "\n"))\n```\n"
  }
}

extension RuleDescription {
  /// How bad a finding is, as the pages say it.
  var level: String { isOptIn ? "\(severity.rawValue), if asked for" : severity.rawValue }
}

extension RuleDescription.Family {
  /// The family as a heading.
  public var title: String {
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

  /// The heading's place in a page.
  var anchor: String { title.lowercased().replacing(" ", with: "-") }
}
