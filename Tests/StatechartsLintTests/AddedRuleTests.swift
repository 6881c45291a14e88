import StatechartsLint
import StatechartsModel
import StatechartsYAML
import Testing

/// A rule of a project.
private struct NoDoors: LintRule {
  static let description = RuleDescription(
    id: "x-no-doors", title: "State is a door", severity: .warning, family: .names, why: "We have no doors.",
    howToFix: "Call it a gate.", bad: [], good: [])

  func check(_ context: LintContext) -> [Diagnostic] {
    context.states.filter { $0.id.text == "door" }.flatMap {
      finding("This state is a door.", at: context.range(of: $0.id))
    }
  }
}

/// Another rule, off by default.
private struct NoGates: LintRule {
  static let description = RuleDescription(
    id: "x-no-gates", title: "State is a gate", severity: .warning, family: .names, isOptIn: true,
    why: "We have no gates.",
    howToFix: "Call it a door.", bad: [], good: [])

  func check(_ context: LintContext) -> [Diagnostic] {
    context.states.filter { $0.id.text == "gate" }.flatMap {
      finding("This state is a gate.", at: context.range(of: $0.id))
    }
  }
}

@Suite("Rules that a project adds")
struct AddedRuleTests {
  private let chart = """
    statechart: 1
    id: house
    initial: door
    states:
      door: { on: { go: gate } } # here
      gate: { type: final }

    """

  private func findings(
    in text: String, settings: [String: LintConfiguration.Setting] = [:]
  ) throws -> [Finding] {
    var selection = LintSelection()
    selection.settings = settings
    let linter = Linter(selection, rules: try RuleRegistry(adding: [NoDoors(), NoGates()]))
    return linter.lint(SourceText(name: "house.yaml", bytes: Array(text.utf8))).findings
  }

  @Test("a finding has its place and the help of its rule")
  func finding() throws {
    let found = try findings(in: chart)
    #expect(found.map(\.diagnostic.rule) == ["x-no-doors"])
    #expect(found.first?.location.start == SourcePosition(line: 5, column: 3))
    #expect(found.first?.diagnostic.help == "Call it a gate.")
  }

  @Test("a comment suppresses it, also for a linter that does not know it")
  func suppressed() throws {
    let comment = chart.replacing("# here", with: "# lint:disable x-no-doors -- An old name.")
    #expect(try findings(in: comment).isEmpty)
    #expect(Linter().lint(SourceText(name: "house.yaml", bytes: Array(comment.utf8))).findings.isEmpty)
  }

  @Test("a rule that is off by default needs a setting")
  func optIn() throws {
    let found = try findings(in: chart, settings: ["x-no-gates": .error, "x-no-doors": .off])
    #expect(found.map(\.diagnostic.rule) == ["x-no-gates"])
    #expect(found.map(\.diagnostic.severity) == [.error])
  }

  @Test("a configuration names it, and SARIF lists it")
  func named() throws {
    let rules = try RuleRegistry(adding: [NoDoors()])
    let source = SourceText(name: ".statechart.yaml", bytes: Array("rules: { x-no-doors: note }\n".utf8))
    let (configuration, wrong) = LintConfiguration.read(source, folder: "", rules: rules)
    #expect(wrong.isEmpty)
    #expect(configuration.severities(for: "house.yaml") == ["x-no-doors": .note])
    #expect(LintConfiguration.read(source, folder: "").findings.isEmpty)
    #expect(SARIFRenderer(version: "1", rules: rules).render([]).contains(#""id": "x-no-doors""#))
  }

  @Test("an id that exists, or that is not one of a project, is refused")
  func ids() {
    #expect(throws: RuleRegistry.InvalidRule.self) { try RuleRegistry(adding: [NoDoors(), NoDoors()]) }
    #expect(throws: RuleRegistry.InvalidRule.self) { try RuleRegistry(adding: [WithoutPrefix()]) }
    #expect(throws: RuleRegistry.InvalidRule.self) { try RuleRegistry(adding: [WithSpace()]) }
  }
}

private struct WithoutPrefix: LintRule {
  static let description = RuleDescription(
    id: "no-doors", title: "", severity: .warning, family: .names, why: "", howToFix: "", bad: [], good: [])

  func check(_ context: LintContext) -> [Diagnostic] { [] }
}

private struct WithSpace: LintRule {
  static let description = RuleDescription(
    id: "x-no doors", title: "", severity: .warning, family: .names, why: "", howToFix: "", bad: [], good: [])

  func check(_ context: LintContext) -> [Diagnostic] { [] }
}
