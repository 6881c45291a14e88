import Statecharts
import StatechartsModel

/// Charts that the tests draw.
enum Samples {
  /// Every construct of the format, in a flow that makes sense.
  static let everything = Statechart(
    "signIn", title: "Sign in", description: "Signs a person in,\nwith a second factor where one is set.",
    context: [
      ContextVariable(Field("attempts", .int), initial: "0"),
      ContextVariable(Field("pin", .optional(.string), isSecret: true)),
      ContextVariable(Field("grace", .duration), initial: "2m"),
    ],
    events: [
      EventDeclaration(
        "submit", title: "address entered",
        payload: [Field("email", .string, isPersonal: true, description: "the address | as typed")]),
      EventDeclaration("cancel", title: "cancelled"),
      EventDeclaration(
        "code", description: "A code from the app.", payload: [Field("digits", .string, isSecret: true)]),
      EventDeclaration("tick"), EventDeclaration("retry"), EventDeclaration("page.opened"),
    ],
    errors: [
      ErrorDeclaration(
        "tooMany", title: "Too many requests", description: "The server asks to wait.",
        payload: [Field("retryAfter", .optional(.int))]),
      ErrorDeclaration("offline"),
    ],
    outputs: [OutputDeclaration("problem", payload: [Field("code", .error)])],
    handlers: HandlerCatalogue(
      guards: [HandlerDeclaration("emailIsValid", title: "the address is well-formed")],
      actions: [HandlerDeclaration("openPage"), HandlerDeclaration("closePage")],
      services: [
        HandlerDeclaration(
          "checkAccount", description: "Asks the server whether the account exists.",
          arguments: [Field("email", .string)], result: .record([Field("exists", .bool)]),
          errors: ["tooMany", "offline"], sends: ["tick"])
      ],
      queries: [
        HandlerDeclaration("hint", arguments: [Field("text", .string)], result: .list(.optional(.string)))
      ]),
    root: State(
      "signIn", initial: InitialTransition(["start"], actions: [Action(.handler("openPage", arguments: []))]),
      on: [
        EventTransition(
          "cancel", Transition(["gone"], actions: [Action(.handler("closePage", arguments: []))])),
        EventTransition("tick", Transition(actions: [Action(.log("attempts"))])),
      ],
      entry: [Action(.assign([NamedExpression("attempts", "0")]))],
      states: [start, checking, result, asking, gone, finished]))

  private static let start = State(
    "start", title: "Start", description: "The person types an address.",
    on: [
      EventTransition(
        "submit",
        Transition(
          ["checking"], guard: "emailIsValid and attempts < 3",
          actions: [Action(.assign([NamedExpression("attempts", "attempts + 1")]))])),
      EventTransition("submit", Transition(["start"])),
      EventTransition("page.*", Transition(actions: [Action(.cancel("reminder"))])),
      EventTransition("*", Transition(["start"], guard: "attempts > 100")),
    ],
    after: [DelayedTransition(.literal(.seconds(120)), name: "2m", Transition(["gone"]))],
    entry: [
      Action(.send(Action.Send("tick", delay: .literal(.milliseconds(1500)), id: "reminder"))),
      Action(
        .choose(
          [Action.Branch("attempts > 0", [Action(.emit("problem", data: []))])],
          otherwise: [
            Action(.forEach(item: "x", index: nil, list: "[1]", body: [Action(.raise("retry", data: []))]))
          ])),
    ],
    exit: [Action(.handler("closePage", arguments: []))], errors: ["tooMany"], queries: ["hint"])

  private static let checking = State(
    "checking", title: "Checking account",
    on: [EventTransition("error.offline", Transition(["start"]))],
    invoke: [
      Invocation(
        .service("checkAccount"), input: [NamedExpression("email", "event.data.email")],
        timeout: .literal(.seconds(15)),
        retry: Invocation.Retry(attempts: 2, backoff: .literal(.seconds(1)), codes: ["tooMany"]),
        done: [Transition(["result"], label: "the server answered")],
        failed: [
          Invocation.Failure("tooMany", Transition(["start"])), Invocation.Failure(nil, Transition(["gone"])),
        ], finalize: [Action(.handler("openPage", arguments: []))], forwardsEvents: true),
      Invocation(.chart("parts/consent.yaml"), id: "consent", done: [Transition(["asking"])]),
    ])

  private static let result = State(
    "result", kind: .choice,
    always: [
      Transition(["asking"], guard: "event.data.exists"),
      Transition(["inner2", "other2"], guard: "attempts == 2"), Transition(["finished"]),
    ])

