import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Snapshots of sessions", .bothWays)
struct SessionSnapshotTests {
  /// Puts a snapshot away as bytes and takes it out again.
  private func stored(_ snapshot: SessionSnapshot) throws -> SessionSnapshot {
    let bytes = try JSONEncoder().encode(snapshot)
    return try JSONDecoder().decode(SessionSnapshot.self, from: bytes)
  }

  /// A session that goes on from a snapshot of another one, by a chart that may be another version.
  private func restored(
    _ snapshot: SessionSnapshot, _ chart: Statechart, children: [String: Statechart] = [:],
    at time: Duration? = nil, timers: ResumePolicy = .deadline
  ) async throws -> (ChartSession, ManualClock, ScriptedServices) {
    let clock = ManualClock()
    let services = ScriptedServices(clock: clock)
    let bound = try SessionFixture.bind(chart, ChartHandlers(), children, services)
    let session = try ChartSession(bound, restoring: snapshot, at: time, timers: timers, clock: clock)
    await session.start()
    await clock.settle()
    return (session, clock, services)
  }

  private let waiting = chart([
    StateNode("a", on: [on("go", "b")]), StateNode("b", on: [on("back", "a")], after: [delayed(10, "late")]),
    StateNode("late"),
  ])

  @Test("timers go on by their deadline, by what was left, or from the beginning")
  func timers() async throws {
    let fixture = try SessionFixture(waiting)
    await fixture.start()
    await fixture.send("go")
    await fixture.clock.advance(by: .seconds(4))
    let snapshot = try stored(await fixture.session.snapshot(at: .seconds(1_000)))
    let expected: [(ResumePolicy, Duration?, Duration)] = [
      (.deadline, .seconds(1_005), .seconds(1)), (.remainder, .seconds(1_005), .seconds(6)),
      (.restart, .seconds(1_005), .seconds(10)),
      // A clock that was set back, and no clock at all, leave what was left.
      (.deadline, .seconds(500), .seconds(6)), (.deadline, nil, .seconds(6)),
    ]
    for (policy, time, wait) in expected {
      let (session, clock, _) = try await restored(snapshot, waiting, at: time, timers: policy)
      #expect(clock.deadlines == [wait])
      await clock.advance(by: wait)
      #expect(await session.current.configuration == ["late"])
    }
    let (session, clock, _) = try await restored(snapshot, waiting, at: .seconds(9_000))
    await clock.advance(by: .zero)
    #expect(await session.current.configuration == ["late"])
  }

  @Test("a failure that nobody declared does not keep its chart from going on")
  func undeclaredFailure() async throws {
    let failed = ChartInvocation.Failure(nil, to("b", do: [.assign("problem", "event.error")]))
    let states = [
      StateNode("a", invoke: [ChartInvocation(.service("work"), failed: [failed])]), StateNode("b"),
    ]
    func flow(_ states: [StateNode]) -> Statechart {
      chart(
        context: [variable("problem", .optional(.error))], errors: [ErrorDeclaration("busy")], states)
    }
    let fixture = try SessionFixture(flow(states))
    await fixture.start()
    try await fixture.services.fail("work", code: "bsy")
    await fixture.clock.settle()
    let snapshot = try stored(await fixture.session.snapshot())
    // In the same chart, and in one that has been changed elsewhere.
    for now in [states, states + [StateNode("added")]] {
      let (session, _, _) = try await restored(snapshot, flow(now))
      #expect(await session.current.context["problem"] == "bsy")
    }
  }

  @Test("a service that ran is not run again; the chart gets `interrupted`, in spite of `retry`")
  func interruption() async throws {
    let work = ChartInvocation(
      .service("work"), retry: .init(attempts: 3), done: [to("done")],
      failed: [.init("interrupted", to("asked")), .init(nil, to("failed"))])
    let flow = chart([
      StateNode("a", invoke: [work, ChartInvocation(.service("other"))]), StateNode("asked"),
      StateNode("done"),
      StateNode("failed"),
    ])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    let snapshot = try stored(await fixture.session.snapshot())
    #expect(snapshot.chart.services.map(\.id) == ["work", "other"])
    let (session, _, services) = try await restored(snapshot, flow)
    #expect(await session.current.configuration == ["asked"])
    #expect(services.starts.isEmpty)
  }

