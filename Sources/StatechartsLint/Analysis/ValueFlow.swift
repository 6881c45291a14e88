import StatechartsModel

internal import Statecharts

/// Follows what a variable can be through the states of a chart: by every way that leads from state to state, through
/// what is done on leaving, on the way and on entering.
///
/// More may seem possible than is: events and answers may come at any time, guards of states with others inside may
/// say anything, a history may lead anywhere inside, an action may fail, and in a parallel state everything may happen
/// in any order. So what does not seem possible never happens.
struct ValueFlow {
  typealias Mask = ValueDomain.Mask

  /// What a variable can be while states are active, and before something is done.
  struct Result {
    /// By state; nothing for states that are never active.
    fileprivate(set) var inside: [Mask]
    /// By the number of what is done; nothing for what is done in a parallel state.
    fileprivate(set) var before: [Mask]
    /// By state: when it has just been entered; for states inside a parallel one, while it is active.
    fileprivate(set) var entered: [Mask]
  }

  /// A way from one place to another, with what is done on it in order.
  private struct Way {
    var target: Int
    var steps: Range<Int>
    var condition: ExpressionNode?
    /// About how much work it is to ask the condition.
    var work = 0
  }

  private let context: LintContext
  private let count: Int
  /// By state: the outermost parallel state around it, or itself.
  private let home: [Int]
  /// What is done, by number: on leaving each state, on entering each, on its way to its `initial`, and then on each
  /// transition and at each event of a service.
  private var actions: [[ChartAction]] = []
  /// By number: the state inside which it is done at any time; -1 for what is done on ways only.
  private var scopes: [Int] = []
  private var ways: [[Way]]
  private var steps: [Int] = []
  /// By the names of variables: what changes them.
  private var changes: [String: [Int]] = [:]
  private var canBeFollowed = true
  /// By the number of what is done on a transition: where its ways start, and which they are there.
  private var waysOfStep: [Int: (start: Int, ways: Range<Int>)] = [:]
  /// How much may still be looked at, for the chart may be hostile.
  private(set) var budget = 1_000_000

  // Places: in a state, or in a state of which the ones inside have been left; beside a state that was left; before a
  // state is entered; before anything inside is entered.
  private func left(_ state: Int) -> Int { count + state }
  private func entering(_ state: Int) -> Int { 2 * count + state }
  private func anywhere(_ state: Int) -> Int { 3 * count + state }

  // The numbers of what is done.
  private func exit(_ state: Int) -> Int { state }
  func entry(_ state: Int) -> Int { count + state }
  private func initial(_ state: Int) -> Int { 2 * count + state }

  /// The number of what is done where a value may be missing; nil for what is not done on a way.
  func step(of doubt: PossiblyAbsentValue, _ node: StateIndex.Node) -> Int? {
    switch doubt.part {
    case .inside: nil
    case .entry: entry(doubt.state)
    case .exit: exit(doubt.state)
    case .initial: initial(doubt.state)
    case .transition(let origin):
      node.state.transitions.firstIndex { $0.origin == origin }.map { firstTransition[doubt.state] + $0 }
    }
  }

  /// What a variable can be at the place of a doubt.
  func mask(of doubt: PossiblyAbsentValue, _ result: Result) -> Mask {
    if let step = step(of: doubt, context.tree.nodes[doubt.state]), result.before[step] != 0 {
      return result.before[step]
    }
    // Services are given their input when the state is entered, and guards are asked later.
    if doubt.part == .inside, !doubt.isCondition { return result.entered[doubt.state] }
    return result.inside[doubt.state]
  }

  /// By state: the number of what is done on its first transition; the others follow.
  private(set) var firstTransition: [Int] = []

  /// Nil where a part of the chart leads nowhere, which is another mistake.
  init?(_ context: LintContext) {
    self.context = context
    let nodes = context.tree.nodes
    count = nodes.count
    var home = Array(nodes.indices)
    for number in nodes.indices.dropFirst() {
      let outer = home[nodes[number].parent]
      if nodes[outer].state.kind == .parallel { home[number] = outer }
    }
    self.home = home
    ways = Array(repeating: [], count: 4 * count)
    actions =
      nodes.map(\.state.exit) + nodes.map(\.state.entry) + nodes.map { $0.state.initial?.actions ?? [] }
    scopes = (0..<3).flatMap { _ in home.indices.map { home[$0] == $0 ? -1 : home[$0] } }
    for number in nodes.indices { add(number) }
    guard canBeFollowed else { return nil }
    for (number, actions) in actions.enumerated() {
      actions.forEachNested { action in
        switch action.kind {
        case .assign(let values): for value in values { note(value.name, at: number) }
        case .send(let send): if let name = send.idVariable { note(name, at: number) }
        default: break
        }
      }
    }
  }

