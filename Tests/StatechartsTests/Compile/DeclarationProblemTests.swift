import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Problems of names and declarations")
struct DeclarationProblemTests {
  private let events: [EventDeclaration] = [
    EventDeclaration("signIn", payload: [Field("password", .string), Field("hint", .optional(.string))]),
    EventDeclaration("sign.up"), EventDeclaration("sign.out"),
  ]

  @Test("an event that is not declared is reported, prefixes and the platform's own are not")
  func unknownEvent() {
    func machine(_ event: EventDescriptor) -> Statechart {
      chart(
        events: events, errors: [ErrorDeclaration("offline")],
        [
          compound("p", on: [on(event, "q")], invoke: [Invocation(.service("work"))], [State("a")]),
          State("q"),
        ])
    }
    for known in [
      "signIn", "sign", "sign.*", "sign.up", "*", "error", "error.offline", "error.execution", "done.state.p",
      "done.invoke.work", "done.*", "after.*",
    ] { #expect(rules(machine(EventDescriptor(Name(known)))).isEmpty, "\(known)") }
    for unknown in [
      "signin", "sig", "sign.in", "error.ofline", "done.state.q", "done.state.pp", "done.invoke.walk",
    ] { #expect(rules(machine(EventDescriptor(Name(unknown)))) == [.unknownEvent], "\(unknown)") }
    #expect(machine("signin").problems().first?.suggestion == "signIn")
    #expect(machine("error.ofline").problems().first?.suggestion == "error.offline")
    #expect(machine("error.executio").problems().first?.suggestion == "error.execution")
    for illegal in ["", "a..b", "a.*.b", ".a", "**"] {
      #expect(rules(machine(EventDescriptor(Name(illegal)))) == [.illegalName], "\(illegal)")
    }
  }

  @Test("raised and sent events must be declared, with the fields they need and no others")
  func payloads() {
    func machine(_ action: Action) -> Statechart { chart(events: events, [State("a", entry: [action])]) }
    #expect(rules(machine(.raise("signIn", [field("password", "'x'")]))).isEmpty)
    #expect(rules(machine(.raise("signUp"))) == [.unknownEvent])
    #expect(rules(machine(.send("signUp"))) == [.unknownEvent])
    #expect(rules(machine(.raise("signIn"))) == [.missingField])
    #expect(rules(machine(.send("signIn"))) == [.missingField])
    #expect(
      rules(machine(.raise("signIn", [field("password", "'x'"), field("pasword", "'y'")]))) == [.unknownField]
    )
    #expect(rules(machine(.raise("signIn", [field("password", "1")]))) == [.badExpression])
    #expect(
      rules(machine(.raise("signIn", [field("password", "'x'"), field("password", "'x'")]))) == [
        .duplicateName
      ])
    #expect(rules(machine(.raise("a b"))) == [.illegalName])
  }

  @Test("outputs must be declared where they are catalogued")
  func outputs() {
    func machine(_ action: Action) -> Statechart {
      chart(outputs: [OutputDeclaration("shown", payload: [Field("x", .int)])], [State("a", entry: [action])])
    }
    #expect(rules(machine(.emit("shown", [field("x", "1")]))).isEmpty)
    #expect(rules(machine(.emit("showm", [field("x", "1")]))) == [.unknownOutput])
    #expect(rules(machine(.emit("shown"))) == [.missingField])
    #expect(rules(machine(.emit("shown", [field("x", "1"), field("y", "1")]))) == [.unknownField])
  }

