import Statecharts
import StatechartsModel
import StatechartsTesting
import Testing

@Suite("Problems of names and declarations")
struct DeclarationProblemTests {
  private let events: [EventDeclaration] = [
    EventDeclaration(
      "signIn",
      payload: [FieldDeclaration("password", .string), FieldDeclaration("hint", .optional(.string))]),
    EventDeclaration("sign.up"), EventDeclaration("sign.out"),
  ]

  @Test("an event that is not declared is reported, prefixes and the platform's own are not")
  func unknownEvent() {
    func machine(_ event: EventDescriptor) -> Statechart {
      chart(
        events: events, errors: [ErrorDeclaration("offline")],
        [
          compound("p", on: [on(event, "q")], invoke: [ChartInvocation(.service("work"))], [StateNode("a")]),
          StateNode("q"),
        ])
    }
    for known in [
      "signIn", "sign", "sign.*", "sign.up", "*", "error", "error.offline", "error.execution", "done.state.p",
      "done.state.q", "done.invoke.work", "done.*", "after.*",
    ] { #expect(rules(machine(EventDescriptor(ChartName(known)))).isEmpty, "\(known)") }
    for unknown in [
      "signin", "sig", "sign.in", "error.ofline", "done.state.pp", "done.invoke.walk",
    ] { #expect(rules(machine(EventDescriptor(ChartName(unknown)))) == [.unknownEvent], "\(unknown)") }
    #expect(machine("signin").problems().first?.suggestion == "signIn")
    #expect(machine("error.ofline").problems().first?.suggestion == "error.offline")
    #expect(machine("error.executio").problems().first?.suggestion == "error.execution")
    for illegal in ["", "a..b", "a.*.b", ".a", "**"] {
      #expect(rules(machine(EventDescriptor(ChartName(illegal)))) == [.illegalName], "\(illegal)")
    }
  }

  @Test("raised and sent events must be declared, with the fields they need and no others")
  func payloads() {
    func machine(_ action: ChartAction) -> Statechart {
      chart(events: events, [StateNode("a", entry: [action])])
    }
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
    func machine(_ action: ChartAction) -> Statechart {
      chart(
        outputs: [OutputDeclaration("shown", payload: [FieldDeclaration("x", .int)])],
        [StateNode("a", entry: [action])])
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
      actions: [HandlerDeclaration("show", arguments: [FieldDeclaration("code", .int)])],
      services: [
        HandlerDeclaration("load", arguments: [FieldDeclaration("id", .optional(.int))], errors: ["offline"])
      ],
      queries: [HandlerDeclaration("count")])
    func machine(
      _ actions: [ChartAction] = [], if guardText: ChartExpression? = nil,
      run invocation: ChartInvocation? = nil,
      queries: [ChartName] = []
    ) -> Statechart {
      chart(
        errors: [ErrorDeclaration("offline"), ErrorDeclaration("denied")], handlers: catalogue,
        [
          StateNode(
            "a", on: [on("x", "b", if: guardText)], entry: actions, invoke: [invocation].compactMap { $0 },
            queries: queries), StateNode("b"),
        ])
    }
    func call(_ name: ChartName, _ arguments: [NamedExpression] = []) -> ChartAction {
      ChartAction(.handler(name, arguments: arguments))
    }
    #expect(rules(machine([call("show", [field("code", "1")])], if: "isOpen", queries: ["count"])).isEmpty)
    #expect(rules(machine([call("shaw", [field("code", "1")])])) == [.unknownHandler])
    #expect(rules(machine([call("show")])) == [.missingField])
    #expect(rules(machine([call("show", [field("code", "1"), field("kode", "1")])])) == [.unknownField])
    #expect(rules(machine(if: "isOpne()")) == [.unknownHandler])
    #expect(rules(machine(queries: ["counts"])) == [.unknownHandler])
    #expect(rules(machine(run: ChartInvocation(.service("lode")))) == [.unknownHandler])
    #expect(
      rules(machine(run: ChartInvocation(.service("load"), input: [field("x", "1")]))) == [.unknownField])
    func failing(_ code: ChartName) -> ChartInvocation {
      ChartInvocation(.service("load"), failed: [.init(code, to("b"))])
    }
    #expect(rules(machine(run: failing("offline"))).isEmpty)
    #expect(rules(machine(run: failing("execution"))).isEmpty)
    #expect(rules(machine(run: failing("ofline"))) == [.unknownError])
    #expect(rules(machine(run: failing("denied"))) == [.unknownError])
    #expect(rules(machine(run: failing("timeout"))) == [.unknownError])
    #expect(
      rules(machine(run: ChartInvocation(.service("load"), retry: .init(attempts: 1, codes: ["denied"]))))
        == [.unknownError])
  }