  @Test("a restored service is repeated with the event that led to its state, not with a later one")
  func repeatedInput() async throws {
    let retry = ChartInvocation.Retry(
      attempts: 2, backoff: .literal(.seconds(1)), codes: ["interrupted", "offline"])
    let flow = chart(
      on: [on("ping", do: [.log("event.data.x")])],
      [
        StateNode("a", on: [on("go", "busy")]),
        StateNode(
          "busy",
          invoke: [
            ChartInvocation(
              .service("work"), input: [field("x", "event.data.x"), field("byStart", "not defined(event)")],
              retry: retry)
          ]),
      ])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("go", data: ["x": "right"])
    await fixture.send("ping", data: ["x": "wrong"])
    let snapshot = try stored(await fixture.session.snapshot())
    let (session, clock, services) = try await restored(snapshot, flow)
    await clock.advance(by: .seconds(1))
    #expect(await session.current.configuration == ["busy"])
    #expect(services.starts.map(\.input) == [["x": "right", "byStart": false]])
  }

  @Test("an event before the start of a restored session is rejected, and updates and numbers go on")
  func continuation() async throws {
    let fixture = try SessionFixture(waiting)
    await fixture.start()
    await fixture.send("go")
    let before = await fixture.session.current.number
    let snapshot = await fixture.session.snapshot()
    let session = try ChartSession(fixture.session.bound, restoring: snapshot, clock: ManualClock())
    #expect(await session.send("back") == .rejected(.notStarted))
    #expect(await session.start() == .taken)
    #expect(await session.start() == .rejected(.alreadyStarted))
    #expect(await session.current.number == before + 1)
    #expect(await session.send("back") == .taken)
    #expect(await session.current.configuration == ["a"])
  }

  @Test("child charts go on with their own timers")
  func children() async throws {
    let child = chart([
      StateNode("first", after: [delayed(5, "end")]), final("end", output: [field("n", "7")]),
    ])
    let parent = chart(
      context: [variable("n", .any)],
      [
        StateNode(
          "a",
          invoke: [ChartInvocation(.chart("kid.yaml"), done: [to("b", do: [.assign("n", "event.data.n")])])]),
        StateNode("b"),
      ])
    let fixture = try SessionFixture(parent, children: ["kid.yaml": child])
    await fixture.start()
    await fixture.clock.advance(by: .seconds(2))
    let snapshot = try stored(await fixture.session.snapshot())
    let (session, clock, _) = try await restored(snapshot, parent, children: ["kid.yaml": child])
    #expect(await session.current.services == ["kid"])
    await clock.advance(by: .seconds(3))
    #expect(await session.current.configuration == ["b"])
    #expect(await session.current.context["n"] == 7)
  }

