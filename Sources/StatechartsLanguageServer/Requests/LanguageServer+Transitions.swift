internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel
internal import StatechartsYAML

extension LanguageServer {
  /// `textDocument/prepareCallHierarchy`: the state at the cursor, whose transitions editors show like calls.
  func prepareTransitions(_ params: ChartValue) throws(RequestFailure) -> JSON {
    guard let named = try named(params), named.use.kind == .state,
      let state = named.index.states.first(where: { $0.id.text == named.use.name }),
      var items = StateItems(named.document, positions(named.document)), let item = items.item(of: state)
    else { return .null }
    return .array([item])
  }

  /// `callHierarchy/incomingCalls`: the states with transitions into a state.
  func incomingTransitions(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let (document, index, name) = try state(params)
    return transitions(document, index, "from") { transition in
      let targets = transition.targets.filter { $0.text == name }
      return targets.isEmpty ? [] : [(transition.source, targets)]
    }
  }

  /// `callHierarchy/outgoingCalls`: the states to which the transitions of a state lead.
  func outgoingTransitions(_ params: ChartValue) throws(RequestFailure) -> JSON {
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
    guard var items = StateItems(document, positions(document)) else { return .array([]) }
    var order: [String] = []
    var targets: [String: [ChartName]] = [:]
    for (state, names) in index.transitions.flatMap(ends) {
      if targets[state] == nil { order.append(state) }
      targets[state, default: []] += names
    }
    let states = Dictionary(
      ([index.chart.root] + index.states).map { ($0.id.text, $0) }, uniquingKeysWith: { _, last in last })
    return .array(
      order.compactMap { name in
        guard let state = states[name], let item = items.item(of: state) else { return nil }
        return .object([(key, item), ("fromRanges", .array(items.ranges(of: targets[name] ?? [])))])
      })
  }
}

/// Writes the states of a document as items of a call hierarchy.
private struct StateItems {
  private let uri: String
  private let index: ChartIndex
  private let nodes: ChartNodes
  private let change: TextChange
  private var positions: TextPositions

  init?(_ document: OpenDocument, _ positions: TextPositions) {
    guard let index = document.index, let change = document.change else { return nil }
    uri = document.uri
    self.index = index
    nodes = ChartNodes(index.document)
    self.change = change
    self.positions = positions
  }

  /// A state; nil where its name was changed since the chart could be read.
  mutating func item(of state: StateNode) -> JSON? {
    guard let node = index.document.node(of: state.id.origin), let selection = newRange(node) else {
      return nil
    }
    let isChart = state.id.origin == index.chart.root.id.origin
    let range = (isChart ? index.document.root.flatMap(newRange) : entryRange(node)) ?? selection
    return .members(
      ("name", .string(state.id.text)), ("detail", state.title.map { .string($0) }), ("kind", .int(5)),
      ("uri", .string(uri)), ("range", positions.range(range)),
      ("selectionRange", positions.range(selection)))
  }

  /// The locations of names.
  mutating func ranges(of names: [ChartName]) -> [JSON] {
    names.compactMap { index.document.node(of: $0.origin).flatMap(newRange) }.map { positions.range($0) }
  }

  private func newRange(_ node: YAMLDocument.NodeID) -> SourceRange? {
    change.newRange(index.document.range(of: node))
  }

  private func entryRange(_ key: YAMLDocument.NodeID) -> SourceRange? {
    index.entryRange(key, in: nodes).flatMap(change.newRange)
  }
}
