import RegistrationFlow
import TestSupport
import Testing

@Suite("The table at the end of a flow's page")
struct StatementTableTests {
  @Test(
    "each row that is wrong is reported",
    arguments: [
      ("| S | [Active](#state-active) | |", []),
      ("| S | Not included | Nobody needs it. |", []),
      ("| S | `select` | |", ["S: links to no state and has no test"]),
      ("| T | `select`, `requestRegState(urlScheme:)`, `RegStateService` | |", []),
      ("| S | [Active](#state-gone) | |", ["S: no state gone with the title Active"]),
      ("| S | [Inactive](#state-active) | |", ["S: no state active with the title Inactive"]),
      ("| T | `unheardOf` | |", ["T: neither chart nor Swift has unheardOf"]),
      ("| T | somewhere | |", ["T: names nothing of the chart or its Swift"]),
      ("| S | Different: `select` | |", ["S: differs without a reason"]),
      (
        "| T | `select` | Why not. |",
        ["T: has a reason and does not begin with “Different: ” or “Not included”"]
      ),
      ("| S | [Active](#state-active) | |\n| S | [Active](#state-active) | |", ["S: occurs twice"]),
      ("", ["the page has no table"]),
    ])
  func problems(_ rows: String, _ expected: [String]) throws {
    let table = StatementTable("| a | b | c |\n| --- | --- | --- |\n" + rows + "\n\nText")
    let tested = rows.hasPrefix("| T") ? [Obligation("T", "a port of this machine can be called")] : []
    #expect(
      try table.problems(
        Registration.compiled.get(), module: "Registration", obligations: tested)
        == expected)
  }

  @Test("a tested statement needs a row")
  func noRow() throws {
    let table = StatementTable("| --- | --- | --- |\n| S | [Active](#state-active) | |")
    #expect(
      try table.problems(
        Registration.compiled.get(), module: "Registration",
        obligations: [Obligation("T", "a port of this machine can be called")])
        == ["T: no row"])
  }
}
