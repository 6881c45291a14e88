import Statecharts
import StatechartsModel
import StatechartsYAML
import Testing

@Suite("Reading charts: what each construct becomes")
struct ChartConstructsTests {
  private func chart(_ body: String) throws -> Statechart {
    let reading = ChartReading.ofBody(body)
    #expect(reading.lines == [])
    return try #require(reading.chart)
  }

  /// The state `a` of a chart with the states `a` to `d`.
  private func state(_ keys: String) throws -> StateNode {
    let body = keys.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    let text = "initial: a\nstates:\n  a:\n\(body.joined(separator: "\n"))\n  b:\n  c: {}\n  d:\n"
    return try #require(try chart(text).root.states.first)
  }

  @Test("a chart's own keys")
  func chartKeys() throws {
    let chart = try chart(
      """
      title: A test
      version: 3
      description: >
        Two lines
        of text.
      initial: a
      states: { a: }
      x-owner: [somebody]
      """)
    #expect(chart.id == "test")
    #expect(chart.title == "A test")
    #expect(chart.version == 3)
    #expect(chart.description == "Two lines of text.")
    #expect(chart.root.id == "test")
    #expect(chart.root.kind == .plain)
    #expect(chart.root.initial == InitialTransition(["a"]))
    #expect(chart.events == nil && chart.errors == nil && chart.outputs == nil)
    #expect(chart.handlers == HandlerCatalogue())
  }

  @Test("a parallel chart needs no initial state")
  func parallelChart() throws {
    let chart = try chart("type: parallel\nstates: { a: {}, b: {} }")
    #expect(chart.root.kind == .parallel)
    #expect(chart.root.states.map(\.id) == ["a", "b"])
  }

