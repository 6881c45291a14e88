import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Services", .bothWays)
struct InvocationTests {
  private func machine(_ invocation: ChartInvocation, on: [EventTransition] = []) -> Statechart {
    chart(
      on: on,
      [
        StateNode("idle", on: [Statechart.go]),
        StateNode("working", on: [EventTransition("stop", ChartTransition(["idle"]))], invoke: [invocation]),
        StateNode("done"), StateNode("failed"), StateNode("other"),
      ])
  }

  private func working(_ invocation: ChartInvocation, on: [EventTransition] = []) throws -> Simulation {
    var (simulation, _) = try started(machine(invocation, on: on))
    let report = simulation.send("go")
    #expect(report.services == [invocation.effectiveID])
    return simulation
  }

  @Test("a service's result takes `done` and is in event.data")
  func done() throws {
    let simple = ChartInvocation(
      .service("work"),
      done: [
        to("other", if: "event.data.exists"), to("done", do: [.log("event.name")]),
      ])
    var simulation = try working(simple)
    let report = simulation.complete(service: "work", with: ["exists": false])
    #expect(report.configuration == ["done"])
    #expect(report.log == ["done.invoke.work"])
    #expect(report.services.isEmpty)
    var again = try working(simple)
    #expect(again.complete(service: "work", with: ["exists": true]).configuration == ["other"])
  }

  @Test("a failure takes the branch of its code, `any` last wherever it stands")
  func failed() throws {
    let invocation = ChartInvocation(
      .service("work"),
      failed: [
        .init(nil, to("other", do: [.log("event.error")])), .init("offline", to("failed")),
      ])
    var simulation = try working(invocation)
    #expect(simulation.fail(service: "work", code: "offline").configuration == ["failed"])
    var again = try working(invocation)
    let report = again.fail(service: "work", code: "unheardOf")
    #expect(report.configuration == ["other"])
    #expect(report.log == ["unheardOf"])
  }

  @Test("a failure that no branch takes goes up as error.CODE")
  func goesUp() throws {
    let invocation = ChartInvocation(.service("work"), failed: [.init("offline", to("failed"))])
    var simulation = try working(invocation, on: [on("error.broken", "other", do: [.log("event.data.why")])])
    let report = simulation.fail(service: "work", code: "broken", data: ["why": "no reason"])
    #expect(report.configuration == ["other"])
    #expect(report.log == ["no reason"])
    var alone = try working(invocation)
    let ignored = alone.fail(service: "work", code: "broken")
    #expect(ignored.outcome == .ignored)
    #expect(ignored.unhandledErrors == ["error.broken"])
  }

  @Test("events from outside under the names of answers take no branch")
  func spoofed() throws {
    let invocation = ChartInvocation(.service("work"), done: [to("done")], failed: [.init(nil, to("failed"))])
    var simulation = try working(invocation)
    #expect(simulation.send("done.invoke.work").outcome == .ignored)
    #expect(simulation.send("error.offline").outcome == .ignored)
    #expect(simulation.complete(service: "work").configuration == ["done"])
  }

  @Test("leaving the state stops the service")
  func cancelled() throws {
    var simulation = try working(ChartInvocation(.service("work"), done: [to("done")]))
    #expect(simulation.send("stop").services.isEmpty)
    let late = simulation.complete(service: "work")
    #expect(late.outcome == .rejected)
    #expect(late.reason == "No service `work` runs here.")
  }

  @Test("an answer of an earlier visit is late and is dropped")
  func late() throws {
    let compiled = try CompiledChart(machine(ChartInvocation(.service("work"), done: [to("done")])))
    var machine = try Machine(compiled)
    _ = machine.start()
    let first = machine.send(ChartEvent("go")).started
    let stop = machine.send(ChartEvent("stop"))
    #expect(stop.effects.contains(.cancel(first[0])))
    let second = machine.send(ChartEvent("go")).started
    #expect(first != second)
    #expect(machine.complete(first[0]).outcome == .stale)
    #expect(machine.configuration == ["working"])
    #expect(machine.complete(second[0]).outcome == .taken)
    #expect(machine.complete(second[0]).outcome == .stale)
  }

  @Test("a service of a state that is left in the same macrostep never starts")
  func endOfMacrostep() throws {
    let machine = chart([
      StateNode("a", always: [to("b")], invoke: [ChartInvocation(.service("never"))]),
      StateNode("b", invoke: [ChartInvocation(.service("work"))]),
    ])
    let (_, report) = try started(machine)
    #expect(report.services == ["work"])
  }