  private static let asking = State(
    "asking", kind: .parallel, title: "Asking",
    on: [
      EventTransition("retry", Transition(["asking"], guard: "pin == '1234'")),
      EventTransition("code", Transition(["inner2"], isInternal: true)),
    ],
    done: [Transition(["finished"])], entry: [Action(.handler("openPage", arguments: []))],
    states: [
      State(
        "factor", title: "Second factor", initial: InitialTransition(["deep"]),
        states: [
          State(
            "inner", title: "Inner", initial: InitialTransition(["deep"]),
            on: [
              EventTransition("code", Transition(["factorDone"], guard: "event.data.digits == \"000000\""))
            ],
            states: [State("deep", title: "Deep", on: [EventTransition("retry", Transition(["inner"]))])]),
          State("inner2", always: [Transition(["factorDone"], guard: "attempts > 9")]),
          State("memory", kind: .history(deep: true), initial: InitialTransition(["inner2"])),
          State("factorDone", kind: .final),
        ]),
      State(
        "timer", initial: InitialTransition(["other"]),
        on: [EventTransition("tick", Transition(["shallow"]))],
        states: [
          State(
            "other", after: [DelayedTransition(.expression("grace"), name: "grace", Transition(["other2"]))]),
          State("other2", on: [EventTransition("retry", Transition(["memory"]))]),
          State(
            "shallow", kind: .history(deep: false), title: "last time",
            initial: InitialTransition(["other"], actions: [Action(.log("1"))])),
          State("otherDone", kind: .final),
        ]),
    ])

  private static let gone = State("gone", kind: .final, title: "Gone")
  private static let finished = State(
    "finished", kind: .final, title: "Signed in", output: [NamedExpression("attempts", "attempts")])

  /// A chart whose root is parallel.
  static let parallelRoot = Statechart(
    "both", title: "Both",
    root: State(
      "both", kind: .parallel,
      on: [
        EventTransition("reset", Transition(["left", "right"])), EventTransition("stop", Transition(["b"])),
      ],
      entry: [Action(.handler("begin", arguments: []))],
      states: [
        State("left", initial: InitialTransition(["a"]), states: [State("a"), State("b")]),
        State(
          "right", initial: InitialTransition(["c"]),
          states: [State("c", on: [EventTransition("go", Transition(["both"]))])]),
      ]))

  /// A chart of two states with one text in every place that a person fills in.
  static func everywhere(_ text: String) -> Statechart {
    let transition = Transition(
      ["b"], guard: Expression(text), actions: [Action(.handler(Name(text), arguments: []))], label: text)
    return Statechart(
      "chart", title: text, description: text,
      events: [EventDeclaration("e", title: text)], errors: [ErrorDeclaration("c", title: text)],
      root: State(
        "chart", initial: InitialTransition(["a"], actions: [Action(.raise(Name(text), data: []))]),
        on: [EventTransition("e", Transition(actions: [Action(.emit(Name(text), data: []))]))],
        states: [
          State(
            "a", title: text,
            on: [
              EventTransition("e", transition), EventTransition("e", Transition(["a"])),
              EventTransition(EventDescriptor(Name(text)), Transition(["b"])),
              EventTransition("e", Transition(guard: Expression(text))),
            ],
            after: [DelayedTransition(.expression(Expression(text)), name: Name(text), Transition(["b"]))],
            entry: [Action(.cancel(Name(text)))],
            invoke: [
              Invocation(
                .service(Name(text)), timeout: .expression(Expression(text)),
                failed: [Invocation.Failure("c", Transition(["b"]))])
            ]),
          State(
            "b", title: text, initial: InitialTransition(["d"]),
            exit: [Action(.assign([NamedExpression(Name(text), "1")]))],
            states: [
              State("d", on: [EventTransition("e", Transition(["b"]))]),
              State("h", kind: .history(deep: true), title: text, initial: InitialTransition(["d"])),
              State("f", kind: .final, title: text, output: [NamedExpression(Name(text), "1")]),
            ]),
        ]))
  }

  /// Texts that mean something to Mermaid, Markdown, HTML or a terminal.
  static let hostile: [String] = [
    "say \"yes\"", "a; b --> c", "a::b", ":first", "last:", "#59;", "#x; &lt;b&gt; &amp &#60;", "# heading",
    "<script>alert(1)</script>", "<b>bold</b><br/>", "one\ntwo\r\nthree\tfour", "%% comment",
    "%%{init: {}}%%",
    "**bold** __bold__ _i_ *i* `code` ~~gone~~", "[link](http://a.b)", "![image](//a.b/c.png)", "> quote",
    "- item", "1. item", "+ item", "--", "-->", "[*]", "[[choice]] <<fork>>", "the direction LR of it",
    "redirection\u{A0} tb", "state x {", "}", "end note", "note right of s_a: x", "$$x^2$$ $a$", "a | b |",
    "שלום עולם", "\u{202E}reversed\u{202C}", "🔐 key 👩‍👩‍👧", "日本語", "e\u{301}te\u{301}", "\u{0}\u{7}\u{1B}[31m",
    "class a b", "accTitle: x", "'single' \\back\\", "{curly} (round) [square]", "```",
    "<!-- /statechart -->",
    "fa:fa-ban", "http://a.b/?c=d&e=f#g", "www.a.b", "a@b.c", "under_score _lead trail_",
    "\u{2028}line\u{85}",
    "style a:#123;", "constructor", "__proto__", "100 %", "\\n", "&nbsp;", "direction", "click x href y",
  ]

