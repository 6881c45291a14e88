import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Blocks, computed sends and what is known of events")
struct SCXMLFeatureTests {
  private func run(_ chart: Statechart, children: [String: CompiledChart] = [:]) throws -> (
    Simulation, SimulationReport
  ) {
    var simulation = try Simulation(try CompiledChart(chart), children: children)
    let report = simulation.start()
    return (simulation, report)
  }

  private func value(_ name: String, _ report: SimulationReport) -> ChartValue? {
    report.context.first { $0.name == name }?.value
  }

  private func sample(
    _ context: [ContextVariable], _ entry: [ChartAction], on: [EventTransition] = [],
    invoke: [ChartInvocation] = []
  ) -> Statechart {
    Statechart(
      "sample", context: context,
      root: StateNode(
        "sample", initial: InitialTransition(["one"]),
        states: [StateNode("one", on: on, entry: entry, invoke: invoke)]))
  }

  private func number(_ name: ChartName) -> ContextVariable {
    ContextVariable(FieldDeclaration(name, .any), initial: "0")
  }

  private func assign(_ name: ChartName, _ value: ChartExpression) -> ChartAction {
    ChartAction(.assign([NamedExpression(name, value)]))
  }

  @Test("an error ends its own block, and the blocks after it still run")
  func blocks() throws {
    let chart = sample(
      [number("n")],
      [
        ChartAction(.block([assign("n", "n + 1"), ChartAction(.log("fail()")), assign("n", "100")])),
        ChartAction(.block([assign("n", "n + 10")])), assign("n", "n + 100"),
      ])
    let (_, report) = try run(chart)
    #expect(value("n", report) == 111)
    #expect(report.failures.count == 1)
  }

  @Test("without blocks an error ends the whole list")
  func withoutBlocks() throws {
    let chart = sample([number("n")], [ChartAction(.log("fail()")), assign("n", "1")])
    #expect(value("n", try run(chart).1) == 0)
  }

  @Test(
    "a computed address reaches whom it means, and nobody else",
    arguments: [
      ("'#_internal'", "hello", "internal"), ("'#_scxml_' + session.id", "hello", "external"),
      ("'#_parent'", "error.communication", "platform"), ("'#_nothing'", "error.communication", "platform"),
      ("'#_scxml_other'", "error.communication", "platform"), ("'somebody'", "error.execution", "platform"),
      ("'#_'", "error.execution", "platform"),
    ])
  func addresses(_ address: String, _ event: String, _ type: String) throws {
    var send = ChartAction.Send("")
    send.computedEvent = "('hel' + 'lo')"
    send.idVariable = "id"
    send.destination = .computed(ChartExpression("[\(address)][0]"))
    let chart = sample(
      [number("name"), number("type"), number("id"), number("sent")], [ChartAction(.send(send))],
      on: [
        EventTransition(
          "*",
          ChartTransition(actions: [
            assign("name", "event.name"), assign("type", "event.type"), assign("sent", "event.sendID == id"),
          ]))
      ])
    let (_, report) = try run(chart)
    #expect(value("name", report) == .string(event))
    #expect(value("type", report) == .string(type))
    #expect(value("sent", report) == true)
  }

  @Test("a computed name that no event can have fails")
  func computedNames() throws {
    var send = ChartAction.Send("")
    send.computedEvent = "(text(n) + '!')"
    let (_, report) = try run(sample([number("n")], [ChartAction(.send(send))]))
    #expect(report.failures.count == 1)
    #expect(report.unhandledErrors == ["error.execution"])
  }

