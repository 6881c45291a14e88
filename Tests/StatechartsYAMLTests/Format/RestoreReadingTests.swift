import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("What a chart says about restored sessions")
struct RestoreReadingTests {
  private func lines(_ state: String, events: String = "events: { go: }\n") -> [String] {
    ChartReading.ofBody(events + "initial: a\nstates:\n  a:\n    \(state)\n").allLines
  }

  @Test("`onRestore` is read and written, and changes the digest only where it restarts")
  func onRestore() throws {
    func chart(_ more: String) throws -> Statechart {
      try #require(
        ChartReading.ofBody("initial: a\nstates: { a: { invoke: { service: load\(more) } } }\n").chart)
    }
    let (plain, fails, restarts) = (
      try chart(""), try chart(", onRestore: fail"), try chart(", onRestore: restart")
    )
    #expect(plain.root.states[0].invoke.map(\.onRestore) == [nil])
    #expect(fails.root.states[0].invoke.map(\.onRestore) == [.fail])
    #expect(restarts.root.states[0].invoke.map(\.onRestore) == [.restart])
    #expect(ChartWriter().text(of: restarts).contains("onRestore: restart"))
    let digests = try [plain, fails, restarts].map { try CompiledChart($0).digest }
    #expect(digests[0] == digests[1] && digests[1] != digests[2])
  }

  @Test("`onRestore` is only for a service, and has two values")
  func misplaced() {
    #expect(
      lines("invoke: { chart: b.yaml, onRestore: restart }").map { $0.contains("misplaced-key") } == [true])
    #expect(lines("invoke: { service: load, onRestore: again }").map { $0.contains("not-allowed") } == [true])
  }

  @Test("`session.restored` needs no declaration, and has no data; other names are suggested")
  func event() {
    #expect(lines("on: { session.restored: a }") == [])
    #expect(lines("on: { session.restored: { guard: event.data.x == 1, target: a } }").count == 1)
    #expect(lines("on: { session.restord: a }").first?.contains("`session.restored`") == true)
    #expect(lines("on: { restored: a }").first?.contains("unknown-event") == true)
    #expect(lines("on: { restored: a }", events: "events: { restored: }\n") == [])
    let declared = "events: { session.restored: { payload: { b: string } } }\n"
    #expect(
      lines("on: { session.restored: a }", events: declared).map { $0.contains("illegal-name") } == [true])
  }

  @Test("`persist: never` is kept for a secret too")
  func persistence() throws {
    let reading = ChartReading.ofBody(
      """
      context:
        sealed: { type: string, optional: true, secret: true }
        never: { type: string, optional: true, secret: true, persist: never }
      initial: a
      states: { a: {} }
      """)
    let chart = try #require(reading.chart)
    #expect(chart.context.map(\.persistence) == [.never, .never])
    #expect(chart.context.map(\.wantedPersistence) == [.always, .never])
    let text = ChartWriter().text(of: chart)
    #expect(try #require(ChartReading.of(text).chart).context.map(\.wantedPersistence) == [.always, .never])
  }
}
