import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Sessions of older versions of a chart", .bothWays)
struct MigrationTests {
  /// A snapshot of a chart after some events, put away as bytes and taken out again.
  private func stored(_ chart: Statechart, after events: [String]) async throws -> SessionSnapshot {
    let fixture = try SessionFixture(chart)
    await fixture.start()
    for event in events { #expect(await fixture.send(event) == .taken, "\(event)") }
    let bytes = try JSONEncoder().encode(await fixture.session.snapshot(at: .zero))
    return try JSONDecoder().decode(SessionSnapshot.self, from: bytes)
  }

  private func goOn(
    _ snapshot: SessionSnapshot, _ chart: Statechart, at time: Duration = .zero
  ) async throws -> (ChartSession, ManualClock) {
    let clock = ManualClock()
    let bound = try BoundChart(CompiledChart(chart))
    let session = try ChartSession(bound, restoring: snapshot, at: time, clock: clock)
    await session.start()
    await clock.settle()
    return (session, clock)
  }

  private func problems(_ snapshot: SessionSnapshot, _ chart: Statechart) async throws -> [RestoreProblem] {
    do {
      _ = try await goOn(snapshot, chart)
      return []
    } catch let error as RestoreProblems { return error.problems }
  }

  private func version(_ number: Int, _ chart: Statechart, _ migrations: ChartMigration...) -> Statechart {
    var chart = chart
    chart.version = number
    chart.migrations = migrations
    return chart
  }

  private let flat = chart([
    StateNode("a", on: [on("go", "b")]), StateNode("b", on: [on("back", "a")], after: [delayed(10, "late")]),
    StateNode("late"),
  ])

  private let grouped = chart([
    StateNode("a", on: [on("go", "group")]),
    compound(
      "group", on: [on("out", "a")],
      [StateNode("b", on: [on("back", "a")], after: [delayed(10, "late")]), StateNode("late")]),
  ])

  @Test("a group that is new around an active state is entered only where a migration says so")
  func newGroup() async throws {
    let snapshot = try await stored(flat, after: ["go"])
    let refused = try await problems(snapshot, version(2, grouped))
    #expect(refused.count == 1)
    #expect(refused.first?.description.contains("`b`") == true, "\(refused)")
    let chart = version(2, grouped, ChartMigration(from: 1, enteredStates: ["group"]))
    let (session, clock) = try await goOn(snapshot, chart)
    #expect(await session.current.states == ["group", "b"])
    #expect(clock.deadlines == [.seconds(10)])
    #expect(await session.send("out") == .taken)
    // Elsewhere the rule does nothing.
    let (other, _) = try await goOn(try await stored(flat, after: []), chart)
    #expect(await other.current.states == ["a"])
  }

  @Test("a group that is gone is dropped, and what was inside it goes on")
  func goneGroup() async throws {
    let snapshot = try await stored(grouped, after: ["go"])
    #expect(try await problems(snapshot, version(2, flat)) == [.noHome(state: "group")])
    let (session, _) = try await goOn(
      snapshot, version(2, flat, ChartMigration(from: 1, droppedStates: ["group"])))
    #expect(await session.current.states == ["b"])
  }

  @Test(
    "a state that was split goes on in the part that is entered, and one that is dropped without it nowhere")
  func split() async throws {
    let old = chart([StateNode("asking", on: [on("done", "end")]), StateNode("end")])
    let new = chart([
      compound(
        "asking", on: [on("done", "end")], [StateNode("name", on: [on("next", "mail")]), StateNode("mail")]),
      StateNode("end"),
    ])
    let snapshot = try await stored(old, after: [])
    let (session, _) = try await goOn(
      snapshot, version(2, new, ChartMigration(from: 1, enteredStates: ["name"])))
    #expect(await session.current.states == ["asking", "name"])
    let without = chart([StateNode("other", on: [on("done", "end")]), StateNode("end")])
    let dropped = version(2, without, ChartMigration(from: 1, droppedStates: ["asking"]))
    #expect(try await problems(snapshot, dropped).count == 1)
    let replaced = version(
      2, without, ChartMigration(from: 1, droppedStates: ["asking"], enteredStates: ["other"]))
    #expect(try await goOn(snapshot, replaced).0.current.states == ["other"])
  }

  @Test("a region that is new is entered beside the others")
  func region() async throws {
    let old = chart(
      kind: .parallel, [compound("one", [StateNode("a", on: [on("go", "b")]), StateNode("b")])])
    let new = chart(
      kind: .parallel,
      [
        compound("one", [StateNode("a", on: [on("go", "b")]), StateNode("b")]),
        compound("two", [StateNode("c"), StateNode("d", on: [on("back", "c")])]),
      ])
    let snapshot = try await stored(old, after: ["go"])
    #expect(try await problems(snapshot, version(2, new)).count == 1)
    let (session, _) = try await goOn(
      snapshot, version(2, new, ChartMigration(from: 1, enteredStates: ["d", "two"])))
    #expect(await session.current.states == ["one", "b", "two", "d"])
    #expect(await session.send("back") == .taken)
  }

  @Test("histories remember by the new names, and forget what is dropped")
  func histories() async throws {
    let old = chart([
      compound(
        "p", on: [on("out", "q")], [StateNode("a", on: [on("go", "b")]), StateNode("b"), history("h", ["a"])]),
      StateNode("q", on: [on("in", "h")]),
    ])
    let new = chart([
      compound(
        "p", on: [on("out", "q")],
        [StateNode("a", on: [on("go", "c")]), StateNode("c"), history("last", ["a"])]),
      StateNode("q", on: [on("in", "last")]),
    ])
    let snapshot = try await stored(old, after: ["go", "out"])
    #expect(try await problems(snapshot, version(2, new)) == [.noHome(state: "h")])
    let rename = ChartMigration(from: 1, states: [.init("b", to: "c"), .init("h", to: "last")])
    let (session, _) = try await goOn(snapshot, version(2, new, rename))
    await session.send("in")
    #expect(await session.current.configuration == ["c"])
    let forget = ChartMigration(from: 1, droppedStates: ["h", "b"])
    let (other, _) = try await goOn(snapshot, version(2, new, forget))
    await other.send("in")
    #expect(await other.current.configuration == ["a"])
  }

  @Test("variables are renamed, dropped and set, and a value of another type is refused")
  func variables() async throws {
    let old = chart(
      context: [variable("n", .int, "1"), variable("old", .string, "'x'"), variable("kind", .string, "'y'")],
      [StateNode("a", on: [on("go", do: [.assign("n", "7")])])])
    let new = chart(
      context: [
        variable("count", .int, "0"), variable("kind", .int, "5"), variable("fresh", .bool, "false"),
      ],
      [StateNode("a", on: [on("go", do: [.assign("count", "8")])])])
    let snapshot = try await stored(old, after: ["go"])
    let refused = try await problems(
      snapshot,
      version(
        2, new, ChartMigration(from: 1, variables: [.init("n", to: "count")], droppedVariables: ["old"])))
    #expect(refused.map { "\($0)".prefix(20) } == ["The variable `kind`:"])
    let migration = ChartMigration(
      from: 1, variables: [.init("n", to: "count")], droppedVariables: ["old", "kind"],
      values: [field("fresh", "true")])
    let (session, _) = try await goOn(snapshot, version(2, new, migration))
    #expect(await session.current.context["count"] == 7)
    #expect(await session.current.context["kind"] == 5)
    #expect(await session.current.context["fresh"] == true)
    let retyped = ChartMigration(
      from: 1, variables: [.init("n", to: "count")], droppedVariables: ["old"], values: [field("kind", "6")])
    #expect(try await goOn(snapshot, version(2, new, retyped)).0.current.context["kind"] == 6)
  }

  @Test("migrations of several versions are applied one after the other, and those of earlier ones are not")
  func chain() async throws {
    func named(_ b: ChartName, _ n: ChartName) -> Statechart {
      chart(
        context: [variable(n, .int, "0")],
        [StateNode("a", on: [on("go", b, do: [.assign(n, "3")])]), StateNode(b)])
    }
    let first = ChartMigration(
      from: 1, states: [.init("b", to: "c")], variables: [.init("n", to: "m")], values: [field("m", "9")])
    let second = ChartMigration(from: 2, states: [.init("c", to: "d")], variables: [.init("m", to: "o")])
    let latest = version(3, named("d", "o"), first, second)
    let (oldest, _) = try await goOn(try await stored(named("b", "n"), after: ["go"]), latest)
    #expect(await oldest.current.configuration == ["d"])
    #expect(await oldest.current.context["o"] == 9)
    let middle = try await stored(version(2, named("c", "m"), first), after: ["go"])
    let (session, _) = try await goOn(middle, latest)
    #expect(await session.current.configuration == ["d"])
    #expect(await session.current.context["o"] == 3)
  }

  @Test("each timer goes on as its chart says, else as the app says, and exceptions go before both")
  func resumption() async throws {
    func region(_ id: ChartName, _ resume: Resumption?) -> StateNode {
      let timer = DelayedTransition(.literal(.seconds(10)), name: "10s", resume: resume, to("out"))
      return compound(ChartName(id.text + "Region"), [StateNode(id, after: [timer])])
    }
    let reminder = ChartAction.Send("late", delay: .literal(.seconds(10)), resume: .restart)
    let flow = chart([
      StateNode(
        "all", kind: .parallel, entry: [ChartAction(.send(reminder))],
        states: [
          region("silent", nil), region("deadline", .deadline), region("remainder", .remainder),
          region("restart", .restart),
        ]), StateNode("out"),
    ])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.clock.advance(by: .seconds(4))
    let snapshot = await fixture.session.snapshot(at: .zero)
    #expect(
      snapshot.chart.timers.map(\.resume) == [.restart, nil, .deadline, .remainder, .restart])
    func waits(
      _ policy: ResumePolicy, _ exceptions: [String: ResumePolicy] = [:]
    ) async throws -> [String: Duration] {
      let clock = ManualClock()
      let session = try ChartSession(
        fixture.session.bound, restoring: snapshot, at: .seconds(5), timers: policy, exceptions: exceptions,
        clock: clock)
      await session.start()
      let timers = await session.snapshot().chart.timers
      return Dictionary(timers.map { ($0.label, $0.remaining) }, uniquingKeysWith: { first, _ in first })
    }
    let expected: [String: Duration] = [
      "send late": .seconds(10), "after.silent.10s": .seconds(1), "after.deadline.10s": .seconds(1),
      "after.remainder.10s": .seconds(6), "after.restart.10s": .seconds(10),
    ]
    #expect(try await waits(.deadline) == expected)
    var other = expected
    other["after.silent.10s"] = .seconds(6)
    #expect(try await waits(.remainder) == other)
    other["after.restart.10s"] = .seconds(6)
    #expect(try await waits(.remainder, ["after.restart.10s": .remainder]) == other)
  }

  @Test("what a newer chart says of a timer holds for sessions of the older one")
  func newerResumption() async throws {
    let snapshot = try await stored(flat, after: ["go"])
    var changed = flat
    changed.version = 2
    changed.root.states[1].after[0].resume = .restart
    for (chart, wait) in [(changed, 10), (flat, 5)] {
      let (session, clock) = try await goOn(snapshot, chart, at: .seconds(5))
      #expect(clock.deadlines == [.seconds(wait)])
      #expect(await session.current.configuration == ["b"])
    }
  }
}
