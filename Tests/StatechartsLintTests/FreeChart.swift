import ReferenceEngine
import Statecharts
import StatechartsModel

/// A random chart in which nothing depends on data: each guard is a handler of its own, events come from outside, and
/// services may do anything. So whatever its structure allows can happen.
///
/// Each transition's label is its own.
struct FreeChart {
  static let events = ["e0", "e1", "e2", "e3"]

  private struct Node {
    var id: String
    var kind: StateNode.Kind
    var parent: Int
    var children: [Int] = []
    var isHistory: Bool { if case .history = kind { true } else { false } }
  }

  /// The names of all guards.
  private(set) var guards: [String] = []
  private var random: RandomSource
  private var nodes: [Node] = []
  private var budget: Int
  private var labels = 0
  private var invocations = 0

  init(seed: UInt64) {
    random = RandomSource(seed: seed)
    budget = random.number(3...12)
    nodes = [Node(id: "free", kind: random.chance(12) ? .parallel : .plain, parent: -1)]
    grow(0, depth: 0)
    for number in nodes.indices where nodes[number].kind == .choice && !canGoForward(number) {
      nodes[number].kind = .plain
    }
  }

  /// The chart, made from the tree of states.
  mutating func makeChart() -> Statechart { Statechart("free", root: state(0)) }

  private mutating func grow(_ parent: Int, depth: Int) {
    let isParallel = nodes[parent].kind == .parallel
    let wanted = random.number(2...(isParallel ? 3 : 5))
    for child in 0..<wanted {
      let number = nodes.count
      budget -= 1
      var kind = StateNode.Kind.plain
      // The first child is one that can be begun in.
      if child > 0, !isParallel {
        switch random.below(100) {
        case ..<14: kind = .final
        case ..<22: kind = .choice
        case ..<32 where parent > 0: kind = .history(deep: random.chance(50))
        default: break
        }
      }
      let nests = kind == .plain && depth < 3 && budget > 0 && random.chance(isParallel ? 75 : 35)
      if nests, random.chance(25) { kind = .parallel }
      nodes[parent].children.append(number)
      nodes.append(Node(id: "s\(number)", kind: kind, parent: parent))
      if nests { grow(number, depth: depth + 1) }
      if child >= 1, budget <= 0 { return }
    }
  }

  /// One state that a transition may lead to.
  private mutating func target() -> [ChartName] { [ChartName(nodes[random.number(1...nodes.count - 1)].id)] }

  /// One state that is neither a state with others inside nor one of those; none where there is none.
  private mutating func outside(_ number: Int) -> [ChartName] {
    let others = nodes.indices.dropFirst().filter { other in
      var outer = other
      while outer > number { outer = nodes[outer].parent }
      return outer != number
    }
    return others.isEmpty ? [] : [ChartName(nodes[random.pick(Array(others))].id)]
  }

  /// One state behind another, so that no way without events leads round: guards answer the same all the way.
  private mutating func forward(_ number: Int) -> [ChartName] {
    [ChartName(random.pick(nodes[(number + 1)...].filter { !$0.isHistory }).id)]
  }

  private func canGoForward(_ number: Int) -> Bool {
    nodes[(number + 1)...].contains { !$0.isHistory }
  }

  private mutating func transition(_ targets: [ChartName], guarded percent: Int) -> ChartTransition {
    labels += 1
    var condition: ChartExpression?
    if random.chance(percent) {
      guards.append("g\(labels)")
      condition = ChartExpression("g\(labels)")
    }
    // One without a target does something at least.
    return ChartTransition(
      targets, guard: condition,
      actions: targets.isEmpty ? [ChartAction(.handler("note", arguments: []))] : [],
      label: "t\(labels)"
    )
  }

  private func initial(_ number: Int) -> InitialTransition? {
    nodes[number].children.first.map { InitialTransition([ChartName(nodes[$0].id)]) }
  }

  private mutating func state(_ number: Int, inRegion: Bool = false) -> StateNode {
    let node = nodes[number]
    var state = StateNode(ChartName(node.id), kind: node.kind)
    switch node.kind {
    case .final: return state
    case .history:
      // Whether a history state is entered before its parent ever was is told by no structure.
      state.initial = initial(node.parent)
      return state
    case .choice:
      for _ in 0..<random.number(0...2) { state.always.append(transition(forward(number), guarded: 100)) }
      state.always.append(transition(forward(number), guarded: 0))
      return state
    case .plain: state.initial = initial(number)
    case .parallel: break
    }
    // Of two regions that answer an event one may keep the other from it, unless its guard says no.
    let isInRegion = number > 0 && nodes[node.parent].kind == .parallel || inRegion
    for _ in 0..<random.pick([0, 1, 1, 2, 2, 3]) {
      let event = EventDescriptor(ChartName(random.pick(Self.events)))
      // What leads back into the state that it may leave may be what makes itself possible.
      let targets = random.chance(8) ? [] : node.children.isEmpty ? target() : outside(number)
      state.on.append(EventTransition(event, transition(targets, guarded: isInRegion ? 100 : 45)))
    }
    if random.chance(15) {
      let seconds = random.number(1...4)
      state.after.append(
        DelayedTransition(
          .literal(.seconds(seconds)), name: ChartName("\(seconds)s"), transition(target(), guarded: 100)))
    }
    if !isInRegion, node.children.isEmpty, random.chance(15), canGoForward(number) {
      state.always.append(transition(forward(number), guarded: 100))
    }
    if number > 0, !node.children.isEmpty, random.chance(50) {
      state.done.append(transition(target(), guarded: 20))
    }
    if random.chance(12) {
      invocations += 1
      state.invoke.append(
        ChartInvocation(
          .service("work"), id: ChartName("i\(invocations)"), done: [transition(target(), guarded: 30)],
          failed: [
            ChartInvocation.Failure("busy", transition(target(), guarded: 0)),
            ChartInvocation.Failure(nil, transition(target(), guarded: 0)),
          ]))
    }
    state.states = node.children.map { self.state($0, inRegion: isInRegion) }
    return state
  }
}
