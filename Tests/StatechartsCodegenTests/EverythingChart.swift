import Statecharts
import StatechartsModel

/// A chart in which every part of the model has a value that is not its default.
enum EverythingChart {
  private static let fields = [
    FieldDeclaration("code", .string, isSecret: true, description: "What was typed."),
    FieldDeclaration("who", .optional(.string), isPersonal: true),
    FieldDeclaration("kind", .string, values: ["new account", "known", "2fa", ""]),
    FieldDeclaration(
      "place",
      .record([
        FieldDeclaration("street", .string, isPersonal: true), FieldDeclaration("numbers", .list(.int)),
      ])),
  ]

  static var chart: Statechart {
    Statechart(
      "everything", title: "Everything \"at once\"",
      description: "Two lines.\nThe second has a \\ and ends in a space. ", version: 3,
      context: [
        ContextVariable(FieldDeclaration("count", .int), initial: "2 + 1", isInput: true),
        ContextVariable(FieldDeclaration("rate", .number), initial: "1.5", persistence: .never),
        ContextVariable(FieldDeclaration("isNew", .bool), initial: "true"),
        ContextVariable(
          FieldDeclaration("mode", .string, values: ["slow", "fast"]), initial: "'fast'",
          clearedOnExitOf: ["work"]),
        ContextVariable(FieldDeclaration("token", .optional(.string), isSecret: true), isInput: true),
        ContextVariable(FieldDeclaration("needed", .string), isInput: true),
        ContextVariable(FieldDeclaration("span", .duration), initial: "1500ms"),
        ContextVariable(FieldDeclaration("problem", .optional(.error))),
        ContextVariable(FieldDeclaration("names", .list(.string)), initial: "['a', 'b']"),
        ContextVariable(FieldDeclaration("more", .map), initial: "{a: 1}"),
        ContextVariable(FieldDeclaration("anything", .any)),
      ],
      events: [
        EventDeclaration("enter", title: "Entered", description: "Somebody typed.", payload: fields),
        EventDeclaration("tick.tock"),
        EventDeclaration("progress", payload: [FieldDeclaration("percent", .int)]),
      ],
      errors: [
        ErrorDeclaration(
          "broken", title: "It broke", payload: [FieldDeclaration("detail", .string, isSecret: true)]),
        ErrorDeclaration("late", description: "It came too late."),
      ],
      outputs: [
        OutputDeclaration(
          "told", title: "Told", description: "For the app.",
          payload: [FieldDeclaration("count", .int), FieldDeclaration("problem", .optional(.error))])
      ],
      handlers: HandlerCatalogue(
        guards: [
          HandlerDeclaration(
            "isRight", title: "the code is right", description: "It was sent before.", payload: [fields[0]],
            arguments: [FieldDeclaration("limit", .int)])
        ],
        actions: [
          HandlerDeclaration("note", arguments: [FieldDeclaration("text", .string)]),
          HandlerDeclaration("ring"),
        ],
        services: [
          HandlerDeclaration(
            "load", arguments: [FieldDeclaration("count", .int)],
            result: .record([FieldDeclaration("size", .number)]),
            errors: ["broken", "late"], sends: ["progress"]),
          HandlerDeclaration("wait"), HandlerDeclaration("measure", result: .duration, errors: ["late"]),
        ],
        queries: [
          HandlerDeclaration(
            "isFine", arguments: [FieldDeclaration("name", .string)], result: .optional(.bool))
        ]),
      migrations: [
        ChartMigration(
          from: 2, states: [.init("old", to: "work"), .init("older", to: "work")], droppedStates: ["around"],
          enteredStates: ["second"], variables: [.init("counter", to: "count")], droppedVariables: ["gone"],
          values: [NamedExpression("count", "3")], description: "The work was split.")
      ], root: root)
  }

  private static var root: StateNode {
    var root = StateNode("everything", initial: InitialTransition(["work"], actions: [action("ring")]))
    var end = StateNode("end", kind: .final, title: "The end")
    end.ending = .success
    end.outputValue = "count"
    let other = StateNode(
      "otherEnd", kind: .final, output: [NamedExpression("count", "count")])
    root.states = [
      work, pick,
      StateNode(
        "both", kind: .parallel, done: [ChartTransition(["end"])], states: [region("left"), region("right")]),
      end,
      other,
    ]
    root.on = [
      EventTransition(
        "*", ChartTransition(guard: "count > 1000", label: "too many", description: "Never seen."))
    ]
    return root
  }

