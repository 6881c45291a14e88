import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Simulations")
struct SimulationTests {
  @Test("handler guards answer as told, and hold otherwise")
  func guards() throws {
    let machine = chart([
      StateNode("a", on: [on("go", "b", if: "isOpen and not isFull"), on("go", "c")]), StateNode("b"),
      StateNode("c"),
    ])
    var (simulation, _) = try started(machine, guards: ["isFull": false])
    #expect(simulation.send("go").configuration == ["b"])
    (simulation, _) = try started(machine)
    #expect(simulation.send("go").configuration == ["c"])
    (simulation, _) = try started(machine)
    simulation.guards = ["isOpen": true, "isFull": false]
    #expect(simulation.send("go").configuration == ["b"])
  }

  @Test("events that are not declared, or whose data do not fit, are rejected with a reason")
  func rejected() throws {
    let payload = [
      FieldDeclaration("email", .string),
      FieldDeclaration("mode", .optional(.string), values: ["quick", "slow"]),
      FieldDeclaration("tries", .optional(.int)),
    ]
    let machine = chart(
      events: [EventDeclaration("signIn", payload: payload)], [StateNode("a", on: [on("signIn", "a")])])
    var (simulation, _) = try started(machine)
    #expect(simulation.send("signin").reason == "`signin` is not a declared event. Did you mean `signIn`?")
    for (data, problem) in [
      (ChartValue.unset, "the field `email` is missing"),
      (["email": 1], "the field `email` must be text, but it is an integer"),
      (["email": "x", "mode": "fast"], "the field `mode` must be one of `quick`, `slow`"),
      (["email": "x", "tries": 1.5], "the field `tries` must be an integer, but it is a number"),
      (["email": "x", "tris": 1], "the field `tris` is not declared, but `tries` is"),
      ("x", "they are not a map of fields"),
    ] {
      let report = simulation.send("signIn", data: data)
      #expect(report.outcome == .rejected)
      #expect(report.reason == "The data of `signIn` does not match its declaration: \(problem).")
    }
    #expect(simulation.send("signIn", data: ["email": "x", "tries": 2, "mode": "slow"]).outcome == .taken)
  }

  @Test("a report can be printed: what a service is given is redacted there too")
  func printed() throws {
    let machine = chart(
      context: [ContextVariable(FieldDeclaration("code", .string, isSecret: true), isInput: true)],
      [
        StateNode(
          "a", on: [on("go", do: [.emit("told", [field("code", "code")])])],
          invoke: [ChartInvocation(.service("check"), input: [field("code", "code")])])
      ])
    var (simulation, report) = try started(machine, input: ["code": "canary"])
    for _ in 0..<2 {
      var text = "\(report)"
      dump(report, to: &text)
      #expect(!text.contains("canary"))
      report = simulation.send("go")
    }
    #expect(simulation.report.services == ["check"])
  }

  @Test("nothing is taken before the start")
  func notStarted() throws {
    var simulation = try Simulation(CompiledChart(chart([StateNode("a")])))
    #expect(simulation.send("x").reason == "The chart is not started.")
    #expect(simulation.complete(service: "x").reason == "The chart is not started.")
    #expect(simulation.report.configuration.isEmpty)
  }

  @Test("input sets the variables that take it, and what does not fit is said at once")
  func input() throws {
    let machine = chart(
      context: [
        ContextVariable(
          FieldDeclaration("mode", .string, values: ["quick", "slow"]), initial: "quick", isInput: true),
        ContextVariable(FieldDeclaration("n", .int), isInput: true), variable("own", .int),
      ], [StateNode("a")])
    #expect(
      try started(machine).1.context == [.init("mode", "quick"), .init("n", .unset), .init("own", .unset)])
    #expect(try started(machine, input: ["mode": "slow"]).1["mode"] == "slow")
    let error = #expect(throws: BindingProblems.self) {
      try Simulation(CompiledChart(machine), input: ["mode": "fast", "n": "x", "own": 1, "nn": 1])
    }
    #expect(
      error?.input == [
        "The input `mode` must be one of `quick`, `slow`.", "The input `n` is not of the type int.",
        "`nn` is not an input of the chart.", "`own` is not an input of the chart.",
      ])
  }

  @Test("the events that can do something now are listed with their guards")
  func enabledEvents() throws {
    let machine = chart(
      events: [
        EventDeclaration("cancel"), EventDeclaration("go", title: "Go on"), EventDeclaration("other"),
      ],
      on: [on("cancel", "b")],
      [
        StateNode("a", on: [on("go", "b", if: "isOpen"), on("go", "c"), on("go", "a")], always: []),
        StateNode("b"),
        StateNode("c"),
      ])
    let (simulation, _) = try started(machine)
    #expect(simulation.enabledEvents.map(\.name) == ["cancel", "go"])
    let go = simulation.enabledEvents.last
    #expect(go?.title == "Go on")
    #expect(go?.branches.map(\.guard) == ["isOpen", nil])
    #expect(go?.branches.map(\.targets) == [["b"], ["c"]])
  }

  @Test("a copy of a simulation is a run of its own")
  func copies() throws {
    let machine = chart([StateNode("a", on: [on("go", "b")]), StateNode("b")])
    var (first, _) = try started(machine)
    let second = first
    #expect(first.send("go").configuration == ["b"])
    #expect(second.report.configuration == ["a"])
  }
}

