import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds states that lead to one another without an event and without a condition, and choices that lead back to
/// themselves where nothing changes on the way: the flow would never come to rest.
struct EventlessLoop: LintRule {
  static let description = RuleDescription(
    "eventless-loop", "Endless loop without an event", .warning, .structure,
    why: "The flow would loop forever, so it is stopped with an error.",
    howToFix: "Add a `guard:` that ends the loop to one of the `always:`, or wait for an event.",
    bad: """
      states:
        open:
          on: { close: closing }
        closing:
          always: ▸closed
        closed:
          always: closing
      """,
    good: """
      states:
        open:
          on: { close: closing }
        closing:
          always: { guard: isFree, target: closed }
        closed: { type: final }
      """,
    alsoBad: [
      """
      context: { knocks: { type: int, initial: 0 } }
      initial: closed
      states:
        closed:
          on: { knock: { target: counting, actions: { assign: { knocks: knocks + 1 } } } }
        counting:
          type: choice
          always:
            - { guard: knocks > 2, target: open }
            - ▸counting
        open: { type: final }
      """,
      """
      context: { knocks: { type: int, initial: 0 } }
      initial: closed
      states:
        closed: { always: ▸{ guard: knocks < 5, target: opening }, on: { knock: { actions: { assign: { knocks: knocks + 1 } } } } }
        opening: { entry: ring, always: { guard: knocks < 3, target: closed }, on: { push: open } }
        open: { type: final }
      """,
      """
      context: { knocks: { type: int, initial: 0 } }
      initial: closed
      states:
        closed:
          on: { knock: { actions: { assign: { knocks: knocks + 1 } } }, push: open }
          always: ▸{ guard: knocks > 3, actions: ring }
        open: { type: final }
      """,
      """
      states:
        open: { after: { 0s: ▸closed } }
        closed: { always: open }
      """,
    ],
    alsoGood: [
      """
      states:
        # The event `gone` comes before the delay of the state that it is sent in.
        open: { after: { 0s: { target: closed, actions: { send: gone } } } }
        closed: { on: { gone: locked }, after: { 0s: open } }
        locked: { type: final }
      """,
      """
      context: { coins: { type: int, initial: 0 }, debts: { type: int, initial: 0 } }
      initial: rich
      states:
        # Only one of the two variables is set at a time.
        rich:
          always: { guard: debts == 1, target: poor }
          on: { pay: { actions: { assign: { coins: 0, debts: 1 } } } }
        poor:
          always: { guard: coins == 1, target: rich }
          on: { win: { actions: { assign: { coins: 1, debts: 0 } } } }
      """,
      """
      context:
        knocks: { type: int, initial: 0 }
        isLit: { type: bool, initial: false }
      initial: closed
      states:
        closed: { always: { guard: knocks < 5, target: opening }, on: { push: open } }
        # Each cycle counts up. The two guards exclude each other, so one of them ends the loop.
        opening: { entry: { assign: { knocks: knocks + 1 } }, always: { guard: knocks < 5, target: closed } }
        open: { always: { guard: isLit, target: dark } }
        dark: { always: { guard: not isLit, target: open }, on: { switch: { actions: { assign: { isLit: not isLit } } } } }
      """,
      """
      context: { knocks: { type: int, initial: 0 } }
      initial: closed
      states:
        closed:
          on: { knock: { target: counting, actions: { assign: { knocks: knocks + 1 } } } }
        counting:
          type: choice
          always:
            - { guard: knocks > 2, target: open }
            - closed
        open: { type: final }
      """,
    ])

  func check(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    guard tree.nodes.contains(where: { !$0.state.always.isEmpty || $0.state.zeroDelay != nil }) else {
      return []
    }
    let next = tree.nodes.indices.map { Self.next(of: $0, in: tree) }
    return rounds(next).flatMap { report($0, context) } + guardedRounds(context) + choiceRounds(context, next)
  }

  /// The rounds of states of which each leads to the next one at once.
  private func rounds(_ next: [Int?]) -> [[Int]] {
    // 0: not looked at, 1: on the way, 2: done.
    var marks = [UInt8](repeating: 0, count: next.count)
    var result: [[Int]] = []
    for start in next.indices where marks[start] == 0 {
      var way: [Int] = []
      var number: Int? = start
      while let current = number, marks[current] == 0 {
        marks[current] = 1
        way.append(current)
        number = next[current]
      }
      if let current = number, marks[current] == 1, let first = way.firstIndex(of: current) {
        result.append(Array(way[first...]))
      }
      for current in way { marks[current] = 2 }
    }
    return result
  }