  private static var work: StateNode {
    StateNode(
      "work", title: "At work",
      description:
        "A long description that does not fit into one line of code, so that it has to be broken at a space.",
      initial: InitialTransition(["first"]),
      on: [
        EventTransition(
          "enter",
          ChartTransition(
            ["pick"], guard: "isRight(limit: 3) and count < 10",
            actions: [
              ChartAction(
                .choose(
                  [ChartAction.Branch("count == 3", [action("ring")])],
                  otherwise: [ChartAction(.handler("note", arguments: [NamedExpression("text", "'no'")]))])),
              ChartAction(
                .forEach(item: "name", index: "position", list: "names", body: [ChartAction(.log("name"))])),
            ], isInternal: false))
      ],
      after: [
        DelayedTransition(
          .literal(.milliseconds(2_500)), name: "2500ms", resume: .restart, ChartTransition(["end"])),
        DelayedTransition(.expression("span"), name: "span", ChartTransition(["otherEnd"])),
      ],
      entry: [
        ChartAction(.assign([NamedExpression("count", "count + 1")])),
        ChartAction(.raise("tick.tock", data: [])),
        ChartAction(.send(send)), ChartAction(.block([ChartAction(.cancelComputed("mode"))])),
        ChartAction(.emit("told", data: [NamedExpression("count", "count")])),
      ],
      exit: [ChartAction(.cancel("later"))], invoke: [load, child],
      states: [
        StateNode("first", on: [EventTransition("tick.*", ChartTransition(["second"]))]), StateNode("second"),
        StateNode("memory", kind: .history(deep: true), initial: InitialTransition(["first"])),
        StateNode("shallow", kind: .history(deep: false), initial: InitialTransition(["second"])),
      ], errors: ["broken"], queries: ["isFine"])
  }

  private static var send: ChartAction.Send {
    ChartAction.Send(
      "", computedEvent: "'tick.tock'", content: "count", delay: .literal(.nanoseconds(1_000_001)),
      resume: .remainder,
      idVariable: "anything", destination: .computed("'#_internal'"))
  }

  private static var load: ChartInvocation {
    ChartInvocation(
      .service("load"), id: "loading", idVariable: "anything", input: [NamedExpression("count", "count")],
      timeout: .literal(.seconds(15)), resume: .deadline, onRestore: .restart,
      retry: ChartInvocation.Retry(attempts: 2, backoff: .literal(.seconds(1)), codes: ["late"]),
      done: [ChartTransition(["both"])],
      failed: [
        ChartInvocation.Failure(
          "broken",
          ChartTransition(actions: [ChartAction(.assign([NamedExpression("problem", "event.error")]))])),
        ChartInvocation.Failure(nil, ChartTransition(["end"])),
      ],
      finalize: [action("ring")], forwardsEvents: true)
  }

  private static var child: ChartInvocation {
    ChartInvocation(.computed("'one.yaml'", among: ["one.yaml", "two.yaml"]), id: "child")
  }

  private static var pick: StateNode {
    StateNode(
      "pick", kind: .choice,
      always: [
        ChartTransition(["work"], guard: "in(both)"),
        ChartTransition(
          ["both"],
          actions: [
            ChartAction(
              .send(ChartAction.Send("tick.tock", data: [], delay: .expression("span"), id: "later"))),
            ChartAction(
              .send(
                ChartAction.Send(
                  "progress", data: [NamedExpression("percent", "1")], destination: .invocation("child")))),
            ChartAction(.send(ChartAction.Send("tick.tock", destination: .parent))),
          ]),
      ])
  }

  private static func region(_ id: String) -> StateNode {
    StateNode(
      ChartName(id), initial: InitialTransition([ChartName(id + "Start")]), done: [ChartTransition()],
      states: [
        StateNode(
          ChartName(id + "Start"), on: [EventTransition("tick", ChartTransition([ChartName(id + "End")]))]),
        StateNode(ChartName(id + "End"), kind: .final),
      ])
  }

  private static func action(_ name: ChartName) -> ChartAction { ChartAction(.handler(name, arguments: [])) }
}