  @Test("handlers must be declared where they are catalogued, with their arguments")
  func handlers() {
    let catalogue = HandlerCatalogue(
      guards: [HandlerDeclaration("isOpen")],
      actions: [HandlerDeclaration("show", arguments: [Field("code", .int)])],
      services: [
        HandlerDeclaration("load", arguments: [Field("id", .optional(.int))], errors: ["offline"])
      ],
      queries: [HandlerDeclaration("count")])
    func machine(
      _ actions: [Action] = [], if guardText: Expression? = nil, run invocation: Invocation? = nil,
      queries: [Name] = []
    ) -> Statechart {
      chart(
        errors: [ErrorDeclaration("offline"), ErrorDeclaration("denied")], handlers: catalogue,
        [
          State(
            "a", on: [on("x", "b", if: guardText)], entry: actions, invoke: [invocation].compactMap { $0 },
            queries: queries), State("b"),
        ])
    }
    func call(_ name: Name, _ arguments: [NamedExpression] = []) -> Action {
      Action(.handler(name, arguments: arguments))
    }
    #expect(rules(machine([call("show", [field("code", "1")])], if: "isOpen", queries: ["count"])).isEmpty)
    #expect(rules(machine([call("shaw", [field("code", "1")])])) == [.unknownHandler])
    #expect(rules(machine([call("show")])) == [.missingField])
    #expect(rules(machine([call("show", [field("code", "1"), field("kode", "1")])])) == [.unknownField])
    #expect(rules(machine(if: "isOpne()")) == [.unknownHandler])
    #expect(rules(machine(queries: ["counts"])) == [.unknownHandler])
    #expect(rules(machine(run: Invocation(.service("lode")))) == [.unknownHandler])
    #expect(rules(machine(run: Invocation(.service("load"), input: [field("x", "1")]))) == [.unknownField])
    func failing(_ code: Name) -> Invocation {
      Invocation(.service("load"), failed: [.init(code, to("b"))])
    }
    #expect(rules(machine(run: failing("offline"))).isEmpty)
    #expect(rules(machine(run: failing("execution"))).isEmpty)
    #expect(rules(machine(run: failing("ofline"))) == [.unknownError])
    #expect(rules(machine(run: failing("denied"))) == [.unknownError])
    #expect(rules(machine(run: failing("timeout"))) == [.unknownError])
    #expect(
      rules(machine(run: Invocation(.service("load"), retry: .init(attempts: 1, codes: ["denied"]))))
        == [.unknownError])
  }

  @Test("a service that fails with a code, or sends an event, that is not declared is reported")
  func serviceErrors() {
    let catalogue = HandlerCatalogue(services: [
      HandlerDeclaration("load", errors: ["ofline"], sends: ["tick"])
    ])
    let machine = chart(
      events: [], errors: [ErrorDeclaration("offline")], handlers: catalogue, [State("a", errors: ["denied"])]
    )
    #expect(rules(machine) == [.unknownError, .unknownEvent, .unknownError])
  }

  @Test("variables that are assigned or read must be declared")
  func variables() {
    let machine = chart(
      context: [variable("count", .int, "0")],
      [State("a", entry: [.assign("cuont", "1"), .assign("count", "cuont"), .assign("count", "'text'")])])
    #expect(rules(machine) == [.unknownVariable, .unknownVariable, .badExpression])
    #expect(machine.problems().first?.suggestion == "count")
  }

  @Test("a secret must not be copied to a variable that is shown")
  func secretLeak() {
    func machine(_ value: Expression, isSecret: Bool) -> Statechart {
      let password = Field("password", .string, isSecret: true)
      return chart(
        context: [
          ContextVariable(Field("kept", .optional(.string), isSecret: isSecret), initial: nil),
          ContextVariable(Field("key", .optional(.string), isSecret: true), initial: nil),
          variable("count", .int, "0"),
        ],
        events: [EventDeclaration("signIn", payload: [password])],
        [State("a", on: [on("signIn", "a", do: [.assign("kept", value)])])])
    }
    for leak in ["event.data.password", "key", "key + 'x'", "upper(key)"] as [Expression] {
      #expect(rules(machine(leak, isSecret: false)) == [.secretLeak], "\(leak.text)")
      #expect(rules(machine(leak, isSecret: true)).isEmpty, "\(leak.text)")
    }
    #expect(rules(machine("'plain'", isSecret: false)).isEmpty)
    #expect(rules(machine("text(count)", isSecret: false)).isEmpty)
  }

  @Test("expressions say where in their text they are wrong")
  func expressions() {
    let machine = chart([State("a", on: [on("x", "a", if: "1 == 2 and in(nowhere)")])])
    #expect(machine.problems().map(\.rule) == [.unknownStateInExpression])
    #expect(machine.problems().first?.textRange == 14..<21)
    #expect(rules(chart([State("a", on: [on("x", "a", if: "1 ==")])])) == [.badExpression])
    #expect(rules(chart(context: [variable("n", .int, "'x'")], [State("a")])) == [.badExpression])
  }

  @Test("a name that is declared twice is reported")
  func duplicates() {
    #expect(
      rules(chart(context: [variable("x", .int), variable("x", .int)], [State("a")])) == [.duplicateName])
    #expect(
      rules(chart(events: [EventDeclaration("x"), EventDeclaration("x")], [State("a")])) == [.duplicateName])
    let fields = [Field("x", .int), Field("x", .int)]
    #expect(
      rules(chart(events: [EventDeclaration("e", payload: fields)], [State("a")])) == [.duplicateName])
  }

  @Test("names that expressions cannot say are reported", arguments: ["not", "event", "in", "a-b", "1", ""])
  func expressionNames(_ name: String) {
    #expect(rules(chart(context: [variable(Name(name), .int)], [State("a")])) == [.illegalName])
    let handlers = HandlerCatalogue(guards: [HandlerDeclaration(Name(name))])
    #expect(rules(chart(handlers: handlers, [State("a")])) == [.illegalName])
  }

  @Test("`clear` names states")
  func clear() {
    var variable = variable("x", .int)
    variable.clearedOnExitOf = ["a", "b"]
    #expect(rules(chart(context: [variable], [State("a")])) == [.unknownState])
  }

  @Test("an id that is nearly one is told with it, and with what else may be meant")
  func nearID() {
    let work = Invocation(.service("lock"), id: "lockDoor", done: [Transition(["a"])])
    let problems = chart([State("a", entry: [.send("x", to: .invocation("lokDoor"))], invoke: [work])])
      .problems()
    #expect(
      problems.first { $0.rule == .unknownSendID }?.help
        == "Did you mean `lockDoor`? Otherwise write the id of an `invoke`, or `parent`.")
  }

  @Test("cancel and send name ids that exist")
  func ids() {
    #expect(rules(chart([State("a", entry: [.send("x", id: "one"), .cancel("one")])])).isEmpty)
    #expect(rules(chart([State("a", entry: [.cancel("one"), .send("x", id: "two")])])) == [.unknownSendID])
    #expect(rules(chart([State("a", entry: [.send("x", to: .invocation("work"))])])) == [.unknownSendID])
  }

  @Test("two invocations of a state need two ids")
  func invocations() {
    let twice = [Invocation(.service("work")), Invocation(.service("work"))]
    #expect(rules(chart([State("a", invoke: twice)])) == [.duplicateInvocation])
    #expect(rules(chart([State("a", invoke: [twice[0]]), State("b", invoke: [twice[1]])])).isEmpty)
  }

  @Test("numbers and spans must make sense")
  func values() {
    func machine(_ invocation: Invocation) -> Statechart { chart([State("a", invoke: [invocation])]) }
    #expect(rules(machine(Invocation(.service("s"), retry: .init(attempts: 0)))) == [.badValue])
    #expect(rules(machine(Invocation(.service("s"), timeout: .literal(.zero)))) == [.badValue])
    let negative = Invocation.Retry(attempts: 1, backoff: .literal(.seconds(-1)))
    #expect(rules(machine(Invocation(.service("s"), retry: negative))) == [.badValue])
    #expect(rules(chart([State("a", entry: [.send("x", after: .seconds(-1))])])) == [.badValue])
  }

  @Test("actions nest thirty-two levels at most")
  func actionNesting() {
    func nested(_ levels: Int) -> Action {
      (1..<levels).reduce(Action.log("1")) { inner, _ in
        Action(.choose([.init("true", [inner])], otherwise: []))
      }
    }
    #expect(rules(chart([State("a", entry: [nested(32)])])).isEmpty)
    #expect(rules(chart([State("a", entry: [nested(33)])])) == [.limit])
    #expect(rules(chart([State("a", entry: [nested(1_000)])])) == [.limit])
  }

  @Test("of many missing fields one problem is told for each use, which names the first")
  func manyMissing() {
    let fields = (0..<9).map { Field(Name("f\($0)"), .int) }
    let machine = chart(
      events: [EventDeclaration("e", payload: fields), EventDeclaration("p")],
      outputs: [OutputDeclaration("o", payload: fields)],
      handlers: HandlerCatalogue(
        guards: [HandlerDeclaration("g", payload: fields, arguments: fields)],
        actions: [HandlerDeclaration("a", arguments: fields)],
        services: [HandlerDeclaration("s", arguments: fields)]),
      [
        State(
          "a", on: [on("e", if: "g"), on("p", if: "g")],
          entry: [
            .raise("e"), .send("e"), .emit("o", [field("f1", "1")]), Action(.handler("a", arguments: [])),
          ], invoke: [Invocation(.service("s"))])
      ])
    let problems = machine.problems()
    #expect(problems.count == 8)
    #expect(problems.first?.message == "The event `e` needs the fields `f0`, `f1`, `f2` and 6 more.")
    #expect(
      problems.contains { $0.message == "The output `o` needs the fields `f0`, `f2`, `f3` and 5 more." })
    #expect(
      problems.contains { $0.message == "The guard `g` needs the arguments `f0`, `f1`, `f2` and 6 more." })
    #expect(
      problems.contains {
        $0.message
          == "The guard `g` needs `f0`, `f1`, `f2` and 6 more from the event, but this event does not have them."
      })
  }

  @Test("of unlike records only a few fields are told where no literal names them")
  func unlikeRecords() {
    let (left, right) = (
      (0..<9).map { Field(Name("f\($0)"), .int) }, (0..<9).map { Field(Name("g\($0)"), .int) }
    )
    let machine = chart(
      context: [
        variable("l", .optional(.record(left))), variable("r", .optional(.record(right))),
      ],
      [State("a", entry: [.assign("l", "r"), .assign("l", "{}")])])
    let problems = machine.problems()
    #expect(problems.count == 4)
    #expect(problems.last?.message == "The fields `f0`, `f1`, `f2` and 6 more are missing.")
  }

  @Test("lists of declarations are not longer than what can be gone through for each use")
  func longLists() {
    func fields(_ count: Int) -> [Field] { (0..<count).map { Field(Name("f\($0)"), .int) } }
    func values(_ count: Int) -> Field { Field("v", .string, values: (0..<count).map(String.init)) }
    func names(_ count: Int) -> [Name] { (0..<count).map { Name("n\($0)") } }
    for (count, expected) in [(128, []), (129, [ModelProblem.Rule.limit])] {
      let event = chart(events: [EventDeclaration("e", payload: fields(count))], [State("a")])
      #expect(rules(event) == expected)
      let record = chart(context: [variable("r", .list(.optional(.record(fields(count)))))], [State("a")])
      #expect(rules(record) == expected)
      let service = HandlerDeclaration("s", errors: names(count), sends: [])
      #expect(rules(chart(handlers: HandlerCatalogue(services: [service]), [State("a")])) == expected)
    }
    for (count, expected) in [(1_000, []), (1_001, [ModelProblem.Rule.limit])] {
      #expect(rules(chart(context: [ContextVariable(values(count))], [State("a")])) == expected)
      let inputs = fields(count).map { ContextVariable($0, isInput: true) }
      #expect(rules(chart(context: inputs, [State("a")])) == expected)
    }
  }

  @Test("only fields and inputs that are too many are advised to become a map")
  func longListHelp() throws {
    func names(_ count: Int) -> [Name] { (0..<count).map { Name("n\($0)") } }
    func help(_ handler: HandlerDeclaration) throws -> String {
      let machine = chart(handlers: HandlerCatalogue(services: [handler]), [State("a")])
      return try #require(machine.problems().first { $0.rule == .limit }?.help)
    }
    let fields = names(129).map { Field($0, .int) }
    #expect(try help(HandlerDeclaration("s", payload: fields)).contains("`map`"))
    #expect(try help(HandlerDeclaration("s", errors: names(129))).hasPrefix("Use one error code"))
    #expect(try help(HandlerDeclaration("s", sends: names(129))).hasPrefix("Send one event"))
    let inputs = names(1_001).map { ContextVariable(Field($0, .int), isInput: true) }
    let problem = try #require(chart(context: inputs, [State("a")]).problems().first)
    #expect(problem.help?.hasPrefix("Combine inputs") == true)
  }
}
