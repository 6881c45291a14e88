import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Comments that silence findings")
struct SuppressionTests {
  private func rules(_ comment: String, before: Bool = true) -> [String] {
    let own = before ? "  \(comment)\n" : ""
    let trailing = before ? "" : " \(comment)"
    let chart = """
      statechart: 1
      id: door
      initial: open
      states:
        open:
          on: { lock: lock }
      \(own)  lock: { type: final }\(trailing)

      """
    return lint(chart).findings.map(\.diagnostic.rule)
  }

  @Test("one before the line or at its end silences the rule there")
  func works() {
    let comment = "# lint:disable shared-name -- both are the locksmith's words"
    #expect(rules(comment).isEmpty)
    #expect(rules(comment, before: false).isEmpty)
    #expect(rules("#lint:disable shared-name -- both are the locksmith's words").isEmpty)
  }

  @Test("comments and blank lines may stand between it and the line")
  func distance() {
    #expect(rules("# lint:disable shared-name -- needed\n\n  # another comment\n").isEmpty)
  }

  @Test("several rules are separated by commas; each must silence something")
  func several() {
    #expect(rules("# lint:disable shared-name, unused-event -- needed") == ["unused-suppression"])
  }

  @Test(
    "without a reason it is refused and silences nothing",
    arguments: [
      "# lint:disable shared-name", "# lint:disable shared-name --", "# lint:disable shared-name --   ",
      "# lint:disable shared-name because",
    ])
  func noReason(_ comment: String) { #expect(rules(comment) == ["bad-suppression", "shared-name"]) }

  @Test(
    "without a rule, or misspelt, it is refused",
    arguments: [
      "# lint:disable -- needed", "# lint:disable", "# lint:disabled shared-name -- needed", "# lint:off",
    ])
  func noRule(_ comment: String) { #expect(rules(comment) == ["bad-suppression", "shared-name"]) }

  @Test("one that silences nothing is told")
  func unused() {
    #expect(rules("# lint:disable naming-style -- needed") == ["unused-suppression", "shared-name"])
  }

  @Test("a comment about the linter in words is none")
  func words() { #expect(rules("# the lint:disable comments are explained elsewhere") == ["shared-name"]) }
}
