import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

/// Every way in which a secret comes into a chart, with every way out of it. Either the chart has the problem
/// `secret-leak`, or what the secret says is in nothing that is reported. The same chart without the word `secret`
/// has no problem and does show it, so that each pair is known to be a way.
@Suite("The ways of secrets")
struct TaintTests {
  enum Source: String, CaseIterable, Sendable {
    case variable, computed, payload, wildcard, loop, kept, done, service, raised, sent, childResult,
      childEvent
  }

  enum Sink: String, CaseIterable, Sendable {
    case log, logPart, assign, raise, send, emit, call, loop, nested, output
  }

  static let text = "hunter2"

  private func expression(_ source: Source) -> String {
    switch source {
    case .variable: "pin"
    case .computed: "concat('', pin)"
    case .payload, .wildcard: "event.data.password"
    case .loop: "each"
    case .kept: "kept"
    case .done: "event.data.code"
    case .service: "event.data.key"
    case .raised, .sent: "event.data.p"
    case .childResult: "event.data.out"
    case .childEvent: "event.data.v"
    }
  }

  private func actions(_ sink: Sink, _ text: String) -> [ChartAction] {
    let value = ChartExpression(text)
    return switch sink {
    case .log: [.log(value)]
    case .logPart: [.log(ChartExpression("{ a: [\(text)], b: 1 }"))]
    case .assign: [.assign("last", value), .log("last")]
    case .raise: [.raise("note", [field("p", value)])]
    case .send: [ChartAction(.send(.init("note", data: [field("p", value)])))]
    case .emit: [.emit("told", [field("p", value)])]
    case .call: [ChartAction(.handler("store", arguments: [field("value", value)]))]
    case .loop:
      [
        ChartAction(
          .forEach(
            item: "one", index: nil, list: ChartExpression("[\(text)]"),
            body: [.assign("last", "one"), .log("one")]))
      ]
    case .nested: [.raise("wrapped", [field("whole", ChartExpression("{ inner: [\(text)] }"))])]
    case .output: [.assign("last", value), .raise("finish")]
    }
  }

  private func parent(_ source: Source, _ sink: Sink, isSecret: Bool, isCatalogued: Bool) -> Statechart {
    let read = expression(source)
    var then = actions(sink, read)
    if source == .loop {
      then = [ChartAction(.forEach(item: "each", index: nil, list: "[pin]", body: then))]
    }
    if source == .kept { then.insert(.assign("kept", "event.data.password"), at: 0) }
    let done = [to("b", do: then)]
    let state: StateNode =
      switch source {
      case .variable, .computed, .loop: StateNode("a", on: [on("go", "b", do: then)])
      case .payload: StateNode("a", on: [on("signIn", "b", do: then)])
      case .wildcard, .kept: StateNode("a", on: [on("*", "b", do: then)])
      case .done:
        compound("a", done: done, [final("inner", output: [field("code", "pin")])])
      case .service: StateNode("a", invoke: [ChartInvocation(.service("load"), done: done)])
      case .raised:
        StateNode("a", on: [on("loose", "b", do: then)], entry: [.raise("loose", [field("p", "pin")])])
      case .sent:
        StateNode(
          "a", on: [on("loose", "b", do: then)],
          entry: [ChartAction(.send(.init("loose", data: [field("p", "pin")])))])
      case .childResult: StateNode("a", invoke: [ChartInvocation(.chart("c.yaml"), id: "c", done: done)])
      case .childEvent:
        StateNode("a", on: [on("back", "b", do: then)], invoke: [ChartInvocation(.chart("c.yaml"), id: "c")])
      }
    let secret = FieldDeclaration("password", .optional(.string), isSecret: isSecret)
    let open = FieldDeclaration("p", .optional(.string))
    let result = ChartValueType.record([FieldDeclaration("key", .string, isSecret: isSecret)])
    let again: [ChartAction] = [.log("event.data"), .assign("last", "event.data.p"), .log("last")]
    return chart(
      context: [
        ContextVariable(
          FieldDeclaration("pin", .string, isSecret: isSecret), initial: ChartExpression("'\(Self.text)'")),
        variable("kept", .any), variable("last", .any),
      ],
      events: isCatalogued
        ? [
          EventDeclaration("go"), EventDeclaration("signIn", payload: [secret]),
          EventDeclaration("note", payload: [open]), EventDeclaration("loose", payload: [open]),
          EventDeclaration("back", payload: [FieldDeclaration("v", .optional(.string))]),
          EventDeclaration("finish"),
          EventDeclaration("wrapped", payload: [FieldDeclaration("whole", .any)]),
        ] : nil,
      outputs: isCatalogued ? [OutputDeclaration("told", payload: [open])] : nil,
      handlers: HandlerCatalogue(
        actions: isCatalogued
          ? [HandlerDeclaration("store", arguments: [FieldDeclaration("value", .optional(.string))])] : nil,
        services: [HandlerDeclaration("load", result: result)]),
      on: [
        on("note", do: again), on("wrapped", do: [.log("event.data.whole.inner[0]")]), on("finish", "end"),
      ],
      [state, StateNode("b"), final("end", output: [field("result", "last")])])
  }

