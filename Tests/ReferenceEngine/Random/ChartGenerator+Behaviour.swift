import Statecharts
import StatechartsModel

extension ChartGenerator {
  /// What plain and parallel states have.
  mutating func addBehaviour(to state: inout StateNode, _ number: Int) {
    state.entry = someActions(75)
    state.exit = someActions(60)
    for _ in 0..<random.pick([0, 1, 1, 2, 2, 3]) {
      let descriptor = EventDescriptor(
        ChartName(random.chance(4) ? doneName() : random.pick(Self.descriptors)))
      let transition = randomTransition(number, guardChance: 35)
      // What the platform raises comes again from what is done because of it.
      let mayTurn = descriptor.isPlatform || descriptor.isWildcard
      state.on.append(EventTransition(descriptor, mayTurn ? bounded(transition) : transition))
    }
    if random.chance(14) { state.always.append(eventless(number)) }
    if random.chance(3) { state.always.append(eventless(number)) }
    if random.chance(18) { addTimers(to: &state, number) }
    for id in nodes[number].invocations { state.invoke.append(invocation(ChartName(id), number)) }
    if number > 0, !nodes[number].children.isEmpty, random.chance(35) {
      state.done.append(bounded(randomTransition(number, guardChance: 15)))
    }
    if nodes[number].isCompound {
      state.initial = InitialTransition(initialTargets(number), actions: someActions(25))
    }
  }

  private mutating func doneName() -> String {
    let parents = nodes.indices.filter { $0 > 0 && !nodes[$0].children.isEmpty }
    return parents.isEmpty ? "done.state" : "done.state.\(nodes[random.pick(parents)].id)"
  }

  /// Mostly an eventless transition that counts up to a bound, so that few charts run in circles.
  private mutating func eventless(_ number: Int) -> ChartTransition {
    if random.chance(97) {
      let bound = random.number(1...4)
      let more = random.chance(50) ? " and (\(condition()))" : ""
      var transition = randomTransition(number, guardChance: 0)
      transition.guard = ChartExpression("count < \(bound)\(more)")
      transition.actions.insert(Self.counting, at: 0)
      return transition
    }
    return randomTransition(number, guardChance: 95)
  }

  /// Mostly the transition with a bound on how often it is taken, which is counted before anything can fail.
  mutating func bounded(_ transition: ChartTransition) -> ChartTransition {
    guard random.chance(95) else { return transition }
    var transition = transition
    let more = transition.guard.map { " and (\($0.text))" } ?? ""
    transition.guard = ChartExpression("turns < \(random.number(2...12))\(more)")
    transition.actions.insert(ChartAction(.assign([NamedExpression("turns", "turns + 1")])), at: 0)
    return transition
  }

  private mutating func addTimers(to state: inout StateNode, _ number: Int) {
    for _ in 0..<random.pick([1, 1, 2]) {
      let halves = random.number(0...6)
      let name = halves % 2 == 0 ? "\(halves / 2)s" : "\(halves * 500)ms"
      state.after.append(
        DelayedTransition(
          .literal(.milliseconds(500 * halves)), name: ChartName(name),
          randomTransition(number, guardChance: 25)))
    }
  }

  mutating func randomTransition(_ source: Int, guardChance: Int) -> ChartTransition {
    var targets: [String] = []
    let roll = random.below(100)
    if roll >= 85 {
      // Inside the source, so that internal transitions have something to be about.
      targets = nodes[source].children.isEmpty ? [] : targetSet(inside: source)
    } else if roll >= 14 {
      targets = targetSet(inside: 0)
    }
    var transition = makeTransition(
      targets.map { ChartName($0) }, guard: random.chance(guardChance) ? guardText() : nil,
      actions: someActions(60))
    if random.chance(30) { transition.isInternal = random.chance(80) }
    return transition
  }

  /// A condition, sometimes one that asks a handler.
  private mutating func guardText() -> String {
    switch random.below(isPlain ? 8 : 20) {
    case 0: "g0"
    case 1: "not g1"
    case 2: "g\(random.below(2)) or \(condition())"
    case 3: "g2(x: \(integer(depth: 1)))"
    case 4: "g2(x: \(random.number(0...2))) and g\(random.below(2))"
    default: condition()
    }
  }