  /// The state that follows at once, whatever happens; nil where there is none or it depends.
  ///
  /// Only states without states inside count: of others it depends on what is active in them.
  private static func next(of number: Int, in tree: StateIndex) -> Int? {
    let node = tree.nodes[number]
    guard node.state.states.isEmpty, let first = node.state.always.first ?? leavesAtOnce(number, in: tree),
      first.guard == nil
    else { return nil }
    if first.targets.isEmpty { return number }
    guard first.targets.count == 1, var target = tree.number(of: first.targets[0]) else { return nil }
    // The way down is at most as long as states nest.
    while tree.nodes[target].state.kind == .plain, let initial = tree.nodes[target].state.initial {
      guard initial.targets.count == 1, let inner = tree.number(of: initial.targets[0]),
        tree.isDescendant(inner, of: target)
      else { return nil }
      target = inner
    }
    return tree.nodes[target].state.states.isEmpty ? target : nil
  }

  /// The transition after a delay of zero that is taken whenever a state is entered; nil where there is none.
  ///
  /// What the chart has sent to itself comes before the delay, so no event may lead elsewhere: neither in the state or
  /// those around it, nor in other regions.
  private static func leavesAtOnce(_ number: Int, in tree: StateIndex) -> ChartTransition? {
    guard let transition = tree.nodes[number].state.zeroDelay else { return nil }
    let isAlone = tree.selfAndAncestors(of: number).allSatisfy { each in
      let state = tree.nodes[each].state
      let isPassive =
        state.on.isEmpty && state.done.isEmpty && state.invoke.isEmpty && state.kind != .parallel
      // Transitions around the state that need no event come first, too.
      return isPassive
        && (each == number || state.always.isEmpty && !state.after.contains(where: \.mayBeDueAtOnce))
    }
    return isAlone ? transition : nil
  }

  // MARK: Guards

  /// Rounds of states whose guards, once they hold, hold for ever: nothing on the way changes what they ask for.
  private func guardedRounds(_ context: LintContext) -> [Diagnostic] {
    let tree = context.tree
    let asked = tree.nodes.map { $0.state.kind == .choice ? nil : $0.state.always.first?.guard }
    guard asked.contains(where: { $0 != nil }) else { return [] }
    let clearing = Set(context.chart.context.flatMap(\.clearedOnExitOf).map(\.text))
    let next = tree.nodes.indices.map { Self.steadyNext(of: $0, clearing, tree) }
    var algebra = GuardAlgebra(context.chart)
    return rounds(next).flatMap { round -> [Diagnostic] in
      let conditions = round.compactMap { asked[$0] }
      let nodes = conditions.compactMap(context.node(of:))
      let prepared = nodes.map { algebra.prepare($0) }
      // Results of Swift handlers may change at any time, and which states are active may too. Several variables may be
      // set together, so that their guards exclude one another.
      guard !conditions.isEmpty, prepared.count == conditions.count,
        !prepared.contains(where: \.hasOpaqueParts), Set(nodes.flatMap(\.sources)).count == 1,
        algebra.canAllHold(prepared)
      else { return [] }
      return reportGuarded(round, context)
    }
  }

  /// The state beside one, or itself, that its first transition leads to when its guard holds; nil where a variable may
  /// change on the way, or another part of a parallel state may lead elsewhere.
  private static func steadyNext(of number: Int, _ clearing: Set<String>, _ tree: StateIndex) -> Int? {
    let node = tree.nodes[number]
    guard node.state.states.isEmpty, node.state.kind == .plain, let first = node.state.always.first,
      first.targets.count < 2,
      tree.selfAndAncestors(of: number).allSatisfy({ tree.nodes[$0].state.kind != .parallel }),
      !first.actions.contains(where: \.mayChangeVariables)
    else { return nil }
    guard let name = first.targets.first else { return number }
    guard let target = tree.number(of: name), tree.nodes[target].parent == node.parent,
      tree.nodes[target].state.states.isEmpty,
      !(node.state.exit + tree.nodes[target].state.entry).contains(where: \.mayChangeVariables),
      !clearing.contains(node.state.id.text)
    else { return nil }
    return target
  }

