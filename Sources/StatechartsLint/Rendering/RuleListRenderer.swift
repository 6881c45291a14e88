internal import StatechartsYAML

/// Writes the list of rules as JSON: an array of objects, by family and then by id.
package struct RuleListRenderer: Sendable {
  /// Makes a renderer.
  package init() {}

  /// The list with everything that is known of each rule; `default` is `off` for rules that must be asked for.
  package func render(_ rules: [RuleDescription]) -> String {
    JSON.array(rules.map(Self.object)).text
  }

  private static func object(_ rule: RuleDescription) -> JSON {
    .object([
      ("id", .string(rule.id)), ("family", .string(rule.family.rawValue)), ("title", .string(rule.title)),
      ("severity", .string(rule.severity.rawValue)),
      ("default", .string(rule.isOptIn ? "off" : rule.severity.rawValue)),
      ("why", .string(rule.why)), ("howToFix", .string(rule.howToFix)),
      ("bad", .array(rule.bad.map(example))), ("good", .array(rule.good.map(example))),
    ])
  }

  private static func example(_ example: RuleDescription.Example) -> JSON {
    var fields: [(String, JSON)] = [("text", .string(example.text))]
    if let line = example.line { fields.append(("line", .int(line))) }
    return .object(fields)
  }
}
