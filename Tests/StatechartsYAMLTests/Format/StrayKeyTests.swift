import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("Reading charts: keys one level too far out or in")
struct StrayKeyTests {
  /// A finding's place, rule and help, and how many there are; the shape's and the model's.
  private func findings(_ body: String) -> [String] {
    ChartReading.ofBody(body).allLines
  }

  @Test(
    "a key of a state among the states is no state's name",
    arguments: [
      ("on: { submit: b, start: b }", "`on` is inside `states:`"),
      ("after: { 5s: b }", "`after` is inside `states:`"), ("always: [b]", "`always` is inside `states:`"),
      ("initial: b", "`initial` is inside `states:`"), ("title: Door", "`title` is inside `states:`"),
      ("done: b", "`done` is inside `states:`"),
      ("states: { c: { on: { go: b } } }", "`states` is inside `states:`"),
      ("invoke: { service: look }", "`invoke` is inside `states:`"),
    ])
  func amongStates(_ key: String, _ message: String) {
    let found = findings("initial: a\nstates:\n  a:\n    always: b\n  \(key)\n  b:\n")
    #expect(found.count == 1, "\(found)")
    #expect(
      found.first?.hasPrefix("7:3 misplaced-key: \(message), so it counts as a state.") == true
    )
    #expect(found.first?.contains("to make it part of `a`, or move it out of `states:`") == true)
  }

  @Test("a key of the chart among the states belongs to the outermost level")
  func chartKey() {
    let found = findings("initial: a\nstates:\n  a:\n  events: { go: { payload: {} } }\n")
    #expect(found.count == 1)
    #expect(found.first?.contains("Move it to the top level of the chart.") == true, "\(found)")
  }

  @Test(
    "states that are called like keys are states",
    arguments: [
      "done: { type: final }", "exit: { on: { go: a } }", "default:", "output: {}", "title: { titel: Done }",
      "done: { onentry: x }", "context: { x-owner: me }", "on:",
    ])
  func statesNamedLikeKeys(_ state: String) {
    let reading = ChartReading.ofBody("initial: a\nstates:\n  a:\n  \(state)\n")
    #expect(!reading.diagnostics.contains { $0.rule == "misplaced-key" }, "\(reading.lines)")
    #expect(reading.chart?.root.states.count == 2)
  }

  @Test(
    "a key of a transition among the events is no event's name",
    arguments: ["target: b", "guard: ready", "actions: [x]"])
  func amongEvents(_ key: String) {
    let name = String(key.prefix { $0 != ":" })
    for body in ["go:\n      \(key)", "go: b\n      \(key)"] {
      let found = findings("initial: a\nstates:\n  a:\n    on:\n      \(body)\n  b:\n")
      #expect(found.count == 1, "\(found)")
      #expect(
        found.first?.hasPrefix(
          "8:7 misplaced-key: `\(name)` is inside `on:`, so it counts as an event. Indent it below an event"
        )
          == true, "\(found)")
    }
  }

  @Test("an event that is called like a key and declared is an event")
  func declared() {
    #expect(findings("events: { target: }\ninitial: a\nstates:\n  a:\n    on: { target: b }\n  b:\n").isEmpty)
    #expect(
      findings("initial: a\nstates:\n  a:\n    on: { exit: b, done: b, label: b, internal: b }\n  b:\n")
        .isEmpty)
    #expect(findings("initial: a\nstates:\n  a:\n    on: { \"target\": b, 'guard': b }\n  b:\n").isEmpty)
  }

  @Test("a chart whose events and codes are called like keys is written so that it is read again")
  func written() throws {
    let body = """
      initial: a
      states:
        a:
          invoke: { service: x, failed: { "actions": b } }
          on: { "target": b, "guard": { guard: ready, target: b }, "internal": b }
        b:

      """
    let chart = try #require(ChartReading.ofBody(body).chart)
    let again = ChartReading.of(ChartWriter().text(of: chart))
    #expect(again.lines.isEmpty)
    let states = try #require(again.chart?.root.states)
    #expect(states[0].on.map(\.event.name) == ["target", "guard", "internal"])
    #expect(states[0].invoke.first?.failed.first?.code == "actions")
  }

  @Test(
    "a key of a state among the events stands beside `on`",
    arguments: ["after: { 5s: b }", "invoke: { service: x }"])
  func stateKeyAmongEvents(_ key: String) {
    let found = findings("initial: a\nstates:\n  a:\n    on:\n      go: b\n      \(key)\n  b:\n")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("8:7 misplaced-key: ") == true)
    #expect(found.first?.contains("Move it out of `on:`, to the same level.") == true, "\(found)")
  }

  @Test(
    "where events are declared, every key of a state among the events stands beside `on`",
    arguments: [
      "entry: { actions: { assign: { n: 0 } } }", "exit: { log: 1 }", "always: b", "always: { target: b }",
      "type: final", "initial: b", "title: Words", "tags: [x]", "states: {}", "errors: [x]", "queries: []",
    ])
  func anyStateKeyAmongEvents(_ key: String) {
    let found = findings(
      "events: { go: }\ninitial: a\nstates:\n  a:\n    on:\n      go: b\n      \(key)\n  b:\n")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("Move it out of `on:`, to the same level.") == true, "\(found)")
  }

  @Test("where no events are declared, `type` and `title` in `on` are reported unless a state can be meant")
  func undeclared() {
    for (key, isKey) in [
      ("type: final", true), ("title: Words here", true), ("title: b", false), ("exit: b", false),
    ] {
      let found = findings("initial: a\nstates:\n  a:\n    on:\n      go: b\n      \(key)\n  b:\n")
      #expect(found.contains { $0.contains("Move it out of `on:`") } == isKey, "\(found)")
    }
    let near = findings("events: { exits: }\ninitial: a\nstates:\n  a: { on: { exit: b } }\n  b:\n")
    #expect(near.first?.contains("Did you mean `exits`?") == true, "\(near)")
  }

  @Test("a key of a transition among the codes of `failed` is no code")
  func amongFailures() {
    let found = findings(
      "initial: a\nstates:\n  a:\n    invoke:\n      service: x\n      failed: { target: b, any: b }\n  b:\n")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("8:17 misplaced-key: `target` is inside `failed:`") == true, "\(found)")
  }

  @Test(
    "a key of a declaration among the declared names is no name",
    arguments: [
      "events:\n  go:\n  payload: { address: string }", "errors:\n  go:\n  title: Gone",
      "outputs:\n  go:\n  description: All",
    ])
  func amongDeclarations(_ text: String) {
    let found = ChartReading.ofBody("\(text)\ninitial: a\nstates:\n  a:\n").lines
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("5:3 misplaced-key: ") == true, "\(found)")
    #expect(found.first?.contains("Indent it below one of the names") == true)
    #expect(
      ChartReading.ofBody("events:\n  title: { title: A }\n  payload:\ninitial: a\nstates: { a: }").lines
        .isEmpty)
  }
}