  @Test("the origin of an event leads back to who sent it, and events from outside have none")
  func origin() throws {
    var answer = ChartAction.Send("pong")
    answer.destination = .computed("(event.origin)")
    let chart = sample(
      [number("n"), number("outside")], [ChartAction(.send(ChartAction.Send("ping")))],
      on: [
        EventTransition("ping", ChartTransition(actions: [ChartAction(.send(answer))])),
        EventTransition("pong", ChartTransition(actions: [assign("n", "event.originType")])),
        EventTransition(
          "knock",
          ChartTransition(actions: [assign("outside", "defined(event.origin) or defined(event.sendID)")])),
      ])
    var (simulation, report) = try run(chart)
    #expect(value("n", report) == .string("http://www.w3.org/TR/scxml/#SCXMLEventProcessor"))
    report = simulation.send("knock")
    #expect(value("outside", report) == false)
  }

  @Test("a delayed send is cancelled by a computed id")
  func cancelling() throws {
    var send = ChartAction.Send("late", delay: .literal(.seconds(1)))
    send.idVariable = "id"
    let chart = sample(
      [number("id"), number("n")], [ChartAction(.send(send))],
      on: [
        EventTransition("stop", ChartTransition(actions: [ChartAction(.cancelComputed("(id)"))])),
        EventTransition("late", ChartTransition(actions: [assign("n", "1")])),
      ])
    var (simulation, _) = try run(chart)
    #expect(simulation.send("stop").timers.isEmpty)
    #expect(value("n", simulation.advance(by: .seconds(2))) == 0)
    (simulation, _) = try run(chart)
    #expect(value("n", simulation.advance(by: .seconds(2))) == 1)
  }

  @Test("a computed chart is one of those that are listed, or fails")
  func computedCharts() throws {
    let child = try CompiledChart(
      Statechart(
        "child",
        root: StateNode(
          "child", initial: InitialTransition(["end"]), states: [StateNode("end", kind: .final)])))
    for (path, runs) in [("b.yaml", true), ("c.yaml", false)] {
      var invocation = ChartInvocation(
        .computed(ChartExpression("('\(path)')"), among: ["a.yaml", "folder/b.yaml"]), id: "one.work")
      invocation.idVariable = "id"
      let chart = sample(
        [number("id"), number("n")], [],
        on: [
          EventTransition("done.invoke", ChartTransition(actions: [assign("n", "event.invokeID")])),
          EventTransition("error", ChartTransition(actions: [assign("n", "event.name")])),
        ], invoke: [invocation])
      let (_, report) = try run(chart, children: ["a.yaml": child, "folder/b.yaml": child])
      #expect(value("n", report) == .string(runs ? "one.work" : "error.execution"))
      #expect(value("id", report) == (runs ? .string("one.work") : 0))
    }
  }

  @Test("content is the whole payload of a send and of a final state")
  func content() throws {
    var send = ChartAction.Send("hello")
    send.content = "[1, 2]"
    var end = StateNode("end", kind: .final)
    end.outputValue = "n"
    let chart = Statechart(
      "sample", context: [number("n")],
      root: StateNode(
        "sample", initial: InitialTransition(["one"]),
        states: [
          StateNode(
            "one",
            on: [EventTransition("hello", ChartTransition(["end"], actions: [assign("n", "event.data")]))],
            entry: [ChartAction(.send(send))]),
          end,
        ]))
    let (_, report) = try run(chart)
    #expect(report.result == .list([1, 2]))
  }

  @Test("a text becomes a span of time, or fails")
  func durations() throws {
    let chart = sample(
      [number("n")],
      [assign("n", "duration('1.5' + ['s'][0]) == 1500ms"), assign("n", "duration('soon' + ''[0])")])
    #expect(chart.problems().count == 1)
    let good = sample([number("n")], [assign("n", "duration(text('1.5s'))")])
    #expect(value("n", try run(good).1) == .duration(.milliseconds(1500)))
  }

  @Test("a variable called session goes before the session")
  func session() throws {
    let chart = sample(
      [ContextVariable(FieldDeclaration("session", .any), initial: "{ id: 5 }")],
      [assign("session", "session.id")])
    #expect(value("session", try run(chart).1) == 5)
    #expect(!sample([], [ChartAction(.log("session.name"))]).problems().isEmpty)
  }
}
