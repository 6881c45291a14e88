import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import Synchronization
import Testing

@Suite("Inspection", .bothWays)
struct InspectionTests {
  private let canary = "canary-93d1"

  /// A flow in which a password, a token and a name go everywhere.
  private var login: Statechart {
    let secret = FieldDeclaration("password", .string, isSecret: true)
    let name = FieldDeclaration("name", .string, isPersonal: true)
    let credentials = ChartValueType.record([
      FieldDeclaration("token", .string, isSecret: true), FieldDeclaration("kind", .string),
    ])
    return chart(
      context: [ContextVariable(FieldDeclaration("token", .optional(.string), isSecret: true))],
      events: [EventDeclaration("login", payload: [secret, name, FieldDeclaration("tries", .int)])],
      errors: [ErrorDeclaration("refused", payload: [FieldDeclaration("hint", .string, isSecret: true)])],
      outputs: [OutputDeclaration("shown", payload: [name])],
      handlers: HandlerCatalogue(
        actions: [HandlerDeclaration("remember", arguments: [name])],
        services: [
          HandlerDeclaration(
            "check", arguments: [secret, name], result: credentials, errors: ["refused"])
        ]),
      [
        StateNode(
          "start",
          on: [
            on(
              "login", "checking",
              do: [
                ChartAction(.handler("remember", arguments: [field("name", "event.data.name")])),
                .emit("shown", [field("name", "event.data.name")]), .log("event.data.password"),
              ])
          ]),
        StateNode(
          "checking",
          invoke: [
            ChartInvocation(
              .service("check"),
              input: [field("password", "event.data.password"), field("name", "event.data.name")],
              done: [to("in", do: [.assign("token", "event.data.token")])],
              failed: [.init("refused", to("start"))])
          ]),
        StateNode("in", entry: [.log("token")]),
      ])
  }

