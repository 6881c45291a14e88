import StatechartsModel

// Pass 1: states get numbers in document order, then each is checked for what its kind may have.

extension Compiler {
  /// Numbers all states; false, after a report, where they nest too deeply: what names those inside is not wrong.
  mutating func numberStates() -> Bool {
    for (number, node) in index.nodes.enumerated() {
      states.append(
        StateRecord(
          parent: node.parent, end: node.end, depth: node.depth, kind: Self.recordKind(of: node.state)))
      if node.state.kind.isHistory {
        states[number].historyIndex = historyStates.count
        historyStates.append(number)
      }
      guard node.depth <= Self.deepestState else { continue }
      // The root carries the chart's id and is named by nothing.
      if number > 0 { name(number, node.id) }
      if node.depth == Self.deepestState, let child = node.state.states.first {
        report(
          .limit, "States nest deeper than \(Self.deepestState) levels.",
          help: "Move the states inside `\(node.id.text)` up, or into a chart of their own.",
          at: child.id.origin)
      }
    }
    return !problems.contains { $0.rule == .limit }
  }

  private mutating func name(_ number: Int, _ id: ChartName) {
    checkIdentifier(id, "state id")
    guard index.repeated.contains(number), let first = index.numbers[id.text] else { return }
    report(
      .duplicateState, "The state id `\(id.text)` is used twice.",
      help:
        "Give one of the two states another id, for example `\(freeID(like: id.text))`. Write it wherever this state is meant.",
      at: id.origin, related: [.init(origin: models[first].id.origin, message: "first used here")])
  }

  /// An id that no state has.
  private func freeID(like id: String) -> String {
    let free = (2...9).first { index.numbers["\(id)\($0)"] == nil }
    return "\(id)\(free ?? 10)"
  }

  private static func recordKind(of state: StateNode) -> StateRecord.Kind {
    switch state.kind {
    case .plain: state.states.isEmpty ? .atomic : .compound
    case .parallel: .parallel
    case .final: .final
    case .choice: .choice
    case .history(let deep): deep ? .deepHistory : .shallowHistory
    }
  }

  /// Reports a name that states, codes, outputs, ids and the like cannot have.
  mutating func checkIdentifier(_ name: ChartName, _ what: String) {
    guard !NameRule.isIdentifier(name.text) else { return }
    report(
      .illegalName, "`\(name.text)` is not a valid \(what).",
      help:
        "Use letters, digits, `_` and `-`, beginning with a letter, and at most \(NameRule.longest) bytes.",
      at: name.origin)
  }

  /// Checks every state against its kind.
  mutating func checkStates() {
    let root = chart.root
    checkIdentifier(chart.id, "chart id")
    if root.kind != .plain && root.kind != .parallel {
      report(
        .notAllowed, "The chart itself cannot be \(Self.word(root.kind)).",
        help: "Delete `type:`, or write `type: parallel`.", at: root.id.origin)
    }
    if root.states.isEmpty {
      report(
        .badInitial, "The chart has no states.", help: "Write `initial: start` and `states: { start: }`.",
        at: root.id.origin)
    }
    // Decision: Docs/decisions/semantics.md#a-done-at-the-root-is-an-error
    if let done = root.done.first {
      report(
        .notAllowed, "The chart's own `done` is never taken: reaching a final state ends the chart.",
        help:
          "Delete `done:`. Write its actions under `entry:` of \(root.states.first { $0.kind == .final }.map { "`\($0.id.text)`" } ?? "the final state").",
        at: done.origin)
    }
    for number in states.indices where number > 0 || !root.states.isEmpty { checkShape(number) }
  }

