import ReferenceEngine
import Statecharts
import StatechartsModel

/// Random charts full of secrets: in variables, records and lists, in events, results, errors and arguments, of the chart and
/// of one that it runs. What is done with them is random too, as far as the compiler lets it.
struct SecretChart {
  let chart: Statechart
  let child: Statechart

  /// Makes a chart.
  ///
  /// - Parameter isDeclared: whether what is secret is declared so. Without it the same chart leaks, on purpose.
  init(_ random: inout RandomSource, isDeclared: Bool = true) {
    let names = (0..<random.number(3...5)).map { "s\($0)" }
    var root = State("flow", initial: InitialTransition(["s0"]))
    root.states = names.map { name in
      var state = State(Name(name))
      state.entry = Self.actions(.entry, 50, &random)
      state.exit = Self.actions(.entry, 30, &random)
      for event in Situation.events where random.chance(70) {
        state.on.append(
          EventTransition(EventDescriptor(Name(event.rawValue)), Self.transition(event, names, &random)))
      }
      if random.chance(40) { state.invoke.append(Self.service(names, &random)) }
      if random.chance(30) { state.invoke.append(Self.childChart(names, &random)) }
      if random.chance(30) {
        state.after = [
          DelayedTransition(.literal(.seconds(2)), name: "2s", Self.transition(.entry, names, &random))
        ]
      }
      return state
    }
    var end = State("end", kind: .final)
    end.output = [NamedExpression("last", Expression(random.pick(["pin", "account", "loose"])))]
    root.states.append(end)
    var chart = Self.declarations("flow", root)
    var child = Self.childDeclarations(&random)
    if !isDeclared {
      chart = Self.withoutSecrecy(chart)
      child = Self.withoutSecrecy(child)
    }
    self.chart = chart
    self.child = child
  }

  // MARK: What is declared

  static let account = ValueType.record([
    Field("token", .string, isSecret: true), Field("kind", .string),
  ])

  private static func declarations(_ id: Name, _ root: State) -> Statechart {
    let pin = Field("pin", .string, isSecret: true)
    return Statechart(
      id,
      context: [
        ContextVariable(Field("pin", .optional(.string), isSecret: true), isInput: true),
        ContextVariable(Field("account", .optional(account))),
        ContextVariable(
          Field("tokens", .list(.string), isSecret: true), initial: "[]", clearedOnExitOf: ["s1"]),
        ContextVariable(Field("loose", .any)), ContextVariable(Field("count", .int), initial: "0"),
      ],
      events: [
        EventDeclaration("enter", payload: [pin, Field("who", .string)]),
        EventDeclaration("grant", payload: [Field("account", account)]),
        EventDeclaration("inner", payload: [Field("x", .any, isSecret: true)]), EventDeclaration("go"),
      ],
      errors: [ErrorDeclaration("refused", payload: [Field("hint", .string, isSecret: true)])],
      outputs: [OutputDeclaration("shown", payload: [Field("x", .any, isSecret: true), Field("n", .int)])],
      handlers: HandlerCatalogue(
        guards: [HandlerDeclaration("fits", arguments: [Field("x", .any, isSecret: true)])],
        actions: [HandlerDeclaration("hold", arguments: [Field("x", .any, isSecret: true)])],
        services: [
          HandlerDeclaration(
            "check", arguments: [Field("x", .any, isSecret: true)], result: account, errors: ["refused"],
            sends: ["grant"])
        ]), root: root)
  }

  /// The chart inside knows nothing of events, so that what comes is followed as it runs.
  private static func childDeclarations(_ random: inout RandomSource) -> Statechart {
    var first = State("first")
    first.entry = random.some(
      [
        Action(.log("given")), Action(.assign([NamedExpression("copy", "given")])),
        Action(.raise("own", data: [NamedExpression("x", "given")])),
        Action(.emit("found", data: [NamedExpression("x", "given")])),
        Action(
          .send(
            Action.Send(
              "grant", data: [NamedExpression("account", "{token: given, kind: 'a'}")], destination: .parent))
        ),
        Action(
          .send(Action.Send("later", data: [NamedExpression("x", "given")], delay: .literal(.seconds(1))))),
      ], chance: 60)
    first.on = [
      EventTransition(
        "*",
        Transition(
          ["last"],
          actions: random.some(
            [
              Action(.log("event.data")), Action(.assign([NamedExpression("loose", "event.data")])),
              Action(.emit("found", data: [NamedExpression("x", "event.data")])), Action(.log("loose")),
            ], chance: 60)))
    ]
    var last = State("last", kind: .final)
    last.output = [NamedExpression("x", Expression(random.pick(["given", "copy", "loose"])))]
    return Statechart(
      "kid",
      context: [
        ContextVariable(Field("given", .any, isSecret: true), isInput: true),
        ContextVariable(Field("copy", .any, isSecret: true)), ContextVariable(Field("loose", .any)),
      ], root: State("kid", initial: InitialTransition(["first"]), states: [first, last]))
  }

  // MARK: What is done

  /// Where an expression stands, by the event that is answered.
  enum Situation: String, CaseIterable {
    case entry, enter, grant, inner, go, anything = "*"

    static let events: [Situation] = [.enter, .grant, .inner, .go, .anything]
  }

  private static func expressions(_ situation: Situation) -> [String] {
    var found = [
      "pin", "account", "account.token", "tokens", "tokens[0]", "loose", "upper(account.token)",
      "concat(pin, '-x')", "{a: pin, b: [account.token]}", "[account]", "pin + '!'", "text(length(pin))",
    ]
    switch situation {
    case .enter: found += ["event.data.pin", "event.data", "concat(event.data.pin, event.data.who)"]
    case .grant: found += ["event.data.account.token", "event.data.account"]
    case .inner: found += ["event.data.x", "event.data"]
    case .anything: found += ["event.data", "event"]
    case .entry, .go: break
    }
    return found
  }