  private var nodes: [StateIndex.Node] { context.tree.nodes }

  // MARK: Ways

  private mutating func add(_ number: Int) {
    let node = nodes[number]
    if node.state.kind.isHistory {
      firstTransition.append(actions.count)
      return
    }
    let isOwn = home[number] == number
    if isOwn { addWays(into: number) }
    firstTransition.append(actions.count)
    for transition in node.state.transitions { add(transition, of: number) }
    for invocation in node.state.invoke where !invocation.finalize.isEmpty {
      actions.append(invocation.finalize)
      scopes.append(isOwn ? number : home[number])
    }
  }

  /// Whether all that is inside a state is looked at as one: it is parallel, or there is nothing inside.
  private func isLeaf(_ number: Int) -> Bool {
    nodes[number].state.states.isEmpty || nodes[number].state.kind == .parallel
  }

  /// The ways to what is inside a state, and out of it.
  private mutating func addWays(into number: Int) {
    connect(number, [exit(number)], left(number))
    if isLeaf(number) { return connect(entering(number), [entry(number)], number) }
    let targets = resolved(nodes[number].state.initial?.targets ?? [])
    if targets.isEmpty { canBeFollowed = false }
    lead(entering(number), [entry(number), initial(number)], to: targets, below: number)
    for child in context.tree.regions(of: number) {
      connect(left(child), [], number)
      connect(anywhere(number), [], entering(child))
      if !isLeaf(child) { connect(anywhere(number), [entry(child)], anywhere(child)) }
    }
  }

  private mutating func add(_ transition: ChartTransition, of number: Int) {
    let step = actions.count
    let room = home[number]
    actions.append(transition.actions)
    let targets = resolved(transition.targets)
    guard !targets.isEmpty else { return scopes.append(room) }
    let domain = context.tree.domain(of: transition, source: number, targets: targets)
    // What stays within a parallel state is done there at any time.
    let staysInRoom =
      room != number && domain >= room || domain == room && nodes[room].state.kind == .parallel
    scopes.append(staysInRoom ? room : -1)
    if staysInRoom { return }
    var onTheWay: [Int] = []
    var start = domain == number ? number : left(room)
    var condition: ChartExpression?
    if room == number, nodes[number].state.states.isEmpty, domain != number {
      (start, onTheWay) = (number, [exit(number)])
      condition = transition.guard
    }
    if domain != number {
      onTheWay += context.tree.path(from: domain, to: room).dropLast().reversed().map { exit($0) }
    }
    let first = ways[start].count
    lead(start, onTheWay + [step], to: targets, below: domain, condition)
    waysOfStep[step] = (start, first..<ways[start].count)
  }

  private mutating func resolved(_ targets: [ChartName]) -> [Int] {
    let numbers = targets.compactMap { context.tree.number(of: $0) }
    if numbers.count < targets.count { canBeFollowed = false }
    return numbers
  }

  /// Adds the ways from a place to what is entered by targets, inside a state that is not left.
  private mutating func lead(
    _ start: Int, _ steps: [Int], to targets: [Int], below domain: Int, _ condition: ChartExpression? = nil
  ) {
    guard let target = targets.first else { return }
    let goal = home[target]
    // Several targets lie in one parallel state.
    if targets.contains(where: { home[$0] != goal }) { canBeFollowed = false }
    let path = steps + context.tree.path(from: domain, to: goal).dropLast().map { entry($0) }
    guard nodes[goal].state.kind.isHistory else {
      return connect(start, path, entering(goal), condition)
    }
    connect(start, path, anywhere(nodes[goal].parent), condition)
    connect(start, path + [initial(goal)], anywhere(nodes[goal].parent), condition)
  }

  private mutating func connect(
    _ start: Int, _ added: [Int], _ target: Int, _ condition: ChartExpression? = nil
  ) {
    let first = steps.count
    steps += added
    ways[start].append(
      Way(
        target: target, steps: first..<steps.count, condition: condition.flatMap { context.node(of: $0) },
        work: condition?.text.utf8.count ?? 0))
  }

  // MARK: Changes

  private mutating func note(_ name: ChartName, at step: Int) {
    if changes[name.text]?.last != step { changes[name.text, default: []].append(step) }
  }

  // MARK: Following

