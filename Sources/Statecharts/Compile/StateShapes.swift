import StatechartsModel

/// Makes a record of each state, and checks the states for what their kinds may have.
struct StateShapes {
  /// Levels of states below the root that a chart may have.
  private static let deepestState = 16

  let chart: Statechart
  let index: StateIndex
  let problems: ProblemCollector

  /// The records of the states; nil, after a report, where they nest too deeply: what names those inside is not wrong.
  func records() -> ContiguousArray<StateRecord>? {
    var isTooDeep = false
    var historyCount = 0
    var states = ContiguousArray<StateRecord>()
    for (number, node) in index.nodes.enumerated() {
      var state = StateRecord(
        parent: node.parent, end: node.end, depth: node.depth, kind: StateRecord.Kind(node.state))
      if state.kind.isHistory {
        state.historyIndex = historyCount
        historyCount += 1
      }
      states.append(state)
      guard node.depth <= Self.deepestState else { continue }
      // The root carries the chart's id and is named by nothing.
      if number > 0 { name(number, node.id) }
      if node.depth == Self.deepestState, let child = node.state.states.first {
        isTooDeep = true
        problems.report(
          .limit, "States nest deeper than \(Self.deepestState) levels.",
          help: "Move the states inside `\(node.id.text)` up, or into a chart of their own.",
          at: child.id.origin)
      }
    }
    return isTooDeep ? nil : states
  }

  private func name(_ number: Int, _ id: ChartName) {
    problems.checkIdentifier(id, "state id")
    guard index.repeated.contains(number), let first = index.numbers[id.text] else { return }
    problems.report(
      .duplicateState, "The state id `\(id.text)` is used twice.",
      help:
        "Give one of the two states another id, for example `\(freeID(like: id.text))`. Write it wherever this state is meant.",
      at: id.origin, related: [.init(origin: index[first].id.origin, message: "first used here")])
  }

  /// An id that no state has.
  private func freeID(like id: String) -> String {
    let free = (2...9).first { index.numbers["\(id)\($0)"] == nil }
    return "\(id)\(free ?? 10)"
  }

  /// Checks every state against its kind.
  func check() {
    let root = chart.root
    problems.checkIdentifier(chart.id, "chart id")
    let word: String? =
      switch root.kind {
      case .plain, .parallel: nil
      case .final: "final"
      case .history: "a history state"
      case .choice: "a choice"
      }
    if let word {
      problems.report(
        .notAllowed, "The chart itself cannot be \(word).",
        help: "Delete `type:`, or write `type: parallel`.",
        at: root.id.origin)
    }
    if root.states.isEmpty {
      problems.report(
        .badInitial, "The chart has no states.", help: "Write `initial: start` and `states: { start: }`.",
        at: root.id.origin)
    }
    // Decision: Docs/decisions/semantics.md#a-done-at-the-root-is-an-error
    if let done = root.done.first {
      problems.report(
        .notAllowed, "The chart's own `done` is never taken: reaching a final state ends the chart.",
        help:
          "Delete `done:`. Write its actions under `entry:` of \(root.states.first { $0.kind == .final }.map { "`\($0.id.text)`" } ?? "the final state").",
        at: done.origin)
    }
    for node in index.nodes where node.depth > 0 || !root.states.isEmpty { checkShape(node.state) }
  }

  private func checkShape(_ state: StateNode) {
    switch state.kind {
    case .plain:
      if state.states.isEmpty, state.initial != nil || !state.done.isEmpty {
        notAllowed(state, "a state without states inside", ["initial", "done"])
      }
      if !state.output.isEmpty || state.outputValue != nil {
        notAllowed(state, "a state that is not final", ["output"])
      }
    case .parallel:
      notAllowed(state, "a parallel state", ["initial", "output"])
      if !state.states.contains(where: { !$0.kind.isHistory }) {
        problems.report(
          .notAllowed, "The parallel state `\(state.id.text)` has no regions.",
          help:
            "Delete `type: parallel`. Or write a state for each region, for example `states: { one: , two: }`.",
          at: state.id.origin)
      }
    case .final:
      notAllowed(
        state, "a final state", ["states", "initial", "on", "always", "after", "done", "invoke"])
    case .history:
      notAllowed(state, "a history state", Self.keysOfActiveStates + ["always", "output"])
    case .choice:
      notAllowed(state, "a choice", Self.keysOfActiveStates + ["initial", "output"])
      checkBranches(state)
    }
  }

