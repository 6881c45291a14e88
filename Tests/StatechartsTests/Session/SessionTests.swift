import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization
import Testing

@Suite("Sessions", .bothWays)
struct SessionTests {
  private struct Odd: Error {}

  /// `idle`, then `working` with a service, then `done` or `failed`.
  private func working(
    _ invocation: ChartInvocation = ChartInvocation(
      .service("work"), done: [to("done")],
      failed: [.init("offline", to("offline")), .init(nil, to("failed"))]),
    on transitions: [EventTransition] = [], errors: [ErrorDeclaration]? = nil
  ) -> Statechart {
    chart(
      errors: errors,
      [
        StateNode("idle", on: [on("go", "working")]),
        StateNode(
          "working", on: transitions + [on("stop", "idle"), on("again", "working")], invoke: [invocation]),
        StateNode("done", on: [on("back", "idle")]), StateNode("offline"), StateNode("failed"),
        StateNode("other"),
      ])
  }

  @Test("each send says what became of the event, and which guard said no")
  func outcomes() async throws {
    var handlers = ChartHandlers()
    handlers.guard("isReady") { false }
    let flow = chart(
      events: [.init("go"), .init("other")],
      [StateNode("a", on: [on("go", "b", if: "isReady")]), StateNode("b")])
    let fixture = try SessionFixture(flow, handlers: handlers)
    #expect(await fixture.send("go") == .rejected(.notStarted))
    #expect(await fixture.start() == .taken)
    #expect(await fixture.start() == .rejected(.alreadyStarted))
    #expect(await fixture.send("go").reason == "The guard `isReady` in `a` is false.")
    #expect(await fixture.send("other") == .ignored(refused: []))
    #expect(await fixture.send("goo") == .rejected(.unknownEvent("goo", suggestion: "go")))
    #expect(await fixture.session.stop() == .taken)
    #expect(await fixture.send("go") == .rejected(.stopped(.requested)))
  }

  @Test("whether an event can be taken is told without doing anything")
  func can() async throws {
    let asked = Counter()
    let done = Counter()
    var handlers = ChartHandlers()
    handlers.guard("isReady") {
      asked.increment(); return true
    }
    handlers.action("act") { done.increment() }
    let flow = chart([StateNode("a", on: [on("go", "b", if: "isReady", do: ["act"])]), StateNode("b")])
    let fixture = try SessionFixture(flow, handlers: handlers)
    #expect(await fixture.session.preview("go") == .rejected(.notStarted))
    await fixture.start()
    #expect(await fixture.session.preview("go") == .taken)
    #expect(await fixture.session.preview("nothing") == .ignored(refused: []))
    #expect(await fixture.configuration == ["a"])
    #expect(done.value == 0)
    #expect(asked.value == 1)
    await fixture.send("go")
    #expect(done.value == 1)
    #expect(await fixture.session.preview("go") == .ignored(refused: []))
  }

  @Test("an update says why a service could not be started, and so does the trace")
  func failures() async throws {
    let check = HandlerDeclaration(
      "check", arguments: [FieldDeclaration("code", .string), FieldDeclaration("user", .string)])
    let invocation = ChartInvocation(
      .service("check"), input: [field("code", "code"), field("user", "'ada'")],
      failed: [.init(nil, to("failed"))])
    let flow = chart(
      context: [ContextVariable(FieldDeclaration("code", .optional(.string)))],
      handlers: HandlerCatalogue(services: [check]),
      [
        StateNode("idle", on: [on("go", "checking")]), StateNode("checking", invoke: [invocation]),
        StateNode("failed"),
      ])
    let fixture = try SessionFixture(flow)
    var updates = await fixture.session.updates().makeAsyncIterator()
    await fixture.start()
    await fixture.send("go")
    let reason =
      "`check` could not be started, because its input does not match the declaration: the field `code` is missing."
    var told: [[String]] = []
    while let update = await updates.next() {
      told.append(update.failures)
      if update.isActive("failed") { break }
    }
    #expect(told.last == [reason])
    #expect(told.dropLast().allSatisfy { $0.isEmpty })
    #expect(fixture.recorder.kinds.contains(.fault(reason)))
  }

