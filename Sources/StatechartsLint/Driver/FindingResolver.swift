internal import Statecharts
internal import StatechartsYAML

// Decision: Docs/decisions/linter.md#one-resolver-removes-consequences
/// Leaves out findings that follow from another one, after all of them are made.
///
/// Each step of reading looks at what the step before could make of the text, so one mistake can be found again: a text
/// that is not YAML is not a state either. Two findings are about the same text if they begin at the same offset, or
/// claim the same one. Then a rule yields to the rules that it names in `yieldsTo`, every rule yields to an error of
/// the YAML reader, and every warning yields to an error that makes a name meaningless.
struct FindingResolver {
  /// Rules whose finding says that a name means nothing, so that nothing else about the name counts.
  private static let nameErrors: Set<String> = [
    ShapeRule.illegalName.rawValue, ShapeRule.lookalikeCharacter.rawValue,
    ModelProblem.Rule.duplicateState.rawValue, ModelProblem.Rule.duplicateName.rawValue,
  ]

  /// The rules about the text; looking into a set is faster than asking for the case of a name.
  private static let textRules = Set(YAMLRule.allCases.map(\.rawValue))

  /// Rules about something that nothing uses, which may be used by what an error keeps from being read.
  private static let absenceRules: Set<String> = [
    "unreachable-state", "unused-error", "unused-event", "unused-handler", "unused-output", "unused-variable",
  ]

  /// Errors after which transitions or whole states are missing.
  private static let gapErrors: Set<String> = [
    ModelProblem.Rule.unknownTarget.rawValue, ShapeRule.wrongKind.rawValue, ShapeRule.missingKey.rawValue,
    ShapeRule.unknownKey.rawValue, ShapeRule.misplacedKey.rawValue,
  ]

  private static let missingSpace = YAMLRule.missingSpace.rawValue

  /// By id of a rule of the reader or the compiler: the rules that explain its findings.
  private static let otherRules: [String: Set<String>] = [
    // `target:open` has the wrong kind because of the missing space.
    ShapeRule.wrongKind.rawValue: [missingSpace],
    // `-open` is no name because of it, and is joined with the item below it.
    ShapeRule.illegalName.rawValue: [missingSpace],
    YAMLRule.multilineText.rawValue: [missingSpace],
    YAMLRule.similarKeys.rawValue: [ShapeRule.unknownKey.rawValue],
    ModelProblem.Rule.unknownTarget.rawValue: [KeyAsEvent.description.id],
  ]

  private let yieldsTo: [String: Set<String>]
  /// The rules that some rule yields to.
  private let explaining: Set<String>

  /// - Parameter yieldsTo: By id of a rule of the linter: the rules that explain its findings.
  init(yieldsTo: [String: Set<String>]) {
    let all = Self.otherRules.merging(yieldsTo) { $0.union($1) }
    self.yieldsTo = all
    explaining = all.values.reduce(into: Set<String>()) { $0.formUnion($1) }
  }

  /// The findings that have a cause of their own; the order stays.
  func resolved(_ findings: [Diagnostic]) -> [Diagnostic] {
    var claims: [String: Set<Int>] = [:]
    for finding in findings where explaining.contains(finding.rule) {
      claims[finding.rule, default: []].formUnion(finding.locations)
    }
    var errors: Set<Int> = []
    let left = findings.filter { finding in
      let explanation = claims.isEmpty ? nil : explanation(of: finding, claims)
      // An error that follows from a missing space makes that one an error.
      if finding.severity == .error, explanation == nil || explanation == Self.missingSpace {
        errors.insert(finding.range.lowerBound)
      }
      return explanation == nil
    }
    if errors.isEmpty { return left }
    let graveErrors = left.filter { $0.severity == .error }
    let textErrors = Self.starts(of: Self.textRules, in: graveErrors)
    let brokenNames = Self.starts(of: Self.nameErrors, in: graveErrors)
    let hasGap = graveErrors.contains { Self.gapErrors.contains($0.rule) }
    return left.compactMap { finding in
      let start = finding.range.lowerBound
      guard finding.omitted == 0 else { return finding }
      guard Self.textRules.contains(finding.rule) else {
        let isWarning = finding.severity != .error
        if textErrors.contains(start) || isWarning && brokenNames.contains(start) { return nil }
        guard hasGap, Self.absenceRules.contains(finding.rule) else { return finding }
        // What nothing uses is usually to be deleted, but here that could make the mistake larger.
        var finding = finding
        finding.help = "Fix the errors in this file first. This may follow from them."
        return finding
      }
      guard finding.severity != .error, errors.contains(start) else { return finding }
      if finding.rule == YAMLRule.unquotedScalar.rawValue { return nil }
      var finding = finding
      if finding.rule == Self.missingSpace { finding.severity = .error }
      return finding
    }
  }

  /// The rule with a finding that explains another one.
  private func explanation(of finding: Diagnostic, _ claims: [String: Set<Int>]) -> String? {
    guard finding.omitted == 0 else { return nil }
    return yieldsTo[finding.rule]?.first { claims[$0]?.isDisjoint(with: finding.locations) == false }
  }

  private static func starts(of rules: Set<String>, in findings: [Diagnostic]) -> Set<Int> {
    Set(findings.lazy.filter { rules.contains($0.rule) }.map(\.range.lowerBound))
  }
}

extension Diagnostic {
  /// The offsets that the finding claims.
  fileprivate var locations: [Int] { [range.lowerBound] + claims }
}