  /// What a variable can be, from the chart's start on; nil where that is too much work.
  ///
  /// - Parameters:
  ///   - values: What the variable can be at all.
  ///   - first: What it is at first.
  ///   - cleared: The states on whose leaving it is that again.
  ///   - lost: What it is after the session was restored, which may be in any state in which the chart rests; nil if it
  ///     is never restored.
  mutating func follow(
    _ values: ValueDomain, from first: Mask, clearedIn cleared: Set<Int>, lost: Mask? = nil
  ) -> Result? {
    guard budget > 0 else { return nil }
    budget -= actions.count + ways.count
    var isChanged = [Bool](repeating: false, count: actions.count)
    for step in changes[values.name] ?? [] { isChanged[step] = true }
    for state in cleared { isChanged[exit(state)] = true }
    // What is done at any time inside a state.
    var loose: [Int: [Int]] = [:]
    for step in (changes[values.name] ?? []) + cleared.map({ exit($0) }) where scopes[step] >= 0 {
      loose[scopes[step], default: []].append(step)
    }
    var at = [Mask](repeating: 0, count: ways.count)
    var arrived = at
    var isRestored = [Bool](repeating: false, count: count)
    var before = [Mask](repeating: 0, count: actions.count)
    var open: [(place: Int, new: Mask)] = []
    func add(_ mask: Mask, _ place: Int) {
      let new = mask & ~at[place]
      guard new != 0 else { return }
      at[place] |= new
      open.append((place, new))
    }
    func follow(_ way: Way, _ mask: Mask) {
      var mask = mask
      for position in way.steps {
        let step = steps[position]
        before[step] |= mask
        if isChanged[step] { mask = after(step, values, mask, first, cleared) }
      }
      arrived[way.target] |= mask
      add(mask, way.target)
    }
    add(first, entering(0))
    while let (place, new) = open.popLast() {
      for way in ways[place] {
        budget -= 1 + way.steps.count
        var mask = new
        if let condition = way.condition {
          budget -= way.work
          mask = values.each(in: new).filter { values.answers(condition, $0).contains(.yes) }.reduce(0, |)
        }
        follow(way, mask)
      }
      if let lost, place < count, isLeaf(place), !isRestored[place], rests(place) {
        isRestored[place] = true
        let (taken, stays) = restored(in: place, values, lost)
        for (source, transition) in taken {
          guard let step = step(of: transition, source) else { continue }
          if let (start, found) = waysOfStep[step] {
            for way in found { follow(ways[start][way], lost) }
          } else {
            add(after(step, values, lost, first, cleared), place)
          }
        }
        if stays { add(lost, place) }
      }
      if !loose.isEmpty, place < count, isLeaf(place) {
        var outer = place
        while outer >= 0 {
          for step in loose[outer] ?? [] { add(after(step, values, new, first, cleared), place) }
          outer = nodes[outer].parent
        }
      }
      guard budget > 0 else { return nil }
    }
    var inside = nodes.indices.map { at[home[$0]] }
    for number in inside.indices.reversed() where home[number] == number && !isLeaf(number) {
      inside[number] = context.tree.children(of: number).reduce(0) { $0 | inside[$1] }
    }
    var entered = inside
    for number in nodes.indices where home[number] == number {
      entered[number] = isLeaf(number) ? arrived[number] : before[initial(number)] | at[anywhere(number)]
    }
    for step in before.indices where scopes[step] >= 0 { before[step] = 0 }
    return Result(inside: inside, before: before, entered: entered)
  }

  // MARK: Restored sessions

  /// Whether a chart can wait in a state, so that a session can be stored there.
  private func rests(_ number: Int) -> Bool {
    let state = nodes[number].state
    return (state.kind == .plain || state.kind == .parallel)
      && !state.always.contains { $0.guard == nil && !$0.targets.isEmpty }
  }

  private func step(of transition: ChartTransition, _ source: Int) -> Int? {
    nodes[source].state.transitions.firstIndex { $0.origin == transition.origin }
      .map { firstTransition[source] + $0 }
  }