  @Test("a caller that is too slow gets the failures of all updates, at most 100")
  func skippedFailures() async throws {
    let flow = chart([StateNode("a", on: [on("go", "a", do: [.log("fail()")])])])
    let fixture = try SessionFixture(flow)
    var updates = await fixture.session.updates(buffering: 1).makeAsyncIterator()
    await fixture.start()
    for _ in 0..<150 { await fixture.send("go") }
    await fixture.session.stop()
    var told: [Int] = []
    while let update = await updates.next() { told.append(update.failures.count) }
    #expect(told.reduce(0, +) >= 100)
    #expect(told.allSatisfy { $0 <= 100 })
  }

  @Test("a result, a declared failure and an undeclared error of a service take their branches")
  func answers() async throws {
    let fixture = try SessionFixture(working())
    await fixture.start()
    await fixture.send("go")
    #expect(fixture.services.running == ["work"])
    try await fixture.services.complete("work")
    #expect(await fixture.configuration == ["done"])

    for (failure, state) in [("offline", "offline"), ("strange", "failed")] {
      let other = try SessionFixture(working())
      await other.start()
      await other.send("go")
      try await other.services.fail("work", code: failure)
      #expect(await other.configuration == [ChartName(state).text])
    }
    let broken = try SessionFixture(working())
    await broken.start()
    await broken.send("go")
    try await broken.services.fail("work", with: Odd())
    #expect(await broken.configuration == ["failed"])
    #expect(
      broken.recorder.kinds.contains(
        .fault("The service `work` threw an error of the type Odd, without a code.")))
  }

  @Test("a result that does not fit what is declared is a failure, so that the chart does not wait for ever")
  func unfitResult() async throws {
    var flow = working()
    flow.handlers.services = [HandlerDeclaration("work", result: .int, errors: ["offline"])]
    let fixture = try SessionFixture(flow)
    await fixture.start()
    await fixture.send("go")
    try await fixture.services.complete("work", with: "text")
    #expect(await fixture.configuration == ["failed"])
  }

  @Test("a service is cancelled when its state is left, and what it still says is late")
  func cancellation() async throws {
    let clock = ManualClock()
    var handlers = ChartHandlers()
    handlers.service("work") { call in
      // Does not look at cancellation, and answers anyway.
      try? await clock.sleep(for: .seconds(1))
      let outcome = await call.send(ChartEvent("again"))
      return .bool(outcome == .stale)
    }
    let fixture = try SessionFixture(working(), handlers: handlers, clock: clock)
    await fixture.start()
    await fixture.send("go")
    await fixture.send("stop")
    try await fixture.session.settled()
    #expect(await fixture.configuration == ["idle"])
    let kinds = fixture.recorder.kinds
    let cancelled = try #require(kinds.firstIndex(of: .serviceCancelled(id: "work", run: 1)))
    #expect(
      Array(kinds[(cancelled + 1)...]) == [
        .received(event: "again", data: .unset, from: .service("work")), .stale,
        .completed(service: "work", run: 1, result: true), .stale,
      ])
  }

  @Test("what an earlier visit of a state answers does not count for a later one")
  func lateResult() async throws {
    let fixture = try SessionFixture(working())
    await fixture.start()
    await fixture.send("go")
    await fixture.send("again")
    #expect(fixture.services.running == ["work"])
    #expect(fixture.services.cancelled == ["work"])
    #expect(fixture.services.starts.count == 2)
    try await fixture.services.complete("work")
    #expect(await fixture.configuration == ["done"])
  }

  @Test("a service sends events while it runs, and receives those that the chart sends to it")
  func conversation() async throws {
    var handlers = ChartHandlers()
    handlers.service("listen") { call in
      await call.send(ChartEvent("ready"))
      var count = 0
      for await event in call.events {
        count += 1
        if event.name == "enough" { break }
      }
      return .int(count)
    }
    let flow = chart(
      context: [variable("n", .any)],
      [
        StateNode(
          "a",
          on: [
            on(
              "ready",
              do: [.send("first", to: .invocation("listen")), .send("enough", to: .invocation("listen"))])
          ],
          invoke: [ChartInvocation(.service("listen"), done: [to("b", do: [.assign("n", "event.data")])])]),
        StateNode("b"),
      ])
    let fixture = try SessionFixture(flow, handlers: handlers)
    await fixture.start()
    try await fixture.session.settled()
    #expect(await fixture.configuration == ["b"])
    #expect(await fixture.session.current.context["n"] == 2)
  }

  @Test("timers fire in the order of their deadlines, by the clock that was given")
  func timers() async throws {
    let flow = chart([
      StateNode("a", after: [delayed(3, "late"), delayed(2, "b")]),
      StateNode("b", after: [delayed(2, "c")]), StateNode("c"), StateNode("late"),
    ])
    let fixture = try SessionFixture(flow)
    await fixture.start()
    #expect(fixture.clock.deadlines == [.seconds(2)])
    await fixture.clock.advance(by: .milliseconds(1_999))
    #expect(await fixture.configuration == ["a"])
    await fixture.clock.advance(by: .milliseconds(1))
    #expect(await fixture.configuration == ["b"])
    #expect(fixture.clock.deadlines == [.seconds(2)])
    await fixture.clock.advance(by: .seconds(60))
    #expect(await fixture.configuration == ["c"])
    #expect(fixture.clock.deadlines.isEmpty)
  }

  @Test(
    "a service that takes too long is cancelled, fails with `timeout`, and is repeated with growing waits")
  func timeoutsAndRepetitions() async throws {
    let invocation = ChartInvocation(
      .service("work"), timeout: .literal(.seconds(5)),
      retry: .init(attempts: 2, backoff: .literal(.seconds(1))),
      done: [to("done")], failed: [.init("timeout", to("failed"))])
    let fixture = try SessionFixture(working(invocation))
    await fixture.start()
    await fixture.send("go")
    await fixture.clock.advance(by: .seconds(5))
    #expect(fixture.services.running.isEmpty)
    await fixture.clock.advance(by: .seconds(1))
    #expect(fixture.services.starts.map(\.attempt) == [0, 1])
    try await fixture.services.fail("work", code: "strange")
    await fixture.clock.advance(by: .seconds(2))
    #expect(fixture.services.starts.map(\.attempt) == [0, 1, 2])
    await fixture.clock.advance(by: .seconds(5))
    #expect(await fixture.configuration == ["failed"])
    #expect(fixture.services.cancelled == ["work", "work"])
  }

  @Test("what handlers post is taken after the step, in order")
  func reentrance() async throws {
    let box = SessionBox()
    var handlers = ChartHandlers()
    handlers.action("post") {
      box.session?.post(ChartEvent("one"))
      box.session?.post(ChartEvent("two"))
    }
    let flow = chart([
      StateNode("a", on: [on("go", "b", do: ["post"])], exit: [.log("'left a'")]),
      StateNode("b", on: [on("one", "c")], entry: [.log("'entered b'")]),
      StateNode("c", on: [on("two", "d")]), StateNode("d"),
    ])
    let fixture = try SessionFixture(flow, handlers: handlers)
    box.session = fixture.session
    await fixture.start()
    #expect(await fixture.send("go") == .taken)
    try await fixture.session.settled()
    #expect(await fixture.configuration == ["d"])
    let arrivals = fixture.recorder.kinds.compactMap { kind in
      if case .received(let event, _, _) = kind { return event }
      if case .logged(let value) = kind { return "\(value)" }
      return nil
    }
    #expect(arrivals == ["go", "left a", "entered b", "one", "two"])
  }

  @Test("child charts run inside, are told events, and end with a result")
  func children() async throws {
    let child = chart(
      context: [ContextVariable(FieldDeclaration("start", .int), isInput: true)],
      [
        StateNode(
          "first", on: [on("next", "second")], after: [delayed(9, "second")], entry: [.emit("hello")]),
        StateNode("second", invoke: [ChartInvocation(.service("inner"), done: [to("end")])]),
        final("end", output: [field("sum", "start + 1")]),
      ])
    let parent = chart(
      context: [variable("sum", .any)],
      [
        StateNode(
          "a", on: [on("push", do: [.send("next", to: .invocation("kid"))])],
          invoke: [
            ChartInvocation(
              .chart("kid.yaml"), input: [field("start", "41")],
              done: [to("b", do: [.assign("sum", "event.data.sum")])])
          ]), StateNode("b"),
      ])
    let fixture = try SessionFixture(parent, children: ["kid.yaml": child])
    var updates = await fixture.session.updates().makeAsyncIterator()
    await fixture.start()
    _ = await updates.next()
    #expect(await updates.next()?.outputs.map(\.name) == ["hello"])
    #expect(await fixture.session.current.services == ["kid"])
    await fixture.send("push")
    #expect(await fixture.session.current.services == ["kid", "inner"])
    try await fixture.services.complete("inner")
    #expect(await fixture.configuration == ["b"])
    #expect(await fixture.session.current.context["sum"] == 42)
    #expect(fixture.clock.deadlines.isEmpty)
    #expect(await fixture.session.current.services == [])
  }

  @Test("leaving the state stops a child chart, its services and its timers")
  func stoppedChildren() async throws {
    let child = chart([
      StateNode("first", after: [delayed(9, "second")], invoke: [ChartInvocation(.service("inner"))]),
      StateNode("second"),
    ])
    let parent = chart([
      StateNode("a", on: [on("leave", "b")], invoke: [ChartInvocation(.chart("kid.yaml"))]), StateNode("b"),
    ])
    let fixture = try SessionFixture(parent, children: ["kid.yaml": child])
    await fixture.start()
    #expect(fixture.clock.deadlines == [.seconds(9)])
    await fixture.send("leave")
    #expect(fixture.services.cancelled == ["inner"])
    #expect(fixture.clock.deadlines.isEmpty)
  }

  @Test("a chart that is missing is told before a session runs, and a wrong path when the chart is bound")
  func missingCharts() throws {
    func bound(_ paths: [ChartName], _ children: [String: BoundChart] = [:]) throws -> BoundChart {
      let invoked = paths.map { ChartInvocation(.chart($0), id: ChartName("run\($0.text.count)")) }
      return try BoundChart(CompiledChart(chart([StateNode("a", invoke: invoked)])), children: children)
    }
    func problem(_ body: () throws -> Void) -> String {
      do {
        try body()
        return ""
      } catch { return "\(error)" }
    }
    let leaf = try bound([])
    #expect(
      problem { _ = try ChartSession(bound(["a/step.yaml", "other.yaml"])) }
        == "Charts missing from `children`: a/step.yaml, other.yaml")
    #expect(
      problem { _ = try bound(["a/step.yaml"], ["b/step.yaml": leaf]) }
        == "Charts among `children` that the chart does not run: b/step.yaml (did you mean `a/step.yaml`?)")
    // A child finds what it runs among its own children, else among those of the first chart.
    let middle = try bound(["leaf.yaml"])
    #expect(
      problem { _ = try ChartSession(bound(["middle.yaml"], ["middle.yaml": middle])) }
        == "Charts missing from `children`: leaf.yaml")
    _ = try ChartSession(bound(["middle.yaml"], ["middle.yaml": middle, "leaf.yaml": leaf]))
    _ = try ChartSession(bound(["middle.yaml"], ["middle.yaml": bound(["leaf.yaml"], ["leaf.yaml": leaf])]))
  }

  @Test("queries are answered where a state lists them")
  func queries() async throws {
    var handlers = ChartHandlers()
    handlers.query("double") { arguments in
      guard case .int(let number)? = arguments["number"] else { return .unset }
      return .int(number * 2)
    }
    // The state is called like the chart, which stays active.
    let flow = chart([StateNode("chart", on: [on("go", "b")], queries: ["double"]), StateNode("b")])
    let fixture = try SessionFixture(flow, handlers: handlers)
    await fixture.start()
    #expect(try await fixture.session.query("double", ["number": 4]) == 8)
    await fixture.send("go")
    await #expect(throws: QueryProblem.notHere("double", states: ["chart"])) {
      try await fixture.session.query("double", ["number": 4])
    }
    await #expect(throws: QueryProblem.unknown("half")) { try await fixture.session.query("half") }
  }
}

/// Lets a handler reach the session that is made after it.
final class SessionBox: Sendable {
  private let state = Mutex<WeakSession>(WeakSession())
  private struct WeakSession { weak var session: ChartSession? }
  var session: ChartSession? {
    get { state.withLock { $0.session } }
    set { state.withLock { $0.session = newValue } }
  }
}
