import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Each rule's examples")
struct RuleExampleTests {
  @Test("the bad example has exactly the rule's finding, at the marked place", arguments: RuleRegistry.all)
  func badExample(_ rule: RuleDescription) throws {
    let source = SourceText(name: "bad.yaml", bytes: Array(rule.bad.text.utf8))
    let findings = Linter().lint(source).findings.map(\.diagnostic)
    let told = findings.map { "\($0.range) \($0.rule): \($0.message)" }
    #expect(findings.map(\.rule) == [rule.id], "\(told)")
    let finding = try #require(findings.first)
    #expect(finding.range.lowerBound == rule.bad.place, "\(told)")
    #expect(finding.severity == rule.severity)
    #expect(!finding.range.isEmpty || finding.range.lowerBound == source.bytes.count)
  }

  @Test("the good example has no finding", arguments: RuleRegistry.all)
  func goodExample(_ rule: RuleDescription) {
    let source = SourceText(name: "good.yaml", bytes: Array(rule.good.text.utf8))
    let findings = Linter().lint(source).findings.map(\.diagnostic)
    #expect(findings.isEmpty, "\(findings.map { "\($0.range) \($0.rule): \($0.message)" })")
  }

  @Test("ids are words joined by hyphens, and each is there once")
  func ids() {
    let ids = RuleRegistry.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }, "\(id)") }
  }

  @Test("titles, reasons and advice are plain sentences")
  func texts() {
    for rule in RuleRegistry.all {
      #expect(!rule.title.hasSuffix("."), "\(rule.id)")
      #expect(rule.why.hasSuffix(".") && rule.mend.hasSuffix("."), "\(rule.id)")
      #expect(rule.bad.place != nil && rule.good.place == nil, "\(rule.id)")
    }
  }

  @Test("every rule that the YAML layer can name is registered", arguments: YAMLRule.allCases)
  func yamlRules(_ rule: YAMLRule) {
    #expect(RuleRegistry.rule(rule.rawValue) != nil)
  }
}
