import Statecharts
import StatechartsModel

/// A chart in which every part of the model has a value that is not its default.
enum EverythingChart {
  private static let fields = [
    Field("code", .string, isSecret: true, description: "What was typed."),
    Field("who", .optional(.string), isPersonal: true),
    Field("kind", .string, values: ["new account", "known", "2fa", ""]),
    Field(
      "place", .record([Field("street", .string, isPersonal: true), Field("numbers", .list(.int))])),
  ]

  static var chart: Statechart {
    Statechart(
      "everything", title: "Everything \"at once\"",
      description: "Two lines.\nThe second has a \\ and ends in a space. ", version: 3,
      context: [
        ContextVariable(Field("count", .int), initial: "2 + 1", isInput: true),
        ContextVariable(Field("rate", .number), initial: "1.5", persistence: .never),
        ContextVariable(Field("isNew", .bool), initial: "true"),
        ContextVariable(
          Field("mode", .string, values: ["slow", "fast"]), initial: "'fast'", clearedOnExitOf: ["work"]),
        ContextVariable(Field("token", .optional(.string), isSecret: true), isInput: true),
        ContextVariable(Field("needed", .string), isInput: true),
        ContextVariable(Field("span", .duration), initial: "1500ms"),
        ContextVariable(Field("problem", .optional(.error))),
        ContextVariable(Field("names", .list(.string)), initial: "['a', 'b']"),
        ContextVariable(Field("more", .map), initial: "{a: 1}"),
        ContextVariable(Field("anything", .any)),
      ],
      events: [
        EventDeclaration("enter", title: "Entered", description: "Somebody typed.", payload: fields),
        EventDeclaration("tick.tock"), EventDeclaration("progress", payload: [Field("percent", .int)]),
      ],
      errors: [
        ErrorDeclaration("broken", title: "It broke", payload: [Field("detail", .string, isSecret: true)]),
        ErrorDeclaration("late", description: "It came too late."),
      ],
      outputs: [
        OutputDeclaration(
          "told", title: "Told", description: "For the app.",
          payload: [Field("count", .int), Field("problem", .optional(.error))])
      ],
      handlers: HandlerCatalogue(
        guards: [
          HandlerDeclaration(
            "isRight", title: "the code is right", description: "It was sent before.", payload: [fields[0]],
            arguments: [Field("limit", .int)])
        ],
        actions: [
          HandlerDeclaration("note", arguments: [Field("text", .string)]), HandlerDeclaration("ring"),
        ],
        services: [
          HandlerDeclaration(
            "load", arguments: [Field("count", .int)], result: .record([Field("size", .number)]),
            errors: ["broken", "late"], sends: ["progress"]),
          HandlerDeclaration("wait"), HandlerDeclaration("measure", result: .duration, errors: ["late"]),
        ],
        queries: [
          HandlerDeclaration("isFine", arguments: [Field("name", .string)], result: .optional(.bool))
        ]),
      migrations: [
        Migration(
          from: 2, states: [.init("old", to: "work"), .init("older", to: "work")], droppedStates: ["around"],
          enteredStates: ["second"], variables: [.init("counter", to: "count")], droppedVariables: ["gone"],
          values: [NamedExpression("count", "3")], description: "The work was split.")
      ], root: root)
  }

  private static var root: State {
    var root = State("everything", initial: InitialTransition(["work"], actions: [action("ring")]))
    var end = State("end", kind: .final, title: "The end")
    end.ending = .success
    end.outputValue = "count"
    let other = State(
      "otherEnd", kind: .final, output: [NamedExpression("count", "count")])
    root.states = [
      work, pick,
      State("both", kind: .parallel, done: [Transition(["end"])], states: [region("left"), region("right")]),
      end,
      other,
    ]
    root.on = [
      EventTransition(
        "*", Transition(guard: "count > 1000", label: "too many", description: "Never seen."))
    ]
    return root
  }

  private static var work: State {
    State(
      "work", title: "At work",
      description:
        "A long description that does not fit into one line of code, so that it has to be broken at a space.",
      initial: InitialTransition(["first"]),
      on: [
        EventTransition(
          "enter",
          Transition(
            ["pick"], guard: "isRight(limit: 3) and count < 10",
            actions: [
              Action(
                .choose(
                  [Action.Branch("count == 3", [action("ring")])],
                  otherwise: [Action(.handler("note", arguments: [NamedExpression("text", "'no'")]))])),
              Action(.forEach(item: "name", index: "position", list: "names", body: [Action(.log("name"))])),
            ], isInternal: false))
      ],
      after: [
        DelayedTransition(
          .literal(.milliseconds(2_500)), name: "2500ms", resume: .restart, Transition(["end"])),
        DelayedTransition(.expression("span"), name: "span", Transition(["otherEnd"])),
      ],
      entry: [
        Action(.assign([NamedExpression("count", "count + 1")])), Action(.raise("tick.tock", data: [])),
        Action(.send(send)), Action(.block([Action(.cancelComputed("mode"))])),
        Action(.emit("told", data: [NamedExpression("count", "count")])),
      ],
      exit: [Action(.cancel("later"))], invoke: [load, child],
      states: [
        State("first", on: [EventTransition("tick.*", Transition(["second"]))]), State("second"),
        State("memory", kind: .history(deep: true), initial: InitialTransition(["first"])),
        State("shallow", kind: .history(deep: false), initial: InitialTransition(["second"])),
      ], errors: ["broken"], queries: ["isFine"])
  }

  private static var send: Action.Send {
    Action.Send(
      "", computedEvent: "'tick.tock'", content: "count", delay: .literal(.nanoseconds(1_000_001)),
      resume: .remainder,
      idVariable: "anything", destination: .computed("'#_internal'"))
  }

  private static var load: Invocation {
    Invocation(
      .service("load"), id: "loading", idVariable: "anything", input: [NamedExpression("count", "count")],
      timeout: .literal(.seconds(15)), resume: .deadline,
      retry: Invocation.Retry(attempts: 2, backoff: .literal(.seconds(1)), codes: ["late"]),
      done: [Transition(["both"])],
      failed: [
        Invocation.Failure(
          "broken", Transition(actions: [Action(.assign([NamedExpression("problem", "event.error")]))])),
        Invocation.Failure(nil, Transition(["end"])),
      ],
      finalize: [action("ring")], forwardsEvents: true)
  }

  private static var child: Invocation {
    Invocation(.computed("'one.yaml'", among: ["one.yaml", "two.yaml"]), id: "child")
  }

  private static var pick: State {
    State(
      "pick", kind: .choice,
      always: [
        Transition(["work"], guard: "in(both)"),
        Transition(
          ["both"],
          actions: [
            Action(.send(Action.Send("tick.tock", data: [], delay: .expression("span"), id: "later"))),
            Action(
              .send(
                Action.Send(
                  "progress", data: [NamedExpression("percent", "1")], destination: .invocation("child")))),
            Action(.send(Action.Send("tick.tock", destination: .parent))),
          ]),
      ])
  }

  private static func region(_ id: String) -> State {
    State(
      Name(id), initial: InitialTransition([Name(id + "Start")]), done: [Transition()],
      states: [
        State(Name(id + "Start"), on: [EventTransition("tick", Transition([Name(id + "End")]))]),
        State(Name(id + "End"), kind: .final),
      ])
  }

  private static func action(_ name: Name) -> Action { Action(.handler(name, arguments: [])) }
}
