import OurRules
import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Our rules")
struct LongTitleTests {
  /// Where the rule finds something in a chart, as UTF-8 offsets.
  private func places(in chart: String) throws -> [Int] {
    let linter = Linter(rules: try RuleRegistry(adding: [LongTitle()]))
    let file = linter.lint(SourceText(name: "door.yaml", bytes: Array(chart.utf8)))
    return file.findings.map(\.diagnostic).filter { $0.rule == "x-long-title" }.map(\.range.lowerBound)
  }

  @Test("a long title is found where its example says")
  func bad() throws {
    for example in LongTitle.description.bad { #expect(try places(in: example.text) == [example.offset]) }
  }

  @Test("a short title is not")
  func good() throws {
    for example in LongTitle.description.good { #expect(try places(in: example.text) == []) }
  }
}
