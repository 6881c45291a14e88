import ArgumentParser
import StatechartsLint
import StatechartsYAML

/// `statechart rules`: lists what the linter looks for.
struct Rules: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Lists the rules of the linter.",
    discussion: """
      Each with its id, how grave its findings are, and what it looks for. `statechart explain RULE` says more about one.
      """
  )

  /// How the list is written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: "How the list is written.")
  var format = Format.text

  func run() {
    if format == .json { return Output.write(RuleListRenderer().render(RuleRegistry.all)) }
    let width = RuleRegistry.all.map(\.id.count).max() ?? 0
    var text = ""
    var family: RuleDescription.Family?
    for rule in RuleRegistry.all {
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
