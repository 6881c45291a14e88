import StatechartsModel

internal import Statecharts

/// Which secret fields the event may carry that led into a state.
///
/// Only ways that are sure count: the states that a transition enters, and the choices and the first states inside that
/// it passes. Behind a guard that depends on the event nothing counts.
enum EnteringSecrets {
  /// The names of the fields, for each state by number.
  static func find(in tree: StateIndex, _ chart: Statechart) -> [Set<String>] {
    var result = [Set<String>](repeating: [], count: tree.nodes.count)
    var open: [(transition: ChartTransition, source: Int, fields: Set<String>)] = []
    let payloads = secrets((chart.events ?? []).map { ($0.name.text, $0.payload) })
    let results = secrets(
      (chart.handlers.services ?? []).compactMap { service in
        guard case .record(let fields) = service.result else { return nil }
        return (service.name.text, fields)
      })
    guard !payloads.isEmpty || !results.isEmpty else { return result }
    for (number, node) in tree.nodes.enumerated() {
      for entry in node.state.on {
        guard let fields = payloads[entry.event.name.text] else { continue }
        open.append((entry.transition, number, fields))
      }
      for invocation in node.state.invoke {
        guard case .service(let name) = invocation.source, let fields = results[name.text] else { continue }
        for transition in invocation.done { open.append((transition, number, fields)) }
      }
    }
    // Each state is passed on once for each field at most.
    while let (transition, source, fields) = open.popLast() {
      for number in entered(by: transition, source, tree) where !fields.isSubset(of: result[number]) {
        result[number].formUnion(fields)
        let state = tree.nodes[number].state
        guard state.kind == .choice else { continue }
        if state.always.contains(where: { $0.guard.map(dependsOnEvent) ?? false }) { continue }
        for next in state.always { open.append((next, number, fields)) }
      }
    }
    for (number, node) in tree.nodes.enumerated() where node.state.kind == .choice {
      if node.state.always.contains(where: { $0.guard.map(dependsOnEvent) ?? false }) {
        result[number] = []
      }
    }
    return result
  }

  /// Whether a condition may let only some events pass; cautiously, by its words.
  static func dependsOnEvent(_ condition: ChartExpression) -> Bool {
    // Few conditions have either word, and need to be looked at closely.
    guard condition.text.holds("event") || condition.text.holds("defined") else { return false }
    let text = condition.text.filter { !$0.isWhitespace }
    return ["event.name", "event.error", "event.type", "defined("].contains { text.holds($0) }
  }

  private static func secrets(_ fields: [(name: String, fields: [FieldDeclaration])]) -> [String: Set<String>]
  {
    var result: [String: Set<String>] = [:]
    for (name, fields) in fields {
      let secrets = fields.filter(\.isSecret).map(\.name.text)
      if !secrets.isEmpty { result[name, default: []].formUnion(secrets) }
    }
    return result
  }

  /// The states that a transition enters for sure, as far as its targets say.
  private static func entered(by transition: ChartTransition, _ source: Int, _ tree: StateIndex) -> [Int] {
    let targets = transition.targets.compactMap(tree.number(of:))
    guard !targets.isEmpty, targets.count == transition.targets.count else { return [] }
    let domain = tree.domain(of: transition, source: source, targets: targets)
    var result: [Int] = []
    for target in targets {
      result += tree.path(from: domain, to: target).dropLast()
      var open = [target]
      while let number = open.popLast() {
        result.append(number)
        let node = tree.nodes[number]
        // Where several states are entered, which ones are entered by default depends on the others.
        guard targets.count == 1 else { continue }
        if node.state.kind == .parallel {
          open += tree.children(of: number)
        } else if node.state.kind == .plain, let initial = node.state.initial, initial.targets.count == 1,
          let inner = tree.number(of: initial.targets[0]), tree.nodes[inner].parent == number
        {
          open.append(inner)
        }
      }
    }
    return result
  }
}
