import StatechartsModel

internal import Statecharts

// What variables can hold, by their declarations and by what sets them.

extension ESWriter {
  /// Something that sets a variable, with the payload of the event where it stands.
  private struct Flow {
    var name: String
    var value: ChartExpression
    var payload: [FieldDeclaration]?
  }

  /// Learns what the variables of a chart can hold.
  ///
  /// - Parameter declarations: the payloads of declared events.
  mutating func learn(_ chart: Statechart, _ declarations: [String: [FieldDeclaration]]) {
    var flows: [Flow] = []
    codes = Set(ExpressionScope.platformErrorCodes + (chart.errors ?? []).map(\.code.text))
    types = Dictionary(
      chart.context.map { ($0.name.text, $0.field.type) }, uniquingKeysWith: { first, _ in first })
    facts = [:]
    collect(chart.root, declarations, &flows)
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
        flows.append(Flow(name: name, value: initial))
      }
    }
    var nodes: [(name: String, node: ExpressionNode, payload: [FieldDeclaration]?)] = []
    for flow in flows {
      if let node = try? parse(flow.value.text) { nodes.append((flow.name, node, flow.payload)) }
    }
    FactInference.settle(&self, \.facts, flows: nodes.count, unknown: .unknown) { learner in
      for (name, node, payload) in nodes {
        let value = learner.value(of: node, for: name, payload)
        learner.facts[name] = learner.facts[name]?.union(value) ?? value
      }
    }
  }

  /// What a variable may hold after a value was assigned to it.
  private func value(of node: ExpressionNode, for name: String, _ payload: [FieldDeclaration]?) -> ValueFacts
  {
    var writer = self
    writer.payload = payload
    let value = writer.render(node).facts
    let type = writer.types[name] ?? .any
    // It fails in SCXML, and a chart holds it to its type.
    if !writer.losses.isEmpty { return Self.facts(of: type) }
    // What SCXML assigns nevertheless is not known any more.
    return Self.isDistinguishable(type) || writer.fits(node, value, type) ? value : value.union(.unknown)
  }

  private mutating func collect(
    _ state: StateNode, _ declarations: [String: [FieldDeclaration]], _ flows: inout [Flow]
  ) {
    for actions in [state.entry, state.exit, state.initial?.actions ?? []] { add(actions, nil, &flows) }
    for transition in state.on {
      add(transition.transition.actions, declarations[transition.event.name.text], &flows)
    }
    for transition in state.always + state.after.map(\.transition) + state.done {
      add(transition.actions, nil, &flows)
    }
    for invocation in state.invoke {
      add(invocation.finalize, nil, &flows)
      for transition in invocation.done + invocation.failed.map(\.transition) {
        add(transition.actions, nil, &flows)
      }
      if let name = invocation.idVariable { flows.append(Flow(name: name.text, value: "'id'")) }
    }
    for child in state.states { collect(child, declarations, &flows) }
  }

  private mutating func add(_ actions: [ChartAction], _ payload: [FieldDeclaration]?, _ flows: inout [Flow]) {
    actions.forEachNested { action in
      switch action.kind {
      case .assign(let values):
        flows += values.map { Flow(name: $0.name.text, value: $0.value, payload: payload) }
      case .send(let send):
        if let name = send.idVariable { flows.append(Flow(name: name.text, value: "'id'")) }
      case .forEach(let item, let index, _, _):
        // Elements are not followed.
        types[item.text] = .any
        if let index { types[index.text] = .int }
      default: break
      }
    }
  }
}