@Suite("Child charts")
struct ChildChartTests {
  private func child() throws -> CompiledChart {
    try CompiledChart(
      chart(
        context: [ContextVariable(FieldDeclaration("n", .int), isInput: true)],
        [
          StateNode(
            "ask", on: [on("answer", "tell")], after: [delayed(5, "tell")],
            entry: [.emit("asking", [field("n", "n")])],
            exit: ["leaveAsk"]),
          StateNode("tell", always: [to("end")], entry: [.send("told", to: .parent)]),
          final("end", output: [field("sum", "n + 1")]),
        ]))
  }

  private func parent(_ invocation: ChartInvocation) -> Statechart {
    chart(
      context: [variable("sum", .any)], on: [on("stop", "stopped"), on("told", do: ["told"])],
      [
        StateNode("a", invoke: [invocation]), StateNode("b"), StateNode("stopped"), StateNode("failed"),
      ])
  }

  private var invocation: ChartInvocation {
    ChartInvocation(
      .chart("parts/child.yaml"), input: [field("n", "41")],
      done: [to("b", do: [.assign("sum", "event.data.sum")])], failed: [.init(nil, to("failed"))],
      forwardsEvents: true)
  }

  @Test("a child chart runs inside, tells its parent, and ends with its result")
  func runs() throws {
    var (simulation, start) = try started(parent(invocation), children: ["parts/child.yaml": child()])
    #expect(start.outputs == [.init(name: "asking", data: ["n": 41])])
    #expect(start.services == ["child"])
    #expect(start.children == [.init(id: "child", configuration: ["ask"])])
    let report = simulation.send("answer")
    #expect(report.actionNames == ["leaveAsk", "told"])
    #expect(report.configuration == ["b"])
    #expect(report["sum"] == 42)
    #expect(report.services.isEmpty)
  }

  @Test("events that are forwarded to it are listed, with its transitions")
  func enabledEvents() throws {
    let (simulation, _) = try started(parent(invocation), children: ["parts/child.yaml": child()])
    let answer = try #require(simulation.enabledEvents.first { $0.name == "answer" })
    #expect(answer.branches.map(\.source) == ["ask"])
    var closed = invocation
    closed.forwardsEvents = false
    let (other, _) = try started(parent(closed), children: ["parts/child.yaml": child()])
    #expect(!other.enabledEvents.map(\.name).contains("answer"))
  }

  @Test("its timers run on the same clock")
  func timers() throws {
    var (simulation, start) = try started(parent(invocation), children: ["parts/child.yaml": child()])
    #expect(start.timers.map(\.name) == ["after.ask.5s"])
    #expect(simulation.advance(by: .seconds(5)).configuration == ["b"])
  }

  @Test("leaving the state ends it with its exit actions")
  func cancelled() throws {
    var (simulation, _) = try started(parent(invocation), children: ["parts/child.yaml": child()])
    let report = simulation.send("stop")
    #expect(report.actionNames == ["leaveAsk"])
    #expect(report.children.isEmpty)
    #expect(report.timers.isEmpty)
  }

  @Test("input that does not fit fails the invocation")
  func badInput() throws {
    var wrong = invocation
    wrong.input = [field("m", "1")]
    let (_, report) = try started(parent(wrong), children: ["parts/child.yaml": child()])
    #expect(report.configuration == ["failed"])
    #expect(report.failures.count == 1)
  }

  @Test("a child chart that is not given is simulated as a service")
  func asService() throws {
    var (simulation, start) = try started(parent(invocation))
    #expect(start.services == ["child"])
    #expect(simulation.complete(service: "child", with: ["sum": 7])["sum"] == 7)
  }

  @Test("a chart that invokes itself without end is reported, not run without end")
  func itself() throws {
    let endless = try CompiledChart(chart([StateNode("a", invoke: [ChartInvocation(.chart("self.yaml"))])]))
    var simulation = try Simulation(endless, children: ["self.yaml": endless])
    let report = simulation.start()
    #expect(report.failures == ["Child charts are nested deeper than 8 levels."])
  }

  @Test("charts that each start several others are 1,000 at most")
  func multiplying() throws {
    let invocations = (0..<12).map { ChartInvocation(.chart("self.yaml"), id: ChartName("c\($0)")) }
    let multiplying = try CompiledChart(chart([StateNode("a", invoke: invocations)]))
    var simulation = try Simulation(multiplying, children: ["self.yaml": multiplying])
    let report = simulation.start()
    // Each of the 1,001 charts starts twelve; the depth keeps some from that before the number does.
    #expect(report.failures.count == 12 * 1_001 - 1_000)
    #expect(report.failures.contains("`c11` could not be started: 1000 child charts are already running."))
  }

  @Test("a parent that starts an ending child again and again is stopped")
  func pingPong() throws {
    let ending = try CompiledChart(chart([final("end")]))
    let machine = chart([
      StateNode("a", invoke: [ChartInvocation(.chart("c.yaml"), id: "c", done: [to("a")])])
    ])
    let (_, report) = try started(machine, children: ["c.yaml": ending])
    #expect(report.stopped == .endlessSteps(states: ["a"], limit: 1_000))
  }

  @Test("services of child charts are completed by their id")
  func innerService() throws {
    let inner = try CompiledChart(
      chart([StateNode("x", invoke: [ChartInvocation(.service("work"), done: [to("y")])]), final("y")]))
    let machine = chart([
      StateNode("a", invoke: [ChartInvocation(.chart("c.yaml"), id: "c", done: [to("b")])]), StateNode("b"),
    ])
    var (simulation, start) = try started(machine, children: ["c.yaml": inner])
    #expect(start.services == ["c", "work"])
    #expect(simulation.complete(service: "work").configuration == ["b"])
  }
}