  private static func candidates(_ situation: Situation) -> [Action] {
    var result: [Action] = []
    for text in expressions(situation) {
      let x = [NamedExpression("x", Expression(text))]
      result += [
        Action(.log(Expression(text))), Action(.handler("hold", arguments: x)),
        Action(.emit("shown", data: x + [NamedExpression("n", "count")])), Action(.raise("inner", data: x)),
        Action(.send(Action.Send("inner", data: x, delay: .literal(.seconds(1)), id: "k"))),
        Action(.send(Action.Send("", computedEvent: Expression("(\(text))"), delay: .literal(.seconds(1))))),
        Action(.send(Action.Send("go", destination: .computed(Expression("(\(text))"))))),
        Action(.cancelComputed(Expression("(\(text))"))),
        Action(
          .choose([Action.Branch(Expression("\(text) == 'x'"), [])], otherwise: [Action(.log("fail()"))])),
        Action(.forEach(item: "each", index: nil, list: Expression(text), body: [Action(.log("each"))])),
      ]
      for name in ["pin", "account", "tokens", "loose", "count"] {
        result.append(Action(.assign([NamedExpression(Name(name), Expression(text))])))
      }
      result.append(Action(.assign([NamedExpression("tokens", Expression("concat(tokens, [\(text)])"))])))
    }
    return result
  }

  /// What the compiler takes, by situation: found once, in a chart that has nothing else.
  private static let possible: [Situation: [Action]] = {
    var result: [Situation: [Action]] = [:]
    for situation in Situation.allCases {
      result[situation] = candidates(situation).filter { action in
        var state = State("s0")
        if situation == .entry {
          state.entry = [action]
        } else {
          let transition = Transition(actions: [action])
          state.on = [EventTransition(EventDescriptor(Name(situation.rawValue)), transition)]
        }
        let root = State("flow", initial: InitialTransition(["s0"]), states: [state, State("s1")])
        return declarations("flow", root).problems().isEmpty
      }
    }
    return result
  }()

  private static func actions(_ situation: Situation, _ percent: Int, _ random: inout RandomSource)
    -> [Action]
  {
    guard let possible = possible[situation], !possible.isEmpty else { return [] }
    return (0..<5).compactMap { _ in random.chance(percent) ? random.pick(possible) : nil }
  }

  private static func transition(
    _ situation: Situation, _ states: [String], _ random: inout RandomSource
  ) -> Transition {
    var result = Transition(actions: actions(situation, 60, &random))
    if random.chance(70) { result.targets = [Name(random.chance(8) ? "end" : random.pick(states))] }
    if random.chance(25) {
      result.guard = Expression(
        random.pick(["fits(x: pin)", "pin == 'x' or fits(x: account)", "length(tokens) < 9"]))
    }
    return result
  }

  private static func service(_ states: [String], _ random: inout RandomSource) -> Invocation {
    Invocation(
      .service("check"),
      input: [
        NamedExpression("x", Expression(random.pick(["pin", "account", "tokens", "[pin, account.token]"])))
      ],
      timeout: .literal(.seconds(5)), retry: random.chance(30) ? Invocation.Retry(attempts: 1) : nil,
      done: [
        Transition(
          [Name(random.pick(states))],
          actions: random.some(
            [Action(.assign([NamedExpression("account", "event.data")])), Action(.log("event.data.token"))],
            chance: 60))
      ],
      failed: [
        Invocation.Failure(
          random.chance(50) ? "refused" : nil,
          Transition([Name(random.pick(states))], actions: [Action(.log("event.data"))]))
      ])
  }

  private static func childChart(_ states: [String], _ random: inout RandomSource) -> Invocation {
    Invocation(
      .chart("kid.yaml"), id: "kid",
      input: [NamedExpression("given", Expression(random.pick(["pin", "account.token", "tokens"])))],
      done: [Transition([Name(random.pick(states))], actions: [Action(.log("event.data"))])],
      failed: [Invocation.Failure(nil, Transition([Name(random.pick(states))]))])
  }

  // MARK: The same without declarations

  private static func withoutSecrecy(_ chart: Statechart) -> Statechart {
    func plain(_ type: ValueType) -> ValueType {
      switch type {
      case .record(let fields): .record(fields.map(plain))
      case .list(let element): .list(plain(element))
      case .optional(let inner): .optional(plain(inner))
      default: type
      }
    }
    func plain(_ field: Field) -> Field {
      var field = field
      field.isSecret = false
      field.type = plain(field.type)
      return field
    }
    func plain(_ handler: HandlerDeclaration) -> HandlerDeclaration {
      var handler = handler
      handler.arguments = handler.arguments.map(plain)
      handler.result = handler.result.map(plain)
      return handler
    }
    var chart = chart
    for place in chart.context.indices { chart.context[place].field = plain(chart.context[place].field) }
    chart.events = chart.events?.map { EventDeclaration($0.name, payload: $0.payload.map(plain)) }
    chart.errors = chart.errors?.map { ErrorDeclaration($0.code, payload: $0.payload.map(plain)) }
    chart.outputs = chart.outputs?.map { OutputDeclaration($0.name, payload: $0.payload.map(plain)) }
    chart.handlers.guards = chart.handlers.guards?.map(plain)
    chart.handlers.actions = chart.handlers.actions?.map(plain)
    chart.handlers.services = chart.handlers.services?.map(plain)
    return chart
  }
}
