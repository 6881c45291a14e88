internal import Statecharts

// What variables can hold, by their declarations and by what sets them.

extension ESWriter {
  /// Numbers that come from outside are taken to be at most this large.
  static let usual = 1e12

  /// What a declared type tells.
  static func facts(of type: ValueType) -> ValueFacts {
    switch type {
    case .any: .unknown
    case .bool: ValueFacts(kinds: .bool)
    case .int: ValueFacts(kinds: .int, largest: usual)
    case .number: ValueFacts(kinds: .numbers, largest: usual)
    case .string: ValueFacts(kinds: .text)
    // Codes are names, which are ASCII.
    case .error: ValueFacts(kinds: .ascii)
    case .duration: ValueFacts(kinds: .other)
    case .list(let element):
      ValueFacts(kinds: .list, largest: facts(of: element).largest, elements: facts(of: element).kinds)
    case .map, .record: ValueFacts(kinds: .map, largest: .infinity)
    case .optional(let inner): facts(of: inner).union(ValueFacts(kinds: .undefined))
    }
  }

  /// The declared type of a path; nil where nothing is declared.
  func type(of node: ExpressionNode) -> ValueType? {
    switch node.kind {
    case .name(let name): return types[name]
    case .field(let base, let name, _):
      if case .field(let event, "data", _) = base.kind, case .name("event") = event.kind,
        types["event"] == nil
      {
        return payload?.first { $0.name.text == name }?.type
      }
      guard let outer = type(of: base), case .record(let fields) = Self.plain(outer) else { return nil }
      return fields.first { $0.name.text == name }?.type
    case .index(let base, _):
      guard let outer = type(of: base), case .list(let element) = Self.plain(outer) else { return nil }
      return element
    default: return nil
    }
  }

  private static func plain(_ type: ValueType) -> ValueType {
    var type = type
    // Each turn takes one layer off.
    while case .optional(let inner) = type { type = inner }
    return type
  }

  /// Learns what the variables of a chart can hold.
  mutating func learn(_ chart: Statechart) {
    var flows: [(name: String, value: Expression)] = []
    types = Dictionary(
      chart.context.map { ($0.name.text, $0.field.type) }, uniquingKeysWith: { first, _ in first })
    facts = [:]
    collect(chart.root, &flows)
    let assigned = Set(flows.map(\.name))
    for variable in chart.context {
      let name = variable.name.text
      var known = ValueFacts(kinds: [])
      let isOpen = variable.isInput && (variable.field.type != .any || !assigned.contains(name))
      if isOpen { known = Self.facts(of: variable.field.type) }
      if variable.initial == nil { known.kinds.insert(.undefined) }
      facts[name] = known
      guard let initial = variable.initial else { continue }
      if let values = variable.field.values, values.contains(initial.text) {
        facts[name] = known.union(ValueFacts(kinds: .of(initial.text)))
      } else {
        flows.append((name, initial))
      }
    }
    let nodes = flows.compactMap { flow in (try? parse(flow.value.text)).map { (flow.name, $0) } }
    FactInference.settle(&self, \.facts, flows: nodes.count, unknown: .unknown) { learner in
      for (name, node) in nodes {
        var writer = learner
        let value = writer.render(node).facts
        // What does not fit the declared type is refused.
        let wanted = writer.types[name].map(Self.facts) ?? .unknown
        var kept = ValueFacts(
          kinds: value.kinds.intersection(wanted.kinds.union(wanted.kinds.mayBe(.texts) ? .texts : [])),
          largest: value.largest, elements: value.elements)
        if case .any? = writer.types[name] { kept = value }
        learner.facts[name] = learner.facts[name]?.union(kept) ?? kept
      }
    }
  }

  private mutating func collect(_ state: State, _ flows: inout [(name: String, value: Expression)]) {
    func add(
      _ actions: [Action], _ flows: inout [(name: String, value: Expression)], _ writer: inout ESWriter
    ) {
      for action in actions {
        switch action.kind {
        case .assign(let values): flows += values.map { ($0.name.text, $0.value) }
        case .send(let send):
          if let name = send.idVariable { flows.append((name.text, "'id'")) }
        case .choose(let branches, let otherwise):
          for branch in branches { add(branch.actions, &flows, &writer) }
          add(otherwise, &flows, &writer)
        case .forEach(let item, let index, _, let body):
          // Elements are not followed.
          writer.types[item.text] = .any
          if let index { writer.types[index.text] = .int }
          add(body, &flows, &writer)
        case .block(let inner): add(inner, &flows, &writer)
        default: break
        }
      }
    }
    var lists = [state.entry, state.exit, state.initial?.actions ?? []]
    lists += (state.on.map(\.transition) + state.always + state.after.map(\.transition) + state.done).map(
      \.actions)
    for invocation in state.invoke {
      lists.append(invocation.finalize)
      lists += (invocation.done + invocation.failed.map(\.transition)).map(\.actions)
      if let name = invocation.idVariable { flows.append((name.text, "'id'")) }
    }
    for list in lists { add(list, &flows, &self) }
    for child in state.states { collect(child, &flows) }
  }
}
