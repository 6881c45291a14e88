import StatechartsYAML
import Testing

@testable import StatechartsLint

@Suite("Findings that follow from others")
struct FindingResolverTests {
  private func finding(_ rule: String, at place: Int, isError: Bool = false, claims: [Int] = []) -> Diagnostic
  {
    var result = Diagnostic(
      rule: rule, severity: isError ? .error : .warning, message: rule, range: place..<place + 1)
    result.claims = claims
    return result
  }

  private func resolved(_ findings: Diagnostic...) -> [String] {
    FindingResolver(yieldsTo: RuleRegistry.standard.yieldsTo).resolved(findings).map {
      "\($0.rule) \($0.severity)"
    }
  }

  @Test("a rule yields to the rules that it names, and only where both claim the same text")
  func yields() {
    let hidden = finding("hidden-transition", at: 10)
    #expect(
      resolved(finding("constant-condition", at: 20, claims: [10]), hidden) == ["hidden-transition warning"])
    #expect(resolved(finding("constant-condition", at: 20, claims: [11]), hidden).count == 2)
    #expect(resolved(finding("unused-event", at: 20, claims: [10]), hidden).count == 2)
    #expect(
      resolved(
        finding("unknown-target", at: 30, isError: true), finding("key-as-event", at: 25, claims: [30]))
        == ["key-as-event warning"])
  }

  @Test("what is no YAML is nothing else either, and a name that means nothing has no other warning")
  func errors() {
    #expect(
      resolved(finding("yaml-syntax", at: 5, isError: true), finding("bad-expression", at: 5, isError: true))
        == ["yaml-syntax error"])
    #expect(
      resolved(finding("illegal-name", at: 5, isError: true), finding("naming-style", at: 5))
        == ["illegal-name error"])
    #expect(resolved(finding("unquoted-scalar", at: 5), finding("naming-style", at: 5)).count == 2)
  }

  @Test("a missing space that causes an error is an error")
  func missingSpace() {
    #expect(
      resolved(finding("missing-space", at: 5), finding("wrong-kind", at: 5, isError: true))
        == ["missing-space error"])
    #expect(resolved(finding("missing-space", at: 5)) == ["missing-space warning"])
  }

  @Test("while a state is missing, what nothing uses is not to be deleted")
  func absence() {
    func helps(_ findings: Diagnostic...) -> [String?] {
      FindingResolver(yieldsTo: [:]).resolved(findings).map(\.help)
    }
    let missing = finding("unknown-target", at: 5, isError: true)
    let advice = "Fix the errors in this file first. This may follow from them."
    #expect(helps(missing, finding("unreachable-state", at: 9)) == [nil, advice])
    #expect(
      helps(finding("bad-expression", at: 5, isError: true), finding("unused-event", at: 9)) == [nil, nil])
  }
}
