import Statecharts
import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Each rule's examples")
struct RuleExampleTests {
  @Test(
    "each bad example has exactly the rule's finding, at the marked place",
    arguments: RuleRegistry.standard.all.map(\.id))
  func badExamples(_ id: String) throws {
    let rule = try #require(RuleRegistry.standard.rule(id))
    #expect(!rule.bad.isEmpty)
    for example in rule.bad {
      let source = SourceText(name: "door.yaml", bytes: Array(example.text.utf8))
      let findings = lint(source, rule)
      let found = findings.map { "\($0.range) \($0.rule): \($0.message)" }
      #expect(findings.map(\.rule) == [rule.id], "\(found)\n\(example.text)")
      let finding = try #require(findings.first)
      #expect(finding.range.lowerBound == example.offset, "\(found)\n\(example.text)")
      #expect(finding.severity == rule.severity)
      #expect(!finding.range.isEmpty || finding.range.lowerBound == source.bytes.count)
    }
  }

  @Test("the good examples have no finding", arguments: RuleRegistry.standard.all.map(\.id))
  func goodExamples(_ id: String) throws {
    let rule = try #require(RuleRegistry.standard.rule(id))
    #expect(!rule.good.isEmpty)
    for example in rule.good {
      let findings = lint(SourceText(name: "door.yaml", bytes: Array(example.text.utf8)), rule)
      #expect(
        findings.isEmpty, "\(findings.map { "\($0.range) \($0.rule): \($0.message)" })\n\(example.text)")
    }
  }

  /// Checks an example as a project does that asks for its rule.
  private func lint(_ source: SourceText, _ rule: RuleDescription) -> [Diagnostic] {
    var selection = LintSelection()
    if rule.isOptIn {
      selection.settings[rule.id] = LintConfiguration.Setting(rawValue: rule.severity.rawValue)
    }
    return Linter(selection).lint(source, looksForFiles: true).findings.map(\.diagnostic)
  }

  @Test("a rule that is a matter of policy is reported only where it is asked for")
  func optIn() throws {
    let rule = try #require(RuleRegistry.standard.rule("missing-title"))
    let example = try #require(rule.bad.first)
    let source = SourceText(name: "door.yaml", bytes: Array(example.text.utf8))
    #expect(Linter().lint(source).findings.isEmpty)
    var selection = LintSelection()
    selection.only = [rule.id]
    #expect(Linter(selection).lint(source).findings.map(\.diagnostic.rule) == [rule.id])
    selection.only = nil
    selection.settings[rule.id] = .off
    #expect(Linter(selection).lint(source).findings.isEmpty)
  }

  @Test("the rules that are off by default are listed apart")
  func optInRules() {
    #expect(
      Set(RuleRegistry.standard.optInChecks.keys)
        == Set(RuleRegistry.standard.all.filter(\.isOptIn).map(\.id)))
    #expect(RuleRegistry.standard.optInChecks.count > 1)
  }

  @Test("a comment that silences a rule that is off silences something")
  func optInSilenced() {
    let text =
      "statechart: 1\nid: door\ninitial: open\nstates:\n  open: { type: final } # lint:disable missing-title -- short\n"
    #expect(reportedLines(StatechartsLintTests.lint(text)).isEmpty)
  }

  @Test("ids are words joined by hyphens, and each is there once")
  func ids() {
    let ids = RuleRegistry.standard.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }, "\(id)") }
  }

  @Test("titles, reasons and advice are plain sentences")
  func texts() {
    for rule in RuleRegistry.standard.all {
      #expect(!rule.title.hasSuffix("."), "\(rule.id)")
      #expect(rule.why.hasSuffix(".") && rule.howToFix.hasSuffix("."), "\(rule.id)")
      #expect(
        rule.bad.allSatisfy { $0.offset != nil } && rule.good.allSatisfy { $0.offset == nil }, "\(rule.id)")
    }
  }

  @Test("every rule that any layer can name is registered")
  func registered() {
    let loading = ["unknown-chart", "chart-cycle"]
    let all =
      YAMLRule.allCases.map(\.rawValue) + ShapeRule.allCases.map(\.rawValue)
      + ModelProblem.Rule.allCases.map(\.rawValue) + loading
    for id in all {
      #expect(RuleRegistry.standard.rule(id) != nil, "\(id)")
    }
  }
}