  /// Services that fail, and where that leads.
  static let failing = Statechart(
    "failing",
    errors: [ErrorDeclaration("tooMany", title: "Too many"), ErrorDeclaration("offline")],
    handlers: HandlerCatalogue(services: [HandlerDeclaration("s", errors: ["tooMany", "offline"])]),
    root: State(
      "failing", initial: InitialTransition(["begin"]),
      states: [
        State(
          "begin",
          on: [EventTransition("go", Transition(["work"])), EventTransition("error.x", Transition(["work"]))]),
        State(
          "work",
          invoke: [
            Invocation(
              .service("s"), done: [Transition(["group"])],
              failed: [Invocation.Failure("tooMany", Transition(["what"]))]),
            Invocation(.service("s"), id: "t"),
          ]),
        State("what", kind: .choice, always: [Transition(["wait"], guard: "true"), Transition(["begin"])]),
        State("wait", on: [EventTransition("again", Transition(["begin"]))]),
        State(
          "group", initial: InitialTransition(["inside"]),
          invoke: [Invocation(.service("s"), failed: [Invocation.Failure("offline", Transition(["wait"]))])],
          states: [
            State("inside", on: [EventTransition("error.*", Transition(["broken"]))]),
            State("broken", kind: .final), State("island"),
          ]),
      ]))

  /// A chart whose declarations have titles, with literals of each kind, choices and ends.
  static let titled = Statechart(
    "titled",
    context: [
      ContextVariable(Field("letter", .string)), ContextVariable(Field("tries", .int)),
      ContextVariable(Field("cause", .optional(.error))), ContextVariable(Field("long", .string)),
      ContextVariable(Field("sum", .int)), ContextVariable(Field("pin", .string, isSecret: true)),
      ContextVariable(Field("other", .optional(.int))),
    ],
    errors: [ErrorDeclaration("wrong", title: "This code is not right.")],
    outputs: [OutputDeclaration("signedIn", title: "signed in")],
    handlers: HandlerCatalogue(
      guards: [HandlerDeclaration("isComplete", title: "the code is complete")],
      actions: [HandlerDeclaration("forget", title: "forget the code")],
      services: [
        HandlerDeclaration("check", title: "Check the code", errors: ["wrong"]), HandlerDeclaration("send"),
        HandlerDeclaration("browse", sends: ["back"]),
      ]),
    root: State(
      "titled", initial: InitialTransition(["asking"]),
      states: [
        State(
          "asking",
          on: [
            EventTransition("send", Transition(["checking"], guard: "isComplete")),
            EventTransition("more", Transition(["which"])), EventTransition("other", Transition(["plain"])),
          ],
          entry: [
            Action(
              .assign([
                NamedExpression("letter", "'B'"), NamedExpression("tries", "0"),
                NamedExpression("cause", "'wrong'"),
                NamedExpression("long", "'a text that nobody would want to read at an arrow'"),
                NamedExpression("sum", "tries + 1"), NamedExpression("pin", "'1234'"),
                NamedExpression("other", "unset"),
              ]))
          ]),
        State(
          "checking", title: "Checking",
          invoke: [
            Invocation(
              .service("check"), timeout: .literal(.seconds(15)),
              done: [
                Transition(
                  ["end"],
                  actions: [
                    Action(.emit("signedIn", data: [])), Action(.handler("forget", arguments: [])),
                  ])
              ],
              failed: [
                Invocation.Failure("wrong", Transition(["asking"])),
                Invocation.Failure("timeout", Transition(["asking"])),
                Invocation.Failure(nil, Transition(["asking"])),
              ])
          ]),
        State(
          "which", kind: .choice, title: "Which code?",
          always: [Transition(["both"], guard: "tries > 1"), Transition(["plain"])]),
        State(
          "plain", kind: .choice, always: [Transition(["browser"], guard: "tries > 2"), Transition(["lost"])]),
        State(
          "both",
          invoke: [
            Invocation(
              .service("check"), done: [Transition(["end"])],
              failed: [Invocation.Failure("wrong", Transition(["end"]))]),
            Invocation(
              .service("send"), done: [Transition(["end"])],
              failed: [Invocation.Failure(nil, Transition(["end"]))]),
          ]),
        State(
          "browser", on: [EventTransition("back", Transition(["stopped"]))],
          invoke: [Invocation(.service("browse"))]),
        ending("end", .success), ending("lost", .failure), ending("stopped", .canceled),
      ]))

  private static func ending(_ id: Name, _ ending: State.Ending) -> State {
    var state = State(id, kind: .final)
    state.ending = ending
    return state
  }
}