  private func reportGuarded(_ round: [Int], _ context: LintContext) -> [Diagnostic] {
    let number = round.min() ?? 0
    guard let transition = context.tree.nodes[number].state.always.first else { return [] }
    let help = Self.help(transition, context)
    if round.count == 1 {
      let does = transition.targets.isEmpty ? "repeats its actions" : "goes to itself"
      return finding(
        "\(context.tree.nodes[number].state.called.asSubject) \(does) forever once this guard is true, "
          + "because nothing in the loop changes it.", help: help, at: context.range(of: transition.origin))
    }
    return finding(
      "The states \(names(of: round, context)) loop forever once their guards are true. "
        + "Nothing in the loop changes the guards.", help: help, at: context.range(of: transition.origin))
  }

  /// The first states of a round, from the first one of the document on.
  private func names(of round: [Int], _ context: LintContext) -> String {
    let start = round.indices.min { round[$0] < round[$1] } ?? 0
    let names = (round[start...] + round[..<start]).prefix(5).map {
      "`\(context.tree.nodes[$0].state.id.text)`"
    }
    return names.joined(separator: ", ") + (round.count > 5 ? ", …" : "")
  }

  // MARK: States

  private func report(_ round: [Int], _ context: LintContext) -> [Diagnostic] {
    let number = round.min() ?? 0
    let state = context.tree.nodes[number].state
    guard let transition = state.always.first ?? state.zeroDelay else { return [] }
    let target = transition.targets.first?.text
    let help =
      if state.always.isEmpty {
        "If `\(state.id.text)` must wait, write a longer duration than 0 in `after:`. If not, write another target than `\(target ?? "")`."
      } else if let target {
        state.kind == .choice
          ? "Write another target than `\(target)`."
          : "If `\(state.id.text)` must wait for an event, write `EVENT: \(target)` under `on:` instead of `always:`. If not, write another target than `\(target)`."
      } else {
        "Add `target:` with the state that comes next. Or write the actions under `entry:`, and delete `always:`."
      }
    if round.count == 1 {
      let message =
        transition.targets.isEmpty
        ? "\(state.called.asSubject) repeats its `always:` forever, because it has no `guard:` and no target."
        : "\(state.called.asSubject) goes to itself forever, without an event and without a `guard:`."
      return finding(message, help: help, at: context.range(of: transition.origin))
    }
    return finding(
      "The states \(names(of: round, context)) loop forever, without an event and without a `guard:`.",
      help: help, at: context.range(of: transition.origin))
  }

  // MARK: Choices

  /// Rounds of choices in which no guard ends the round: what the guards say cannot change on the way.
  private func choiceRounds(_ context: LintContext, _ next: [Int?]) -> [Diagnostic] {
    let tree = context.tree
    let isCleared = Set(context.chart.context.flatMap(\.clearedOnExitOf).map(\.text))
    // Where other regions run, they may change what the guards say.
    let isAlone = tree.nodes.indices.map { number in
      var number = tree.nodes[number].parent
      while number >= 0 {
        if tree.nodes[number].state.kind == .parallel { return false }
        number = tree.nodes[number].parent
      }
      return true
    }
    /// Where a transition of a choice leads when nothing changes on the way.
    func target(of transition: ChartTransition, _ number: Int) -> Int? {
      guard isAlone[number], transition.targets.count == 1,
        let target = tree.number(of: transition.targets[0]),
        tree.nodes[target].parent == tree.nodes[number].parent,
        !transition.actions.contains(where: \.mayChangeGuards)
      else { return nil }
      return target
    }
    var defaults = [Int?](repeating: nil, count: next.count)
    var algebra = GuardAlgebra(context.chart)
    var result: [Diagnostic] = []
    for (number, node) in tree.nodes.enumerated() where node.state.kind == .choice {
      let state = node.state
      guard (state.entry + state.exit).isEmpty, !isCleared.contains(state.id.text) else { continue }
      var earlier: [GuardAlgebra.Prepared] = []
      for transition in state.always.prefix(64) {
        guard let condition = transition.guard else {
          defaults[number] = target(of: transition, number)
          break
        }
        guard let parsed = context.node(of: condition) else { break }
        let prepared = algebra.prepare(parsed)
        if target(of: transition, number) == number, algebra.canHold(prepared, after: earlier) {
          result += finding(
            "\(state.called.asSubject) goes to itself forever once this guard is true, "
              + "because nothing in the loop changes it.",
            help: Self.help(transition, context), at: context.range(of: transition.origin))
        }
        earlier.append(prepared)
      }
    }
    for round in rounds(defaults) {
      // Without guards it is reported above.
      guard round.contains(where: { next[$0] == nil }) else { continue }
      result += reportDefaults(round, context, &algebra)
    }
    return result
  }

