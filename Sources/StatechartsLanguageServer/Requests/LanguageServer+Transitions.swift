internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel
internal import StatechartsYAML

extension LanguageServer {
  /// `textDocument/prepareCallHierarchy`: the state at the cursor, whose transitions editors show like calls.
  func prepareTransitions(_ params: ChartValue) throws(RequestFailure) -> JSON {
    guard let named = try named(params), named.use.kind == .state,
      let state = named.index.states.first(where: { $0.id.text == named.use.name }),
      let item = item(state, named.index, named.document)
    else { return .null }
    return .array([item])
  }

  /// `callHierarchy/incomingCalls`: the states with transitions into a state.
  func transitionsIn(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let (document, index, name) = try state(params)
    return transitions(document, index, "from") { transition in
      let targets = transition.targets.filter { $0.text == name }
      return targets.isEmpty ? [] : [(transition.source, targets)]
    }
  }

  /// `callHierarchy/outgoingCalls`: the states to which the transitions of a state lead.
  func transitionsOut(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let (document, index, name) = try state(params)
    return transitions(document, index, "to") { transition in
      transition.source == name ? transition.targets.map { ($0.text, [$0]) } : []
    }
  }

  /// The state that a request names.
  private func state(
    _ params: ChartValue
  ) throws(RequestFailure) -> (document: OpenDocument, index: ChartIndex, name: String) {
    let item = params.member("item")
    let document = try document(.map(["textDocument": item]))
    guard let index = document.index, let name = item.member("name").text else {
      throw .invalidParams("The request must have an `item` with a `name`.")
    }
    return (document, index, name)
  }

  /// The other states of some transitions, each once, with the locations of the targets.
  private func transitions(
    _ document: OpenDocument, _ index: ChartIndex, _ key: String,
    _ ends: (ChartIndex.Transition) -> [(state: String, targets: [ChartName])]
  ) -> JSON {
    guard let change = document.change else { return .array([]) }
    var order: [String] = []
    var targets: [String: [ChartName]] = [:]
    for (state, names) in index.transitions.flatMap(ends) {
      if targets[state] == nil { order.append(state) }
      targets[state, default: []] += names
    }
    let states = Dictionary(
      ([index.chart.root] + index.states).map { ($0.id.text, $0) }, uniquingKeysWith: { _, last in last })
    var positions = positions(document)
    return .array(
      order.compactMap { name in
        guard let state = states[name], let item = item(state, index, document) else { return nil }
        let ranges = (targets[name] ?? []).compactMap { target in
          index.document.node(of: target.origin).flatMap { change.newRange(index.document.range(of: $0)) }
        }
        return .object([(key, item), ("fromRanges", .array(ranges.map { positions.range($0) }))])
      })
  }

  private func item(_ state: StateNode, _ index: ChartIndex, _ document: OpenDocument) -> JSON? {
    guard let node = index.document.node(of: state.id.origin), let change = document.change,
      let selection = change.newRange(index.document.range(of: node))
    else { return nil }
    var positions = positions(document)
    let range = index.entryRange(state.id.origin).flatMap(change.newRange) ?? selection
    return .members(
      ("name", .string(state.id.text)), ("detail", state.title.map { .string($0) }), ("kind", .int(5)),
      ("uri", .string(document.uri)), ("range", positions.range(range)),
      ("selectionRange", positions.range(selection)))
  }
}