  @Test("a service that fails with a code, or sends an event, that is not declared is reported")
  func serviceErrors() {
    let catalogue = HandlerCatalogue(services: [
      HandlerDeclaration("load", errors: ["ofline"], sends: ["tick"])
    ])
    let machine = chart(
      events: [], errors: [ErrorDeclaration("offline")], handlers: catalogue,
      [StateNode("a", errors: ["denied"])]
    )
    #expect(rules(machine) == [.unknownError, .unknownEvent, .unknownError])
  }

  @Test("variables that are assigned or read must be declared")
  func variables() {
    let machine = chart(
      context: [variable("count", .int, "0")],
      [StateNode("a", entry: [.assign("cuont", "1"), .assign("count", "cuont"), .assign("count", "'text'")])])
    #expect(rules(machine) == [.unknownVariable, .unknownVariable, .badExpression])
    #expect(machine.problems().first?.suggestion == "count")
  }

  @Test("a secret must not be copied to a variable that is shown")
  func secretLeak() {
    func machine(_ value: ChartExpression, isSecret: Bool) -> Statechart {
      let password = FieldDeclaration("password", .string, isSecret: true)
      return chart(
        context: [
          ContextVariable(FieldDeclaration("kept", .optional(.string), isSecret: isSecret), initial: nil),
          ContextVariable(FieldDeclaration("key", .optional(.string), isSecret: true), initial: nil),
          variable("count", .int, "0"),
        ],
        events: [EventDeclaration("signIn", payload: [password])],
        [StateNode("a", on: [on("signIn", "a", do: [.assign("kept", value)])])])
    }
    for leak in ["event.data.password", "key", "key + 'x'", "upper(key)"] as [ChartExpression] {
      #expect(rules(machine(leak, isSecret: false)) == [.secretLeak], "\(leak.text)")
      #expect(rules(machine(leak, isSecret: true)).isEmpty, "\(leak.text)")
    }
    #expect(rules(machine("'plain'", isSecret: false)).isEmpty)
    #expect(rules(machine("text(count)", isSecret: false)).isEmpty)
  }

  @Test("expressions say where in their text they are wrong")
  func expressions() {
    let machine = chart([StateNode("a", on: [on("x", "a", if: "1 == 2 and in(nowhere)")])])
    #expect(machine.problems().map(\.rule) == [.unknownStateInExpression])
    #expect(machine.problems().first?.textRange == 14..<21)
    #expect(rules(chart([StateNode("a", on: [on("x", "a", if: "1 ==")])])) == [.badExpression])
    #expect(rules(chart(context: [variable("n", .int, "'x'")], [StateNode("a")])) == [.badExpression])
  }

