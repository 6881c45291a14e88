import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds states that are left as soon as they are entered, but have services, timers, events or states inside.
struct PassingState: LintRule {
  static let description = RuleDescription(
    "passing-state", "State is exited immediately on entry", .warning, .services,
    why:
      "A transition without an event and without a guard is taken at once. The rest of the state has no effect.",
    howToFix:
      "Add a `guard:` to `always:`, move its target to the `done:` of the service or state, or delete the rest.",
    bad: """
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          always: ▸closed
        closed: { type: final }
      """,
    good: """
      states:
        open:
          invoke: { service: look, timeout: 5s, done: closed, failed: { any: closed } }
          always: { guard: isWindy, target: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      states:
        open:
          initial: wide
          always: ▸closed
          states:
            wide: { on: { push: shut } }
            shut: { type: final }
        closed: { type: final }
      """,
      """
      states:
        open:
          on: { push: open }
          after: { 0s: ▸closed }
        closed: { type: final }
      """,
      """
      states:
        open:
          entry: { raise: push }
          on: { push: ▸closed, knock: open }
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
      states:
        open:
          initial: wide
          done: closed
          states:
            wide: { on: { push: shut } }
            shut: { type: final }
        closed: { type: final }
      """,
      """
      states:
        open: { on: { close: { target: ajar, actions: { raise: push } } } }
        # The raised event is handled before the timer of 0s.
        ajar: { on: { push: closed }, after: { 0s: open } }
        closed: { type: final }
      """,
      """
      states:
        # The state only chooses the next state, by an event.
        open: { entry: { raise: push }, on: { push: ajar } }
        # The event raised earlier is handled before the event that the state raises itself.
        ajar: { on: { pull: { target: wide, actions: { raise: knock } } } }
        wide: { entry: { raise: push }, on: { knock: ajar, push: closed } }
        closed: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    let own = AnsweredEvents(context.usage.ownEvents, context.eventNames)
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      guard state.kind == .plain || state.kind == .parallel,
        let (leaving, way) = Self.leaving(number, context, own), !leaving.targets.isEmpty,
        !context.isBroken(leaving.origin),
        leaving.targets.allSatisfy({ target in
          tree.number(of: target).map { $0 != number && !tree.isDescendant($0, of: number) } ?? false
        })
      else { return [] }
      // A state inside may have left for elsewhere by then.
      let inside = (number + 1)..<tree.nodes[number].end
      guard inside.allSatisfy({ tree.nodes[$0].state.always.isEmpty }) else { return [] }
      var lost: [String] = state.invoke.prefix(1).map {
        "`\($0.effectiveID)` is " + (way == .time ? "canceled before it completes" : "never started")
      }
      if !state.states.isEmpty { lost.append("the states inside are left too") }
      if way != .time, !state.after.isEmpty { lost.append("its timers never fire") }
      if state.on.count > (way == .raise ? 1 : 0) { lost.append("its events are never handled") }
      guard !lost.isEmpty else { return [] }
      let keys = Self.keys(of: state, besides: way)
      let help =
        switch way {
        case .always: Self.waiting(state, leaving, context) + " If not, delete \(keys)."
        case .time:
          "If `\(state.id)` must wait, write a longer duration than 0. If not, write `always: \(context.written(leaving.origin))` instead of `after:`, and delete \(keys)."
        case .raise:
          "If `\(state.id)` must wait, delete the action that raises the event under `entry:`. If not, delete \(keys)."
        }
      return finding(
        "\(state.called.asSubject) is exited \(way.words) as soon as it is entered: \(lost.joined(separator: ", and ")).",
        help: help,
        at: context.range(of: leaving.origin))
    }
  }

  /// What to write for a state that must not be left at once.
  private static func waiting(_ state: StateNode, _ leaving: ChartTransition, _ context: LintContext)
    -> String
  {
    let transition = context.written(leaving.origin)
    if let invocation = state.invoke.first {
      let start = "If `\(state.id)` must wait for `\(invocation.effectiveID)`, "
      return start
        + (invocation.done.isEmpty
          ? "write `done: \(transition)` inside `invoke:` instead of `always:`." : "delete `always:`.")
    }
    guard state.states.contains(where: { $0.kind == .final }) else {
      return "If `\(state.id)` must wait, write `always: \(context.guarded(leaving))`."
    }
    return "If `\(state.id)` must wait for the states inside, "
      + (state.done.isEmpty
        ? "write `done: \(transition)` instead of `always:`." : "delete `always:`.")
  }

  /// The keys of a state that have no effect where it is left at once.
  private static func keys(of state: StateNode, besides way: Way) -> String {
    var keys = state.invoke.isEmpty ? [] : ["`invoke:`"]
    if !state.states.isEmpty { keys += ["`initial:`", "`states:`"] }
    if way != .time, !state.after.isEmpty { keys.append("`after:`") }
    if state.on.count > (way == .raise ? 1 : 0) {
      keys.append(way == .raise ? "the other events under `on:`" : "`on:`")
    }
    return keys.joined(separator: ", ")
  }

  /// What a state is left by.
  private enum Way {
    case always
    case time
    /// An event that the state raises on entering.
    case raise

    var words: String {
      switch self {
      case .always: "by `always:`"
      case .time: "by a timer with a duration of 0"
      case .raise: "by an event that it raises"
      }
    }
  }

  /// The transition with which a state is exited at once, whatever else it has: without an event, by an event that it
  /// raises itself, or after a delay of zero.
  private static func leaving(
    _ number: Int, _ context: LintContext, _ own: AnsweredEvents
  ) -> (ChartTransition, Way)? {
    let state = context.tree.nodes[number].state
    guard state.always.isEmpty else {
      return state.always.first(where: \.isUnconditional).map { ($0, .always) }
    }
    guard state.states.isEmpty else { return nil }
    // What is raised on entering, or on the way there, is answered before a timer runs out, even one of no time.
    if let answered = own.answered(by: state.on) {
      return answered.hasMore ? nil : raised(answered.event, number, context).map { ($0, .raise) }
    }
    guard state.entry.isEmpty else { return nil }
    return state.after.first { $0.delay == .literal(.zero) && $0.transition.isUnconditional }
      .map { ($0.transition, .time) }
  }

  /// The transition for the one event that a state may find raised, if it certainly raises the event on entry.
  private static func raised(_ event: String, _ number: Int, _ context: LintContext) -> ChartTransition? {
    let tree = context.tree
    let state = tree.nodes[number].state
    let isRaised = state.entry.contains { action in
      if case .raise(let raised, _) = action.kind { raised.text == event } else { false }
    }
    // Another region may handle it first, and states that raise events one after the other are a case of their own.
    guard isRaised, !context.usage.computesEvents,
      tree.selfAndAncestors(of: number).allSatisfy({ tree.nodes[$0].state.kind != .parallel }),
      let first = state.on.first(where: { $0.event.matches(event) }), first.transition.isUnconditional,
      first.transition.targets.allSatisfy({ target in
        tree.number(of: target).map { tree.nodes[$0].state.entry.isEmpty } ?? false
      })
    else { return nil }
    return first.transition
  }
}
