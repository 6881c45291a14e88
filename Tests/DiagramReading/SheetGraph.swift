package import StatechartsModel

/// What a sheet must say: each state in its place, and each transition.
package struct SheetGraph: Encodable {
  /// A transition by the ids of the states that it leaves and enters.
  package struct Arrow: Hashable, Encodable {
    /// The state that has the transition.
    package var source: String
    /// The states to which it leads.
    package var targets: [String]
  }

  /// The id of the state around each state; empty for the root.
  package private(set) var states: [String: String] = [:]
  /// All transitions. The default of a history counts as one.
  package private(set) var transitions: [Arrow] = []

  /// What must be shown, straight from the chart.
  package init(expectedFor chart: Statechart) {
    visit(chart.root, in: "")
  }

  private mutating func visit(_ state: StateNode, in parent: String) {
    states[state.id.text] = parent
    var all = state.on.map(\.transition) + state.always + state.after.map(\.transition) + state.done
    for invocation in state.invoke { all += invocation.done + invocation.failed.map(\.transition) }
    if case .history = state.kind, let initial = state.initial {
      all.append(ChartTransition(initial.targets))
    }
    transitions += all.map { Arrow(source: state.id.text, targets: $0.targets.map(\.text)) }
    for child in state.states { visit(child, in: state.id.text) }
  }
}
