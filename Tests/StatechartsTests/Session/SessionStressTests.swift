import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization
import TestExtent
import Testing

@Suite("Sessions under load")
struct SessionStressTests {
  /// Counts every `add`, runs a service for each `work`, and listens to what services send.
  private var flow: Statechart {
    chart(
      context: [variable("added", .int, "0"), variable("sent", .int, "0"), variable("done", .int, "0")],
      on: [
        on("add", do: [.assign("added", "added + 1")]), on("tick", do: [.assign("sent", "sent + 1")]),
      ],
      [
        StateNode("idle", on: [on("work", "working")]),
        StateNode(
          "working", on: [on("leave", "idle")],
          invoke: [ChartInvocation(.service("job"), done: [to("idle", do: [.assign("done", "done + 1")])])]),
      ])
  }

  @Test("no event is lost or doubled when many tasks send to many sessions")
  func nothingIsLost() async throws {
    // The whole is a million events.
    let (sessions, senders, events) = (64, 4, TestExtent.count(25, whole: 4_000))
    let ticks = Counter()
    let answers = Counter()
    var handlers = ChartHandlers()
    handlers.service("job") { call in
      for _ in 0..<3 {
        if await call.send(ChartEvent("tick")) == .taken { ticks.increment() }
        try Task.checkCancellation()
      }
      return .unset
    }
    let bound = try BoundChart(CompiledChart(flow), handlers: handlers)
    let sent = Counter()
    try await withThrowingTaskGroup(of: (added: ChartValue, sent: ChartValue).self) { group in
      for _ in 0..<sessions {
        group.addTask {
          let session = try ChartSession(bound)
          await session.start()
          // A caller that reads slowly sees every number at most once, in order, and the last one.
          let updates = await session.updates(buffering: 4)
          async let last = follow(updates)
          await withTaskGroup(of: Void.self) { group in
            for sender in 0..<senders {
              group.addTask {
                for number in 0..<events {
                  if number % 2 == 0 {
                    if await session.send("add") == .taken { answers.increment() }
                  } else if session.post(ChartEvent("add")) == .accepted {
                    answers.increment()
                  } else if await session.send("add") == .taken {
                    // So many wait that no more can be posted.
                    answers.increment()
                  }
                  sent.increment()
                  if sender == 0 { await session.send(number % 3 == 0 ? "leave" : "work") }
                  if number % 10 == 0 { _ = await session.preview("work") }
                }
              }
            }
          }
          try await session.settled()
          let state = await session.current
          await session.stop()
          try await session.settled()
          #expect(await last == session.current.number)
          return (state.context["added"], state.context["sent"])
        }
      }
      var added = 0
      var heard = 0
      for try await result in group {
        if case .int(let number) = result.added { added += number }
        if case .int(let number) = result.sent { heard += number }
      }
      #expect(added == sessions * senders * events)
      #expect(added == sent.value && added == answers.value)
      #expect(heard == ticks.value)
    }
  }

  /// The number of the last update, when all came in order and the missing ones were told.
  private func follow(_ updates: SessionUpdates) async -> UInt64? {
    var last: UInt64?
    for await update in updates {
      if let last, update.number != last + 1 + UInt64(update.skipped) { return nil }
      last = update.number
    }
    return last
  }

  @Test("a session that nobody holds ends its services, its timers and its updates")
  func deallocation() async throws {
    let ended = Counter()
    let clock = ManualClock()
    var handlers = ChartHandlers()
    handlers.service("job") { call in
      defer { ended.increment() }
      for await _ in call.events {}
      try await clock.sleep(for: .seconds(1_000))
      return .unset
    }
    var session: ChartSession? = try ChartSession(
      BoundChart(CompiledChart(flow), handlers: handlers), clock: clock)
    weak let observed = session
    await session?.start()
    await session?.send("work")
    let updates = try #require(await session?.updates())
    session = nil
    var count = 0
    for await _ in updates { count += 1 }
    #expect(count == 1)
    #expect(observed == nil)
    while ended.value == 0 { await Task.yield() }
    #expect(clock.deadlines.isEmpty)
  }

  @Test("waiting for a session ends with the waiting task, and with the session")
  func waiting() async throws {
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("work")
    let waiter = Task { try await fixture.session.settled() }
    waiter.cancel()
    await #expect(throws: SettlingProblem.cancelled) { try await waiter.value }
    try await fixture.session.settled(ignoring: ["job"])
    async let first: Void = fixture.session.settled()
    async let second: Void = fixture.session.settled()
    await fixture.session.stop()
    try await first
    try await second
    #expect(fixture.services.cancelled == ["job"])
    #expect(fixture.session.post(ChartEvent("add")) == .over)
  }

  @Test("a slow caller gets several updates as one, is told how many, and sees where the session is now")
  func slowCaller() async throws {
    let fixture = try SessionFixture(flow)
    let updates = await fixture.session.updates(buffering: 2)
    await fixture.start()
    for _ in 0..<9 { await fixture.send("add") }
    await fixture.session.stop()
    var seen: [(UInt64, Int)] = []
    var last: SessionUpdate?
    for await update in updates {
      seen.append((update.number, update.skipped))
      last = update
    }
    #expect(seen.map(\.0) == [0, 1, 11])
    #expect(seen.map(\.1) == [0, 0, 9])
    #expect(last?.isOver == true)
    #expect(last?.context["added"] == 9)
  }
}