  @Test("no secret and nothing personal leaves a session in its trace, its lines or its descriptions")
  func redaction() async throws {
    var handlers = ChartHandlers()
    handlers.action("remember") { _ in }
    let lines = Mutex<[String]>([])
    let writer = JSONLinesInspector { line in lines.withLock { $0.append(line) } }
    let clock = ManualClock()
    let services = ScriptedServices(clock: clock)
    let bound = try SessionFixture.bind(login, handlers, [:], services)
    let recorder = Recorder()
    let both = ClosureInspector { event in
      recorder.record(event)
      writer.record(event)
    }
    let session = try ChartSession(bound, clock: clock, inspector: both)
    await session.start()
    let person = "person-" + canary
    let data: ChartValue = ["password": .string(canary), "name": .string(person), "tries": 1]
    #expect(await session.send("login", data: data) == .taken)
    try await services.fail("check", code: "refused", data: ["hint": .string(canary)])
    await session.send("login", data: data)
    try await services.complete("check", with: ["token": .string(canary), "kind": "a"])
    #expect(await session.current.configuration == ["in"])
    // What is rejected was looked at by nobody, so nothing of it is shown.
    await session.send("logim", data: data)
    await session.send("login", data: ["pasword": .string(canary)])
    let snapshot = await session.snapshot()
    let update = await session.current
    let text =
      lines.withLock { $0.joined() } + recorder.events.map { String(reflecting: $0) }.joined()
      + String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self) + "\(update)"
      + String(reflecting: update)
    #expect(!text.contains(canary))
    #expect(text.contains("\"[secret]\"") && text.contains("\"[personal]\""))
    #expect(
      recorder.kinds.contains(
        .received(
          event: "login", data: ["password": .redacted, "name": .redactedPersonal, "tries": 1], from: .app)))
    // The scan finds what is planted.
    #expect((text + canary).contains(canary))
  }

  @Test("each event is one line of JSON, whatever is in it")
  func lines() async throws {
    let odd = "two\nlines \"quoted\" \u{202E}\u{1B}[2J é 🦊 \\"
    let flow = chart([
      StateNode(
        "a", on: [on("go", "b", do: [.log("event.data")])], after: [delayed(2, "b")]),
      StateNode("b", invoke: [ChartInvocation(.service("work"))]),
    ])
    let lines = Mutex<[String]>([])
    let fixture = try SessionFixture(flow)
    let session = try ChartSession(
      fixture.session.bound, id: "order-17", clock: fixture.clock,
      inspector: JSONLinesInspector { line in lines.withLock { $0.append(line) } })
    await session.start()
    await fixture.clock.advance(by: .milliseconds(1_500))
    let data: ChartValue = [
      "text": .string(odd), "n": 1.5, "list": [1, true, .unset, .duration(.seconds(3))],
    ]
    await session.send("go", data: data)
    let all = lines.withLock { $0 }
    for (index, line) in all.enumerated() {
      #expect(line.hasSuffix("}\n") && line.filter { $0.isNewline }.count == 1)
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["n"] as? Int == index + 1)
      #expect(object?["session"] as? String == "order-17")
    }
    let start = #"{"n":1,"t":0,"session":"order-17","chart":"chart","#
    let timer = #""event":"timerSet","timer":"after.a.2s","number":1,"after":2}"#
    #expect(all[0] == start + "\"event\":\"started\"}\n")
    #expect(all[1].hasSuffix(#""event":"stepped","exited":[],"taken":[],"entered":["chart","a"]}"# + "\n"))
    #expect(all[2].hasSuffix(timer + "\n"))
    let logged = try #require(all.first { $0.contains(#""event":"logged""#) })
    #expect(logged.contains(#""t":1.5,"#))
    let object = try JSONSerialization.jsonObject(with: Data(logged.utf8)) as? [String: Any]
    #expect((object?["value"] as? [String: Any])?["text"] as? String == odd)
    #expect(!logged.contains("\u{202E}") && !logged.contains("\u{1B}"))
  }

  @Test("a printed snapshot shows states and no data")
  func printedSnapshot() async throws {
    let name = FieldDeclaration("name", .string, isPersonal: true)
    let model = chart(
      context: [ContextVariable(FieldDeclaration("who", .optional(.string), isPersonal: true))],
      events: [EventDeclaration("greet", payload: [name])],
      [
        StateNode("idle", on: [on("greet", "greeted", do: [.assign("who", "event.data.name")])]),
        StateNode("greeted"),
      ])
    let clock = ManualClock()
    let bound = try SessionFixture.bind(model, ChartHandlers(), [:], ScriptedServices(clock: clock))
    let session = try ChartSession(bound, clock: clock)
    await session.start()
    await session.send("greet", data: ["name": .string(canary)])
    let snapshot = await session.snapshot()
    #expect(String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self).contains(canary))
    var printed = "\(snapshot)" + String(reflecting: snapshot)
    dump(snapshot, to: &printed)
    dump(HeldStep(number: 1, snapshot: snapshot, effects: []), to: &printed)
    #expect(printed.contains("greeted") && !printed.contains(canary))
  }

  @Test("the last steps of a child chart are told with its name, and what is personal in them is masked")
  func lastStepsOfChild() async throws {
    let email = FieldDeclaration("email", .string, isPersonal: true)
    let child = Statechart(
      "kid", outputs: [OutputDeclaration("found", payload: [email])],
      root: StateNode(
        "kid", initial: InitialTransition(["last"]),
        states: [final("last", entry: [.emit("found", [field("email", ChartExpression("'\(canary)'"))])])]))
    let parent = chart([
      StateNode("a", invoke: [ChartInvocation(.chart("kid.yaml"), id: "kid", done: [to("b")])]),
      StateNode("b"),
    ])
    let fixture = try SessionFixture(parent, children: ["kid.yaml": child])
    await fixture.start()
    #expect(await fixture.configuration == ["b"])
    let events = fixture.recorder.events
    #expect(!events.contains { "\($0)".contains(canary) })
    let ofChild = events.filter { $0.chart == "kid" }
    #expect(
      ofChild.contains {
        if case .stepped(_, _, _, let entered) = $0.kind { entered.contains("last") } else { false }
      })
  }
}
