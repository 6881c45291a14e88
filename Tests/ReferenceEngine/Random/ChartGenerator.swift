import Statecharts
import StatechartsModel

/// Makes random charts that the product accepts: first a tree of states, then what they do.
///
///   ChartGenerator            the tree
///   ChartGenerator+Behaviour  transitions, targets, initial states
///   ChartGenerator+Actions    actions and expressions
struct ChartGenerator {
  static let eventNames = ["a", "a.x", "a.x.y", "b", "b.y", "c", "d"]
  static let descriptors = [
    "a", "a", "a.*", "a.x", "a.x.y", "b", "b", "b.y", "b.*", "c", "c", "d", "*", "error.execution", "error",
    "done",
    "done.state.*", "after.*", "done.invoke.*", "error.*", "error.busy", "error.communication", "p", "q", "r",
  ]
  /// Raised in charts of a plain style; what answers one of them raises only later ones.
  static let plainNames = ["p", "q", "r"]
  static let codes = ["busy", "offline"]
  static let variables = ["v0", "v1", "v2"]
  /// What the variable for texts may hold: names of events, ids, addresses, and what is none of these.
  static let words = [
    "a", "a.x", "b", "c", "c", "d", "error.busy", "k0", "k1", "#_internal", "#_internal", "#_parent", "#_i0",
    "#_scxml_main", "#_scxml_other", "1 2",
  ]

  /// A state of the tree, before it does anything.
  struct Node {
    var id: String
    var kind: StateNode.Kind
    var parent: Int
    var children: [Int] = []
    /// The ids of what it runs.
    var invocations: [String] = []
    var isCompound: Bool { kind == .plain && !children.isEmpty }
    var isHistory: Bool {
      if case .history = kind { return true }
      return false
    }
  }

  var random: RandomSource
  /// In document order; the first is the root.
  var nodes: [Node] = []
  var transitionCount = 0
  var markCount = 0
  /// How many states the tree may still get.
  private var budget = 0

  /// Whether actions only call handlers and raise events, which is done in another way.
  var isPlain = false
  private let hasServices: Bool

  init(random: RandomSource, hasServices: Bool) {
    self.random = random
    self.hasServices = hasServices
  }

  mutating func makeChart() -> Statechart {
    budget = random.number(2...6) + random.number(0...10)
    isPlain = random.chance(15)
    nodes = [Node(id: "chart", kind: random.chance(15) ? .parallel : .plain, parent: -1)]
    grow(0, depth: 0)
    if hasServices, !isPlain || random.chance(30), random.chance(45) { placeInvocations() }
    var context = [
      ContextVariable(FieldDeclaration("v0", .int), initial: "0"),
      ContextVariable(
        FieldDeclaration("v1", .int), initial: ChartExpression("\(random.number(0...3))"),
        clearedOnExitOf: clearing()),
      ContextVariable(FieldDeclaration("v2", .int), initial: "1", clearedOnExitOf: clearing()),
      ContextVariable(FieldDeclaration("flag", .bool), initial: "false"),
      ContextVariable(
        FieldDeclaration("word", .string), initial: ChartExpression("'\(random.pick(Self.words))'"),
        clearedOnExitOf: clearing()),
      // Counted up by what could go on without end, so that it mostly ends.
      ContextVariable(FieldDeclaration("count", .int), initial: "0"),
      ContextVariable(FieldDeclaration("turns", .int), initial: "0"),
    ]
    if random.chance(30) { context.swapAt(0, 1) }
    var root = state(0)
    // Makes the ids of sends known, so that `cancel` may name them anywhere.
    root.on.append(EventTransition("never", makeTransition(actions: sendsWithIDs)))
    return Statechart("chart", context: context, root: root)
  }

  private var sendsWithIDs: [ChartAction] {
    ["k0", "k1"].map { ChartAction(.send(.init("c", delay: .literal(.seconds(1)), id: ChartName($0)))) }
  }

  /// Decides what runs where, so that actions may name it anywhere.
  private mutating func placeInvocations() {
    var count = 0
    for number in nodes.indices where nodes[number].kind == .plain || nodes[number].kind == .parallel {
      guard random.chance(number == 0 ? 8 : 30) else { continue }
      for _ in 0..<random.pick([1, 1, 1, 2]) {
        nodes[number].invocations.append("i\(count)")
        count += 1
      }
    }
  }

  /// What runs anywhere in the chart.
  var invocationIDs: [String] { nodes.flatMap(\.invocations) }

  private mutating func clearing() -> [ChartName] {
    random.chance(15) ? [ChartName(nodes[random.number(1...nodes.count - 1)].id)] : []
  }

  /// Gives a state children. States are numbered as they are made, which is document order.
  private mutating func grow(_ parent: Int, depth: Int) {
    let isParallel = nodes[parent].kind == .parallel
    let wanted = isParallel ? random.number(1...3) : random.number(1...4)
    var count = 0
    while count < wanted || nodes[parent].children.isEmpty {
      // At least one child is a state that can be entered.
      let isFirst = !nodes[parent].children.contains { !nodes[$0].isHistory }
      if budget <= 0, !isFirst { return }
      budget -= 1
      count += 1
      let number = nodes.count
      nodes[parent].children.append(number)
      let roll = random.below(100)
      let canNest = depth < 4 && budget > 0
      var kind = StateNode.Kind.plain
      var nests = false
      switch roll {
      case ..<25: nests = canNest
      case ..<42:
        if canNest {
          kind = .parallel
          nests = true
        }
      case ..<54: if !isParallel || random.chance(20) { kind = .final }
      case ..<62: if !isParallel || random.chance(12) { kind = .choice }
      case ..<76: if parent > 0 { kind = .history(deep: random.chance(50)) }
      default: break
      }
      if case .history = kind {
      } else if isParallel, canNest, random.chance(50) {
        // Regions are mostly compound.
        kind = .plain
        nests = true
      }
      nodes.append(Node(id: "s\(number)", kind: kind, parent: parent))
      if nests { grow(number, depth: depth + 1) }
      if count >= wanted, !nodes[parent].children.contains(where: { !nodes[$0].isHistory }) { count = 0 }
    }
  }

  /// The state of a node with everything inside it.
  private mutating func state(_ number: Int) -> StateNode {
    let node = nodes[number]
    var state = StateNode(ChartName(node.id), kind: node.kind)
    switch node.kind {
    case .history(let deep):
      state.initial = InitialTransition(historyDefault(number, deep: deep), actions: someActions(20))
    case .choice:
      for _ in 0..<random.number(0...2) {
        state.always.append(
          bounded(makeTransition(choiceTargets(number), guard: condition(), actions: someActions(40))))
      }
      state.always.append(makeTransition(choiceTargets(number), actions: someActions(40)))
    case .final:
      state.entry = someActions(60)
      state.exit = someActions(30)
      switch random.below(10) {
      case ..<4: state.output = [NamedExpression("v", ChartExpression(integer(depth: 1)))]
      case ..<6: state.outputValue = ChartExpression(anything())
      default: break
      }
    case .plain, .parallel:
      addBehaviour(to: &state, number)
    }
    for child in node.children { state.states.append(self.state(child)) }
    return state
  }
}
