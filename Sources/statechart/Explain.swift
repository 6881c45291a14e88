import ArgumentParser
import Statecharts
import StatechartsLint

/// `statechart explain RULE`: says why a rule is there and how to mend what it finds.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explains a rule of the linter.",
    discussion:
      "Says why the rule is there and how to mend what it finds, with an example. `statechart rules` lists them."
  )

  @Argument(help: "The rule's id, or a finding pasted from what `statechart lint` wrote in any format.")
  var rule: String

  func validate() throws {
    if page == nil {
      let near = NearNames.suggestion(for: rule, in: RuleRegistry.all.map(\.id))
      let help = near.map { "Did you mean `\($0)`?" } ?? "`statechart rules` lists them."
      throw ValidationError("There is no rule `\(VisibleText.escaped(rule))`. \(help)")
    }
  }

  func run() {
    if let page { Output.write(page) }
  }

  /// The page of the rule, or of the one that a finding's lines name.
  private var page: String? {
    Self.page(of: rule)
      ?? rule.split(whereSeparator: \.isNewline).lazy.compactMap { line in
        Self.ids(in: line).lazy.compactMap { Self.page(of: $0) }.first
      }.first
  }

  private static func page(of id: String) -> String? {
    id == LintConfiguration.findingRule ? LintConfiguration.page : RuleRegistry.rule(id)?.page
  }

  /// What may be a rule's id in a line: the `[id]` at the end of a text, `title=id` for GitHub, `"rule": "id"` in JSON and
  /// `"ruleId": "id"` in SARIF.
  private static func ids(in line: Substring) -> [String] {
    var result: [String] = []
    if let end = line.lastIndex(where: { $0 != " " && $0 != "\t" }), line[end] == "]",
      let start = line[..<end].lastIndex(of: "[")
    {
      result.append(String(line[line.index(after: start)..<end]))
    }
    for mark in ["title=", "\"rule\"", "\"ruleId\""] {
      guard let found = line.firstRange(of: mark) else { continue }
      let value = line[found.upperBound...].drop { ": \"".contains($0) }
      result.append(String(value.prefix { $0.isLetter || $0 == "-" }))
    }
    return result
  }
}
