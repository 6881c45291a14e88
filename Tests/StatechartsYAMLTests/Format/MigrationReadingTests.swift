import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("Reading migrations and how timers go on")
struct MigrationReadingTests {
  private static let text = """
    version: 3
    migrations:
      - from: 1
        description: The form was split.
        states: { rename: { form: name, old: end }, drop: wizard, enter: [calm] }
        context: { rename: { count: tries }, drop: [draft, code], initial: { tries: 2 } }
      - from: 2
    context: { tries: int? }
    initial: group
    states:
      group:
        initial: name
        after: { 2m: { target: end, resume: restart }, 1h: end }
        states:
          name:
            invoke: { service: load, timeout: 15s, resume: remainder, done: end, failed: { any: end } }
            entry: { send: hint, delay: 5s, resume: deadline }
      calm: { on: { go: end } }
      end: { type: final }
    """

  @Test("each rule is read into the model, and written again")
  func reading() throws {
    let reading = ChartReading.ofBody(Self.text)
    #expect(reading.allLines == [])
    let chart = try #require(reading.chart)
    let first = try #require(chart.migrations.first)
    #expect(chart.migrations.map(\.from) == [1, 2])
    #expect(first.description == "The form was split.")
    #expect(first.states == [.init("form", to: "name"), .init("old", to: "end")])
    #expect(first.droppedStates == ["wizard"] && first.enteredStates == ["calm"])
    #expect(first.variables == [.init("count", to: "tries")])
    #expect(first.droppedVariables == ["draft", "code"])
    #expect(first.values.map { "\($0.name) \($0.value)" } == ["tries 2"])
    let group = try #require(chart.root.states.first)
    #expect(group.after.map(\.resume) == [.restart, nil])
    let name = try #require(group.states.first)
    #expect(name.invoke.map(\.resume) == [.remainder])
    guard case .send(let send)? = name.entry.first?.kind else {
      Issue.record("no send")
      return
    }
    #expect(send.resume == .deadline)
    let written = ChartWriter().text(of: chart)
    let again = ChartReading.of(written)
    #expect(again.allLines == [], "\(written)")
    #expect(again.chart.map { ChartWriter().text(of: $0) } == written)
    let migrations = again.chart?.migrations ?? []
    #expect(migrations.map(\.states) == chart.migrations.map(\.states))
    #expect(try CompiledChart(try #require(again.chart)).digest == CompiledChart(chart).digest)
  }

  @Test("what cannot be a migration is reported where it stands, with what to write")
  func shapes() {
    func lines(_ text: String) -> [String] {
      ChartReading.ofBody("initial: a\nstates: { a: }\ncontext: { n: int? }\nversion: 2\n" + text).allLines
    }
    #expect(lines("migrations: { from: 1 }").first?.hasPrefix("7:13 wrong-kind") == true)
    #expect(lines("migrations: [{ states: { drop: x } }]").first?.contains(" missing-key: ") == true)
    #expect(
      lines("migrations: [{ from: 1, states: { rename: [x] } }]").map { String($0.prefix(16)) } == [
        "7:43 wrong-kind:"
      ])
    #expect(
      lines("migrations: [{ from: 1, states: { renamed: { x: a } } }]").first?.contains(
        "`renamed` is called `rename` here.") == true)
    #expect(
      lines("migrations: [{ from: 2 }]").map { String($0.prefix(19)) } == ["7:22 bad-migration:"])
    #expect(
      lines("migrations: [{ from: 1, states: { rename: { x: aa } } }]").first?.hasPrefix(
        "7:48 unknown-state: ") == true)
    #expect(
      lines("migrations: [{ from: 1, context: { initial: { n: true } } }]").first?.hasPrefix("7:50 ") == true)
  }

  @Test("`resume` stands only where something waits")
  func misplaced() {
    func rules(_ text: String) -> [String] {
      ChartReading.ofBody("initial: a\nstates:\n  a:\n    \(text)\n").diagnostics.map(\.rule)
    }
    #expect(rules("on: { go: { target: a, resume: restart } }") == ["misplaced-key"])
    #expect(rules("entry: { send: go, resume: restart }") == ["misplaced-key"])
    #expect(rules("after: { 1s: { target: a, resume: again } }") == ["not-allowed"])
    #expect(rules("after: { 1s: [{ target: a, resume: restart }, a] }") == [])
  }
}
