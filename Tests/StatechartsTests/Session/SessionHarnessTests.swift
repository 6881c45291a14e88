import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

extension HarnessFailure {
  /// The failure without its line, which changes with every edit of this file.
  fileprivate var text: String { (story + problems).joined(separator: "\n") }
}

@Suite("The harness for app tests", .bothWays)
struct SessionHarnessTests {
  private let flow = chart([
    StateNode("idle", on: [on("go", "busy")]),
    StateNode(
      "busy", on: [on("stop", "idle")],
      invoke: [
        ChartInvocation(
          .service("work"), input: [field("n", "2")],
          done: [to("idle", do: [.emit("ready", [field("n", "event.data")])])])
      ]),
  ])

  private func problems(_ body: () async throws -> Void) async -> [String] {
    do {
      try await body()
      return []
    } catch { return (error as? HarnessFailure)?.problems ?? ["\(error)"] }
  }

  @Test("a test that asks for all that happens passes")
  func complete() async throws {
    let harness = try SessionHarness(CompiledChart(flow))
    await harness.start()
    #expect(await harness.send("go") == .taken)
    try harness.expect(started: "work", input: ["n": 2])
    try await harness.expect(configuration: ["busy"])
    try await harness.services.complete("work", with: 5)
    try harness.expect(output: "ready", data: ["n": 5])
    try await harness.expect(configuration: ["idle"])
    try await harness.finish()
  }

  @Test(
    "an output or a start that nobody asked for fails, unless it is passed over or the harness is not exhaustive"
  )
  func incomplete() async throws {
    for (isExhaustive, skips, expected) in [
      (true, false, ["The output `ready` was not expected.", "The start of `work` was not expected."]),
      (true, true, []), (false, false, []),
    ] {
      let harness = try SessionHarness(CompiledChart(flow), isExhaustive: isExhaustive)
      await harness.start()
      await harness.send("go")
      try await harness.services.complete("work", with: 5)
      if skips { harness.skip() }
      #expect(await problems { try await harness.finish() } == expected)
    }
  }

  private let story: [SessionStep] = [
    .start(), .sendIgnored("stop"), .send("go"), .expectStart("work", input: ["n": 2]), .expect(["busy"]),
    .complete("work", with: 5), .expectOutput("ready", ["n": 5]), .expect(["idle"]),
  ]

  @Test("tests may name events and states by their types")
  func typedNames() async throws {
    enum Event: TypedEvent {
      case go(Int)
      var event: Statecharts.ChartEvent {
        switch self {
        case .go(let number): Statecharts.ChartEvent("go", data: ["n": .int(number)])
        }
      }
    }
    enum StateID: String { case idle, busy }
    let harness = try SessionHarness(CompiledChart(flow))
    await harness.start()
    try await harness.expect(configuration: [StateID.idle])
    #expect(await harness.send(Event.go(2)) == .taken)
    try await harness.expect(configuration: [StateID.busy])
  }

