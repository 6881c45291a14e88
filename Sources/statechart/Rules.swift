import ArgumentParser
import StatechartsLint
import StatechartsYAML

/// `statechart rules`: lists the rules of the linter.
struct Rules: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Lists the rules of the linter.",
    discussion: """
      Shows the id, the severity and the title of each rule. `statechart explain RULE` explains one.
      """
  )

  /// The format of the list.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: "The format of the list.")
  var format = Format.text

  func run() {
    if format == .json { return Output.write(RuleListRenderer().render(RuleRegistry.standard.all)) }
    let width = RuleRegistry.standard.all.map(\.id.count).max() ?? 0
    var text = ""
    var family: RuleDescription.Family?
    for rule in RuleRegistry.standard.all {
      if rule.family != family {
        text += (family == nil ? "" : "\n") + "\(rule.family.title)\n"
        family = rule.family
      }
      let spaces = String(repeating: " ", count: width - rule.id.count)
      let severity = rule.isOptIn ? "off" : rule.severity.rawValue
      let padding = String(repeating: " ", count: 7 - severity.count)
      text += "  \(rule.id)\(spaces)  \(severity)\(padding)  \(rule.title)\n"
    }
    Output.write(text)
  }
}