  /// A transition with a label of its own, by which both engines name it.
  mutating func makeTransition(
    _ targets: [ChartName] = [], guard condition: String? = nil, actions: [ChartAction] = []
  ) -> ChartTransition {
    transitionCount += 1
    return ChartTransition(
      targets, guard: condition.map { ChartExpression($0) }, actions: actions, label: "t\(transitionCount)")
  }

  /// Mostly a state beside the choice, or one without states inside: choices that lead to each other run in circles.
  mutating func choiceTargets(_ number: Int) -> [ChartName] {
    let parent = nodes[nodes[number].parent]
    let beside =
      parent.kind == .parallel
      ? [] : parent.children.filter { !nodes[$0].isHistory && nodes[$0].kind != .choice }
    let simple = { (nodes: [Node], number: Int) in
      nodes[number].children.isEmpty && [.plain, .final].contains(nodes[number].kind)
    }
    var safe = beside.filter { simple(nodes, $0) }
    if safe.isEmpty { safe = nodes.indices.filter { $0 > 0 && simple(nodes, $0) } }
    let roll = random.below(100)
    if roll < 85, !safe.isEmpty { return [ChartName(nodes[random.pick(safe)].id)] }
    if roll < 97, !beside.isEmpty { return [ChartName(nodes[random.pick(beside)].id)] }
    return targetSet(inside: 0).map { ChartName($0) }
  }

  private mutating func initialTargets(_ number: Int) -> [ChartName] {
    let children = nodes[number].children
    let roll = random.below(100)
    if roll < 65 { return [ChartName(nodes[random.pick(children.filter { !nodes[$0].isHistory })].id)] }
    if roll < 80 { return [ChartName(nodes[random.pick(children)].id)] }
    return targetSet(inside: number).map { ChartName($0) }
  }

  mutating func historyDefault(_ number: Int, deep: Bool) -> [ChartName] {
    let parent = nodes[number].parent
    if !deep, nodes[parent].isCompound {
      return [ChartName(nodes[random.pick(nodes[parent].children.filter { !nodes[$0].isHistory })].id)]
    }
    return targetSet(inside: parent, withHistory: false).map { ChartName($0) }
  }

  /// States inside a state that can be entered together: mostly one, else some in regions of a parallel state.
  mutating func targetSet(inside scope: Int, withHistory: Bool = true) -> [String] {
    let inside = descendants(of: scope).filter { withHistory || !nodes[$0].isHistory }
    // proven: every state with children has one that is no history.
    let first = random.pick(inside)
    guard random.chance(35) else { return [nodes[first].id] }
    let parallels = ancestors(of: first).filter {
      nodes[$0].kind == .parallel && ($0 == scope || isDescendant($0, of: scope))
    }
    guard !parallels.isEmpty else { return [nodes[first].id] }
    let parallel = random.pick(parallels)
    // A history of the parallel state stands for all of its regions.
    if nodes[first].isHistory, nodes[first].parent == parallel { return [nodes[first].id] }
    var targets = [first]
    for region in nodes[parallel].children
    where !nodes[region].isHistory && region != first && !isDescendant(first, of: region) && random.chance(60)
    {
      let choices = ([region] + descendants(of: region)).filter { withHistory || !nodes[$0].isHistory }
      targets.append(random.pick(choices))
    }
    if random.chance(30) { targets.reverse() }
    return targets.map { nodes[$0].id }
  }

  private func isDescendant(_ node: Int, of ancestor: Int) -> Bool { ancestors(of: node).contains(ancestor) }

  private func ancestors(of node: Int) -> [Int] {
    var result: [Int] = []
    var parent = nodes[node].parent
    while parent >= 0 {
      result.append(parent)
      parent = nodes[parent].parent
    }
    return result
  }

  private func descendants(of node: Int) -> [Int] {
    nodes[node].children.flatMap { [$0] + descendants(of: $0) }
  }
}
