import Statecharts
import StatechartsModel

/// The charts of the workloads, built in code.
enum Charts {
  /// W1: A, B, C in a ring.
  static func ring() throws(ModelProblems) -> CompiledChart {
    let states = [("A", "B"), ("B", "C"), ("C", "A")].map { from, to in
      StateNode(ChartName(from), on: [EventTransition("next", ChartTransition([ChartName(to)]))])
    }
    return try CompiledChart(chart("w1", initial: "A", states))
  }

  /// W13: a state that waits for an event, one that also waits for a time, and a variable to keep.
  static func waiting() throws(ModelProblems) -> CompiledChart {
    let attempts = ContextVariable(FieldDeclaration("attempts", .int), initial: "0")
    let go = EventTransition("go", ChartTransition(["Waiting"]))
    let late = DelayedTransition(.literal(.seconds(3_600)), name: "1h", ChartTransition(["Start"]))
    let states = [StateNode("Start", on: [go]), StateNode("Waiting", after: [late])]
    return try CompiledChart(chart("w13", initial: "Start", context: [attempts], states))
  }

  /// W13: a state that runs a service.
  static func working() throws(ModelProblems) -> CompiledChart {
    try CompiledChart(
      chart("w13", initial: "Working", [StateNode("Working", invoke: [ChartInvocation(.service("work"))])]))
  }

  /// The events of W2's loop, each with the states between which it leads.
  static let authentication = [
    ("Start", "submitEmail", "CheckingAccount"), ("CheckingAccount", "accountExists", "SignIn"),
    ("SignIn", "submitPassword", "SigningIn"), ("SigningIn", "totpRequired", "TOTPVerificationNeeded"),
    ("TOTPVerificationNeeded", "submitCode", "VerifyingSessionTOTPCode"),
    ("VerifyingSessionTOTPCode", "codeOk", "Finalize"), ("Finalize", "reset", "Start"),
  ]

  /// W2: a guard and an action on each of seven transitions.
  static func signIn() throws(ModelProblems) -> CompiledChart {
    let states = authentication.enumerated().map { number, step in
      StateNode(
        ChartName(step.0),
        on: [
          EventTransition(
            EventDescriptor(ChartName(step.1)),
            ChartTransition(
              [ChartName(step.2)], guard: ChartExpression("guard\(number)"),
              actions: [call("action\(number)")]))
        ])
    }
    return try CompiledChart(chart("w2", initial: "Start", states))
  }

  /// W3: hierarchy, parallel regions and deep history; with `hooks` an entry and an exit action on every state (W3h).
  static func regions(hooks: Bool) throws(ModelProblems) -> CompiledChart {
    var n1 = ring(of: ["A", "B"])
    for (id, initial, event) in [
      ("N4", "A", on("inner", "A", isInternal: true)), ("N3", "N4", nil), ("N2", "N3", on("again", "N2")),
      ("N1", "N2", nil),
    ] {
      n1 = [
        StateNode(
          ChartName(id), initial: InitialTransition([ChartName(initial)]), on: [event].compactMap { $0 },
          states: n1)
      ]
    }
    let history = StateNode("HN", kind: .history(deep: true), initial: InitialTransition(["N1"]))
    let n = StateNode(
      "N", initial: InitialTransition(["N1"]),
      on: [EventTransition("tick", ChartTransition(actions: [call("onTick")])), on("toP", "P")],
      states: [history] + n1)
    let regions = (1...4).map { region in
      var inner = ring(of: (1...4).map { "R\(region)_\($0)" })
      if region == 1 { inner[2].entry = [ChartAction(.raise("ping", data: []))] }
      return StateNode(
        ChartName("R\(region)"), initial: InitialTransition([ChartName("R\(region)_1")]), states: inner)
    }
    let p = StateNode(
      "P", kind: .parallel,
      on: [on("back", "HN"), EventTransition("ping", ChartTransition(actions: [call("onPing")]))],
      states: regions)
    let states = [n, p]
    return try CompiledChart(chart("w3", initial: "N", hooks ? states.map(withHooks) : states))
  }

  /// W4: twenty guards on one event, of which the last holds.
  static func guards() throws(ModelProblems) -> CompiledChart {
    let transitions = (0..<20).map { number in
      EventTransition(
        "go", ChartTransition(["S"], guard: ChartExpression("v == \(number)"), actions: [call("action")]))
    }
    let v = ContextVariable(FieldDeclaration("v", .int), initial: "19")
    return try CompiledChart(chart("w4", initial: "S", context: [v], [StateNode("S", on: transitions)]))
  }

  /// W4 with the guards as handlers.
  static func askedGuards() throws(ModelProblems) -> CompiledChart {
    let transitions = (0..<20).map { number in
      EventTransition(
        "go", ChartTransition(["S"], guard: ChartExpression("is\(number)"), actions: [call("action")]))
    }
    return try CompiledChart(chart("w4", initial: "S", [StateNode("S", on: transitions)]))
  }

  /// W6, W7 and W10: `count` flat states with three transitions each, as YAML text.
  static func flat(_ count: Int) -> String {
    var text = "statechart: 1\nid: w6\ninitial: s0\nstates:\n"
    for i in 0..<count {
      text += "  s\(i):\n    on:\n      next: s\((i + 1) % count)\n      prev: s\((i + count - 1) % count)\n"
      text += "      jump: s\((i * 7 + 3) % count)\n"
    }
    return text
  }

  /// W8: chart-like YAML of 1,000,040 bytes, with comments, quotes and both styles of collections.
  static func yaml(bytes: Int = 1_000_000) -> String {
    var text = "# chart-like YAML for the parse benchmark\nversion: 1\nid: big\ninitial: s0\nstates:\n"
    var i = 0
    while text.utf8.count < bytes {
      text += """
          s\(i):
            # state \(i): waits for the account service
            description: "Step \(i) of the sign-in flow"
            entry: [showScreen, {name: logMetric, args: [step\(i), 1.5, true]}]
            on:
              submitEmail:
                - target: s\(i + 1)
                  guard: 'email.isValid && attempts < 3'
                  actions: [rememberEmail, clearError]
                - target: s\(i)
                  actions: showError
              accountExists: s\(i + 2)
              cancel: {target: s0, internal: false}
            tags: [form, busy]

        """
      i += 1
    }
    return text
  }

  private static func chart(
    _ id: ChartName, initial: ChartName, context: [ContextVariable] = [], _ states: [StateNode]
  ) -> Statechart {
    Statechart(
      id, context: context, root: StateNode(id, initial: InitialTransition([initial]), states: states))
  }

  private static func call(_ name: String) -> ChartAction {
    ChartAction(.handler(ChartName(name), arguments: []))
  }

  private static func on(_ event: EventDescriptor, _ target: ChartName, isInternal: Bool? = nil)
    -> EventTransition
  {
    EventTransition(event, ChartTransition([target], isInternal: isInternal))
  }

  /// States that `step` leads through in a ring.
  private static func ring(of ids: [String]) -> [StateNode] {
    ids.indices.map { StateNode(ChartName(ids[$0]), on: [on("step", ChartName(ids[($0 + 1) % ids.count]))]) }
  }

  /// The state with an action on entering and on leaving, and all inside it likewise. Charts nest 16 levels.
  private static func withHooks(_ state: StateNode) -> StateNode {
    var state = state
    if case .history = state.kind { return state }
    state.entry.insert(call("onEntry"), at: 0)
    state.exit.append(call("onExit"))
    state.states = state.states.map(withHooks)
    return state
  }
}
