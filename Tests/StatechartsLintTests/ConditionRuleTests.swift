import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Rules about conditions, errors and times")
struct ConditionRuleTests {
  private func messages(_ rule: String, _ body: String) -> [String] {
    lint("statechart: 1\nid: door\n" + body).findings.map(\.diagnostic).filter { $0.rule == rule }
      .map(\.message)
  }

  @Test(
    "an operand is reported if the condition is true in the same cases without it",
    arguments: [
      ("knocks > 1 and knocks > 0", "knocks > 0"),
      ("knocks > 1 or knocks > 2", "knocks > 2"),
      ("isFree or knocks > 1 or isFree", "isFree"),
      ("(knocks == 1 or knocks == 2) and knocks < 9", "knocks < 9"),
      ("knocks < 2 or knocks > 5", nil),
      ("knocks < 2 and isFree", nil),
      // If the handler fails, so does the condition.
      ("isFree or true", nil),
      // Without the first operand, the second one would fail, or be asked for nothing.
      ("defined(name) and name == 'ada'", nil),
      ("name != unset and length(name) > 2", nil),
      ("not defined(name) or knocks > 1", nil),
      ("knocks > 1 or knocks > 2 or not defined(knocks)", "knocks > 2"),
    ] as [(String, String?)])
  func needlessOperand(_ condition: String, _ operand: String?) {
    let found = messages(
      "constant-condition",
      """
      context: { knocks: { type: int, initial: 0 }, name: { type: "string?", input: true } }
      initial: open
      states:
        open:
          on:
            knock: { actions: { assign: { knocks: knocks + 1 } } }
            close: { guard: "\(condition)", target: closed }
        closed: { type: final }
      """)
    #expect(found.count == (operand == nil ? 0 : 1), "\(found)")
    if let operand { #expect(found.first?.hasPrefix("`\(operand)` makes no difference") == true, "\(found)") }
  }

  @Test(
    "a length is never below 0",
    arguments: [
      ("length(name) >= 0", "always"), ("length(name) > -1", "always"), ("length(name) < 0", "never"),
      ("length(name) == -1", "never"), ("length(name) > 0", nil), ("length(name) <= 0", nil),
      ("length(name) != 3", nil),
    ] as [(String, String?)])
  func length(_ condition: String, _ answer: String?) {
    let found = messages(
      "constant-condition",
      """
      context: { name: { type: string, initial: "''", input: true } }
      initial: open
      states:
        open: { on: { close: { guard: \(condition), target: closed } } }
        closed: { type: final }
      """)
    #expect(found.count == (answer == nil ? 0 : 1), "\(found)")
    if let answer { #expect(found.first?.contains("is \(answer) true") == true, "\(found)") }
  }

  @Test("an error is reported only if the state can be the one that shows it")
  func unlistedError() {
    func found(_ context: String, _ assigned: String, _ state: String) -> Int {
      messages(
        "unlisted-error",
        """
        context: { \(context) }
        errors: { jammed: , frozen: }
        initial: open
        states:
          open: { on: { close: { target: closed, actions: { assign: { \(assigned): frozen } } } } }
          closed: { \(state), on: { push: open } }
        """
      ).count
    }
    let problem = "problem: { type: \"error?\" }"
    #expect(found(problem, "problem", "errors: [jammed]") == 1)
    #expect(found(problem, "problem", "errors: [jammed, frozen]") == 0)
    #expect(found(problem, "problem", "errors: [jammed, frozn]") == 0)
    #expect(found(problem, "problem", "title: Closed") == 0)
    #expect(found(problem, "problem", "errors: [jammed], entry: { assign: { problem: unset } }") == 0)
    #expect(found("\(problem), lastError: { type: \"error?\" }", "lastError", "errors: [jammed]") == 0)
  }

  @Test("the unit that was probably meant is offered for an unusual time")
  func unusualTime() {
    func helps(_ timeout: String) -> [String?] {
      lint(
        """
        statechart: 1
        id: door
        initial: open
        states:
          open: { invoke: { service: look, timeout: \(timeout), done: closed, failed: { any: closed } } }
          closed: { type: final }
        """
      ).findings.map(\.diagnostic).filter { $0.rule == "unusual-time" }.map(\.help)
    }
    #expect(helps("15ms") == ["If the unit is wrong, write another one, for example `15s`."])
    #expect(helps("15d") == ["If the unit is wrong, write another one, for example `15s`."])
    #expect(helps("50d") == ["If the unit is wrong, write another one, for example `50s`."])
    #expect(helps("100ms") == [])
    #expect(helps("24h") == [])
  }
}
