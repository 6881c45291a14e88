import Statecharts
import StatechartsModel
import StatechartsTesting
import TestExtent
import Testing

@Suite("Limits of one event", .bothWays)
struct LimitTests {
  @Test("a circle of eventless transitions stops the chart and names the states")
  func endlessCircle() throws {
    let machine = chart([
      StateNode("a", on: [on("go", "b")]), StateNode("b", always: [to("c")]),
      StateNode("c", always: [to("b")]),
    ])
    var (simulation, _) = try started(machine)
    let report = simulation.send("go")
    #expect(report.stopped == .endlessSteps(states: ["b", "c"], limit: 1_000))
    #expect(report.configuration == ["b"] || report.configuration == ["c"])
    let after = simulation.send("go")
    #expect(after.outcome == .rejected)
    #expect(
      after.reason
        == "The chart ran in a loop for 1000 steps without waiting for an event, through `b`, `c`.")
  }

  @Test("a circle of raised events stops the chart too")
  func endlessRaise() throws {
    let machine = chart([StateNode("a", on: [on("x", do: [.raise("x")])])])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("x").stopped == .endlessSteps(states: ["a"], limit: 1_000))
  }

  @Test("a chart that sends to itself without end is stopped")
  func endlessSend() throws {
    var (simulation, _) = try started(chart([StateNode("a", on: [on("x", do: [.send("x")])])]))
    #expect(simulation.send("x").stopped == .endlessSteps(states: ["a"], limit: 1_000))
  }

  @Test("a delayed send fails while a thousand others wait")
  func delayedSends() throws {
    var (simulation, _) = try started(
      chart([
        StateNode(
          "a",
          on: [
            on("x", do: [.send("y", after: .seconds(1), id: "later")]), on("stop", do: [.cancel("later")]),
          ])
      ]))
    for _ in 0..<RunLimits.delayedSends { #expect(simulation.send("x").unhandledErrors.isEmpty) }
    #expect(simulation.send("x").unhandledErrors == ["error.execution"])
    _ = simulation.send("stop")
    for _ in 0..<RunLimits.delayedSends { #expect(simulation.send("x").unhandledErrors.isEmpty) }
    _ = simulation.advance(by: .seconds(1))
    #expect(simulation.send("x").unhandledErrors.isEmpty)
  }

  @Test(
    "loops inside loops that would run for hours are stopped",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func loopsInLoops() throws {
    func loop(_ item: ChartName, _ body: [ChartAction]) -> ChartAction {
      ChartAction(.forEach(item: item, index: nil, list: "list", body: body))
    }
    let numbers = (0..<200).map(String.init).joined(separator: ", ")
    let machine = chart(
      context: [variable("list", .list(.int), ChartExpression("[\(numbers)]"))],
      [
        StateNode("a", on: [on("go", do: [loop("x", [loop("y", [loop("z", [.log("z")])])])])])
      ])
    var (simulation, _) = try started(machine)
    guard case .tooMuchWork(let states, _) = simulation.send("go").stopped else {
      Issue.record("it was not stopped")
      return
    }
    #expect(states == ["chart", "a"])
  }

  @Test("the steps of all events that the chart sends to itself are counted together")
  func sharedSteps() throws {
    // Two steps for each event that it sends: one that sends it on, one without event.
    let machine = chart([
      compound(
        "a", on: [on("x", do: [.send("x")])],
        [StateNode("b", on: [on("x", "c", do: [.send("x")])]), StateNode("c", always: [to("b")])])
    ])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("x").stopped == .endlessSteps(states: ["b", "c"], limit: 1_000))
  }

  @Test("each event from outside and each timer may lead to as many steps again")
  func renewed() throws {
    let machine = chart(
      context: [variable("n", .int, "0")],
      [
        StateNode(
          "a", on: [on("go", do: [.assign("n", "600"), .send("go", after: .seconds(1))])],
          always: [to(if: "n > 0", do: [.assign("n", "n - 1")])])
      ])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("go").stopped == nil)
    #expect(simulation.send("go").stopped == nil)
    let later = simulation.advance(by: .seconds(3))
    #expect(later.stopped == nil)
    #expect(later["n"] == 0)
  }

  @Test(
    "events that are raised by the hundred thousand and that nothing takes are too much work",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func ignoredEvents() throws {
    let numbers = (0..<350).map(String.init).joined(separator: ", ")
    let raise = ChartAction(
      .forEach(
        item: "x", index: nil, list: "list",
        body: [ChartAction(.forEach(item: "y", index: nil, list: "list", body: [.raise("other")]))]))
    let machine = chart(
      context: [variable("list", .list(.int), ChartExpression("[\(numbers)]"))],
      [StateNode("a", on: [on("go", do: [raise])])])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("go").stopped == .tooMuchWork(states: ["chart", "a"], limit: 1_000_000))
  }

  @Test(
    "loops that do nothing are work too",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func emptyLoops() throws {
    func loop(_ item: ChartName, _ body: [ChartAction]) -> ChartAction {
      ChartAction(.forEach(item: item, index: nil, list: "list", body: body))
    }
    let numbers = (0..<1_100).map(String.init).joined(separator: ", ")
    let machine = chart(
      context: [variable("list", .list(.int), ChartExpression("[\(numbers)]"))],
      [StateNode("a", on: [on("go", do: [loop("x", [loop("y", [])])])])])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("go").stopped == .tooMuchWork(states: ["chart", "a"], limit: 1_000_000))
  }

  @Test("guards that look at large texts again and again are too much work")
  func costlyGuards() throws {
    var grow = [ChartAction.assign("text", "'0123456789abcdef'")]
    for _ in 0..<16 { grow.append(.assign("text", "text + text")) }
    let machine = chart(
      context: [variable("text", .string, "''"), variable("other", .string, "''")],
      [
        StateNode(
          "a",
          on: [on("x", "b", if: "text + 'y' == other"), on("x", if: "length(text) > 0", do: [.raise("x")])],
          entry: grow + [.assign("other", "text")]),
        StateNode("b"),
      ])
    var (simulation, _) = try started(machine)
    let report = simulation.send("x")
    #expect(report.stopped == .tooMuchWork(states: ["chart", "a"], limit: 1_000_000))
    #expect(report.configuration == ["a"])
  }

  @Test("a guard that is not asked any more, because the chart is stopped, lets no other transition act")
  func stoppedWhileSelecting() throws {
    // The first guards use up all there is; the last transition has none and would be taken.
    var grow = [ChartAction.assign("text", "'0123456789abcdef'")]
    for _ in 0..<16 { grow.append(.assign("text", "text + text")) }
    let guards = (0..<60).map { on("x", "b", if: ChartExpression("text + '' == '\($0)'")) }
    let machine = chart(
      context: [variable("text", .string, "''")],
      [StateNode("a", on: guards + [on("x", "c")], entry: grow), StateNode("b"), StateNode("c")])
    var (simulation, _) = try started(machine)
    let report = simulation.send("x")
    #expect(report.stopped == .tooMuchWork(states: ["chart", "a"], limit: 1_000_000))
    #expect(report.configuration == ["a"])
  }

  /// An action that is more work than one event may lead to.
  private var endless: ChartAction {
    let numbers = (0..<1_100).map(String.init).joined(separator: ", ")
    let inner = ChartAction(.forEach(item: "y", index: nil, list: ChartExpression("[\(numbers)]"), body: []))
    return ChartAction(.forEach(item: "x", index: nil, list: ChartExpression("[\(numbers)]"), body: [inner]))
  }

  @Test(
    "a chart whose exit actions at its end go beyond the limit is stopped: it has neither end nor result",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func endBeyondLimit() throws {
    let machine = chart(
      exit: [endless],
      [StateNode("a", on: [on("go", "b")]), final("b", output: [field("value", "1")])])
    var (simulation, _) = try started(machine)
    let report = simulation.send("go")
    #expect(report.stopped == .tooMuchWork(states: ["chart"], limit: 1_000_000))
    #expect(!report.isFinal)
    #expect(report.result == .unset)
    #expect(simulation.send("go").outcome == .rejected)
  }

  @Test(
    "whoever runs such a chart is told that it failed",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func childBeyondLimit() throws {
    let child = chart(exit: [endless], [final("b")])
    let invocation = ChartInvocation(
      .chart("child.yaml"), id: "work", done: [to("fine")],
      failed: [ChartInvocation.Failure("execution", to("broken"))])
    let machine = chart([StateNode("a", invoke: [invocation]), StateNode("fine"), StateNode("broken")])
    let (_, report) = try started(machine, children: ["child.yaml": CompiledChart(child)])
    #expect(report.configuration == ["broken"])
  }

  @Test(
    "stopping from outside has limits of its own, and says when they were passed",
    .enabled(if: TestExtent.isWhole, "a million units of work: STATECHARTS_TESTS=all"))
  func stopBeyondLimit() throws {
    func stopped(_ exit: [ChartAction], after event: [ChartAction] = []) throws -> Machine.Status {
      let chart = try CompiledChart(chart([StateNode("a", on: [on("go", do: event)], exit: exit)]))
      var machine = try Machine(chart)
      _ = machine.start()
      _ = machine.send(ChartEvent("go"))
      _ = machine.stop()
      return machine.status
    }
    let half = ChartAction(
      .forEach(
        item: "x", index: nil,
        list: ChartExpression("[\((0..<750).map(String.init).joined(separator: ", "))]"),
        body: [
          ChartAction(
            .forEach(
              item: "y", index: nil,
              list: ChartExpression("[\((0..<750).map(String.init).joined(separator: ", "))]"), body: []))
        ]))
    #expect(try stopped([half], after: [half]) == .stopped(.requested))
    #expect(try stopped([endless]) == .stopped(.tooMuchWork(states: ["chart", "a"], limit: 1_000_000)))
  }

  @Test(
    "what is logged, emitted or given to handlers is work by its size",
    arguments: [
      ChartAction.log("list"), .emit("out", [field("x", "list")]),
      ChartAction(.handler("show", arguments: [field("x", "list")])), .log("{ text: text }"),
    ])
  func written(action: ChartAction) throws {
    let loop = ChartAction(.forEach(item: "x", index: nil, list: "list", body: [action]))
    let numbers = (0..<1_100).map(String.init).joined(separator: ", ")
    let machine = chart(
      context: [
        variable("list", .list(.int), ChartExpression("[\(numbers)]")),
        variable("text", .string, ChartExpression("'\(String(repeating: "a", count: 64_000))'")),
      ],
      [StateNode("a", on: [on("go", do: [loop])])])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("go").stopped == .tooMuchWork(states: ["chart", "a"], limit: 1_000_000))
  }

  @Test(
    "thousands of regions that end together are no more work than their own ends",
    .enabled(if: TestExtent.isWhole, "ten thousand regions: STATECHARTS_TESTS=all"))
  func endingRegions() throws {
    let regions = (0..<10_000).map { number in
      compound(
        ChartName("r\(number)"),
        [
          StateNode(ChartName("a\(number)"), on: [on("go", ChartName("z\(number)"))]),
          final(ChartName("z\(number)")),
        ])
    }
    var (simulation, _) = try started(
      chart(initial: ["p"], [parallel("p", done: [to("over")], regions), StateNode("over")]))
    let report = simulation.send("go")
    #expect(report.stopped == nil)
    #expect(report.configuration == ["over"])
  }
}