  /// What to write for a transition of a loop whose guards nothing changes.
  private static func help(_ transition: ChartTransition, _ context: LintContext) -> String {
    let change = transition.targets.first.map { "Instead of `\($0.text)`, write" } ?? "Add `target:` with"
    let other = "\(change) a state that waits for an event or a timer."
    // Of a handler nobody can change the value.
    guard
      let name = transition.guard.flatMap({ context.node(of: $0) })?.sources.sorted().first(where: { name in
        context.chart.context.prefix(100).contains { $0.name.text == name }
      })
    else { return other }
    let assign = "{ assign: { \(name): VALUE } }"
    return "\(other) Or change `\(name)` here with "
      + (transition.actions.isEmpty ? "`actions: \(assign)`." : "`\(assign)` in the list of `actions:`.")
  }

  private func reportDefaults(_ round: [Int], _ context: LintContext, _ algebra: inout GuardAlgebra)
    -> [Diagnostic]
  {
    var guards: [GuardAlgebra.Prepared] = []
    var hasOpaqueParts = false
    var guarded = 0
    for number in round {
      let conditions = context.tree.nodes[number].state.always.compactMap(\.guard)
      let prepared = conditions.compactMap(context.node(of:)).map { algebra.prepare($0) }
      guard prepared.count == conditions.count else { return [] }
      guarded += conditions.isEmpty ? 0 : 1
      hasOpaqueParts = hasOpaqueParts || prepared.contains(where: \.hasOpaqueParts)
      guards += prepared
    }
    // Of guards in Swift nobody knows whether one of several always holds.
    if guarded > 1, hasOpaqueParts { return [] }
    guard algebra.canHold(nil, after: guards) else { return [] }
    let number = round.min() ?? 0
    let state = context.tree.nodes[number].state
    guard let transition = state.always.first(where: { $0.guard == nil }) else { return [] }
    let place = context.range(of: transition.origin)
    if round.count == 1 {
      return finding(
        "\(state.called.asSubject) goes to itself forever when none of its guards is true, "
          + "because nothing in the loop changes them.", help: Self.help(transition, context), at: place)
    }
    return finding(
      "The choices \(names(of: round, context)) loop forever when none of their guards is true. "
        + "Nothing in the loop changes the guards.",
      help: Self.help(transition, context), at: place)
  }
}

extension ChartAction {
  /// Whether what it does may change a variable.
  fileprivate var mayChangeVariables: Bool {
    switch kind {
    case .log, .raise, .emit, .handler, .cancel, .cancelComputed: false
    case .assign, .send, .choose, .forEach, .block: true
    }
  }

  /// Whether what it does may change what a guard says: variables, and what Swift handlers know.
  fileprivate var mayChangeGuards: Bool {
    switch kind {
    case .log, .raise, .emit: false
    case .handler, .assign, .send, .cancel, .cancelComputed, .choose, .forEach, .block: true
    }
  }
}

extension StateNode {
  /// The transition after a delay of zero that is taken before all others with a delay; nil if it depends on a guard or
  /// on a delay that is computed.
  fileprivate var zeroDelay: ChartTransition? {
    guard entry.isEmpty, let first = after.first(where: \.mayBeDueAtOnce), case .literal = first.delay,
      first.transition.isUnconditional, !first.transition.targets.isEmpty
    else { return nil }
    return first.transition
  }
}

extension DelayedTransition {
  /// Whether its delay is zero, or is computed and may be.
  fileprivate var mayBeDueAtOnce: Bool {
    if case .literal(let delay) = delay { delay <= .zero } else { true }
  }
}