  @Test("a test may be a list of steps, which reads as a story")
  func steps() async throws {
    try await SessionHarness(CompiledChart(flow)).run(story)
    #expect(
      story.map(\.description) == [
        "start", "send `stop`, which is to be ignored", "send `go`", "expect the start of `work` with n",
        "expect `busy`",
        "`work` succeeds with a value", "expect the output `ready` with n", "expect `idle`",
      ])
  }

  @Test("a step that fails is shown at the end of the story so far")
  func failingStep() async throws {
    func failure(_ steps: [SessionStep]) async throws -> String {
      do {
        try await SessionHarness(CompiledChart(flow)).run(steps)
        return ""
      } catch { return (error as? HarnessFailure)?.text ?? "\(error)" }
    }
    #expect(
      try await failure(Array(story[0...2]) + [.expectStart("work", input: ["n": 3, "m": 1])]) == """
          1. start
          2. send `stop`, which is to be ignored
          3. send `go`
        > 4. expect the start of `work` with m, n
        `m` is missing in the data of `work`.
        `n` of `work` is 2, not 3.
        """)
    #expect(
      try await failure([.start(), .send("stop")]) == """
          1. start
        > 2. send `stop`
        `stop` is not handled in `idle`, which handles `go`. `stop` is handled in `busy`.
        """)
    #expect(
      try await failure([.start(), .send("go"), .complete("work", with: 5), .send("go"), .expect(["busy"])])
        == """
          1. start
        > 2. send `go`
        The output `ready` was not expected. It belongs to step 3.
        The start of `work` was not expected.
        The start of `work` was not expected. It belongs to step 4.
        """
        + "\nExpect each of them with `.expectStart(…)` or `.expectOutput(…)`, or ignore them with `.skip()`."
    )
    #expect(
      try await failure([.start(), .sendIgnored("go")]).hasSuffix(
        "`go` was handled, but the step expects that nothing handles it."))
    #expect(
      try await failure([.start(), .expectEnd()]).hasSuffix("The chart has not ended: it is in `idle`."))
    #expect(try await failure([.start(), .expectValue("x", 1)]).hasSuffix("The chart has no variable `x`."))
  }

  @Test("an event that is not handled says which events and which states are meant")
  func notHandled() async throws {
    let nested = chart([
      StateNode("idle", on: [on("go", "group")]),
      StateNode(
        "group", initial: InitialTransition(["inner"]), on: [on("back", "idle"), on("done.state.x", "idle")],
        states: [
          StateNode("inner", on: [on("next", "deaf", if: "false"), on("back", "idle", if: "false")]),
          StateNode("other", on: [on("go.on", "deaf")]),
        ]),
      StateNode("deaf"),
    ])
    func problems(_ event: String) async throws -> [String] {
      await self.problems {
        try await SessionHarness(CompiledChart(nested)).run([.start(), .send("go"), .send(event)])
      }
    }
    #expect(
      try await problems("go.on") == [
        "`go.on` is not handled in `inner`, which handles `back`, `next`. `go.on` is handled in `idle`, `other`."
      ])
    #expect(try await problems("next") == ["`next` was not handled: the guard `false` in `inner` is false."])
    #expect(
      await self.problems { try await SessionHarness(CompiledChart(nested)).run([.start(), .start()]) } == [
        "The session did not start: the chart is already started."
      ])
    let deaf = chart([StateNode("deaf")])
    #expect(
      await self.problems { try await SessionHarness(CompiledChart(deaf)).run([.start(), .send("go")]) } == [
        "`go` is not handled in `deaf`, which handles no event."
      ])
  }

  @Test("a failure names the line of the step, or of the call, that it is about")
  func locations() async throws {
    func location(_ body: () async throws -> Void) async -> TestLocation? {
      do {
        try await body()
        return nil
      } catch { return (error as? HarnessFailure)?.location }
    }
    let file = #fileID
    let steps: [SessionStep] = [
      .start(),
      .send("stop"),
    ]
    let first = #line - 3
    let step = await location { try await SessionHarness(CompiledChart(flow)).run(steps) }
    #expect(step?.description == "\(file):\(first + 1)")
    #expect(step?.filePath == #filePath)
    let unexpected = await location {
      try await SessionHarness(CompiledChart(flow)).run([
        .start(),
        .send("go"),
        .expect(["busy"]),
      ])
    }
    #expect(unexpected?.line == #line - 4)
    let unknown = await location {
      try await SessionHarness(CompiledChart(flow)).run([.start(), .complete("work")])
    }
    #expect(unknown?.line == #line - 2)
    let harness = try SessionHarness(CompiledChart(flow))
    await harness.start()
    await harness.send("go")
    let calls: [(TestLocation?, Int)] = [
      (await location { try await harness.expect(configuration: ["idle"]) }, #line),
      (await location { try harness.expect(output: "ready") }, #line),
      (await location { try harness.expect(problem: "x") }, #line),
      (await location { try await harness.expect(variable: "x", 1) }, #line),
      (await location { try harness.expect(started: "other") }, #line),
    ]
    for (found, line) in calls { #expect(found?.line == line) }
    await harness.send("stop")
    await harness.send("go")
    let end = await location { try await harness.finish() }
    #expect(end?.line == #line - 1)
  }

  /// Outputs and variables as generated Swift has them, but without masks.
  private enum Told: TypedOutput, Equatable {
    case ready(Int)
    case code(String)

    init(_ payload: NamedData) throws(TypedDataProblem) {
      switch payload.name {
      case "ready": self = try .ready(payload.data.read("n"))
      case "code": self = try .code(payload.data.read("pin"))
      default: throw TypedDataProblem(payload.name)
      }
    }
  }

  private struct Variables: TypedContext {
    private let view: ContextValues
    init(_ view: ContextValues) { self.view = view }
    var tries: Int { view.read("tries") ?? -1 }
    var pin: String? { view.read("pin") }
    var both: [String] { ["\(tries)", pin ?? ""] }
  }

  @Test("a typed output or variable that differs says what was found, unless it is secret")
  func typedDifferences() async throws {
    func flow(_ variables: [ContextVariable]) -> Statechart {
      chart(
        context: variables,
        events: [
          EventDeclaration("go"),
          EventDeclaration("reveal", payload: [FieldDeclaration("pin", .string, isSecret: true)]),
        ],
        outputs: [
          OutputDeclaration("ready", payload: [FieldDeclaration("n", .int)]),
          OutputDeclaration("code", payload: [FieldDeclaration("pin", .string, isSecret: true)]),
          OutputDeclaration("other"),
        ],
        [
          StateNode(
            "idle",
            on: [
              on("go", do: [.emit("ready", [field("n", "2")]), .emit("other")]),
              on("reveal", do: [.emit("code", [field("pin", "event.data.pin")])]),
            ])
        ])
    }
    let tries = variable("tries", .int, "1")
    let harness = try SessionHarness(CompiledChart(flow([tries])))
    await harness.start()
    await harness.send("go")
    await harness.send("reveal", data: ["pin": "4711"])
    #expect(
      await problems { try harness.expect(output: Told.ready(3)) } == [
        "The output was `ready(2)`, not `ready(3)`."
      ])
    #expect(
      await problems { try harness.expect(output: Told.ready(3)) }.first?.hasPrefix(
        "The output `other` is not one of Told: ") == true)
    #expect(
      await problems { try harness.expect(output: Told.code("0000")) } == [
        "The output `code` has different data. They are not shown."
      ])
    #expect(
      await problems { try harness.expect(output: Told.code("0000")) } == [
        "There was no output; `code` was expected."
      ])
    #expect(
      await problems { try await harness.expect(\Variables.tries, 2) } == [
        "The variable `tries` is 1, not 2."
      ])
    let secret = ContextVariable(FieldDeclaration("pin", .optional(.string), isSecret: true))
    let other = try SessionHarness(CompiledChart(flow([tries, secret])))
    await other.start()
    #expect(
      await problems { try await other.expect(\Variables.tries, 2) } == [
        "The variable `tries` is 1, not 2."
      ])
    #expect(
      await problems { try await other.expect(\Variables.pin, "4711") } == [
        "The variable `pin` has another value, which is not shown."
      ])
    #expect(
      await problems { try await other.expect(\Variables.both, []) } == [
        "What is read from `tries`, `pin` has another value, which is not shown."
      ])
  }

  @Test("a field that is unset and one that is missing are the same")
  func unsetFields() async throws {
    try await SessionHarness(CompiledChart(flow)).run([
      .start(), .send("go"), .expectStart("work", input: ["n": 2, "scope": .unset]), .skip(),
    ])
  }

  @Test("a story may end the process and go on, with timers as the chart says and services interrupted")
  func restarts() async throws {
    let flow = chart(
      context: [variable("n", .int, "0")],
      [
        StateNode(
          "waiting", on: [on("work", "working"), on("add", do: [.assign("n", "n + 1")])],
          after: [
            DelayedTransition(.literal(.seconds(10)), name: "10s", resume: .remainder, to("late"))
          ], exit: [.emit("left")]),
        StateNode(
          "working", invoke: [ChartInvocation(.service("job"), failed: [.init("interrupted", to("late"))])]),
        final("late"),
      ])
    try await SessionHarness(CompiledChart(flow)).run([
      .start(), .send("add"), .advance(.seconds(4)), .restart(after: .seconds(100)), .expectValue("n", 1),
      .expect(["waiting"]), .advance(.seconds(5)), .expect(["waiting"]), .advance(.seconds(1)), .expectEnd(),
      .expectOutput("left"),
    ])
    try await SessionHarness(CompiledChart(flow)).run([
      .start(), .send("work"), .expectOutput("left"), .expectStart("job"), .restart(), .expectEnd(),
    ])
  }

  @Test("a second start is not taken for the first, and secrets are not shown where data differ")
  func differences() async throws {
    let pin = FieldDeclaration("pin", .string, isSecret: true)
    let flow = chart(
      context: [ContextVariable(FieldDeclaration("kept", .optional(.string), isSecret: true))],
      events: [EventDeclaration("go", payload: [pin])],
      handlers: HandlerCatalogue(services: [HandlerDeclaration("work", arguments: [pin])]),
      [
        StateNode("idle", on: [on("go", "busy", do: [.assign("kept", "event.data.pin")])]),
        StateNode(
          "busy", on: [on("go", "busy")],
          invoke: [ChartInvocation(.service("work"), input: [field("pin", "event.data.pin")])]),
      ])
    let harness = try SessionHarness(CompiledChart(flow))
    await harness.start()
    await harness.send("go", data: ["pin": "first"])
    await harness.send("go", data: ["pin": "second"])
    try harness.expect(started: "work", input: ["pin": "first"])
    #expect(
      await problems { try harness.expect(started: "work", input: ["pin": "first"]) } == [
        "`pin` of `work` has another value, which is not shown."
      ])
    #expect(
      await problems { try await harness.expect(variable: "kept", "x") } == [
        "The variable `kept` has another value, which is not shown."
      ])
  }

  private struct Broken: Error {}

  /// A flow with a service that declares its result and its errors, and with an action that throws.
  private func risky() throws -> (CompiledChart, ChartHandlers) {
    let flow = chart(
      errors: [ErrorDeclaration("offline")],
      handlers: HandlerCatalogue(
        actions: [HandlerDeclaration("track")],
        services: [HandlerDeclaration("work", result: .int, errors: ["offline"])]),
      [
        StateNode("idle", on: [on("go", "busy"), on("note", do: ["track"])]),
        StateNode(
          "busy",
          invoke: [ChartInvocation(.service("work"), done: [to("idle")], failed: [.init(nil, to("idle"))])]
        ),
      ])
    var handlers = ChartHandlers()
    handlers.action("track") { throw Broken() }
    return (try CompiledChart(flow), handlers)
  }

  @Test("what goes wrong and no step names fails at its step, in the sentence of the session")
  func faults() async throws {
    let (chart, handlers) = try risky()
    func failure(_ steps: [SessionStep], isExhaustive: Bool = true) async throws -> String {
      do {
        try await SessionHarness(chart, handlers: handlers, isExhaustive: isExhaustive).run(steps)
        return ""
      } catch { return (error as? HarnessFailure)?.text ?? "\(error)" }
    }
    let thrown: [SessionStep] = [.start(), .send("note"), .expect(["idle"])]
    #expect(
      try await failure(thrown) == """
          1. start
        > 2. send `note`
        The action `track` in the transition `note` of `idle` failed: the handler `track` threw an error of the type Broken.
        Nothing took the error `error.execution`.
        """)
    #expect(try await failure(thrown + [.expectProblem("track"), .expectProblem("error.execution")]) == "")
    #expect(try await failure(thrown + [.skip()]) == "")
    #expect(try await failure(thrown, isExhaustive: false) == "")
    #expect(
      try await failure(thrown + [.expectProblem("ring")]).contains("type Broken.\nThe expected problem"))
    #expect(
      try await failure([.start(), .expectProblem("x")]).hasSuffix("There was no problem; `x` was expected."))

    let misspelled: [SessionStep] = [
      .start(), .send("go"), .expectStart("work"), .fail("work", code: "ofline"), .expect(["idle"]),
    ]
    #expect(
      try await failure(misspelled).hasSuffix(
        "> 4. `work` fails with `ofline`\n"
          + "`work` failed with `ofline`, which is not declared. Did you mean `offline`?"))
    let unfit: [SessionStep] = [.start(), .send("go"), .expectStart("work"), .complete("work", with: "no")]
    #expect(
      try await failure(unfit).hasSuffix(
        "> 4. `work` succeeds with a value\nThe result of `work` does not match its declaration: it is not of the type int."
      ))
    // What went wrong before a step that fails is told with it.
    #expect(
      try await failure(thrown + [.expect(["busy"]), .skip()]).contains(
        "The active states are `idle`, not `busy`.\nThe action `track`"))
  }

  @Test("what the app sent in vain is told to the app, and nothing that went wrong")
  func rejectedEvent() async throws {
    let (chart, handlers) = try risky()
    try await SessionHarness(chart, handlers: handlers).run([
      .start(), .sendIgnored("start"), .sendIgnored("x"),
    ])
    let harness = try SessionHarness(chart, handlers: handlers)
    await harness.send("go")
    try await harness.finish()
  }

  @Test("a session goes on with another version of the chart, which has other handlers")
  func otherVersion() async throws {
    let flow = chart([StateNode("idle", on: [on("go", "busy")]), StateNode("busy")])
    var second = flow
    second.version = 2
    second.handlers.guards = [HandlerDeclaration("ready")]
    second.root.states[1].on = [on("back", "idle", if: "ready")]
    let harness = try SessionHarness(CompiledChart(flow))
    await harness.start()
    await harness.send("go")
    await #expect(throws: BindingProblems.self) { try await harness.restart(as: CompiledChart(second)) }
    var handlers = ChartHandlers()
    handlers.guard("ready") { true }
    try await harness.restart(as: CompiledChart(second), handlers: handlers)
    #expect(await harness.send("back") == .taken)
    try await harness.restart()
    try await harness.expect(configuration: ["idle"])
    try await harness.finish()
  }

  @Test("handlers without their services leave those to the test")
  func withoutServices() async throws {
    let (chart, handlers) = try risky()
    var all = handlers
    all.service("work") { _ in 1 }
    try await SessionHarness(chart, handlers: all.withoutServices).run([
      .start(), .send("go"), .expectStart("work"), .complete("work", with: 2), .expect(["idle"]),
    ])
  }

  @Test("what is asked for and is not so fails, and says what is")
  func wrong() async throws {
    let harness = try SessionHarness(CompiledChart(flow))
    await harness.start()
    #expect(
      await problems { try await harness.expect(configuration: ["busy"]) } == [
        "The active states are `idle`, not `busy`."
      ])
    #expect(
      await problems { try harness.expect(output: "ready") } == ["There was no output; `ready` was expected."]
    )
    await harness.send("go")
    #expect(
      await problems { try harness.expect(started: "wrk") } == ["`work` was started, not `wrk`."])
    let unknown = await problems { try await harness.services.complete("wrk") }
    #expect(unknown == ["No service `wrk` waits for an answer; those that do: work."])
    do {
      try await harness.services.fail("wrk", code: "x")
      Issue.record("a service that does not run cannot fail")
    } catch let failure as HarnessFailure {
      #expect(failure.location?.line == #line - 3)
    }
  }
}
