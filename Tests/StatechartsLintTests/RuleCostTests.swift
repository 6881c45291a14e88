import Statecharts
import StatechartsModel
import StatechartsYAML
import TestExtent
import Testing

@testable import StatechartsLint

@Suite("What rules cost on charts that no person wrote")
struct RuleCostTests {
  private func found(_ rules: Set<String>, _ body: String) -> [String] {
    reportedLines(lint("statechart: 1\nid: door\n" + body)).filter { line in
      rules.contains(line.split(separator: " ").dropFirst().first.map(String.init) ?? "")
    }
  }

  @Test("guards are looked at no more often than the budget allows, however many follow long ones")
  func guardBudget() throws {
    var algebra = GuardAlgebra(Statechart("c", root: StateNode("c")))
    let all = algebra.budget
    let long = try parse((0..<500).map { "x == \($0) and y != \($0)" }.joined(separator: " or "))
    let guards = (0..<8).map { _ in algebra.prepare(long) }
    #expect(guards[0].size == 1 + 3 * 500)
    // Too many choices are found out before any is tried.
    let isLeftAlone = algebra.canHold(nil, after: guards)
    #expect(isLeftAlone)
    #expect(all - algebra.budget < 20_000)
    for _ in 0..<1_000 where algebra.budget > 0 { _ = algebra.canHold(nil, after: guards) }
    #expect(algebra.budget == 0)
    // Without budget nothing is claimed.
    let contrary = algebra.prepare(try parse("a and not a"))
    let answers = (algebra.canHold(contrary, after: []), algebra.canFail(contrary))
    #expect(answers.0 && answers.1)
  }

  @Test("a guard that never holds is not reported as hidden where the budget ends before that is known")
  func hiddenWithoutBudget() {
    let first = Array(repeating: "ok", count: 5).joined(separator: " and ")
    let never = "ok and not ok and g0 and g1 and g2 and g3 and g4"
    var text = "initial: s0\nstates:\n"
    for index in 0..<200 {
      text +=
        "  s\(index): { on: { go: [{ guard: \(first), target: s\((index + 1) % 200) }, { guard: \(never), target: s0 }, z] } }\n"
    }
    #expect(found(["hidden-transition"], text + "  z: { type: final }\n").isEmpty)
  }

  @Test("the work of a question is its choices times the parts of its guards")
  func guardWork() throws {
    var algebra = GuardAlgebra(Statechart("c", root: StateNode("c")))
    let all = algebra.budget
    let condition = algebra.prepare(try parse("a and not b"))
    #expect(condition.size == 4)
    let canHold = algebra.canHold(condition, after: [])
    #expect(canHold)
    // Two parts that may hold, not hold or fail: nine choices of five, the question itself counted.
    #expect(all - algebra.budget == 5 + 9 * 5)
  }

  @Test("of names there are as many as they have parts, and the beginnings of one are on one way")
  func eventNames() {
    let events = (0..<1_000).map {
      EventTransition(EventDescriptor(ChartName("a.b\($0).*")), ChartTransition())
    }
    let root = StateNode(
      "c", states: [StateNode("s", on: events + [EventTransition("*", ChartTransition())])])
    let names = EventNames(StateIndex(root))
    #expect(names.count == 1_002)
    #expect(Array(names.beginnings(of: names.number(of: "a.b7"))).count == 3)
    #expect(names.number(of: "a.b7.c.d") == names.number(of: "a.b7"))
    #expect(names.number(of: "") == EventNames.all && names.number(of: "ab") == EventNames.all)
    #expect(names.number(of: "a.b") == names.number(of: "a"))
  }

  @Test("rules about events tell the same of thousands of names as of a few")
  func manyEvents() {
    let count = TestExtent.count(500, whole: 3_000)
    func chart(_ outer: (Int) -> String, _ inner: (Int) -> String, _ more: String = "") -> String {
      var text = "initial: p\nstates:\n  p:\n    initial: a\n    on:\n      go: z\n"
      for index in 0..<count { text += "      \(outer(index))\n" }
      text += "    states:\n      a:\n        on:\n"
      for index in 0..<count { text += "          \(inner(index))\n" }
      return text + more + "  z: { type: final }\n"
    }
    let overridden = chart({ "e.x\($0): z" }, { "e.x\($0): a" }, "          go: z\n")
    let file = lint("statechart: 1\nid: door\n" + overridden)
    let first = file.findings.filter { $0.diagnostic.rule == "overridden-transition" }
    #expect(first.count + file.omitted >= count)
    let swallowed = found(
      ["swallowed-event"],
      chart({ "e.x\($0): z" }, { "e.x\($0): { guard: ok, target: z }" }, "          '*': b\n      b:\n"))
    #expect(swallowed.count == 1 && swallowed[0].contains("`go`, `e.x0`, `e.x1`, …"), "\(swallowed)")
    let raised = found(
      ["raise-loop"],
      chart({ "e.x\($0): z" }, { "e.x\($0): { actions: { raise: e.x\($0 + 1) } }" }))
    #expect(raised.isEmpty)
    // Each changes nothing where it stands, and keeps one around from being taken but for the last.
    let useless = found(
      ["no-effect"],
      chart({ "e.x\($0): z" }, { "e.x\($0 + 1): { guard: ok }" }))
    #expect(useless.count == 1 && useless[0].contains("`e.x\(count)`"), "\(useless.count)")
  }

