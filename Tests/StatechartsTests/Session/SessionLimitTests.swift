import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization
import Testing

@Suite("What waits in sessions", .bothWays)
struct SessionLimitTests {
  private var talker: Statechart {
    let number = NamedExpression("number", "count")
    return chart(
      context: [variable("count", .int, "0")],
      on: [on("say", do: [.assign("count", "count + 1"), .emit("said", [number])])],
      [StateNode("a", on: [on("nothing", do: [.assign("count", "count")])])])
  }

  private func numbers(_ update: SessionUpdate) -> [ChartValue] {
    update.outputs.map {
      guard case .map(let fields) = $0.data else { return .unset }
      return fields["number"] ?? .unset
    }
  }

  @Test("a slow caller misses no output, and gets them in order", arguments: [1, 2, 16])
  func outputs(buffered: Int) async throws {
    let session = try ChartSession(BoundChart(CompiledChart(talker)))
    let updates = await session.updates(buffering: buffered)
    await session.start()
    for number in 0..<300 { await session.send(number % 3 == 0 ? "nothing" : "say") }
    var iterator = updates.makeAsyncIterator()
    var heard: [ChartValue] = []
    var skipped = 0
    var last: UInt64 = 0
    while last < 301, let update = await iterator.next() {
      heard += numbers(update)
      skipped += update.skipped
      last = update.number
    }
    #expect(heard == (1...200).map { .int($0) })
    #expect(skipped == 301 - buffered)
    // It gets every update again, once it keeps up.
    for number in 302...310 as ClosedRange<UInt64> {
      await session.send("say")
      let update = await iterator.next()
      #expect(update?.number == number)
      #expect(update?.skipped == 0)
      #expect(update?.outputs.count == 1)
    }
  }

  @Test("a caller that reads now and then misses no output, also those before the end")
  func changingPace() async throws {
    let session = try ChartSession(BoundChart(CompiledChart(talker)))
    let updates = await session.updates(buffering: 3)
    await session.start()
    var iterator = updates.makeAsyncIterator()
    var heard: [ChartValue] = []
    for number in 0..<400 {
      await session.send("say")
      // In turns it keeps up, falls behind, and does not read at all.
      if number % 100 < 40 || number % 100 < 80 && number % 3 == 0, let update = await iterator.next() {
        heard += numbers(update)
      }
    }
    await session.stop()
    while let update = await iterator.next() { heard += numbers(update) }
    #expect(heard == (1...400).map { .int($0) })
  }

  @Test("the updates tell the end of a chart that was stopped while its guards were asked")
  func stoppedByGuards() async throws {
    var grow = [ChartAction.assign("text", "'0123456789abcdef'")]
    for _ in 0..<16 { grow.append(.assign("text", "text + text")) }
    let guards = (0..<60).map { on("x", "a", if: ChartExpression("text + '' == '\($0)'")) }
    let machine = chart(
      context: [variable("text", .string, "''")], [StateNode("a", on: guards, entry: grow)])
    let session = try ChartSession(BoundChart(CompiledChart(machine)))
    let updates = await session.updates()
    await session.start()
    await session.send("x")
    var statuses: [Machine.Status] = []
    for await update in updates { statuses.append(update.status) }
    #expect(
      statuses == [
        .notStarted, .running, .stopped(.tooMuchWork(states: ["chart", "a"], limit: 1_000_000)),
      ])
  }

  @Test("outputs past the limit are counted")
  func tooManyOutputs() async throws {
    let session = try ChartSession(BoundChart(CompiledChart(talker)))
    let updates = await session.updates(buffering: 1)
    await session.start()
    for _ in 0..<5_000 { await session.send("say") }
    await session.stop()
    var heard: [ChartValue] = []
    var lost = 0
    for await update in updates {
      heard += numbers(update)
      lost += update.lostOutputs
    }
    #expect(heard == (1...4_096).map { .int($0) })
    #expect(lost == 904)
  }

  @Test("so many posted events wait, before the start too, and the next one is refused")
  func fullMailbox() async throws {
    let session = try ChartSession(BoundChart(CompiledChart(talker)))
    for _ in 0..<ChartSession.maximumPostedEvents { #expect(session.post(ChartEvent("say")) == .accepted) }
    #expect(session.post(ChartEvent("say")) == .full(limit: 4_096))
    await session.start()
    try await session.settled()
    #expect(await session.current.context["count"] == 4_096)
    #expect(session.post(ChartEvent("say")) == .accepted)
    try await session.settled()
    #expect(await session.current.context["count"] == 4_097)
    await session.stop()
    #expect(session.post(ChartEvent("say")) == .over)
  }

  @Test("waiting ends although the mailbox was full when it began")
  func settlingWhenFull() async throws {
    final class Box: Sendable {
      let session = Mutex<ChartSession?>(nil)
    }
    let box = Box()
    var handlers = ChartHandlers()
    handlers.action("flood") {
      for _ in 0..<6_000 { box.session.withLock { _ = $0?.post(ChartEvent("count")) } }
    }
    let flooded = chart(
      context: [variable("count", .int, "0")], on: [on("count", do: [.assign("count", "count + 1")])],
      [StateNode("a", on: [on("go", do: ["flood"])])])
    let session = try ChartSession(BoundChart(CompiledChart(flooded), handlers: handlers))
    box.session.withLock { $0 = session }
    await session.start()
    await session.send("go")
    try await session.settled()
    guard case .int(let count) = await session.current.context["count"] else {
      Issue.record("there is no count")
      return
    }
    #expect(count >= 4_096)
    box.session.withLock { $0 = nil }
  }

  @Test("a service that waits for its own session is told so, and may wait for the others")
  func insideService() async throws {
    final class Box: Sendable {
      let session = Mutex<ChartSession?>(nil)
      let problem = Mutex<SettlingProblem?>(nil)
      let went = Mutex(false)
    }
    let box = Box()
    var handlers = ChartHandlers()
    handlers.service("job") { _ in
      guard let session = box.session.withLock({ $0 }) else { return .unset }
      do throws(SettlingProblem) {
        try await session.settled()
      } catch {
        box.problem.withLock { $0 = error }
      }
      try await session.settled(ignoring: ["job"])
      box.went.withLock { $0 = true }
      return .unset
    }
    let flow = chart([
      StateNode("a", invoke: [ChartInvocation(.service("job"), done: [to("b")])]), StateNode("b"),
    ])
    let session = try ChartSession(BoundChart(CompiledChart(flow), handlers: handlers))
    box.session.withLock { $0 = session }
    await session.start()
    try await session.settled()
    #expect(box.problem.withLock { $0 } == .calledByService("job"))
    #expect(box.went.withLock { $0 })
    #expect(await session.current.configuration == ["b"])
    box.session.withLock { $0 = nil }
  }

  @Test("several tasks wait, and one that is cancelled leaves the others waiting")
  func severalWaiters() async throws {
    let fixture = try SessionFixture(
      chart([
        StateNode("a", on: [on("stop", "b")], invoke: [ChartInvocation(.service("job"))]), StateNode("b"),
      ]))
    await fixture.start()
    let waiters = (0..<5).map { _ in Task { try await fixture.session.settled() } }
    await Task.yield()
    waiters[2].cancel()
    await #expect(throws: SettlingProblem.cancelled) { try await waiters[2].value }
    await fixture.session.send("stop")
    for number in [0, 1, 3, 4] { try await waiters[number].value }
  }
}
