import Statecharts
import StatechartsModel

/// How many steps there are at least from each state of a chart to one state, whatever guards and data are.
///
/// A search that goes on first where the rest is short finds a state in a small part of the time.
struct StateDistances {
  /// What leads to something, and whether that takes a step of the app, of a service or of time.
  private struct Edge {
    var from: Int
    var isStep: Bool
  }

  private var numbers: [String: Int] = [:]
  private var distances: [Int?] = []

  /// Measures a chart.
  init(to target: String, in chart: Statechart) {
    var states: [StateNode] = []
    var parents: [Int] = []
    var pending = [(chart.root, -1)]
    while let (state, parent) = pending.popLast() {
      numbers[state.id.text] = states.count
      pending += state.states.reversed().map { ($0, states.count) }
      states.append(state)
      parents.append(parent)
    }
    // For each state there are two nodes: it is active, and it is entered.
    let count = states.count
    var edges: [[Edge]] = Array(repeating: [], count: 2 * count)
    func add(_ from: Int, _ to: Int, isStep: Bool = false) {
      edges[to].append(Edge(from: from, isStep: isStep))
    }
    let ownEvents = chart.eventsSentToItself
    for (number, state) in states.enumerated() {
      let entered = count + number
      add(entered, number)
      if parents[number] >= 0 {
        add(number, parents[number])
        add(entered, parents[number])
      }
      // Who enters a region, or a state at any depth of it, enters the other regions too.
      var around = parents[number]
      while around >= 0 {
        if states[around].kind == .parallel {
          for other in states[around].states { numbers[other.id.text].map { add(entered, count + $0) } }
        }
        around = parents[around]
      }
      let inner = state.states.filter { !$0.kind.isHistory }.compactMap { numbers[$0.id.text] }
      switch state.kind {
      case .parallel: for each in inner { add(entered, count + each) }
      case .history:
        for each in states[max(parents[number], 0)].states {
          numbers[each.id.text].map { add(entered, count + $0) }
        }
      case .plain, .final, .choice:
        if state.initial == nil, let first = inner.first { add(entered, count + first) }
      }
      for target in state.initial?.targets ?? [] { numbers[target.text].map { add(entered, count + $0) } }
      func lead(_ transitions: [ChartTransition], isStep: Bool) {
        for target in transitions.flatMap(\.targets) {
          numbers[target.text].map { add(number, count + $0, isStep: isStep) }
        }
      }
      lead(state.always + state.done, isStep: false)
      lead(state.after.map(\.transition), isStep: true)
      lead(state.invoke.flatMap { $0.done + $0.failed.map(\.transition) }, isStep: true)
      for transition in state.on {
        let isOwn = transition.event.isPlatform || ownEvents.contains { transition.event.matches($0) }
        lead([transition.transition], isStep: !isOwn)
      }
    }
    distances = Array(repeating: nil, count: 2 * count)
    guard let target = numbers[target] else { return }
    // What is passed through counts too, so entering is enough. Nodes of one distance after those of the one before.
    var now = [count + target, target]
    var next: [Int] = []
    var distance = 0
    while !now.isEmpty {
      while let node = now.popLast() {
        guard distances[node] == nil else { continue }
        distances[node] = distance
        for edge in edges[node] {
          if edge.isStep { next.append(edge.from) } else { now.append(edge.from) }
        }
      }
      distance += 1
      (now, next) = (next, [])
    }
  }

  /// The fewest steps from where a chart is; nil when none lead to the state.
  func distance(from states: [String]) -> Int? {
    states.compactMap { numbers[$0].flatMap { distances[$0] } }.min()
  }
}

extension Statechart {
  /// The events that the chart sends to itself.
  fileprivate var eventsSentToItself: Set<String> {
    var names: Set<String> = []
    for state in StateIndex(root).nodes.map(\.state) {
      var actions = state.entry + state.exit + (state.initial?.actions ?? [])
      actions += state.transitions.flatMap(\.actions)
      actions += state.invoke.flatMap(\.finalize)
      actions.forEachNested { action in
        switch action.kind {
        case .raise(let name, _): names.insert(name.text)
        case .send(let send): names.insert(send.event.text)
        default: break
        }
      }
    }
    return names
  }
}
