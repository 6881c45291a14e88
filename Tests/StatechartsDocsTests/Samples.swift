import Statecharts
import StatechartsModel

/// Charts that the tests draw.
enum Samples {
  /// Every construct of the format, in a flow that makes sense.
  static let everything = Statechart(
    "signIn", title: "Sign in", description: "Signs a person in,\nwith a second factor where one is set.",
    context: [
      ContextVariable(FieldDeclaration("attempts", .int), initial: "0"),
      ContextVariable(FieldDeclaration("pin", .optional(.string), isSecret: true)),
      ContextVariable(FieldDeclaration("grace", .duration), initial: "2m"),
    ],
    events: [
      EventDeclaration(
        "submit", title: "address entered",
        payload: [FieldDeclaration("email", .string, isPersonal: true, description: "the address | as typed")]
      ),
      EventDeclaration("cancel", title: "cancelled"),
      EventDeclaration(
        "code", description: "A code from the app.",
        payload: [FieldDeclaration("digits", .string, isSecret: true)]),
      EventDeclaration("tick"), EventDeclaration("retry"), EventDeclaration("page.opened"),
    ],
    errors: [
      ErrorDeclaration(
        "tooMany", title: "Too many requests", description: "The server asks to wait.",
        payload: [FieldDeclaration("retryAfter", .optional(.int))]),
      ErrorDeclaration("offline"),
    ],
    outputs: [OutputDeclaration("problem", payload: [FieldDeclaration("code", .error)])],
    handlers: HandlerCatalogue(
      guards: [HandlerDeclaration("emailIsValid", title: "the address is well-formed")],
      actions: [HandlerDeclaration("openPage"), HandlerDeclaration("closePage")],
      services: [
        HandlerDeclaration(
          "checkAccount", description: "Asks the server whether the account exists.",
          arguments: [FieldDeclaration("email", .string)],
          result: .record([FieldDeclaration("exists", .bool)]),
          errors: ["tooMany", "offline"], sends: ["tick"])
      ],
      queries: [
        HandlerDeclaration(
          "hint", arguments: [FieldDeclaration("text", .string)], result: .list(.optional(.string)))
      ]),
    root: StateNode(
      "signIn",
      initial: InitialTransition(["start"], actions: [ChartAction(.handler("openPage", arguments: []))]),
      on: [
        EventTransition(
          "cancel", ChartTransition(["gone"], actions: [ChartAction(.handler("closePage", arguments: []))])),
        EventTransition("tick", ChartTransition(actions: [ChartAction(.log("attempts"))])),
      ],
      entry: [ChartAction(.assign([NamedExpression("attempts", "0")]))],
      states: [start, checking, result, asking, gone, finished]))

  private static let start = StateNode(
    "start", title: "Start", description: "The person types an address.",
    on: [
      EventTransition(
        "submit",
        ChartTransition(
          ["checking"], guard: "emailIsValid and attempts < 3",
          actions: [ChartAction(.assign([NamedExpression("attempts", "attempts + 1")]))])),
      EventTransition("submit", ChartTransition(["start"])),
      EventTransition("page.*", ChartTransition(actions: [ChartAction(.cancel("reminder"))])),
      EventTransition("*", ChartTransition(["start"], guard: "attempts > 100")),
    ],
    after: [DelayedTransition(.literal(.seconds(120)), name: "2m", ChartTransition(["gone"]))],
    entry: [
      ChartAction(.send(ChartAction.Send("tick", delay: .literal(.milliseconds(1500)), id: "reminder"))),
      ChartAction(
        .choose(
          [ChartAction.Branch("attempts > 0", [ChartAction(.emit("problem", data: []))])],
          otherwise: [
            ChartAction(
              .forEach(item: "x", index: nil, list: "[1]", body: [ChartAction(.raise("retry", data: []))]))
          ])),
    ],
    exit: [ChartAction(.handler("closePage", arguments: []))], errors: ["tooMany"], queries: ["hint"])

  private static let checking = StateNode(
    "checking", title: "Checking account",
    on: [EventTransition("error.offline", ChartTransition(["start"]))],
    invoke: [
      ChartInvocation(
        .service("checkAccount"), input: [NamedExpression("email", "event.data.email")],
        timeout: .literal(.seconds(15)),
        retry: ChartInvocation.Retry(attempts: 2, backoff: .literal(.seconds(1)), codes: ["tooMany"]),
        done: [ChartTransition(["result"], label: "the server answered")],
        failed: [
          ChartInvocation.Failure("tooMany", ChartTransition(["start"])),
          ChartInvocation.Failure(nil, ChartTransition(["gone"])),
        ], finalize: [ChartAction(.handler("openPage", arguments: []))], forwardsEvents: true),
      ChartInvocation(.chart("parts/consent.yaml"), id: "consent", done: [ChartTransition(["asking"])]),
    ])