  @Test("secrets, what holds them, and what is not to be kept are left out")
  func secrets() async throws {
    let canary = "canary-7f3a"
    let account = ChartValueType.record([
      FieldDeclaration("name", .string), FieldDeclaration("token", .string, isSecret: true),
    ])
    let flow = chart(
      context: [
        ContextVariable(FieldDeclaration("password", .optional(.string), isSecret: true)),
        ContextVariable(FieldDeclaration("account", .optional(account))),
        ContextVariable(FieldDeclaration("draft", .optional(.string)), persistence: .never),
        ContextVariable(FieldDeclaration("name", .optional(.string), isPersonal: true)),
      ],
      events: [
        EventDeclaration(
          "set",
          payload: [
            FieldDeclaration("password", .string, isSecret: true), FieldDeclaration("account", account),
            FieldDeclaration("draft", .string),
            FieldDeclaration("name", .string),
          ]), EventDeclaration("later"),
      ],
      [
        StateNode(
          "a",
          on: [
            on(
              "set",
              do: [
                .assign("password", "event.data.password"), .assign("account", "event.data.account"),
                .assign("draft", "event.data.draft"), .assign("name", "event.data.name"),
                .send("later", after: .seconds(9)),
              ])
          ])
      ])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    let data: ChartValue = [
      "password": .string(canary), "account": ["name": "Ann", "token": .string(canary)], "draft": "half",
      "name": "Ann",
    ]
    #expect(await fixture.send("set", data: data) == .taken)
    let snapshot = await fixture.session.snapshot()
    let text = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
    #expect(!text.contains(canary))
    #expect(snapshot.chart.context == ["name": "Ann"])
    let (session, _, _) = try await restored(snapshot, flow)
    #expect(await session.current.context["name"] == "Ann")
    #expect(await session.current.context["password"] == .unset)
    #expect(!fixture.recorder.events.map { "\($0)" }.joined().contains(canary))
  }

  @Test("a state that is gone is named, and a migration says where it went")
  func migrations() async throws {
    let fixture = try SessionFixture(waiting)
    await fixture.start()
    await fixture.send("go")
    let snapshot = try stored(await fixture.session.snapshot())
    var changed = chart([
      StateNode("a", on: [on("go", "waits")]), StateNode("waits", after: [delayed(10, "late")]),
      StateNode("late"),
    ])
    changed.version = 2
    await #expect(throws: RestoreProblems.self) { try await restored(snapshot, changed) }
    do {
      _ = try await restored(snapshot, changed)
    } catch let error as RestoreProblems {
      #expect(error.problems == [.noHome(state: "b")])
    }
    changed.migrations = [ChartMigration(from: 1, states: [.init("b", to: "waits")])]
    let (session, clock, _) = try await restored(snapshot, changed)
    #expect(await session.current.configuration == ["waits"])
    await clock.advance(by: .seconds(10))
    #expect(await session.current.configuration == ["late"])
  }

  @Test("what cannot go on is refused, each with its reason")
  func refusals() async throws {
    let fixture = try SessionFixture(waiting)
    await fixture.start()
    await fixture.send("go")
    let snapshot = await fixture.session.snapshot()
    func problems(_ chart: Statechart, _ change: (inout SessionSnapshot) -> Void = { _ in }) async throws
      -> [RestoreProblem]
    {
      var changed = snapshot
      change(&changed)
      do {
        _ = try await restored(changed, chart)
        return []
      } catch let error as RestoreProblems { return error.problems }
    }
    #expect(try await problems(waiting).isEmpty)
    #expect(try await problems(waiting) { $0.format = 9 } == [.unknownFormat(9)])
    #expect(
      try await problems(waiting) { $0.chart.chart = "x" } == [.otherChart(found: "x", expected: "chart")])
    #expect(
      try await problems(waiting) { $0.chart.version = 3 } == [.laterVersion(found: 3, expected: 1)])
    #expect(
      try await problems(waiting) { $0.chart.states = ["a", "b"] } == [
        .impossible(["Exactly one state inside `chart` must be active, but `a`, `b` are."])
      ])
    #expect(try await problems(waiting) { $0.chart.timers[0].label = "after.b.9s" } == [.timer("after.b.9s")])
    #expect(
      try await problems(waiting) { $0.chart.context["x"] = 1 } == [
        .variable("x", problem: "the chart no longer declares it")
      ])
    let slower = chart([
      StateNode("a", on: [on("go", "b")]),
      StateNode("b", on: [on("back", "a")], after: [delayed(11, "late")]),
      StateNode("late"),
    ])
    #expect(
      try await problems(slower) == [.otherWork(state: "b"), .timer("after.b.10s")])
  }
}