  private func child(isSecret: Bool) throws -> CompiledChart {
    try CompiledChart(
      chart(
        context: [
          ContextVariable(
            FieldDeclaration("pin", .string, isSecret: isSecret), initial: ChartExpression("'\(Self.text)'"))
        ],
        [
          StateNode(
            "a",
            always: [
              to(
                "z",
                do: [ChartAction(.send(.init("back", data: [field("v", "pin")], destination: .parent)))])
            ]),
          final("z", output: [field("out", "pin")]),
        ]))
  }

  /// Everything that is reported, as one text; nil when the chart has a leak.
  private func shown(_ source: Source, _ sink: Sink, isSecret: Bool, isCatalogued: Bool) throws -> String? {
    let machine = parent(source, sink, isSecret: isSecret, isCatalogued: isCatalogued)
    let problems = machine.problems()
    if isSecret, !problems.isEmpty {
      #expect(problems.allSatisfy { $0.rule == .secretLeak })
      return nil
    }
    var (simulation, report) = try started(machine, children: ["c.yaml": child(isSecret: isSecret)])
    var all = String(describing: report)
    switch source {
    case .variable, .computed, .loop: report = simulation.send("go")
    case .payload, .wildcard, .kept:
      report = simulation.send("signIn", data: ["password": .string(Self.text)])
    case .service: report = simulation.complete(service: "load", with: ["key": .string(Self.text)])
    case .done, .raised, .sent, .childResult, .childEvent: break
    }
    all += String(describing: report)
    #expect(!report.configuration.contains("a"), "the way was not gone")
    #expect(report.failures.isEmpty)
    // The context is not secret in the chart that is compared with.
    return isSecret ? all : String(describing: (report.log, report.outputs, report.actions, report.result))
  }

  @Test("no way leads a secret out", arguments: Source.allCases, Sink.allCases)
  func ways(source: Source, sink: Sink) throws {
    // Only a catalogue can say that what comes from outside is secret.
    let comesFromOutside = [.payload, .wildcard, .kept].contains(source)
    for isCatalogued in comesFromOutside ? [true] : [true, false] {
      let open = try shown(source, sink, isSecret: false, isCatalogued: isCatalogued)
      #expect(open?.contains(Self.text) == true, "\(isCatalogued)")
      let masked = try shown(source, sink, isSecret: true, isCatalogued: isCatalogued)
      #expect(masked?.contains(Self.text) != true, "\(isCatalogued)")
    }
  }

