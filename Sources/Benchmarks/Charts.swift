import Statecharts
import StatechartsModel

/// The charts of the workloads, built in code.
enum Charts {
  /// W1: A, B, C in a ring.
  static func ring() throws(ModelProblems) -> CompiledChart {
    let states = [("A", "B"), ("B", "C"), ("C", "A")].map { from, to in
      State(Name(from), on: [EventTransition("next", Transition([Name(to)]))])
    }
    return try CompiledChart(chart("w1", initial: "A", states))
  }

  /// W13: a state that waits for an event, one that also waits for a time, and a variable to keep.
  static func waiting() throws(ModelProblems) -> CompiledChart {
    let attempts = ContextVariable(Field("attempts", .int), initial: "0")
    let go = EventTransition("go", Transition(["Waiting"]))
    let late = DelayedTransition(.literal(.seconds(3_600)), name: "1h", Transition(["Start"]))
    let states = [State("Start", on: [go]), State("Waiting", after: [late])]
    return try CompiledChart(chart("w13", initial: "Start", context: [attempts], states))
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
      State(
        Name(step.0),
        on: [
          EventTransition(
            EventDescriptor(Name(step.1)),
            Transition(
              [Name(step.2)], guard: Expression("guard\(number)"), actions: [call("action\(number)")]))
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
        State(
          Name(id), initial: InitialTransition([Name(initial)]), on: [event].compactMap { $0 }, states: n1)
      ]
    }
    let history = State("HN", kind: .history(deep: true), initial: InitialTransition(["N1"]))
    let n = State(
      "N", initial: InitialTransition(["N1"]),
      on: [EventTransition("tick", Transition(actions: [call("onTick")])), on("toP", "P")],
      states: [history] + n1)
    let regions = (1...4).map { region in
      var inner = ring(of: (1...4).map { "R\(region)_\($0)" })
      if region == 1 { inner[2].entry = [Action(.raise("ping", data: []))] }
      return State(Name("R\(region)"), initial: InitialTransition([Name("R\(region)_1")]), states: inner)
    }
    let p = State(
      "P", kind: .parallel,
      on: [on("back", "HN"), EventTransition("ping", Transition(actions: [call("onPing")]))], states: regions)
    let states = [n, p]
    return try CompiledChart(chart("w3", initial: "N", hooks ? states.map(withHooks) : states))
  }

  /// W4: twenty guards on one event, of which the last holds.
  static func guards() throws(ModelProblems) -> CompiledChart {
    let transitions = (0..<20).map { number in
      EventTransition("go", Transition(["S"], guard: Expression("v == \(number)"), actions: [call("action")]))
    }
    let v = ContextVariable(Field("v", .int), initial: "19")
    return try CompiledChart(chart("w4", initial: "S", context: [v], [State("S", on: transitions)]))
  }

  /// W4 with the guards as handlers.
  static func askedGuards() throws(ModelProblems) -> CompiledChart {
    let transitions = (0..<20).map { number in
      EventTransition("go", Transition(["S"], guard: Expression("is\(number)"), actions: [call("action")]))
    }
    return try CompiledChart(chart("w4", initial: "S", [State("S", on: transitions)]))
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
    _ id: Name, initial: Name, context: [ContextVariable] = [], _ states: [State]
  ) -> Statechart {
    Statechart(
      id, context: context, root: State(id, initial: InitialTransition([initial]), states: states))
  }

  private static func call(_ name: String) -> Action { Action(.handler(Name(name), arguments: [])) }

  private static func on(_ event: EventDescriptor, _ target: Name, isInternal: Bool? = nil) -> EventTransition
  {
    EventTransition(event, Transition([target], isInternal: isInternal))
  }

  /// States that `step` leads through in a ring.
  private static func ring(of ids: [String]) -> [State] {
    ids.indices.map { State(Name(ids[$0]), on: [on("step", Name(ids[($0 + 1) % ids.count]))]) }
  }

  /// The state with an action on entering and on leaving, and all inside it likewise. Charts nest 16 levels.
  private static func withHooks(_ state: State) -> State {
    var state = state
    if case .history = state.kind { return state }
    state.entry.insert(call("onEntry"), at: 0)
    state.exit.append(call("onExit"))
    state.states = state.states.map(withHooks)
    return state
  }
}