  @Test("variables in their short and long forms")
  func variables() throws {
    let chart = try chart(
      """
      context:
        plain: int
        maybe: string?
        list: [duration]
        pair: { left: int, right: bool? }
        long:
          type: string
          optional: true
          values: [red, green]
          initial: red
          input: true
          personal: true
          clear: [a]
          description: A colour.
        key: { type: string, secret: true }
        kept: { type: int, initial: 1 + 1, persist: never, clear: a }
      initial: a
      states: { a: }
      """)
    #expect(
      chart.context == [
        ContextVariable(FieldDeclaration("plain", .int)),
        ContextVariable(FieldDeclaration("maybe", .optional(.string))),
        ContextVariable(FieldDeclaration("list", .list(.duration))),
        ContextVariable(
          FieldDeclaration(
            "pair", .record([FieldDeclaration("left", .int), FieldDeclaration("right", .optional(.bool))]))),
        ContextVariable(
          FieldDeclaration(
            "long", .optional(.string), values: ["red", "green"], isPersonal: true, description: "A colour."),
          initial: chart.context[4].initial, isInput: true, clearedOnExitOf: ["a"]),
        ContextVariable(FieldDeclaration("key", .string, isSecret: true)),
        ContextVariable(
          FieldDeclaration("kept", .int), initial: chart.context[6].initial, persistence: .never,
          clearedOnExitOf: ["a"]),
      ])
    #expect(chart.context[4].initial?.text == "'red'")
    #expect(chart.context[6].initial?.text == "1 + 1")
  }

  @Test("declarations of events, errors, outputs and handlers, with and without keys")
  func declarations() throws {
    let chart = try chart(
      """
      events: { go: , user.left: { title: Left, payload: { at: { type: int, description: Seconds. } } } }
      errors: { oops: { title: Oops, payload: { code: int } } }
      outputs: { said: { description: Words., payload: { text: string } } }
      handlers:
        guards: { isOpen: { payload: { at: int }, arguments: { door: string } } }
        actions: { shut: }
        services: { ask: { input: { name: string }, result: { age: int }, errors: [oops], sends: [go] } }
        queries: { age: { title: Age, arguments: { of: string }, result: int } }
      initial: a
      states: { a: }
      """)
    #expect(
      chart.events == [
        EventDeclaration("go"),
        EventDeclaration(
          "user.left", title: "Left", payload: [FieldDeclaration("at", .int, description: "Seconds.")]),
      ])
    #expect(
      chart.errors == [ErrorDeclaration("oops", title: "Oops", payload: [FieldDeclaration("code", .int)])])
    #expect(
      chart.outputs == [
        OutputDeclaration("said", description: "Words.", payload: [FieldDeclaration("text", .string)])
      ])
    #expect(
      chart.handlers
        == HandlerCatalogue(
          guards: [
            HandlerDeclaration(
              "isOpen", payload: [FieldDeclaration("at", .int)],
              arguments: [FieldDeclaration("door", .string)])
          ],
          actions: [HandlerDeclaration("shut")],
          services: [
            HandlerDeclaration(
              "ask", arguments: [FieldDeclaration("name", .string)],
              result: .record([FieldDeclaration("age", .int)]),
              errors: ["oops"], sends: ["go"])
          ],
          queries: [
            HandlerDeclaration(
              "age", title: "Age", arguments: [FieldDeclaration("of", .string)], result: .int)
          ])
    )
  }

  @Test("a list that is there and empty is not the same as none")
  func emptyCatalogues() throws {
    let chart = try chart("events: {}\nhandlers: { actions: {} }\ninitial: a\nstates: { a: }")
    #expect(chart.events == [])
    #expect(chart.handlers.actions == [])
    #expect(chart.handlers.guards == nil)
  }

  @Test("transitions as a target, a mapping, and a list of both")
  func transitions() throws {
    let state = try state(
      """
      on:
        one: b
        two.*: { target: b, guard: k > 1, actions: act, internal: true, label: twice, description: Why. }
        "*":
          - { target: [b, c], guard: x }
          - d
          - {}
      always: { guard: z, target: c }
      after: { 1.5s: b, 2m: { actions: act }, pause: c }
      """)
    #expect(state.on.map(\.event.name) == ["one", "two.*", "*", "*", "*"])
    #expect(state.on[0].transition.targets == ["b"])
    let second = state.on[1].transition
    #expect(second.targets == ["b"])
    #expect(second.guard?.text == "k > 1")
    #expect(second.actions.map(\.kind) == [.handler("act", arguments: [])])
    #expect(second.isInternal == true)
    #expect(second.label == "twice")
    #expect(second.description == "Why.")
    #expect(state.on[2].transition.targets == ["b", "c"])
    #expect(state.on[3].transition.targets == ["d"])
    #expect(state.on[4].transition.targets == [])
    #expect(state.always.map(\.targets) == [["c"]])
    #expect(state.after.map(\.name) == ["1.5s", "2m", "pause"])
    #expect(state.after[0].delay == .literal(.milliseconds(1500)))
    #expect(state.after[1].delay == .literal(.seconds(120)))
    guard case .expression(let pause) = state.after[2].delay else { throw Unexpected() }
    #expect(pause.text == "pause")
  }

  @Test("every kind of state")
  func kinds() throws {
    let state = try state(
      """
      title: A
      description: The first.
      initial: { target: [p1, q1], actions: greet }
      errors: [oops]
      queries: [age]
      entry: [hello, { say: { word: "'hi'" } }]
      exit: bye
      done: b
      states:
        p: { type: parallel, states: { p0: { initial: p1, states: { p1: } }, q0: { initial: q1, states: { q1: } } } }
        h: { type: history, default: p }
        hh: { type: history, history: deep, default: { target: p, actions: greet } }
        ch: { type: choice, always: [{ guard: x, target: p }, f] }
        f: { type: final, ending: failure, output: { sum: k + 1 }, entry: hello }
      """)
    #expect(state.title == "A")
    #expect(state.description == "The first.")
    #expect(state.initial?.targets == ["p1", "q1"])
    #expect(state.initial?.actions.map(\.kind) == [.handler("greet", arguments: [])])
    #expect(state.errors == ["oops"])
    #expect(state.queries == ["age"])
    #expect(state.states.map(\.ending) == [nil, nil, nil, nil, .failure])
    #expect(state.entry.count == 2)
    #expect(state.exit.map(\.kind) == [.handler("bye", arguments: [])])
    #expect(state.done.map(\.targets) == [["b"]])
    #expect(
      state.states.map(\.kind) == [.parallel, .history(deep: false), .history(deep: true), .choice, .final])
    #expect(state.states[0].states.map(\.id) == ["p0", "q0"])
    #expect(state.states[1].initial?.targets == ["p"])
    #expect(state.states[2].initial?.actions.count == 1)
    #expect(state.states[3].always.map(\.targets) == [["p"], ["f"]])
    #expect(state.states[4].output.map(\.name) == ["sum"])
    #expect(state.states[4].output.map(\.value.text) == ["k + 1"])
  }

  @Test("every action")
  func actions() throws {
    let state = try state(
      """
      entry:
        - call
        - tell: { what: k, how: "'loud'" }
        - empty:
        - assign: { k: k + 1, m: 2 }
        - { raise: ready, data: { x: 1 } }
        - send: later
          data: { y: 2 }
          delay: 5s
          id: reminder
          to: parent
        - { send: other, delay: pause * 2, to: child }
        - cancel: reminder
        - { emit: said, data: { text: "'hi'" } }
        - log: k
        - if: k > 1
          then: call
          else: { if: k > 0, then: [], else: [call, call] }
        - { foreach: items, as: item, index: i, do: { log: item } }
      """)
    let kinds = state.entry.map(\.kind)
    try #require(kinds.count == 12)
    let expressions = Pairs()
    #expect(kinds[0] == .handler("call", arguments: []))
    guard case .handler("tell", let arguments) = kinds[1] else { throw Unexpected() }
    #expect(expressions(arguments) == ["what=k", "how='loud'"])
    #expect(kinds[2] == .handler("empty", arguments: []))
    guard case .assign(let assigned) = kinds[3] else { throw Unexpected() }
    #expect(expressions(assigned) == ["k=k + 1", "m=2"])
    guard case .raise("ready", let raised) = kinds[4] else { throw Unexpected() }
    #expect(expressions(raised) == ["x=1"])
    guard case .send(let send) = kinds[5] else { throw Unexpected() }
    #expect(send.event == "later" && send.id == "reminder" && send.delay == .literal(.seconds(5)))
    #expect(send.destination == .parent)
    #expect(expressions(send.data) == ["y=2"])
    guard case .send(let other) = kinds[6], case .expression(let delay)? = other.delay else {
      throw Unexpected()
    }
    #expect(delay.text == "pause * 2" && other.destination == .invocation("child"))
    #expect(kinds[7] == .cancel("reminder"))
    guard case .emit("said", let data) = kinds[8] else { throw Unexpected() }
    #expect(expressions(data) == ["text='hi'"])
    guard case .log(let logged) = kinds[9] else { throw Unexpected() }
    #expect(logged.text == "k")
    guard case .choose(let branches, let otherwise) = kinds[10] else { throw Unexpected() }
    #expect(branches.map(\.condition.text) == ["k > 1", "k > 0"])
    #expect(branches.map(\.actions.count) == [1, 0])
    #expect(otherwise.count == 2)
    guard case .forEach("item", "i", let list, let body) = kinds[11] else { throw Unexpected() }
    #expect(list.text == "items" && body.count == 1)
  }

  @Test("invocations, one or several")
  func invocations() throws {
    let one = try state("invoke: { service: ask }").invoke
    #expect(one.map(\.source) == [.service("ask")])
    #expect(one.map(\.effectiveID) == ["ask"])
    let several = try state(
      """
      invoke:
        - service: ask
          id: first
          input: { name: k }
          timeout: 15s
          retry: { attempts: 2, backoff: pause, on: [oops] }
          done: [{ guard: x, target: b }, c]
          failed: { any: b, oops: [{ guard: x, target: c }, d], timeout: d }
          finalize: note
          forward: true
        - chart: sub/other-flow.yaml
      """
    ).invoke
    try #require(several.count == 2)
    #expect(several[0].id == "first")
    #expect(several[0].timeout == .literal(.seconds(15)))
    #expect(several[0].retry?.attempts == 2)
    #expect(several[0].retry?.codes == ["oops"])
    guard case .expression(let backoff)? = several[0].retry?.backoff else { throw Unexpected() }
    #expect(backoff.text == "pause")
    #expect(several[0].done.map(\.targets) == [["b"], ["c"]])
    #expect(several[0].failed.map(\.code) == [nil, "oops", "oops", "timeout"])
    #expect(several[0].finalize.count == 1)
    #expect(several[0].forwardsEvents)
    #expect(several[1].source == .chart("sub/other-flow.yaml"))
    #expect(several[1].effectiveID == "other-flow")
  }

  @Test("a guard with arguments is the same as the expression")
  func guardCalls() throws {
    let state = try state(
      """
      on:
        one: { guard: { hasRole: { role: "'admin'", level: k + 1 } } }
        two: { guard: { isOpen: } }
      """)
    #expect(state.on.map(\.transition.guard?.text) == ["hasRole(role: ('admin'), level: (k + 1))", "isOpen"])
  }

  @Test("a list or a mapping may stand where an expression does")
  func composedExpressions() throws {
    let state = try state(
      """
      entry:
        - assign: { list: [1, k + 1, [x]], map: { a: 1, "b c": { d: x } }, none: [], empty: {} }
      """)
    guard case .assign(let assigned)? = state.entry.first?.kind else { throw Unexpected() }
    #expect(assigned.map(\.value.text) == ["[1, (k + 1), [x]]", "{a: 1, 'b c': {d: x}}", "[]", "{}"])
  }

  @Test("a comma inside an element cannot add elements")
  func noInjection() {
    let reading = ChartReading.ofBody(
      "context: { l: [int] }\ninitial: a\nstates: { a: { entry: [{ assign: { l: [\"1, 2\"] } }] } }")
    #expect(
      reading.allLines.map { $0.prefix { $0 != "." } } == ["5:42 bad-expression: `,` is not allowed here"])
  }

  private struct Unexpected: Error {}

  private struct Pairs {
    func callAsFunction(_ list: [NamedExpression]) -> [String] { list.map { "\($0.name)=\($0.value)" } }
  }
}