  @Test("what a parent keeps secret is masked in its child, and what the child declares open stays readable")
  func childInput() throws {
    let inner = try CompiledChart(
      chart(
        context: [
          ContextVariable(FieldDeclaration("given", .any), isInput: true),
          ContextVariable(FieldDeclaration("name", .any), isInput: true),
        ],
        events: [
          EventDeclaration(
            "hello", payload: [FieldDeclaration("p", .string), FieldDeclaration("q", .string)])
        ],
        [
          StateNode(
            "x", on: [on("hello", do: [.emit("heard", [field("p", "event.data.p")]), .emit("end")])],
            entry: [.emit("told", [field("given", "given"), field("name", "name")])])
        ]))
    let outer = chart(
      context: [
        ContextVariable(
          FieldDeclaration("pin", .string, isSecret: true), initial: ChartExpression("'\(Self.text)'")),
        variable("name", .string, "'ann'"),
      ],
      [
        StateNode(
          "a",
          on: [
            on(
              "go",
              do: [
                ChartAction(
                  .send(
                    .init(
                      "hello", data: [field("p", "pin"), field("q", "name")], destination: .invocation("c"))))
              ])
          ],
          invoke: [
            ChartInvocation(.chart("c.yaml"), id: "c", input: [field("given", "pin"), field("name", "name")])
          ])
      ])
    var (simulation, start) = try started(outer, children: ["c.yaml": inner])
    #expect(start.outputs == [.init(name: "told", data: ["given": .redacted, "name": "ann"])])
    #expect(
      simulation.send("go").outputs == [
        .init(name: "heard", data: ["p": .redacted]), .init(name: "end", data: .unset),
      ])
  }

  @Test("a secret must not become a name that is shown")
  func names() {
    let pin = ContextVariable(
      FieldDeclaration("pin", .string, isSecret: true), initial: ChartExpression("'\(Self.text)'"))
    var send = ChartAction.Send("")
    send.computedEvent = "pin"
    for action in [
      ChartAction(.send(send)), ChartAction(.send(.init("x", destination: .computed("pin")))),
      ChartAction(.cancelComputed("pin")),
    ] {
      #expect(
        chart(context: [pin], [StateNode("a", entry: [action])]).problems().map(\.rule) == [.secretLeak])
    }
  }

  @Test("services, guards and events must declare what they are given as secret")
  func declaredReceivers() {
    func problems(isSecret: Bool) -> [ModelProblem.Rule] {
      let place = [FieldDeclaration("value", .string, isSecret: isSecret)]
      return chart(
        context: [ContextVariable(FieldDeclaration("pin", .string, isSecret: true), initial: "'1'")],
        handlers: HandlerCatalogue(
          guards: [HandlerDeclaration("fits", arguments: place)],
          services: [HandlerDeclaration("load", arguments: place)]),
        [
          StateNode(
            "a", on: [on("x", if: "fits(value: pin)")],
            invoke: [ChartInvocation(.service("load"), input: [field("value", "pin")])])
        ]
      ).problems().map(\.rule)
    }
    #expect(problems(isSecret: true).isEmpty)
    #expect(problems(isSecret: false) == [.secretLeak, .secretLeak])
  }

  @Test("records are compared field by field")
  func records() {
    func rules(_ user: [FieldDeclaration], _ value: ChartExpression) -> [ModelProblem.Rule] {
      let given = FieldDeclaration(
        "user",
        .record([FieldDeclaration("name", .string), FieldDeclaration("pin", .string, isSecret: true)]))
      return chart(
        context: [variable("user", .optional(.record(user)))],
        events: [EventDeclaration("go", payload: [given])],
        [StateNode("a", on: [on("go", do: [.assign("user", value)])])]
      ).problems().map(\.rule)
    }
    let open = [FieldDeclaration("name", .string), FieldDeclaration("pin", .string)]
    let closed = [
      FieldDeclaration("name", .string),
      FieldDeclaration("pin", .string, isSecret: true, description: "digits"),
    ]
    #expect(rules(closed, "event.data.user").isEmpty)
    #expect(rules(closed, "{ name: event.data.user.name, pin: event.data.user.pin }").isEmpty)
    #expect(rules(open, "event.data.user") == [.secretLeak])
    #expect(rules(closed, "{ name: event.data.user.pin, pin: '1' }") == [.secretLeak])
    #expect(rules(open, "{ name: event.data.user.name, pin: '1' }").isEmpty)
  }

  @Test("what tells who somebody is stays out of logs wherever it goes, and is shown elsewhere")
  func personal() throws {
    let machine = chart(
      context: [
        ContextVariable(FieldDeclaration("mail", .string, isPersonal: true), initial: "'a@b.c'"),
        variable("copy", .optional(.string)),
      ],
      [
        StateNode(
          "a", on: [on("note", do: [.log("event.data.m")])],
          entry: [
            .log("mail"), .assign("copy", "upper(mail)"), .log("copy"), .log("'plain'"),
            .emit("told", [field("m", "mail")]), .raise("note", [field("m", "copy")]),
          ])
      ])
    let report = try started(machine).1
    #expect(
      report.log == [.redactedPersonal, .redactedPersonal, "plain", .redactedPersonal])
    #expect(report["copy"] == "A@B.C")
    #expect(report.outputs == [.init(name: "told", data: ["m": "a@b.c"])])
  }
}