  private static let result = StateNode(
    "result", kind: .choice,
    always: [
      ChartTransition(["asking"], guard: "event.data.exists"),
      ChartTransition(["inner2", "other2"], guard: "attempts == 2"), ChartTransition(["finished"]),
    ])

  private static let asking = StateNode(
    "asking", kind: .parallel, title: "Asking",
    on: [
      EventTransition("retry", ChartTransition(["asking"], guard: "pin == '1234'")),
      EventTransition("code", ChartTransition(["inner2"], isInternal: true)),
    ],
    done: [ChartTransition(["finished"])], entry: [ChartAction(.handler("openPage", arguments: []))],
    states: [
      StateNode(
        "factor", title: "Second factor", initial: InitialTransition(["deep"]),
        states: [
          StateNode(
            "inner", title: "Inner", initial: InitialTransition(["deep"]),
            on: [
              EventTransition(
                "code", ChartTransition(["factorDone"], guard: "event.data.digits == \"000000\""))
            ],
            states: [
              StateNode("deep", title: "Deep", on: [EventTransition("retry", ChartTransition(["inner"]))])
            ]),
          StateNode("inner2", always: [ChartTransition(["factorDone"], guard: "attempts > 9")]),
          StateNode("memory", kind: .history(deep: true), initial: InitialTransition(["inner2"])),
          StateNode("factorDone", kind: .final),
        ]),
      StateNode(
        "timer", initial: InitialTransition(["other"]),
        on: [EventTransition("tick", ChartTransition(["shallow"]))],
        states: [
          StateNode(
            "other",
            after: [DelayedTransition(.expression("grace"), name: "grace", ChartTransition(["other2"]))]),
          StateNode("other2", on: [EventTransition("retry", ChartTransition(["memory"]))]),
          StateNode(
            "shallow", kind: .history(deep: false), title: "last time",
            initial: InitialTransition(["other"], actions: [ChartAction(.log("1"))])),
          StateNode("otherDone", kind: .final),
        ]),
    ])

  private static let gone = StateNode("gone", kind: .final, title: "Gone")
  private static let finished = StateNode(
    "finished", kind: .final, title: "Signed in", output: [NamedExpression("attempts", "attempts")])

  /// A chart whose root is parallel.
  static let parallelRoot = Statechart(
    "both", title: "Both",
    root: StateNode(
      "both", kind: .parallel,
      on: [
        EventTransition("reset", ChartTransition(["left", "right"])),
        EventTransition("stop", ChartTransition(["b"])),
      ],
      entry: [ChartAction(.handler("begin", arguments: []))],
      states: [
        StateNode("left", initial: InitialTransition(["a"]), states: [StateNode("a"), StateNode("b")]),
        StateNode(
          "right", initial: InitialTransition(["c"]),
          states: [StateNode("c", on: [EventTransition("go", ChartTransition(["both"]))])]),
      ]))

