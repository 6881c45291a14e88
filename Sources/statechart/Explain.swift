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

  @Argument(help: "The rule's id, or a finding pasted from `statechart lint`.")
  var rule: String

  func validate() throws {
    if description == nil {
      let near = NearNames.suggestion(for: rule, in: RuleRegistry.all.map(\.id))
      let help = near.map { "Did you mean `\($0)`?" } ?? "`statechart rules` lists them."
      throw ValidationError("There is no rule `\(VisibleText.escaped(rule))`. \(help)")
    }
  }

  func run() {
    guard let description else { return }
    Output.write(description.page)
  }

  /// The rule by its id, or by the `[id]` that ends a finding's first line.
  private var description: RuleDescription? {
    if let rule = RuleRegistry.rule(rule) { return rule }
    // What is pasted may have the finding's other lines, too.
    for line in rule.split(whereSeparator: \.isNewline) {
      guard let end = line.lastIndex(where: { $0 != " " && $0 != "\t" }), line[end] == "]",
        let start = line[..<end].lastIndex(of: "[")
      else { continue }
      if let found = RuleRegistry.rule(String(line[line.index(after: start)..<end])) { return found }
    }
    return nil
  }
}
