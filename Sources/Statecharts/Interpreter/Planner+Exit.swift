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
      let domain = transitionDomain(transition)
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

  /// The state all of whose active descendants a transition leaves; negative for none.
  func transitionDomain(_ transition: Int) -> Int {
    let record = chart.transitions[transition]
    guard record.domain <= TransitionDomain.dynamic else { return record.domain }
    let targets = effectiveTargetStates(record.targets)
    if record.domain == TransitionDomain.dynamicInternal,
      targets.allSatisfy({ isDescendant($0, of: record.source) })
    {
      return record.source
    }
    var ancestor = chart.states[record.source].parent
    while ancestor > 0 {
      if chart.states[ancestor].kind == .compound,
        targets.allSatisfy({ isDescendant($0, of: ancestor) })
      {
        return ancestor
      }
      ancestor = chart.states[ancestor].parent
    }
    return 0
  }

  /// The targets, with what history states stand for (getEffectiveTargetStates of Appendix D).
  func effectiveTargetStates(_ targets: Range<Int>) -> ContiguousArray<Int> {
    var result = ContiguousArray<Int>()
    for position in targets {
      let target = chart.targets[position]
      guard chart.states[target].kind.isHistory else {
        result.append(target)
        continue
      }
      let remembered = historyValues[chart.states[target].historyIndex]
      if !remembered.isEmpty {
        result.append(contentsOf: remembered)
      } else if chart.states[target].initial >= 0 {
        // One level deep: a history's default is never a history itself, the compiler sees to it.
        result.append(contentsOf: chart.targets[chart.entries[chart.states[target].initial].targets])
      }
    }
    return result
  }
}

extension StateRecord {
  /// Whether leaving the state does anything but make it inactive.
  var actsOnExit: Bool { !exit.isEmpty || !timers.isEmpty || !invocations.isEmpty || !cleared.isEmpty }

  /// Whether entering the state itself does anything but make it active.
  var actsOnEntry: Bool { !entry.isEmpty || !timers.isEmpty || !invocations.isEmpty }
}
