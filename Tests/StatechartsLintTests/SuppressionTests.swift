import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Comments that silence findings")
struct SuppressionTests {
  private func rules(_ comment: String, before: Bool = true) -> [String] {
    findings(comment, before: before).map(\.diagnostic.rule)
  }

  private func findings(_ comment: String, before: Bool = true) -> [Finding] {
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
    return lint(chart).findings
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
    let told = findings("# lint:disable shared-name, unused-event -- needed").map(\.diagnostic)
    #expect(told.map(\.rule) == ["unused-suppression"])
    #expect(told.map(\.help) == ["Remove `unused-event` from the comment."])
  }

  @Test(
    "without a reason it is refused and silences nothing",
    arguments: [
      "# lint:disable shared-name", "# lint:disable shared-name --", "# lint:disable shared-name --   ",
      "# lint:disable shared-name because",
    ])
  func noReason(_ comment: String) { #expect(rules(comment) == ["bad-suppression", "shared-name"]) }

  @Test(
    "without a rule, or misspelled, it is refused",
    arguments: [
      "# lint:disable -- needed", "# lint:disable", "# lint:disabled shared-name -- needed", "# lint:off",
    ])
  func noRule(_ comment: String) { #expect(rules(comment) == ["bad-suppression", "shared-name"]) }

  @Test(
    "one without a reason is reported as it is to be written",
    arguments: [
      ("shared-name: both are needed", "shared-name", "shared-name -- both are needed"),
      (
        "shared-name, unused-event – needed", "shared-name, unused-event",
        "shared-name, unused-event -- needed"
      ),
      ("shared-name", "shared-name", "shared-name -- REASON"),
      ("sharedname because", "sharedname", "shared-name -- because"),
    ])
  func withReason(_ written: String, _ rules: String, _ better: String) {
    let told = findings("# lint:disable \(written)").map(\.diagnostic)
    #expect(told.first?.message == "This comment does not say why it suppresses `\(rules)`.")
    #expect(told.first?.help == "Write `# lint:disable \(better)`.")
  }

  @Test("one that silences nothing at all is to be removed, whatever the number of its rules")
  func allUnused() {
    let told = findings("# lint:disable unused-event, naming-style -- needed").map(\.diagnostic)
    #expect(
      told.filter { $0.rule == "unused-suppression" }.map(\.help)
        == [String?](repeating: "Delete the comment.", count: 2))
  }

  @Test("one for errors is told to be taken away")
  func errors() {
    let told = findings("# lint:disable unknown-target -- needed").map(\.diagnostic)
    #expect(told.first?.help == "Fix the error, and delete the comment.")
    let two = findings("# lint:disable unknown-target, shared-name -- needed").map(\.diagnostic)
    #expect(two.first?.help == "Fix the error, and remove `unknown-target` from the comment.")
  }

  @Test("one that silences nothing is reported")
  func unused() {
    #expect(rules("# lint:disable naming-style -- needed") == ["unused-suppression", "shared-name"])
  }

  @Test("one that silences nothing is not reported beside an error, from which that may follow")
  func unusedBesideError() {
    let chart = "statechart: 1\nid: door\ninitial: open\nstates:\n  open: { on: { push: nowhere } }"
    let found = lint(chart + " # lint:disable naming-style -- needed\n").findings.map(\.diagnostic.rule)
    #expect(found == ["unknown-target"])
  }

  @Test("one in capitals is reported as it is to be written; other comments may begin with the word")
  func capitals() {
    let told = findings("# Lint:Disable shared-name -- needed").map(\.diagnostic)
    #expect(told.first?.rule == "bad-suppression")
    #expect(told.first?.help == "Write `# lint:disable shared-name -- needed`.")
    #expect(rules("# Lint: two names that are alike") == ["shared-name"])
  }

  @Test("a comment about the linter in words is none")
  func words() { #expect(rules("# the lint:disable comments are explained elsewhere") == ["shared-name"]) }
}
