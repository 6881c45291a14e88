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
    var root = StateNode("flow", initial: InitialTransition(["s0"]))
    root.states = names.map { name in
      var state = StateNode(ChartName(name))
      state.entry = Self.actions(.entry, 50, &random)
      state.exit = Self.actions(.entry, 30, &random)
      for event in Situation.events where random.chance(70) {
        state.on.append(
          EventTransition(EventDescriptor(ChartName(event.rawValue)), Self.transition(event, names, &random)))
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
    var end = StateNode("end", kind: .final)
    end.output = [NamedExpression("last", ChartExpression(random.pick(["pin", "account", "loose"])))]
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

  static let account = ChartValueType.record([
    FieldDeclaration("token", .string, isSecret: true), FieldDeclaration("kind", .string),
  ])

  private static func declarations(_ id: ChartName, _ root: StateNode) -> Statechart {
    let pin = FieldDeclaration("pin", .string, isSecret: true)
    return Statechart(
      id,
      context: [
        ContextVariable(FieldDeclaration("pin", .optional(.string), isSecret: true), isInput: true),
        ContextVariable(FieldDeclaration("account", .optional(account))),
        ContextVariable(
          FieldDeclaration("tokens", .list(.string), isSecret: true), initial: "[]", clearedOnExitOf: ["s1"]),
        ContextVariable(FieldDeclaration("loose", .any)),
        ContextVariable(FieldDeclaration("count", .int), initial: "0"),
      ],
      events: [
        EventDeclaration("enter", payload: [pin, FieldDeclaration("who", .string)]),
        EventDeclaration("grant", payload: [FieldDeclaration("account", account)]),
        EventDeclaration("inner", payload: [FieldDeclaration("x", .any, isSecret: true)]),
        EventDeclaration("go"),
      ],
      errors: [ErrorDeclaration("refused", payload: [FieldDeclaration("hint", .string, isSecret: true)])],
      outputs: [
        OutputDeclaration(
          "shown", payload: [FieldDeclaration("x", .any, isSecret: true), FieldDeclaration("n", .int)])
      ],
      handlers: HandlerCatalogue(
        guards: [HandlerDeclaration("fits", arguments: [FieldDeclaration("x", .any, isSecret: true)])],
        actions: [HandlerDeclaration("hold", arguments: [FieldDeclaration("x", .any, isSecret: true)])],
        services: [
          HandlerDeclaration(
            "check", arguments: [FieldDeclaration("x", .any, isSecret: true)], result: account,
            errors: ["refused"],
            sends: ["grant"])
        ]), root: root)
  }

  /// The chart inside knows nothing of events, so that what comes is followed as it runs.
  private static func childDeclarations(_ random: inout RandomSource) -> Statechart {
    var first = StateNode("first")
    first.entry = random.some(
      [
        ChartAction(.log("given")), ChartAction(.assign([NamedExpression("copy", "given")])),
        ChartAction(.raise("own", data: [NamedExpression("x", "given")])),
        ChartAction(.emit("found", data: [NamedExpression("x", "given")])),
        ChartAction(
          .send(
            ChartAction.Send(
              "grant", data: [NamedExpression("account", "{token: given, kind: 'a'}")], destination: .parent))
        ),
        ChartAction(
          .send(
            ChartAction.Send("later", data: [NamedExpression("x", "given")], delay: .literal(.seconds(1))))),
      ], chance: 60)
    first.on = [
      EventTransition(
        "*",
        ChartTransition(
          ["last"],
          actions: random.some(
            [
              ChartAction(.log("event.data")), ChartAction(.assign([NamedExpression("loose", "event.data")])),
              ChartAction(.emit("found", data: [NamedExpression("x", "event.data")])),
              ChartAction(.log("loose")),
            ], chance: 60)))
    ]
    var last = StateNode("last", kind: .final)
    last.output = [NamedExpression("x", ChartExpression(random.pick(["given", "copy", "loose"])))]
    return Statechart(
      "kid",
      context: [
        ContextVariable(FieldDeclaration("given", .any, isSecret: true), isInput: true),
        ContextVariable(FieldDeclaration("copy", .any, isSecret: true)),
        ContextVariable(FieldDeclaration("loose", .any)),
      ], root: StateNode("kid", initial: InitialTransition(["first"]), states: [first, last]))
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

  private static func candidates(_ situation: Situation) -> [ChartAction] {
    var result: [ChartAction] = []
    for text in expressions(situation) {
      let x = [NamedExpression("x", ChartExpression(text))]
      result += [
        ChartAction(.log(ChartExpression(text))), ChartAction(.handler("hold", arguments: x)),
        ChartAction(.emit("shown", data: x + [NamedExpression("n", "count")])),
        ChartAction(.raise("inner", data: x)),
        ChartAction(.send(ChartAction.Send("inner", data: x, delay: .literal(.seconds(1)), id: "k"))),
        ChartAction(
          .send(
            ChartAction.Send("", computedEvent: ChartExpression("(\(text))"), delay: .literal(.seconds(1))))),
        ChartAction(.send(ChartAction.Send("go", destination: .computed(ChartExpression("(\(text))"))))),
        ChartAction(.cancelComputed(ChartExpression("(\(text))"))),
        ChartAction(
          .choose(
            [ChartAction.Branch(ChartExpression("\(text) == 'x'"), [])],
            otherwise: [ChartAction(.log("fail()"))])),
        ChartAction(
          .forEach(item: "each", index: nil, list: ChartExpression(text), body: [ChartAction(.log("each"))])),
      ]
      for name in ["pin", "account", "tokens", "loose", "count"] {
        result.append(ChartAction(.assign([NamedExpression(ChartName(name), ChartExpression(text))])))
      }
      result.append(
        ChartAction(.assign([NamedExpression("tokens", ChartExpression("concat(tokens, [\(text)])"))])))
    }
    return result
  }

  /// What the compiler takes, by situation: found once, in a chart that has nothing else.
  private static let possible: [Situation: [ChartAction]] = {
    var result: [Situation: [ChartAction]] = [:]
    for situation in Situation.allCases {
      result[situation] = candidates(situation).filter { action in
        var state = StateNode("s0")
        if situation == .entry {
          state.entry = [action]
        } else {
          let transition = ChartTransition(actions: [action])
          state.on = [EventTransition(EventDescriptor(ChartName(situation.rawValue)), transition)]
        }
        let root = StateNode("flow", initial: InitialTransition(["s0"]), states: [state, StateNode("s1")])
        return declarations("flow", root).problems().isEmpty
      }
    }
    return result
  }()

  private static func actions(_ situation: Situation, _ percent: Int, _ random: inout RandomSource)
    -> [ChartAction]
  {
    guard let possible = possible[situation], !possible.isEmpty else { return [] }
    return (0..<5).compactMap { _ in random.chance(percent) ? random.pick(possible) : nil }
  }

  private static func transition(
    _ situation: Situation, _ states: [String], _ random: inout RandomSource
  ) -> ChartTransition {
    var result = ChartTransition(actions: actions(situation, 60, &random))
    if random.chance(70) { result.targets = [ChartName(random.chance(8) ? "end" : random.pick(states))] }
    if random.chance(25) {
      result.guard = ChartExpression(
        random.pick(["fits(x: pin)", "pin == 'x' or fits(x: account)", "length(tokens) < 9"]))
    }
    return result
  }

  private static func service(_ states: [String], _ random: inout RandomSource) -> ChartInvocation {
    ChartInvocation(
      .service("check"),
      input: [
        NamedExpression(
          "x", ChartExpression(random.pick(["pin", "account", "tokens", "[pin, account.token]"])))
      ],
      timeout: .literal(.seconds(5)), retry: random.chance(30) ? ChartInvocation.Retry(attempts: 1) : nil,
      done: [
        ChartTransition(
          [ChartName(random.pick(states))],
          actions: random.some(
            [
              ChartAction(.assign([NamedExpression("account", "event.data")])),
              ChartAction(.log("event.data.token")),
            ],
            chance: 60))
      ],
      failed: [
        ChartInvocation.Failure(
          random.chance(50) ? "refused" : nil,
          ChartTransition([ChartName(random.pick(states))], actions: [ChartAction(.log("event.data"))]))
      ])
  }

  private static func childChart(_ states: [String], _ random: inout RandomSource) -> ChartInvocation {
    ChartInvocation(
      .chart("kid.yaml"), id: "kid",
      input: [NamedExpression("given", ChartExpression(random.pick(["pin", "account.token", "tokens"])))],
      done: [ChartTransition([ChartName(random.pick(states))], actions: [ChartAction(.log("event.data"))])],
      failed: [ChartInvocation.Failure(nil, ChartTransition([ChartName(random.pick(states))]))])
  }

  // MARK: The same without declarations

  private static func withoutSecrecy(_ chart: Statechart) -> Statechart {
    func plain(_ type: ChartValueType) -> ChartValueType {
      switch type {
      case .record(let fields): .record(fields.map(plain))
      case .list(let element): .list(plain(element))
      case .optional(let inner): .optional(plain(inner))
      default: type
      }
    }
    func plain(_ field: FieldDeclaration) -> FieldDeclaration {
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