  /// A chart of two states with one text in every place that a person fills in.
  static func everywhere(_ text: String) -> Statechart {
    let transition = ChartTransition(
      ["b"], guard: ChartExpression(text), actions: [ChartAction(.handler(ChartName(text), arguments: []))],
      label: text)
    return Statechart(
      "chart", title: text, description: text,
      events: [EventDeclaration("e", title: text)], errors: [ErrorDeclaration("c", title: text)],
      root: StateNode(
        "chart", initial: InitialTransition(["a"], actions: [ChartAction(.raise(ChartName(text), data: []))]),
        on: [EventTransition("e", ChartTransition(actions: [ChartAction(.emit(ChartName(text), data: []))]))],
        states: [
          StateNode(
            "a", title: text,
            on: [
              EventTransition("e", transition), EventTransition("e", ChartTransition(["a"])),
              EventTransition(EventDescriptor(ChartName(text)), ChartTransition(["b"])),
              EventTransition("e", ChartTransition(guard: ChartExpression(text))),
            ],
            after: [
              DelayedTransition(
                .expression(ChartExpression(text)), name: ChartName(text), ChartTransition(["b"]))
            ],
            entry: [ChartAction(.cancel(ChartName(text)))],
            invoke: [
              ChartInvocation(
                .service(ChartName(text)), timeout: .expression(ChartExpression(text)),
                failed: [ChartInvocation.Failure("c", ChartTransition(["b"]))])
            ]),
          StateNode(
            "b", title: text, initial: InitialTransition(["d"]),
            exit: [ChartAction(.assign([NamedExpression(ChartName(text), "1")]))],
            states: [
              StateNode("d", on: [EventTransition("e", ChartTransition(["b"]))]),
              StateNode("h", kind: .history(deep: true), title: text, initial: InitialTransition(["d"])),
              StateNode("f", kind: .final, title: text, output: [NamedExpression(ChartName(text), "1")]),
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
    root: StateNode(
      "failing", initial: InitialTransition(["begin"]),
      states: [
        StateNode(
          "begin",
          on: [
            EventTransition("go", ChartTransition(["work"])),
            EventTransition("error.x", ChartTransition(["work"])),
          ]),
        StateNode(
          "work",
          invoke: [
            ChartInvocation(
              .service("s"), done: [ChartTransition(["group"])],
              failed: [ChartInvocation.Failure("tooMany", ChartTransition(["what"]))]),
            ChartInvocation(.service("s"), id: "t"),
          ]),
        StateNode(
          "what", kind: .choice,
          always: [ChartTransition(["wait"], guard: "true"), ChartTransition(["begin"])]),
        StateNode("wait", on: [EventTransition("again", ChartTransition(["begin"]))]),
        StateNode(
          "group", initial: InitialTransition(["inside"]),
          invoke: [
            ChartInvocation(
              .service("s"), failed: [ChartInvocation.Failure("offline", ChartTransition(["wait"]))])
          ],
          states: [
            StateNode("inside", on: [EventTransition("error.*", ChartTransition(["broken"]))]),
            StateNode("broken", kind: .final), StateNode("island"),
          ]),
      ]))

  /// A chart whose declarations have titles, with literals of each kind, choices and ends.
  static let titled = Statechart(
    "titled",
    context: [
      ContextVariable(FieldDeclaration("letter", .string)), ContextVariable(FieldDeclaration("tries", .int)),
      ContextVariable(FieldDeclaration("cause", .optional(.error))),
      ContextVariable(FieldDeclaration("long", .string)),
      ContextVariable(FieldDeclaration("sum", .int)),
      ContextVariable(FieldDeclaration("pin", .string, isSecret: true)),
      ContextVariable(FieldDeclaration("other", .optional(.int))),
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
    root: StateNode(
      "titled", initial: InitialTransition(["asking"]),
      states: [
        StateNode(
          "asking",
          on: [
            EventTransition("send", ChartTransition(["checking"], guard: "isComplete")),
            EventTransition("more", ChartTransition(["which"])),
            EventTransition("other", ChartTransition(["plain"])),
          ],
          entry: [
            ChartAction(
              .assign([
                NamedExpression("letter", "'B'"), NamedExpression("tries", "0"),
                NamedExpression("cause", "'wrong'"),
                NamedExpression("long", "'a text that nobody would want to read at an arrow'"),
                NamedExpression("sum", "tries + 1"), NamedExpression("pin", "'1234'"),
                NamedExpression("other", "unset"),
              ]))
          ]),
        StateNode(
          "checking", title: "Checking",
          invoke: [
            ChartInvocation(
              .service("check"), timeout: .literal(.seconds(15)),
              done: [
                ChartTransition(
                  ["end"],
                  actions: [
                    ChartAction(.emit("signedIn", data: [])), ChartAction(.handler("forget", arguments: [])),
                  ])
              ],
              failed: [
                ChartInvocation.Failure("wrong", ChartTransition(["asking"])),
                ChartInvocation.Failure("timeout", ChartTransition(["asking"])),
                ChartInvocation.Failure(nil, ChartTransition(["asking"])),
              ])
          ]),
        StateNode(
          "which", kind: .choice, title: "Which code?",
          always: [ChartTransition(["both"], guard: "tries > 1"), ChartTransition(["plain"])]),
        StateNode(
          "plain", kind: .choice,
          always: [ChartTransition(["browser"], guard: "tries > 2"), ChartTransition(["lost"])]),
        StateNode(
          "both",
          invoke: [
            ChartInvocation(
              .service("check"), done: [ChartTransition(["end"])],
              failed: [ChartInvocation.Failure("wrong", ChartTransition(["end"]))]),
            ChartInvocation(
              .service("send"), done: [ChartTransition(["end"])],
              failed: [ChartInvocation.Failure(nil, ChartTransition(["end"]))]),
          ]),
        StateNode(
          "browser", on: [EventTransition("back", ChartTransition(["stopped"]))],
          invoke: [ChartInvocation(.service("browse"))]),
        ending("end", .success), ending("lost", .failure), ending("stopped", .canceled),
      ]))

  private static func ending(_ id: ChartName, _ ending: StateNode.Ending) -> StateNode {
    var state = StateNode(id, kind: .final)
    state.ending = ending
    return state
  }
}