  /// The transitions that may be taken at once when a session was restored in a state, because of `session.restored` or
  /// of services that were interrupted; and whether the state may stay active.
  private mutating func restored(
    in number: Int, _ values: ValueDomain, _ lost: Mask
  ) -> (taken: [(source: Int, ChartTransition)], stays: Bool) {
    var taken: [(source: Int, ChartTransition)] = []
    /// Whether one of some transitions is certainly taken.
    func take(_ transitions: [ChartTransition], of source: Int) -> Bool {
      for transition in transitions {
        let node = transition.guard.flatMap { context.node(of: $0) }
        let answers = transition.guard == nil ? .yes : node.map { values.answers($0, lost) } ?? .any
        if answers.contains(.yes) { taken.append((source, transition)) }
        if answers == .yes { return true }
      }
      return false
    }
    func answers(to event: String, in state: Int) -> [ChartTransition] {
      nodes[state].state.on.filter { $0.event.matches(event) }.map(\.transition)
    }
    let around = context.tree.selfAndAncestors(of: number)
    // What is inside a parallel state is looked at as one, but each state of it may be inactive.
    let inside = nodes[number].state.kind == .parallel ? Array(context.tree.descendants(of: number)) : []
    for state in around + inside {
      budget -= 1 + nodes[state].state.on.count
      let named = nodes[state].state.on.filter { $0.event.prefix == EventDescriptor.restored }
      if take(named.map(\.transition), of: state), around.contains(state) { return (taken, false) }
    }
    for state in around.reversed() {
      for invocation in nodes[state].state.invoke {
        budget -= 1 + invocation.input.reduce(0) { $0 + $1.value.text.utf8.count }
        guard budget > 0 else { return (taken, true) }
        guard case .service = invocation.source, fails(invocation, values.name) else { continue }
        let failures =
          invocation.failed.filter { $0.code?.text == "interrupted" }
          + invocation.failed.filter { $0.code == nil }
        if take(failures.map(\.transition), of: state) { return (taken, false) }
        for outer in context.tree.selfAndAncestors(of: state)
        where take(answers(to: "error.interrupted", in: outer), of: outer) {
          return (taken, false)
        }
      }
    }
    return (taken, true)
  }

  /// Whether a service fails with `interrupted` if a variable was lost, and is not started again.
  private func fails(_ invocation: ChartInvocation, _ variable: String) -> Bool {
    if invocation.retry?.codes.contains("interrupted") == true { return false }
    return invocation.onRestore != .restart
      || invocation.input.contains { ExpressionWords($0.value.text).names.contains(variable) }
  }

  /// What a variable can be after something is done.
  private mutating func after(
    _ step: Int, _ values: ValueDomain, _ mask: Mask, _ first: Mask, _ cleared: Set<Int>
  ) -> Mask {
    guard mask != 0 else { return 0 }
    if step < count, cleared.contains(step) { return first }
    return after(actions[step], values, mask)
  }

  /// A list of actions may end at each one that fails.
  private mutating func after(_ actions: [ChartAction], _ values: ValueDomain, _ mask: Mask) -> Mask {
    var ended: Mask = 0
    let last = perform(actions, values, mask, &ended)
    return values.followsFailures ? last | ended : last
  }

  /// What a variable can be where a condition holds, and where it does not.
  private mutating func split(_ mask: Mask, by condition: ChartExpression, _ values: ValueDomain) -> (
    Mask, Mask
  ) {
    budget -= condition.text.utf8.count
    guard let node = context.node(of: condition) else { return (mask, mask) }
    return values.each(in: mask).reduce((0, 0)) { result, value in
      let answers = values.answers(node, value)
      return (
        answers.contains(.yes) ? result.0 | value : result.0,
        answers.contains(.no) ? result.1 | value : result.1
      )
    }
  }

  // The reader bounds how deep actions nest.
  private mutating func perform(
    _ actions: [ChartAction], _ values: ValueDomain, _ mask: Mask, _ ended: inout Mask
  )
    -> Mask
  {
    var now = mask
    for action in actions {
      budget -= 1
      // Nothing is said then.
      guard budget > 0 else { return values.all }
      switch action.kind {
      case .assign(let assigned):
        for value in assigned {
          budget -= 1
          let node = context.node(of: value.value)
          if value.name.text == values.name {
            let (set, failed) = values.assigned(node, at: value.value.origin, now)
            now = set
            ended |= failed
          } else if node.flatMap(ValueDomain.literal) == nil {
            ended |= now
          }
        }
      case .block(let actions): now = after(actions, values, now)
      case .choose(let branches, let otherwise):
        ended |= now
        var joined: Mask = 0
        for branch in branches {
          let (holds, fails) = split(now, by: branch.condition, values)
          if holds != 0 { joined |= perform(branch.actions, values, holds, &ended) }
          now = fails
        }
        if now != 0 { joined |= perform(otherwise, values, now, &ended) }
        now = joined
      case .forEach(_, _, _, let body):
        ended |= now
        var seen: Mask = 0
        while seen != now {
          seen = now
          now |= perform(body, values, now, &ended)
        }
      case .send(let send):
        ended |= now
        if send.idVariable?.text == values.name { now = values.all }
      case .raise(_, data: []), .emit(_, data: []), .cancel: continue
      case .handler, .raise, .emit, .cancelComputed, .log: ended |= now
      }
    }
    return now
  }
}
