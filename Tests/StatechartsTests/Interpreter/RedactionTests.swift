import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Secrets", .bothWays)
struct RedactionTests {
  private func machine(_ actions: [ChartAction]) -> Statechart {
    let secret = FieldDeclaration("password", .string, isSecret: true)
    return chart(
      context: [
        ContextVariable(FieldDeclaration("token", .string, isSecret: true), initial: "'top'"),
        variable("name", .string, "'ann'"),
      ],
      events: [EventDeclaration("signIn", payload: [secret, FieldDeclaration("user", .string)])],
      outputs: [
        OutputDeclaration(
          "shown",
          payload: [
            FieldDeclaration("text", .string, isSecret: true),
            FieldDeclaration("code", .optional(.string), isSecret: true),
          ])
      ],
      handlers: HandlerCatalogue(actions: [
        HandlerDeclaration(
          "store",
          arguments: [
            FieldDeclaration("value", .optional(.string)),
            FieldDeclaration("pin", .optional(.string), isSecret: true),
          ])
      ]),
      [
        StateNode(
          "a", on: [on("signIn", do: actions)],
          invoke: [ChartInvocation(.service("listen"), forwardsEvents: true)]
        )
      ])
  }

  private func report(_ actions: ChartAction...) throws -> SimulationReport {
    var (simulation, _) = try started(machine(actions))
    return simulation.send("signIn", data: ["password": "hunter2", "user": "ann"])
  }

  @Test("a dump of a report shows what happened, and nothing of the chart's own text")
  func dumped() throws {
    let report = try report(ChartAction(.handler("store", arguments: [])))
    var text = ""
    dump(report, to: &text)
    #expect(!text.contains("'top'") && !text.contains("\"top\"") && !text.contains("hunter2"))
    #expect(text.contains("\"signIn\"") && text.contains("source: \"a\""))
  }

  private func arguments(_ fields: NamedExpression...) throws -> [NamedValue]? {
    try report(ChartAction(.handler("store", arguments: fields))).actions.first?.arguments
  }

  @Test("a secret variable is never in a report, but whether it has a value is")
  func context() throws {
    #expect(try report()["token"] == .redacted)
    let unset = chart(
      context: [ContextVariable(FieldDeclaration("token", .string, isSecret: true))], [StateNode("a")])
    #expect(try started(unset).1["token"] == .unset)
    #expect(try report()["name"] == "ann")
  }

  @Test("arguments that read a secret, or whose declaration is secret, are not shown")
  func actionArguments() throws {
    #expect(try arguments(field("value", "event.data.user")) == [.init("value", "ann")])
    #expect(try arguments(field("pin", "event.data.password")) == [.init("pin", .redacted)])
    #expect(try arguments(field("pin", "concat('x', token)")) == [.init("pin", .redacted)])
    #expect(
      try arguments(field("value", "name"), field("pin", "'1234'")) == [
        .init("value", "ann"), .init("pin", .redacted),
      ])
  }

  @Test("logs and outputs that read a secret are not shown, and the app still gets the output")
  func logsAndOutputs() throws {
    #expect(try report(.log("token"), .log("name")).log == [.redacted, "ann"])
    let emit = ChartAction.emit("shown", [field("text", "token"), field("code", "name")])
    #expect(try report(emit).outputs == [.init(name: "shown", data: ["text": .redacted, "code": .redacted])])
    var running = try Machine(CompiledChart(machine([emit])))
    _ = running.start()
    let step = running.send(ChartEvent("signIn", data: ["password": "hunter2", "user": "ann"]))
    let output = step.effects.compactMap { if case .output(let payload) = $0 { payload } else { nil } }.first
    #expect(output?.data == ["text": "top", "code": "ann"])
    #expect(output?.redactedData == ["text": .redacted, "code": .redacted])
  }

  @Test("an event that is passed on is not shown with its secrets")
  func forwarded() throws {
    #expect(try report().sent.first?.data == ["password": .redacted, "user": "ann"])
  }

  @Test("what a report prints holds no secret anywhere")
  func nowhere() throws {
    let report = try report(
      .log("event.data"), .emit("shown", [field("text", "event.data.password")]),
      .assign("token", "event.data.password"),
      ChartAction(.handler("store", arguments: [field("pin", "token")])))
    #expect(!String(describing: report.context).contains("hunter2"))
    #expect(
      !String(describing: (report.log, report.outputs, report.actions, report.sent)).contains("hunter2"))
  }
}