  @Test("a name that is declared twice is reported")
  func duplicates() {
    #expect(
      rules(chart(context: [variable("x", .int), variable("x", .int)], [StateNode("a")])) == [.duplicateName])
    #expect(
      rules(chart(events: [EventDeclaration("x"), EventDeclaration("x")], [StateNode("a")])) == [
        .duplicateName
      ])
    let fields = [FieldDeclaration("x", .int), FieldDeclaration("x", .int)]
    #expect(
      rules(chart(events: [EventDeclaration("e", payload: fields)], [StateNode("a")])) == [.duplicateName])
  }

  @Test("names that expressions cannot say are reported", arguments: ["not", "event", "in", "a-b", "1", ""])
  func expressionNames(_ name: String) {
    #expect(rules(chart(context: [variable(ChartName(name), .int)], [StateNode("a")])) == [.illegalName])
    let handlers = HandlerCatalogue(guards: [HandlerDeclaration(ChartName(name))])
    #expect(rules(chart(handlers: handlers, [StateNode("a")])) == [.illegalName])
  }

  @Test("`clear` names states")
  func clear() {
    var variable = variable("x", .int)
    variable.clearedOnExitOf = ["a", "b"]
    #expect(rules(chart(context: [variable], [StateNode("a")])) == [.unknownState])
  }

  @Test("an id that is nearly one is told with it, and with what else may be meant")
  func nearID() {
    let work = ChartInvocation(.service("lock"), id: "lockDoor", done: [ChartTransition(["a"])])
    let problems = chart([StateNode("a", entry: [.send("x", to: .invocation("lokDoor"))], invoke: [work])])
      .problems()
    #expect(
      problems.first { $0.rule == .unknownSendID }?.help
        == "Did you mean `lockDoor`? Otherwise write the id of an `invoke`, or `parent`.")
  }

  @Test("cancel and send name ids that exist")
  func ids() {
    #expect(rules(chart([StateNode("a", entry: [.send("x", id: "one"), .cancel("one")])])).isEmpty)
    #expect(
      rules(chart([StateNode("a", entry: [.cancel("one"), .send("x", id: "two")])])) == [.unknownSendID])
    #expect(rules(chart([StateNode("a", entry: [.send("x", to: .invocation("work"))])])) == [.unknownSendID])
  }

  @Test("two invocations of a state need two ids")
  func invocations() {
    let twice = [ChartInvocation(.service("work")), ChartInvocation(.service("work"))]
    #expect(rules(chart([StateNode("a", invoke: twice)])) == [.duplicateInvocation])
    #expect(rules(chart([StateNode("a", invoke: [twice[0]]), StateNode("b", invoke: [twice[1]])])).isEmpty)
  }

  @Test("numbers and spans must make sense")
  func values() {
    func machine(_ invocation: ChartInvocation) -> Statechart {
      chart([StateNode("a", invoke: [invocation])])
    }
    #expect(rules(machine(ChartInvocation(.service("s"), retry: .init(attempts: 0)))) == [.badValue])
    #expect(rules(machine(ChartInvocation(.service("s"), timeout: .literal(.zero)))) == [.badValue])
    let negative = ChartInvocation.Retry(attempts: 1, backoff: .literal(.seconds(-1)))
    #expect(rules(machine(ChartInvocation(.service("s"), retry: negative))) == [.badValue])
    #expect(rules(chart([StateNode("a", entry: [.send("x", after: .seconds(-1))])])) == [.badValue])
  }

  @Test("actions nest thirty-two levels at most")
  func actionNesting() {
    func nested(_ levels: Int) -> ChartAction {
      (1..<levels).reduce(ChartAction.log("1")) { inner, _ in
        ChartAction(.choose([.init("true", [inner])], otherwise: []))
      }
    }
    #expect(rules(chart([StateNode("a", entry: [nested(32)])])).isEmpty)
    #expect(rules(chart([StateNode("a", entry: [nested(33)])])) == [.limit])
    #expect(rules(chart([StateNode("a", entry: [nested(1_000)])])) == [.limit])
  }

  @Test("of many missing fields one problem is told for each use, which names the first")
  func manyMissing() {
    let fields = (0..<9).map { FieldDeclaration(ChartName("f\($0)"), .int) }
    let machine = chart(
      events: [EventDeclaration("e", payload: fields), EventDeclaration("p")],
      outputs: [OutputDeclaration("o", payload: fields)],
      handlers: HandlerCatalogue(
        guards: [HandlerDeclaration("g", payload: fields, arguments: fields)],
        actions: [HandlerDeclaration("a", arguments: fields)],
        services: [HandlerDeclaration("s", arguments: fields)]),
      [
        StateNode(
          "a", on: [on("e", if: "g"), on("p", if: "g")],
          entry: [
            .raise("e"), .send("e"), .emit("o", [field("f1", "1")]),
            ChartAction(.handler("a", arguments: [])),
          ], invoke: [ChartInvocation(.service("s"))])
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
      (0..<9).map { FieldDeclaration(ChartName("f\($0)"), .int) },
      (0..<9).map { FieldDeclaration(ChartName("g\($0)"), .int) }
    )
    let machine = chart(
      context: [
        variable("l", .optional(.record(left))), variable("r", .optional(.record(right))),
      ],
      [StateNode("a", entry: [.assign("l", "r"), .assign("l", "{}")])])
    let problems = machine.problems()
    #expect(problems.count == 4)
    #expect(problems.last?.message == "The fields `f0`, `f1`, `f2` and 6 more are missing.")
  }

  @Test("lists of declarations are not longer than what can be gone through for each use")
  func longLists() {
    func fields(_ count: Int) -> [FieldDeclaration] {
      (0..<count).map { FieldDeclaration(ChartName("f\($0)"), .int) }
    }
    func values(_ count: Int) -> FieldDeclaration {
      FieldDeclaration("v", .string, values: (0..<count).map(String.init))
    }
    func names(_ count: Int) -> [ChartName] { (0..<count).map { ChartName("n\($0)") } }
    for (count, expected) in [(128, []), (129, [ModelProblem.Rule.limit])] {
      let event = chart(events: [EventDeclaration("e", payload: fields(count))], [StateNode("a")])
      #expect(rules(event) == expected)
      let record = chart(context: [variable("r", .list(.optional(.record(fields(count)))))], [StateNode("a")])
      #expect(rules(record) == expected)
      let service = HandlerDeclaration("s", errors: names(count), sends: [])
      #expect(rules(chart(handlers: HandlerCatalogue(services: [service]), [StateNode("a")])) == expected)
    }
    for (count, expected) in [(1_000, []), (1_001, [ModelProblem.Rule.limit])] {
      #expect(rules(chart(context: [ContextVariable(values(count))], [StateNode("a")])) == expected)
      let inputs = fields(count).map { ContextVariable($0, isInput: true) }
      #expect(rules(chart(context: inputs, [StateNode("a")])) == expected)
    }
  }

  @Test("only fields and inputs that are too many are advised to become a map")
  func longListHelp() throws {
    func names(_ count: Int) -> [ChartName] { (0..<count).map { ChartName("n\($0)") } }
    func help(_ handler: HandlerDeclaration) throws -> String {
      let machine = chart(handlers: HandlerCatalogue(services: [handler]), [StateNode("a")])
      return try #require(machine.problems().first { $0.rule == .limit }?.help)
    }
    let fields = names(129).map { FieldDeclaration($0, .int) }
    #expect(try help(HandlerDeclaration("s", payload: fields)).contains("`map`"))
    #expect(try help(HandlerDeclaration("s", errors: names(129))).hasPrefix("Use one error code"))
    #expect(try help(HandlerDeclaration("s", sends: names(129))).hasPrefix("Send one event"))
    let inputs = names(1_001).map { ContextVariable(FieldDeclaration($0, .int), isInput: true) }
    let problem = try #require(chart(context: inputs, [StateNode("a")]).problems().first)
    #expect(problem.help?.hasPrefix("Combine inputs") == true)
  }
}
