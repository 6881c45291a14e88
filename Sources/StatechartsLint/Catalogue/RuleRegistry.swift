internal import StatechartsYAML

/// The rules of a linter: those that come with this package, whichever part of it applies them, and rules of a project.
public struct RuleRegistry: Sendable {
  /// The rules that come with this package.
  public static let standard = RuleRegistry(AllRules.list, descriptions: [])

  /// An id that two rules have.
  public struct DuplicateRule: Error, Hashable, CustomStringConvertible {
    /// The id.
    public let id: String

    /// What to do about it.
    public var description: String { "Two rules have the id `\(id)`. Give one of them another id." }
  }

  /// The rules that look at whole charts.
  let checks: [any LintRule]
  /// The ids of the rules that are off until they are asked for.
  package let optIn: Set<String>
  let resolver: FindingResolver
  private let added: [String: RuleDescription]

  /// Adds rules to those of this package.
  ///
  /// - Throws: `DuplicateRule` if an id exists already.
  public init(adding rules: [any LintRule]) throws(DuplicateRule) {
    let descriptions = rules.map { type(of: $0).description }
    var ids: Set<String> = []
    for rule in descriptions where Self.standard.rule(rule.id) != nil || !ids.insert(rule.id).inserted {
      throw DuplicateRule(id: rule.id)
    }
    self.init(AllRules.list + rules, descriptions: descriptions)
  }

  private init(_ checks: [any LintRule], descriptions: [RuleDescription]) {
    self.checks = checks
    // Making all descriptions only to find the few that are off takes longer than checking a chart.
    optIn = Set(checks.lazy.filter { type(of: $0).isOptIn }.map { type(of: $0).description.id })
    resolver = FindingResolver(
      yieldsTo: checks.reduce(into: AllRules.compilerYieldsTo) { result, rule in
        let yieldsTo = type(of: rule).yieldsTo
        if !yieldsTo.isEmpty { result[type(of: rule).description.id] = yieldsTo }
      })
    added = Dictionary(descriptions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// All rules, by family and then by id.
  public var all: [RuleDescription] {
    added.isEmpty ? Self.standardRules : Self.sorted(Self.standardRules + added.values)
  }

  /// The rule of an id; nil when there is none.
  public func rule(_ id: String) -> RuleDescription? { added[id] ?? Self.standardByID[id] }

  private static let standardRules = sorted(
    fileRules + shapeRules + nameRules + referenceRules + expressionRules + structureRules + commentRules
      + AllRules.list.map { type(of: $0).description })

  private static let standardByID: [String: RuleDescription] = Dictionary(
    standardRules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  private static func sorted(_ rules: [RuleDescription]) -> [RuleDescription] {
    let families = RuleDescription.Family.allCases
    let order = { (rule: RuleDescription) in families.firstIndex(of: rule.family) ?? 0 }
    return rules.sorted { left, right in (order(left), left.id) < (order(right), right.id) }
  }
}
