import StatechartsLint
import StatechartsYAML

/// The pages of `Docs/reference/rules`: one for each rule, and an index of all by family.
enum RuleDocuments {
  /// The pages by their file names, the index first.
  static var all: [(name: String, text: String)] {
    [("README.md", index)] + RuleRegistry.standard.all.map { ("\($0.id).md", page(of: $0)) }
  }

  private static var index: String {
    var text = """
      # The rules of `statechart lint`

      Each rule has a page with the reason for it, the fix, and examples of wrong and right charts. `statechart explain RULE`
      shows the same page in a terminal. [Checking charts](../../guide/checking-charts.md) says how to turn rules on and off
      and how to change their severity.

      """
    for family in RuleDescription.Family.allCases {
      text += "\n## \(family.title)\n\n| rule | problem | severity |\n|---|---|---|\n"
      for rule in RuleRegistry.standard.all where rule.family == family {
        let title = rule.title.replacing("|", with: "\\|")
        text += "| [`\(rule.id)`](\(rule.id).md) | \(title) | \(rule.level) |\n"
      }
    }
    return text
  }

  private static func page(of rule: RuleDescription) -> String {
    var text = """
      # \(rule.title)

      `\(rule.id)` · \(rule.level) · \(rule.family.title.lowercased()) · [all rules](README.md#\(anchor(of: rule.family)))

      **Why it matters.** \(rule.why)

      **How to fix.** \(rule.howToFix)

      """
    if rule.isOptIn {
      text += """

        This rule is a matter of policy and is off by default. Turn it on in `.statechart.yaml`:

        ```yaml
        rules:
          \(rule.id): \(rule.severity.rawValue)
        ```

        """
    }
    for (number, example) in rule.bad.prefix(RuleDescription.shownExamples).enumerated() {
      let line = example.line.map { " (line \($0))" } ?? ""
      text += "\n\(number == 0 ? "Wrong" : "Also wrong")\(line):\n\n" + fence(example)
    }
    for (number, example) in rule.good.prefix(RuleDescription.shownExamples).enumerated() {
      text += "\n\(number == 0 ? "Right" : "Also right"):\n\n" + fence(example)
    }
    return text
  }

  private static func anchor(of family: RuleDescription.Family) -> String {
    family.title.lowercased().replacing(" ", with: "-")
  }

  private static func fence(_ example: RuleDescription.Example) -> String {
    let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      VisibleText.escaped(String($0))
    }
    return "```yaml\n\(lines.joined(separator: "\n"))\n```\n"
  }
}

extension RuleDescription {
  /// How severe a finding is, as the pages show it.
  fileprivate var level: String { isOptIn ? "\(severity.rawValue), off by default" : severity.rawValue }
}
