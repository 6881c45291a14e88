internal import StatechartsYAML

/// The rules of a linter: those that come with this package, whichever part of it applies them, and those of a project.
public struct RuleRegistry: Sendable {
  /// The rules that come with this package.
  public static let standard = RuleRegistry(AllRules.list, optIn: AllRules.optIn, added: [:])

  /// What the ids of a project's rules begin with. Rules of later versions of this package never do, and the command
  /// accepts such ids in comments and configurations although it does not know them.
  public static let prefix = "x-"

  /// A rule that cannot be added.
  public struct InvalidRule: Error, Hashable, CustomStringConvertible {
    /// The id of the rule.
    public let id: String
    /// What is wrong with it, and what to do.
    public let description: String
  }

  /// The checks of whole charts that are on by default.
  let checks: [any LintRule]
  /// By id: the checks that are off until they are asked for.
  package let optInChecks: [String: any LintRule]
  /// By id of a rule: the rules that explain its findings.
  let yieldsTo: [String: Set<String>]
  private let added: [String: RuleDescription]

  /// Adds rules to those of this package.
  ///
  /// - Throws: `InvalidRule` if an id does not begin with `prefix`, is not in kebab case, or exists already.
  public init(adding rules: [any LintRule]) throws(InvalidRule) {
    var added: [String: RuleDescription] = [:]
    for rule in rules.lazy.map({ type(of: $0).description }) {
      let words = rule.id.split(separator: "-", omittingEmptySubsequences: false)
      let isKebabCase = words.allSatisfy { word in
        !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
      }
      guard rule.id.hasPrefix(Self.prefix), isKebabCase else {
        throw InvalidRule(
          id: rule.id,
          description:
            "The id `\(rule.id)` of a rule must be like `\(Self.prefix)long-title`: lowercase words with "
            + "hyphens, the first one `x`.")
      }
      guard added.updateValue(rule, forKey: rule.id) == nil else {
        throw InvalidRule(
          id: rule.id, description: "Two rules have the id `\(rule.id)`. Give one of them another id.")
      }
    }
    self.init(
      AllRules.list + rules.filter { !type(of: $0).description.isOptIn },
      optIn: AllRules.optIn + rules.filter { type(of: $0).description.isOptIn }, added: added)
  }

  private init(_ checks: [any LintRule], optIn: [any LintRule], added: [String: RuleDescription]) {
    self.checks = checks
    optInChecks = Dictionary(
      optIn.map { (type(of: $0).description.id, $0) }, uniquingKeysWith: { first, _ in first })
    yieldsTo = (checks + optIn).reduce(into: [:]) { result, rule in
      let yieldsTo = type(of: rule).yieldsTo
      if !yieldsTo.isEmpty { result[type(of: rule).description.id] = yieldsTo }
    }
    self.added = added
  }

  /// All rules, by family and then by id.
  public var all: [RuleDescription] {
    added.isEmpty ? Self.standardRules : Self.sorted(Self.standardRules + added.values)
  }

  /// The rule of an id; nil when there is no such rule.
  public func rule(_ id: String) -> RuleDescription? { added[id] ?? Self.standardByID[id] }

  private static let standardRules = sorted(
    fileRules + shapeRules + nameRules + referenceRules + expressionRules + structureRules + commentRules
      + (AllRules.list + AllRules.optIn).map { type(of: $0).description })

  private static let standardByID: [String: RuleDescription] = Dictionary(
    standardRules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  private static func sorted(_ rules: [RuleDescription]) -> [RuleDescription] {
    let families = RuleDescription.Family.allCases
    let order = { (rule: RuleDescription) in families.firstIndex(of: rule.family) ?? 0 }
    return rules.sorted { left, right in (order(left), left.id) < (order(right), right.id) }
  }
}
