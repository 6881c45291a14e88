// selectTransitions, selectEventlessTransitions and removeConflictingTransitions of Appendix D: each active leaf,
// in document order, takes its innermost and first transition that answers the event and whose guard holds.
//
// The selection stops at each guard and goes on with its answer, so that whoever evaluates guards need not be known
// here, and the answers on the way can be remembered.

extension Planner {
  /// Begins to look for the transitions of an event.
  mutating func beginSelection(_ number: Int, _ source: Int) {
    begin()
    eventNumber = number
    eventSource = source
    isEventless = false
  }

  /// Begins to look for the transitions that need no event.
  mutating func beginEventlessSelection() {
    begin()
    isEventless = true
  }

  private mutating func begin() {
    leaf = -1
    state = -1
    asked = -1
    if !enabled.isEmpty { enabled.removeAll(keepingCapacity: true) }
    if !tested.isEmpty { tested.removeAll(keepingCapacity: true) }
  }

  /// Goes on until a guard has to be answered.
  ///
  /// - Returns: the transition that has it; nil when all is selected.
  mutating func nextGuard() -> Int? {
    while true {
      if state < 0 {
        guard let next = configuration.first(from: leaf + 1) else { break }
        leaf = next
        guard chart.states[next].kind.isLeaf else { continue }
        state = next
        candidate = candidates.lowerBound
      }
      let end = candidates.upperBound
      while candidate < end {
        let transition = candidate
        candidate += 1
        guard isEventless || answers(transition) else { continue }
        if chart.transitions[transition].guard < 0 {
          take(transition)
          break
        }
        if let known = tested.first(where: { $0.transition == transition }) {
          guard known.holds else { continue }
          take(transition)
          break
        }
        asked = transition
        return transition
      }
      if state >= 0 {
        state = chart.states[state].parent
        if state >= 0 { candidate = candidates.lowerBound }
      }
    }
    removeConflictingTransitions()
    return nil
  }

  /// Answers the guard that `nextGuard` told.
  mutating func answer(_ holds: Bool) {
    tested.append(TestedGuard(transition: asked, holds: holds))
    if holds { take(asked) }
  }

  private var candidates: Range<Int> {
    isEventless ? chart.states[state].eventless : chart.states[state].transitions
  }

  /// Takes a transition for the present leaf and goes on with the next one.
  private mutating func take(_ transition: Int) {
    if !enabled.contains(transition) { enabled.append(transition) }
    state = -1
  }

  /// Whether a transition answers the event, by name and origin.
  private func answers(_ transition: Int) -> Bool {
    let record = chart.transitions[transition]
    return record.events.contains(eventNumber)
      && (record.eventSource == EventSource.any || record.eventSource == eventSource)
  }

  /// Of transitions that would leave the same state, keeps the one selected first, unless the other's source
  /// lies inside the source of the first (SCXML 3.13). What leaves a state is an interval, so two exit sets meet
  /// exactly when one domain is, or lies inside, the other.
  private mutating func removeConflictingTransitions() {
    guard enabled.count > 1, hasConflicts else { return }
    var filtered = ContiguousArray<Int>()
    for candidate in enabled {
      let source = chart.transitions[candidate].source
      let domain = chart.transitions[candidate].domain
      var isPreempted = false
      var removed: [Int] = []
      for other in filtered where domain >= 0 {
        let otherDomain = chart.transitions[other].domain
        guard otherDomain >= 0, isNested(domain, otherDomain) else { continue }
        if isDescendant(source, of: chart.transitions[other].source) {
          removed.append(other)
        } else {
          isPreempted = true
          break
        }
      }
      if isPreempted { continue }
      if !removed.isEmpty { filtered.removeAll { removed.contains($0) } }
      filtered.append(candidate)
    }
    enabled = filtered
  }

  /// Whether two of the enabled transitions would leave the same state.
  private var hasConflicts: Bool {
    for position in enabled.indices {
      let domain = chart.transitions[enabled[position]].domain
      guard domain >= 0 else { continue }
      for earlier in 0..<position {
        let other = chart.transitions[enabled[earlier]].domain
        if other >= 0, isNested(domain, other) { return true }
      }
    }
    return false
  }

  private func isNested(_ left: Int, _ right: Int) -> Bool {
    left == right || isDescendant(left, of: right) || isDescendant(right, of: left)
  }
}
