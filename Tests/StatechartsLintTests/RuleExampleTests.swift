import Statecharts
import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Each rule's examples")
struct RuleExampleTests {
  @Test(
    "the bad example has exactly the rule's finding, at the marked place",
    arguments: RuleRegistry.all.map(\.id))
  func badExample(_ id: String) throws {
    let rule = try #require(RuleRegistry.rule(id))
    let source = SourceText(name: "door.yaml", bytes: Array(rule.bad.text.utf8))
    let findings = Linter().lint(source, looksForFiles: true).findings.map(\.diagnostic)
    let told = findings.map { "\($0.range) \($0.rule): \($0.message)" }
    #expect(findings.map(\.rule) == [rule.id], "\(told)")
    let finding = try #require(findings.first)
    #expect(finding.range.lowerBound == rule.bad.place, "\(told)")
    #expect(finding.severity == rule.severity)
    #expect(!finding.range.isEmpty || finding.range.lowerBound == source.bytes.count)
  }

  @Test("the good example has no finding", arguments: RuleRegistry.all.map(\.id))
  func goodExample(_ id: String) throws {
    let rule = try #require(RuleRegistry.rule(id))
    let source = SourceText(name: "door.yaml", bytes: Array(rule.good.text.utf8))
    let findings = Linter().lint(source, looksForFiles: true).findings.map(\.diagnostic)
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

  @Test("every rule that any layer can name is registered")
  func registered() {
    let loading = ["unknown-chart", "chart-cycle"]
    let all =
      YAMLRule.allCases.map(\.rawValue) + ShapeRule.allCases.map(\.rawValue)
      + ModelProblem.Rule.allCases.map(\.rawValue) + loading
    // In YAML a name that is declared twice is a duplicate key.
    for id in all where id != ModelProblem.Rule.duplicateName.rawValue {
      #expect(RuleRegistry.rule(id) != nil, "\(id)")
    }
  }
}
