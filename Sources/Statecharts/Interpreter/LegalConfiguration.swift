package import StatechartsModel

/// What makes a set of active states possible (SCXML 3.11): the root is active; of a compound state exactly one child,
/// of a parallel state every region, of a state that is not active nothing; no history state ever, and no choice
/// while the chart waits.
///
/// It works on the model alone, so that it finds mistakes of compiler and interpreter alike.
package enum LegalConfiguration {
  /// What is wrong with a configuration, one plain sentence each; empty for a legal one.
  ///
  /// - Parameters:
  ///   - active: the ids of the active states without the root's, which counts as active.
  ///   - isAtRest: whether the chart waits for an event, so that it cannot be in a choice.
  package static func violations(
    _ active: some Sequence<String>, in chart: Statechart, isAtRest: Bool = true
  ) -> [String] {
    var found: [String] = []
    var unexplained: Set<String> = []
    for id in active where !unexplained.insert(id).inserted { found.append("`\(id)` is active twice.") }
    var rest = [chart.root]
    while let state = rest.popLast() {
      var children: [StateNode] = []
      for child in state.states where unexplained.remove(child.id.text) != nil {
        if child.kind.isHistory {
          found.append("The history state `\(child.id)` is active.")
        } else {
          children.append(child)
        }
      }
      switch state.kind {
      case .plain where !state.states.isEmpty && children.count != 1:
        let names = children.map { "`\($0.id)`" }.joined(separator: ", ")
        let active = children.isEmpty ? "none is" : "\(names) are"
        found.append("Exactly one state inside `\(state.id)` must be active, but \(active).")
      case .parallel:
        let isActive = Set(children.map(\.id.text))
        for region in state.states where !region.kind.isHistory && !isActive.contains(region.id.text) {
          found.append("The region `\(region.id)` of `\(state.id)` is not active.")
        }
      case .choice where isAtRest: found.append("The chart is waiting in the choice `\(state.id)`.")
      case .plain, .final, .choice, .history: break
      }
      rest.append(contentsOf: children)
    }
    return found + unexplained.sorted().map { "`\($0)` is active, but the state around it is not." }
  }
}

extension Machine {
  /// What is wrong with where the machine is; empty unless the engine has a fault.
  package var configurationViolations: [String] {
    switch status {
    case .notStarted, .stopped: []
    case .running: LegalConfiguration.violations(states, in: chart.chart)
    case .final: LegalConfiguration.violations(states, in: chart.chart, isAtRest: false)
    }
  }
}
