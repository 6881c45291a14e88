// exitStates and computeExitSet of Appendix D.

extension Planner {
  /// exitStates: plans to leave the states that the enabled transitions leave, innermost and last first.
  mutating func exitStates() {
    computeExitSet()
    guard !statesToExit.isEmpty else { return }
    var next = statesToExit.last(below: Int.max)
    while let state = next {
      add(.exit, state, acts: chart.states[state].actsOnExit)
      // `configuration` is still the one before the step (SCXML 3.10).
      if !chart.states[state].histories.isEmpty { recordHistory(of: state) }
      next = statesToExit.last(below: state)
    }
    configuration.remove(all: statesToExit)
  }

  /// computeExitSet: the active states inside the domains of the enabled transitions. The domains do not meet, for
  /// conflicts were removed.
  private mutating func computeExitSet() {
    statesToExit.removeAll()
    for position in enabled.indices {
      let domain = chart.transitions[enabled[position]].domain
      guard domain >= 0 else { continue }
      statesToExit.insert(from: configuration, in: domain + 1..<chart.states[domain].end)
    }
  }

  private mutating func recordHistory(of state: Int) {
    let end = chart.states[state].end
    for position in chart.states[state].histories {
      let history = chart.historyPool[position]
      let isDeep = chart.states[history].kind == .deepHistory
      let record = chart.states[history].historyIndex
      historyValues[record].removeAll()
      var next = configuration.first(from: state + 1)
      while let member = next, member < end {
        if isDeep ? chart.states[member].kind.isLeaf : chart.states[member].parent == state {
          historyValues[record].insert(member)
        }
        next = configuration.first(from: member + 1)
      }
    }
  }
}