  @Test("input is found when the service starts, after entry actions")
  func input() throws {
    let invocation = ChartInvocation(.service("work"), input: [field("n", "n + 1")])
    let machine = chart(
      context: [variable("n", .int, "1")],
      [
        StateNode("a", entry: [.assign("n", "5")], invoke: [invocation])
      ])
    var running = try Machine(CompiledChart(machine))
    guard case .start(let start)? = running.start().effects.first else {
      Issue.record("nothing was started")
      return
    }
    #expect(start.input.data == ["n": 6])
    #expect(start.source == .service("work"))
  }

  @Test("input that fails starts nothing and raises error.execution")
  func badInput() throws {
    let invocation = ChartInvocation(.service("work"), input: [field("n", "fail()")])
    let machine = chart(
      on: [on("error.execution", "b")], [StateNode("a", invoke: [invocation]), StateNode("b")])
    let (_, report) = try started(machine)
    #expect(report.configuration == ["b"])
    #expect(report.services.isEmpty)
  }

  @Test(
    "a service that cannot be started has failed, so that `any` takes it and the chart does not wait for ever"
  )
  func cannotStart() throws {
    let failed = [ChartInvocation.Failure(nil, to("b", do: [.log("event.error")]))]
    let broken = ChartInvocation(.service("work"), input: [field("n", "fail()")], failed: failed)
    let (_, report) = try started(chart([StateNode("a", invoke: [broken]), StateNode("b")]))
    #expect(report.configuration == ["b"])
    #expect(report.log == ["execution"])
    let work = HandlerDeclaration("work", arguments: [FieldDeclaration("n", .int)])
    let unsuitable = ChartInvocation(.service("work"), input: [field("n", "event.data.n")], failed: failed)
    let machine = chart(
      handlers: HandlerCatalogue(services: [work]),
      [StateNode("idle", on: [on("go", "a")]), StateNode("a", invoke: [unsuitable]), StateNode("b")])
    var (simulation, _) = try started(machine)
    let refused = simulation.send("go", data: ["n": "canary"])
    #expect(refused.configuration == ["b"])
    #expect(refused.log == ["execution"])
    #expect(
      refused.failures == [
        "`work` could not be started, because its input does not match the declaration: the field `n` must be an integer, but it is text."
      ])
    #expect(simulation.report.services.isEmpty)
  }

  @Test("a service that takes too long is stopped and fails with `timeout`")
  func timeout() throws {
    let invocation = ChartInvocation(
      .service("work"), timeout: .literal(.seconds(15)), failed: [.init("timeout", to("failed"))])
    var simulation = try working(invocation)
    #expect(simulation.advance(by: .seconds(14)).services == ["work"])
    let report = simulation.advance(by: .seconds(1))
    #expect(report.configuration == ["failed"])
    #expect(report.timers.isEmpty)
  }

  @Test("a timeout without a branch goes up as error.timeout")
  func timeoutGoesUp() throws {
    var simulation = try working(
      ChartInvocation(.service("work"), timeout: .literal(.seconds(1))), on: [on("error.timeout", "other")])
    #expect(simulation.advance(by: .seconds(1)).configuration == ["other"])
  }

  @Test("an answer in time stops the timeout")
  func inTime() throws {
    var simulation = try working(ChartInvocation(.service("work"), timeout: .literal(.seconds(1))))
    #expect(simulation.complete(service: "work").timers.isEmpty)
  }

  @Test("a failed service is started again, after waits that double, as often as is said")
  func retry() throws {
    let retry = ChartInvocation.Retry(attempts: 2, backoff: .literal(.seconds(1)), codes: ["offline"])
    let invocation = ChartInvocation(.service("work"), retry: retry, failed: [.init(nil, to("failed"))])
    var simulation = try working(invocation)
    let first = simulation.fail(service: "work", code: "offline")
    #expect(first.outcome == .ignored)
    #expect(first.configuration == ["working"])
    #expect(first.services.isEmpty)
    #expect(first.timers == [.init(name: "retry work", remaining: .seconds(1))])
    #expect(simulation.advance(by: .seconds(1)).services == ["work"])
    #expect(simulation.fail(service: "work", code: "offline").timers.first?.remaining == .seconds(2))
    _ = simulation.advance(by: .seconds(2))
    #expect(simulation.fail(service: "work", code: "offline").configuration == ["failed"])
    var other = try working(invocation)
    #expect(other.fail(service: "work", code: "denied").configuration == ["failed"])
  }

  @Test(
    "what a service is given is made from the event that led there, whatever comes before a repetition"
  )
  func inputOfEvent() throws {
    let retry = ChartInvocation.Retry(attempts: 1, backoff: .literal(.seconds(1)))
    let invocation = ChartInvocation(.service("work"), input: [field("x", "event.data.x")], retry: retry)
    let machine = chart(
      on: [on("noise", do: [.log("event.data.x")])],
      [
        StateNode("idle", on: [on("go", "working")]),
        StateNode(
          "working", entry: [ChartAction(.raise("inner", data: [field("x", "2")]))], invoke: [invocation]),
      ])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("go", data: ["x": 1]).starts.map(\.input) == [["x": 1]])
    _ = simulation.fail(service: "work", code: "offline")
    #expect(simulation.send("noise", data: ["x": 3]).log == [3])
    let again = simulation.advance(by: .seconds(1))
    #expect(again.starts.map(\.input) == [["x": 1]])
    #expect(again.failures.isEmpty)
    #expect(simulation.send("noise", data: ["x": 4]).log == [4])
  }

  @Test("leaving the state ends the repetitions")
  func retryEnds() throws {
    var simulation = try working(
      ChartInvocation(.service("work"), retry: .init(attempts: 5, backoff: .literal(.seconds(1)))))
    _ = simulation.fail(service: "work", code: "offline")
    #expect(simulation.send("stop").timers.isEmpty)
    #expect(simulation.advance(by: .seconds(10)).services.isEmpty)
  }

  @Test("a service may send events, and finalize runs before they are answered")
  func finalize() throws {
    let invocation = ChartInvocation(.service("work"), finalize: ["finalized"])
    var simulation = try working(invocation, on: [on("progress", do: ["progress"])])
    #expect(simulation.send("progress", fromService: "work").actionNames == ["finalized", "progress"])
    #expect(simulation.send("progress").actionNames == ["progress"])
    #expect(simulation.complete(service: "work").actionNames == ["finalized"])
  }

  @Test("a service sends only what its declaration lists")
  func unannounced() throws {
    let work = HandlerDeclaration("work", sends: ["told"])
    let machine = chart(
      events: [EventDeclaration("told"), EventDeclaration("other")],
      handlers: HandlerCatalogue(services: [work]),
      [
        StateNode("a", on: [on("told", "b"), on("other", "b")], invoke: [ChartInvocation(.service("work"))]),
        StateNode("b"),
      ])
    var (simulation, _) = try started(machine)
    let refused = simulation.send("other", fromService: "work")
    #expect(refused.outcome == .rejected)
    #expect(
      refused.reason == "The service `work` is not declared to send `other`: list it under its `sends`.")
    #expect(refused.configuration == ["a"])
    #expect(simulation.send("told", fromService: "work").configuration == ["b"])
  }

  @Test("the longest names of codes and states still have their events")
  func longNames() throws {
    let code = ChartName(String(repeating: "c", count: 128))
    let id = ChartName(String(repeating: "s", count: 128))
    let work = ChartInvocation(.service("work"), failed: [.init(code, to(id)), .init(nil, to("other"))])
    let inside = compound(id, done: [to("end", do: [.log("event.name")])], [final("inner")])
    var (simulation, _) = try started(
      chart([StateNode("a", invoke: [work]), inside, StateNode("other"), StateNode("end")]))
    let report = simulation.fail(service: "work", code: code.text)
    #expect(report.configuration == ["end"])
    #expect(report.log == [.string("done.state.\(id.text)")])
  }

  @Test("an event that a child chart rejects is noted")
  func rejectedByChild() throws {
    let child = try CompiledChart(chart(events: [EventDeclaration("known")], [StateNode("x")]))
    let machine = chart([
      StateNode(
        "a", on: [on("go", do: [.send("unknown", to: .invocation("c"))])],
        invoke: [ChartInvocation(.chart("c.yaml"), id: "c")])
    ])
    var (simulation, _) = try started(machine, children: ["c.yaml": child])
    #expect(
      simulation.send("go").failures == [
        "`c` rejected an event. `unknown` is not a declared event. Did you mean `known`?"
      ])
  }

  @Test("of the events that are forwarded to it, a child chart receives those that it declares")
  func forwardedToChild() throws {
    let child = try CompiledChart(
      chart(events: [EventDeclaration("known")], [StateNode("x", on: [on("known", "y")]), StateNode("y")]))
    let machine = chart([
      StateNode("a", invoke: [ChartInvocation(.chart("c.yaml"), id: "c", forwardsEvents: true)])
    ])
    var (simulation, _) = try started(machine, children: ["c.yaml": child])
    #expect(simulation.send("unknown").failures == [])
    #expect(simulation.send("known").children == [.init(id: "c", configuration: ["y"])])
  }

  @Test("with `forward` external events are passed on")
  func forward() throws {
    var simulation = try working(ChartInvocation(.service("work"), forwardsEvents: true))
    let report = simulation.send("hello", data: ["x": 1])
    #expect(report.sent == [.init(name: "hello", data: ["x": 1], receiver: "work")])
  }

  @Test("an event may be sent to a running service, and to one that does not run it fails")
  func sendTo() throws {
    let machine = chart(
      on: [on("tell", do: [.send("news", to: .invocation("work"))])],
      [
        StateNode("a", on: [on("go", "b")]), StateNode("b", invoke: [ChartInvocation(.service("work"))]),
      ])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("tell").unhandledErrors == ["error.communication"])
    _ = simulation.send("go")
    #expect(simulation.send("tell").sent == [.init(name: "news", data: .unset, receiver: "work")])
  }

  @Test("several services of one state run side by side")
  func several() throws {
    let machine = chart([
      StateNode(
        "a",
        invoke: [
          ChartInvocation(.service("work"), id: "one", done: [to("b")]),
          ChartInvocation(.service("work"), id: "two", done: [to("c")]),
        ]), StateNode("b"), StateNode("c"),
    ])
    var (simulation, report) = try started(machine)
    #expect(report.services == ["one", "two"])
    #expect(simulation.complete(service: "two").configuration == ["c"])
  }

  @Test("results, codes and data that do not fit the declarations are rejected, and the service goes on")
  func rejected() throws {
    let work = HandlerDeclaration("work", result: .record([FieldDeclaration("n", .int)]), errors: ["busy"])
    let machine = chart(
      errors: [
        ErrorDeclaration("busy", payload: [FieldDeclaration("after", .optional(.int))]),
        ErrorDeclaration("lost"),
      ],
      handlers: HandlerCatalogue(services: [work]),
      [
        StateNode(
          "a", invoke: [ChartInvocation(.service("work"), done: [to("b")], failed: [.init("busy", to("b"))])]),
        StateNode("b"),
      ])
    var (simulation, _) = try started(machine)
    let wrong = simulation.complete(service: "work", with: ["n": "x"])
    #expect(wrong.outcome == .rejected)
    #expect(
      wrong.reason
        == "The result of `work` does not match its declaration: the field `n` must be an integer, but it is text."
    )
    #expect(
      simulation.complete(service: "work").reason
        == "The result of `work` does not match its declaration: the field `n` is missing.")
    #expect(simulation.fail(service: "work", code: "busy", data: ["after": "x"]).outcome == .rejected)
    #expect(simulation.report.services == ["work"])
    #expect(simulation.fail(service: "work", code: "busy", data: ["after": 3]).configuration == ["b"])
  }

  @Test("a failure that nobody declared is taken by `any`, without its data, and noted")
  func undeclaredFailure() throws {
    let work = HandlerDeclaration("work", errors: ["busy"])
    let machine = chart(
      errors: [ErrorDeclaration("busy")], handlers: HandlerCatalogue(services: [work]),
      [
        StateNode(
          "a",
          invoke: [ChartInvocation(.service("work"), failed: [.init("busy", to("c")), .init(nil, to("b"))])]),
        StateNode("b"), StateNode("c"),
      ])
    var (simulation, _) = try started(machine)
    let report = simulation.fail(service: "work", code: "bsy", data: ["token": "canary"])
    #expect(report.configuration == ["b"])
    #expect(report.failures == ["`work` failed with `bsy`, which is not declared. Did you mean `busy`?"])
  }

  @Test("what a child tells in one step arrives together, so its end counts even after its state was left")
  func together() throws {
    let child = try CompiledChart(chart([final("end", exit: [.send("told", to: .parent)])]))
    let machine = chart([
      StateNode("a", on: [on("told", "b")], invoke: [ChartInvocation(.chart("c.yaml"), id: "c")]),
      StateNode("b", on: [on("done.invoke.c", "c")]), StateNode("c"),
    ])
    let (_, report) = try started(machine, children: ["c.yaml": child])
    #expect(report.configuration == ["c"])
    #expect(report.lateResults.isEmpty)
  }

  @Test("an end that arrived in an earlier visit does not take the `done` of a later one")
  func earlierVisit() throws {
    let child = try CompiledChart(chart([final("end", exit: [.send("told", to: .parent)])]))
    let machine = chart(
      context: [variable("visits", .int, "0")],
      [
        StateNode(
          "a", on: [on("told", "a", if: "visits < 2")], entry: [.assign("visits", "visits + 1")],
          invoke: [ChartInvocation(.chart("c.yaml"), id: "c", done: [to("b", do: [.log("visits")])])]),
        StateNode("b"),
      ])
    let (_, report) = try started(machine, children: ["c.yaml": child])
    #expect(report.configuration == ["b"])
    #expect(report.microsteps.map(\.event) == [nil, "told", "done.invoke.c"])
    #expect(report.lateResults.isEmpty)
  }
}

extension Statechart {
  fileprivate static let go = EventTransition("go", ChartTransition(["working"]))
}

extension Macrostep {
  /// The runs that were started.
  var started: [InvocationRun] {
    effects.compactMap { if case .start(let start) = $0 { start.run } else { nil } }
  }
}
