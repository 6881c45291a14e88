// computeExitSet and exitStates of Appendix D.

extension Planner {
  /// Plans to leave the states that the enabled transitions leave, innermost and last first.
  mutating func exitStates() {
    computeExitSet()
    // History is recorded before anything is left (SCXML 3.10).
    for state in statesToExit { recordHistory(of: state) }
    for position in statesToExit.indices.reversed() {
      let state = statesToExit[position]
      add(.exit, state, acts: chart.states[state].actsOnExit)
      configuration.remove(state)
    }
  }

  /// The active states inside the domains of the enabled transitions, in document order. The domains do not
  /// meet, for conflicts were removed.
  private mutating func computeExitSet() {
    statesToExit.removeAll(keepingCapacity: true)
    for transition in enabled {
      let domain = chart.transitions[transition].domain
      guard domain >= 0 else { continue }
      let positions = configuration.positions(in: domain + 1..<chart.states[domain].end)
      statesToExit.append(contentsOf: configuration.members[positions])
    }
    if enabled.count > 1 { statesToExit.sort() }
  }

  private mutating func recordHistory(of state: Int) {
    for position in chart.states[state].histories {
      let history = chart.historyPool[position]
      let isDeep = chart.states[history].kind == .deepHistory
      let inside = configuration.positions(in: state + 1..<chart.states[state].end)
      let record = chart.states[history].historyIndex
      historyValues[record].removeAll(keepingCapacity: true)
      for member in configuration.members[inside]
      where isDeep ? chart.states[member].kind.isLeaf : chart.states[member].parent == state {
        historyValues[record].append(member)
      }
    }
  }
}

extension StateRecord {
  /// Whether leaving the state does anything but make it inactive.
  var actsOnExit: Bool { !exit.isEmpty || !timers.isEmpty || !invocations.isEmpty || !cleared.isEmpty }

  /// Whether entering the state itself does anything but make it active.
  var actsOnEntry: Bool { !entry.isEmpty || !timers.isEmpty || !invocations.isEmpty }
}