  /// What states cannot have that are left as soon as they are entered.
  private static let keysOfActiveStates = [
    "states", "on", "after", "done", "entry", "exit", "invoke", "errors", "queries",
  ]

  private func notAllowed(_ state: StateNode, _ what: String, _ keys: [String]) {
    for key in keys {
      guard let origin = Self.origin(of: key, in: state) else { continue }
      problems.report(
        .notAllowed, "`\(key)` is not allowed in `\(state.id.text)`, \(what).",
        help: Self.help(key, in: state), at: origin)
    }
  }

  private static func origin(of key: String, in state: StateNode) -> ModelOrigin? {
    switch key {
    case "initial": state.initial?.targets.first?.origin
    case "done": state.done.first?.origin
    case "output": state.output.first?.name.origin ?? state.outputValue?.origin
    case "states": state.states.first?.id.origin
    case "on": state.on.first?.event.name.origin
    case "always": state.always.first?.origin
    case "after": state.after.first?.name.origin
    case "entry": state.entry.first?.origin
    case "exit": state.exit.first?.origin
    case "invoke": state.invoke.first?.origin
    case "errors": state.errors.first?.origin
    case "queries": state.queries.first?.origin
    default: nil
    }
  }

  /// What to write where a state of its kind cannot have a key.
  private static func help(_ key: String, in state: StateNode) -> String {
    let delete = "Delete `\(key):`."
    return switch state.kind {
    case .plain where key == "output":
      "\(delete) If the flow ends in `\(state.id.text)`, write `type: final` in it."
    case .plain: "\(delete) Or add states inside `\(state.id.text)` under `states:`."
    case .parallel where key == "initial": "\(delete) A parallel state enters all of its regions."
    case .parallel: "\(delete) Only a final state has an output."
    case .final: "\(delete) If the flow goes on after `\(state.id.text)`, delete `type: final` instead."
    case .history: "\(delete) If people stay in `\(state.id.text)`, delete `type: history` instead."
    case .choice: "\(delete) If people stay in `\(state.id.text)`, delete `type: choice` instead."
    }
  }

  private func checkBranches(_ state: StateNode) {
    guard let last = state.always.last else {
      problems.report(
        .badChoice, "The choice `\(state.id.text)` has no transitions.",
        help:
          "Write `always: [{ guard: CONDITION, target: STATE }, STATE]` in `\(state.id.text)`, the last one without a guard.",
        at: state.id.origin)
      return
    }
    if last.guard != nil {
      problems.report(
        .badChoice, "`\(state.id.text)` has no fallback: if every condition is false, the flow is stuck.",
        help: "Add a last entry without a guard to `always:`, for example `- STATE`.", at: last.origin)
    }
    for transition in state.always where transition.targets.isEmpty {
      problems.report(
        .badChoice, "A transition of the choice `\(state.id.text)` has no target.",
        help: "Write `target:` with the id of the next state.", at: transition.origin)
    }
    for transition in state.always.dropLast() where transition.guard == nil {
      problems.report(
        .badChoice, "No transition of the choice `\(state.id.text)` after this one can be taken.",
        help: "Move this transition to the end of `always:`. Or add a `guard:` to it.", at: transition.origin)
    }
  }

}

extension StateRecord.Kind {
  /// The kind of a state, by what was written.
  init(_ state: StateNode) {
    self =
      switch state.kind {
      case .plain: state.states.isEmpty ? .atomic : .compound
      case .parallel: .parallel
      case .final: .final
      case .choice: .choice
      case .history(let deep): deep ? .deepHistory : .shallowHistory
      }
  }
}
