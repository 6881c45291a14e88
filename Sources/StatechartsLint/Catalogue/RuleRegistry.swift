/// Every rule that a finding can name, whichever part of the package finds it.
public enum RuleRegistry {
  /// All rules, by family and then by id.
  public static let all: [RuleDescription] = unsorted.sorted { left, right in
    (order(of: left.family), left.id) < (order(of: right.family), right.id)
  }

  /// The rule of an id; nil when there is none.
  public static func rule(_ id: String) -> RuleDescription? { byID[id] }

  private static let unsorted: [RuleDescription] =
    fileRules + shapeRules + nameRules + referenceRules + expressionRules + structureRules + commentRules
    + AllRules.list.map { type(of: $0).description }

  private static let byID: [String: RuleDescription] = Dictionary(
    unsorted.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  private static func order(of family: RuleDescription.Family) -> Int {
    RuleDescription.Family.allCases.firstIndex(of: family) ?? 0
  }
}