  private mutating func checkShape(_ number: Int) {
    let state = models[number]
    switch state.kind {
    case .plain
    where state.output.isEmpty && state.outputValue == nil
      && (!state.states.isEmpty || (state.initial == nil && state.done.isEmpty)):
      return
    case .plain:
      if state.states.isEmpty {
        notAllowed(
          state, "a state without states inside",
          [
            ("initial", state.initial?.targets.first?.origin), ("done", state.done.first?.origin),
          ])
      }
      notAllowed(
        state, "a state that is not final",
        [("output", state.output.first?.name.origin ?? state.outputValue?.origin)])
    case .parallel:
      notAllowed(
        state, "a parallel state",
        [
          ("initial", state.initial?.targets.first?.origin),
          ("output", state.output.first?.name.origin ?? state.outputValue?.origin),
        ])
      if !state.states.contains(where: { !$0.kind.isHistory }) {
        report(
          .notAllowed, "The parallel state `\(state.id.text)` has no regions.",
          help:
            "Delete `type: parallel`. Or write a state for each region, for example `states: { one: , two: }`.",
          at: state.id.origin)
      }
    case .final:
      notAllowed(
        state, "a final state",
        [
          ("states", state.states.first?.id.origin), ("initial", state.initial?.targets.first?.origin),
          ("on", state.on.first?.event.name.origin), ("always", state.always.first?.origin),
          ("after", state.after.first?.name.origin), ("done", state.done.first?.origin),
          ("invoke", state.invoke.first?.origin),
        ])
    case .history:
      notAllowed(
        state, "a history state",
        behavior(of: state) + [
          ("always", state.always.first?.origin),
          ("output", state.output.first?.name.origin ?? state.outputValue?.origin),
        ])
    case .choice:
      notAllowed(
        state, "a choice",
        behavior(of: state) + [
          ("initial", state.initial?.targets.first?.origin),
          ("output", state.output.first?.name.origin ?? state.outputValue?.origin),
        ])
      checkBranches(state)
    }
  }

  /// Everything that states which are never stayed in cannot have.
  private func behavior(of state: StateNode) -> [(key: String, origin: ModelOrigin?)] {
    [
      ("states", state.states.first?.id.origin), ("on", state.on.first?.event.name.origin),
      ("after", state.after.first?.name.origin), ("done", state.done.first?.origin),
      ("entry", state.entry.first?.origin), ("exit", state.exit.first?.origin),
      ("invoke", state.invoke.first?.origin), ("errors", state.errors.first?.origin),
      ("queries", state.queries.first?.origin),
    ]
  }

  private mutating func notAllowed(
    _ state: StateNode, _ what: String, _ keys: [(key: String, origin: ModelOrigin?)]
  ) {
    for case (let key, let origin?) in keys {
      report(
        .notAllowed, "`\(key)` is not allowed in `\(state.id.text)`, \(what).",
        help: Self.help(key, in: state), at: origin)
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

  private mutating func checkBranches(_ state: StateNode) {
    guard let last = state.always.last else {
      report(
        .badChoice, "The choice `\(state.id.text)` has no transitions.",
        help:
          "Write `always: [{ guard: CONDITION, target: STATE }, STATE]` in `\(state.id.text)`, the last one without a guard.",
        at: state.id.origin)
      return
    }
    if last.guard != nil {
      report(
        .badChoice, "`\(state.id.text)` has no fallback: if every condition is false, the flow is stuck.",
        help: "Add a last entry without a guard to `always:`, for example `- STATE`.", at: last.origin)
    }
    for transition in state.always where transition.targets.isEmpty {
      report(
        .badChoice, "A transition of the choice `\(state.id.text)` has no target.",
        help: "Write `target:` with the id of the next state.", at: transition.origin)
    }
    for transition in state.always.dropLast() where transition.guard == nil {
      report(
        .badChoice, "No transition of the choice `\(state.id.text)` after this one can be taken.",
        help: "Move this transition to the end of `always:`. Or add a `guard:` to it.", at: transition.origin)
    }
  }

  private static func word(_ kind: StateNode.Kind) -> String {
    switch kind {
    case .plain: "a plain state"
    case .parallel: "parallel"
    case .final: "final"
    case .history: "a history state"
    case .choice: "a choice"
    }
  }
}
