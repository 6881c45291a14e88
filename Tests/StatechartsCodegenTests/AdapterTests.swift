import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

/// What the type is told, in order.
private actor Notes {
  private(set) var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

/// A type that provides what the chart `Everything` needs.
private struct Provider: Everything.Handlers {
  let notes: Notes

  func isRight(limit: Int, code: String) -> Bool { limit == 3 && code == "4711" }
  func note(text: String) throws { if text == "no" { throw ServiceFailure("no") } }
  func ring() {}
  func load(_ input: LoadInput, events: LoadSender) async throws(LoadFailure) -> LoadResult {
    await notes.add("load \(input.count)")
    let outcome = await events.progress(percent: 50)
    await notes.add("sent: \(outcome)")
    if input.count > 5 { throw .broken(detail: "canary") }
    return Everything.LoadResult(size: 1.5)
  }
  func wait() async {}
  func measure() async throws(MeasureFailure) -> Duration { throw .late }
  func isFine(name: String) -> Bool? { name == "it" ? true : nil }

  typealias LoadInput = Everything.LoadInput
  typealias LoadSender = Everything.LoadSender
  typealias LoadFailure = Everything.LoadFailure
  typealias LoadResult = Everything.LoadResult
  typealias MeasureFailure = Everything.MeasureFailure
}

private struct Drawer: Sketch.Handlers {
  func isReady(_ arguments: [String: ChartValue]) -> Bool { true }
  func note(_ arguments: [String: ChartValue]) {}
  func load(_ input: ChartValue) async throws(ServiceFailure) -> ChartValue { .unset }
  func ask(_ arguments: [String: ChartValue]) -> ChartValue { .unset }
}

/// Binding a type to a chart.
@Suite struct AdapterTests {
  private let place = Everything.EnterPlace(street: "canary street", numbers: [1])

  private func call(_ service: String, _ input: ChartValue, _ notes: Notes) -> ServiceCall {
    ServiceCall(service: service, id: service, input: input) { event in
      await notes.add("\(event.name) \(event.data)")
      return .taken
    }
  }

  @Test("a type that implements the protocol is all that a machine needs")
  func machine() throws {
    var machine = try Everything.machine(Provider(notes: Notes()), input: .init(count: 2, needed: "x"))
    _ = machine.start()
    #expect(Everything.configuration(of: machine) == [.second])
    let context = Everything.Context(machine.context)
    #expect(context.count == 3)
    #expect(context.mode == .fast)
    #expect(context.needed == "x")
    #expect(context.span == .milliseconds(1_500))
    let wrong = machine.send(Everything.Event.enter(code: "0", kind: .known, place: place))
    #expect(wrong.outcome != .taken)
    let right = machine.send(Everything.Event.enter(code: "4711", kind: .known, place: place))
    #expect(right.outcome == .taken)
    #expect(Everything.configuration(of: machine) == [.leftStart, .rightStart])
  }

  @Test("nothing is missing or too much")
  func names() throws {
    let handlers = Everything.handlers(Provider(notes: Notes()))
    #expect(try Everything.compiled.get().problems(binding: handlers).isEmpty)
  }

  @Test("a service gets its input and gives its result as Swift types, and sends what it may send")
  func service() async throws {
    let notes = Notes()
    let load = try #require(Everything.handlers(Provider(notes: notes)).service(named: "load"))
    let result = try await load(call("load", ["count": 3], notes))
    #expect(result == ["size": 1.5])
    #expect(await notes.lines == ["load 3", "progress {percent: 50}", "sent: taken"])
  }

  @Test("a service fails with a declared code and its data, of which no secret is printed")
  func failure() async throws {
    let notes = Notes()
    let load = try #require(Everything.handlers(Provider(notes: notes)).service(named: "load"))
    let error = await #expect(throws: Everything.LoadFailure.self) {
      try await load(call("load", ["count": 9], notes))
    }
    #expect(error?.code == "broken")
    #expect(error?.data == ["detail": "canary"])
    #expect(error.map { "\($0)" } == "broken(detail: [secret])")
  }

  @Test("a failure is read from its code and its data; no other code or data make one")
  func readFailure() throws {
    typealias Failure = Everything.LoadFailure
    #expect(Failure(ServiceFailure("broken", data: ["detail": "canary"])) == .broken(detail: "canary"))
    #expect(Failure(Failure.broken(detail: "canary")) == .broken(detail: "canary"))
    #expect(Everything.MeasureFailure(ServiceFailure("late")) == .late)
    #expect(Failure(ServiceFailure("broken", data: ["detail": 1])) == nil)
    #expect(Failure(ServiceFailure("broken")) == nil)
    #expect(throws: TypedDataProblem("detail")) { try Failure(code: "broken", data: ["detail": 1]) }
    for other in ["", "Broken", "other"] {
      #expect(Failure(ServiceFailure(other, data: ["detail": "canary"])) == nil)
      #expect(throws: TypedDataProblem(other)) { try Failure(code: other, data: ["detail": "canary"]) }
    }
  }

  @Test("input of another type is told by the field's name")
  func wrongInput() async throws {
    let notes = Notes()
    let load = try #require(Everything.handlers(Provider(notes: notes)).service(named: "load"))
    let error = await #expect(throws: TypedDataProblem.self) {
      try await load(call("load", ["count": "canary"], notes))
    }
    #expect(error?.description == "`count` is not of the type that the chart declares.")
  }

  @Test("a query answers from its arguments")
  func query() throws {
    let query = try #require(Everything.handlers(Provider(notes: Notes())).query(named: "isFine"))
    #expect(try query(["name": "it"]) == true)
    #expect(try query(["name": "other"]) == .unset)
  }

  @Test("outputs are read with their data")
  func outputs() throws {
    var machine = try Everything.machine(Provider(notes: Notes()), input: .init(needed: "x"))
    let outputs = machine.start().effects.compactMap { effect -> Everything.Output? in
      guard case .output(let payload) = effect else { return nil }
      return try? Everything.Output(payload)
    }
    #expect(outputs == [.told(count: 4)])
  }

  @Test("secrets and personal data are never printed, reflected or dumped")
  func redaction() throws {
    let event = Everything.Event.enter(code: "canary", who: "canary", kind: .value2fa, place: place)
    let input = Everything.Input(token: "canary", needed: "x")
    var machine = try Everything.machine(Provider(notes: Notes()), input: input)
    let started = machine.start()
    let door = try Door.bound(Lock()).untyped
    let call = ServiceCall(service: "load", id: "load", input: ["detail": "canary"]) { _ in .taken }
    let guarded: [Any] = [
      event, input, place, Everything.LoadFailure.broken(detail: "canary"),
      Everything.Context(machine.context),
      [event], Optional(event) as Any, ["a": place],
      // What the engine hands out and takes.
      event.event, machine, machine.context, machine.send(event), started, call, [event.event],
      NamedData(name: "told", data: ["code": "canary"], redactedData: ["code": .redacted]),
      ChartEffect.output(NamedData(name: "told", data: ["who": "canary"], redactedData: ["who": "canary"])),
      try Session(
        Everything.bound(Provider(notes: Notes()), children: ["one.yaml": door, "two.yaml": door]),
        input: input),
    ]
    for value in guarded {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains("canary"), "\(text)")
      }
    }
    #expect("\(event.event)" == "enter(code, kind, place, who)")
    #expect("\(machine.context)".contains("count: 4") && "\(machine.context)".contains("token: [secret]"))
    #expect(
      "\(event)"
        == "enter(code: [secret], who: [personal], kind: value2fa, place: EnterPlace(street: [personal], numbers: [1]))"
    )
    #expect(event.event.data[field: "code"] == "canary")
  }

  @Test("a value that must not be shown and is missing is shown as nil")
  func missingSecret() throws {
    func context(_ input: Everything.Input) throws -> String {
      var machine = try Everything.machine(Provider(notes: Notes()), input: input)
      _ = machine.start()
      return "\(Everything.Context(machine.context))"
    }
    #expect(try context(.init(needed: "x")).contains("token: nil"))
    #expect(try context(.init(token: "canary", needed: "x")).contains("token: [secret]"))
    #expect("\(Everything.Input(needed: "x"))".contains("token: nil"))
    #expect("\(Everything.Event.enter(code: "0", kind: .known, place: place))".contains("who: nil"))
  }

  @Test("a step of a test has the result or an error of its service, for each id under which it runs")
  func typedServices() {
    let loading:
      TypedService<
        Everything, Everything.LoadInput, Everything.LoadResult, Everything.LoadFailure
      > = .loading
    let sendCode: TypedService<SignIn, SignIn.SendCodeInput, Void, SignIn.SendCodeFailure> = .sendCode
    #expect(loading.id == "loading" && sendCode.id == "sendCode")
    #expect(TypedStep<Everything>.expectOutput(.told(count: 4)).description == "expect the output `told`")
    let steps: [TypedStep<Everything>] = [
      .complete(.loading, with: .init(size: 1.5)), .fail(.loading, .broken(detail: "canary")),
      .fail(.loading, .late),
    ]
    #expect(
      steps.map(\.description) == [
        "`loading` succeeds with size", "`loading` fails with `broken` with detail",
        "`loading` fails with `late`",
      ])
  }

  @Test("a harness takes the input of a chart and its child charts, with handlers and without services")
  func requiredInput() async throws {
    let input = Everything.Input(needed: "x")
    let child = try HarnessChild(Sketch.self, handlers: Sketch.handlers(Drawer()).withoutServices)
    let children = ["one.yaml": child, "two.yaml": child]
    let provider = Provider(notes: Notes())
    let story: [TypedStep<Everything>] = [.start(), .expectValue(\.needed, "x"), .skip()]
    try await TypedHarness<Everything>(provider, children: children, input: input).run(story)
    let harness = try TypedHarness<Everything>(
      handlers: Everything.handlers(provider).withoutServices, children: children, input: input)
    try await harness.run(story + [.inside(Sketch.self, .complete(.load))])
    #expect(!harness.untyped.services.cancelled.contains("load"))
  }

  @Test("services of a child chart start and fail in steps; other steps about a child chart are refused")
  func childServices() async throws {
    let child = try HarnessChild(Sketch.self, handlers: Sketch.handlers(Drawer()).withoutServices)
    func run(_ steps: [TypedStep<Everything>]) async throws {
      let handlers = Everything.handlers(Provider(notes: Notes())).withoutServices
      try await TypedHarness<Everything>(
        handlers: handlers, children: ["one.yaml": child, "two.yaml": child], input: .init(needed: "x"),
        isExhaustive: false
      ).run([.start()] + steps)
    }
    try await run([
      .expectStart(.loading), .expectStart(.child), .inside(Sketch.self, .expectStart(.load)),
    ])
    await #expect(throws: HarnessFailure.self) { try await run([.inside(Sketch.self, .expectStart(.load))]) }
    await #expect(throws: HarnessFailure.self) { try await run([.inside(Sketch.self, .expect([.a]))]) }
    await #expect {
      try await run([.skip(), .inside(Sketch.self, .expectOutput(.gone()))])
    } throws: {
      "\($0)".contains("There was no output; `gone` was expected.")
    }
  }

  @Test("a session with generated types previews, posts, continues from a snapshot, and stops")
  func typedSession() async throws {
    let bound = try Door.bound(Lock())
    let session = try Session(bound, id: "front")
    await session.start()
    #expect(await session.preview(.enter(code: "4711")) == .taken)
    #expect(await session.current.configuration == [.locked])
    #expect(session.post(.enter(code: "4711")) == .accepted)
    try await session.settled()

    let next = try Session(bound, restoring: await session.snapshot())
    #expect(next.id == "front")
    await next.start()
    let update = await next.current
    #expect(update.isActive(.open) && !update.isActive(.locked))
    #expect(update.context.openings == 1)
    await next.stop()
    #expect(await next.current.isOver)
  }
}