  @Test("what keeps others from being taken is reported from what changes nothing")
  func noEffect() {
    func chart(_ a: String, _ p: String = "x: z") -> [String] {
      found(
        ["no-effect"],
        "initial: p\nstates:\n  b: { on: { push.up: z, back: p } }\n  p: { initial: a, on: { \(p) }, states: { a: { on: { \(a) } } } }\n"
          + "  c: { on: { push.up: z } }\n  z: { type: final }\n")
    }
    #expect(chart("push.up: { guard: ok }").count == 1)
    #expect(
      chart("push.up: [{ guard: ok }, { guard: no, target: z }]").isEmpty)
    #expect(chart("push.up: { guard: ok, target: z }, push.up.far: { guard: ok }").count == 1)
    #expect(chart("push.up.far: { guard: ok }, push.up: { guard: ok, target: z }").isEmpty)
    #expect(chart("push: { guard: ok }, push.up: { guard: ok, target: z }").isEmpty)
    #expect(chart("push.up: { guard: ok }", "push: z").isEmpty)
    #expect(chart("push.up: { guard: ok }", "push.up.far: z").isEmpty)
    #expect(chart("push.up: { guard: ok }", "push.down: z").count == 1)
  }

  @Test("a wait for a service ends by what is around, inside and beside, and only by that")
  func endOfWait() {
    func chart(_ p: String, _ one: String, _ two: String) -> Int {
      found(
        ["missing-timeout"],
        """
        initial: p
        states:
          p:
            type: parallel
            \(p)
            states:
              one:
                initial: a
                states:
                  a: { invoke: { service: look, done: b }, \(one) }
                  b: { on: { go: z } }
              two: { initial: c, states: { c: { \(two) }, d: } }
          z: { type: final }
        """
      ).count
    }
    #expect(chart("", "", "") == 1)
    #expect(chart("", "", "on: { go: d }") == 1, "the other part stays within itself")
    #expect(chart("", "", "on: { go: z }") == 0)
    #expect(chart("", "", "after: { 5s: p }") == 0)
    #expect(chart("on: { go: z }", "", "") == 0)
    #expect(chart("on: { error: z }", "", "") == 1, "a failure is no event that people send")
    #expect(chart("", "on: { go: b }", "") == 0)
    #expect(chart("", "on: { go: { actions: ring } }", "") == 1)
    #expect(chart("", "initial: e, states: { e: { on: { go: f } }, f: }", "") == 1)
    #expect(chart("", "initial: e, states: { e: { on: { go: b } } }", "") == 0)
  }

  @Test(
    "secrets are known by how they begin",
    arguments: [
      ("AKIA", "an access key"), ("ASIA", "an access key"), ("ghp_", "an access token"),
      ("gho_", "an access token"), ("ghs_", "an access token"), ("github_pat_", "an access token"),
      ("glpat-", "an access token"), ("xoxb-", "an access token"), ("xoxp-", "an access token"),
      ("AIza", "an API key"), ("sk_live_", "an API key"), ("rk_live_", "an API key"),
      ("sk-", "an API key"), ("Bearer ", "an access token"), ("Basic ", "a password"),
    ])
  func beginnings(beginning: String, kind: String) {
    #expect(SecretWords.kind(of: beginning + String(repeating: "a1B2", count: 9)) == kind)
    #expect(SecretWords.kind(of: beginning + "a1B2") == nil)
  }

  @Test("private keys, JSON web tokens and addresses with a password are known")
  func otherSecrets() {
    #expect(SecretWords.kind(of: "-----BEGIN EC PRIVATE KEY-----") == "a private key")
    #expect(SecretWords.kind(of: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln") == "a JSON web token")
    #expect(SecretWords.kind(of: "https://ada:P4ass0rd@example.org") == "an address with a password")
  }

  @Test("a text that begins like a key again and again is looked at once")
  func keys() {
    #expect(SecretWords.kind(of: String(repeating: "sk-", count: 2_700)) == "an API key")
    #expect(SecretWords.kind(of: "x" + String(repeating: "sk-", count: 2_700)) == nil)
    #expect(SecretWords.kind(of: String(repeating: "sk- ", count: 2_000)) == nil)
    #expect(SecretWords.kind(of: "see sk-abcdefghijklmnopqrstuvwxyz012345") == "an API key")
    #expect(SecretWords.kind(of: "task-abcdefghijklmnopqrstuvwxyz0123456") == nil)
    #expect(SecretWords.kind(of: "Authorization: Bearer abcdefghij0123456789") == "an access token")
  }
}
