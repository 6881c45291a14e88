// selectTransitions, selectEventlessTransitions and removeConflictingTransitions of Appendix D: each active leaf,
// in document order, takes its innermost and first transition that answers the event and whose guard holds.
//
// The selection stops at each guard and goes on with its result. So the planner does not evaluate guards, and the
// results can be remembered.

extension Planner {
  /// selectTransitions: begins to look for the transitions of an event. `nextGuard` goes on.
  mutating func selectTransitions(_ number: Int, _ source: Int) {
    beginSelection()
    eventNumber = number
    eventSource = source
    if source == EventSource.any, chart.candidates.isComplete {
      candidates = .listed
      leaves = chart.candidates.leaves(number)
    } else {
      candidates = .searched
      leaves = chart.candidates.allLeaves
    }
  }

  /// selectEventlessTransitions: begins to look for the transitions that need no event. `nextGuard` goes on.
  mutating func selectEventlessTransitions() {
    beginSelection()
    candidates = .eventless
    leaves = chart.candidates.eventlessLeaves
  }

  private mutating func beginSelection() {
    leaf = -1
    state = -1
    asked = -1
    enabled.removeAll()
    searched.removeAll()
  }

  /// The loop of selectTransitions and selectEventlessTransitions, until a guard has to be answered. At its end, conflicts are
  /// removed.
  ///
  /// - Returns: the transition that has it; nil when all is selected.
  mutating func nextGuard() -> Int? {
    while true {
      if state < 0 {
        guard let next = configuration.first(from: leaf + 1, among: leaves) else { break }
        leaf = next
        guard next < 64 || chart.states[next].kind.isLeaf else { continue }
        look(at: next)
      }
      while candidate < candidatesEnd {
        let transition = candidates == .listed ? chart.candidates[candidate] : candidate
        candidate += 1
        if candidates == .searched, !answers(transition) { continue }
        if chart.transitions[transition].guard < 0 {
          take(transition)
          break
        }
        asked = transition
        return transition
      }
      if state >= 0 { look(at: chart.states[state].parent) }
    }
    removeConflictingTransitions()
    return nil
  }

  /// Goes on after the guard that `nextGuard` returned.
  mutating func answer(_ holds: Bool) {
    if holds { take(asked) }
  }

  /// Goes on with the transitions of a state; with the next leaf where there is no state.
  ///
  /// A state that was searched for an earlier leaf has the same result for this one: its own transition, that of a
  /// state around it, or no transition.
  private mutating func look(at next: Int) {
    state = next
    guard next >= 0 else { return }
    guard !searched.contains(next) else {
      state = -1
      return
    }
    searched.insert(next)
    switch candidates {
    case .listed:
      candidate = chart.candidates.start(next, eventNumber)
      candidatesEnd = chart.candidates.end(next, eventNumber)
    case .searched:
      candidate = chart.states[next].transitions.lowerBound
      candidatesEnd = chart.states[next].transitions.upperBound
    case .eventless:
      candidate = chart.states[next].eventless.lowerBound
      candidatesEnd = chart.states[next].eventless.upperBound
    }
  }

  /// Takes a transition for the present leaf and goes on with the next one.
  private mutating func take(_ transition: Int) {
    enabled.append(transition)
    state = -1
  }

  /// Whether a transition answers the event, by name and origin.
  private func answers(_ transition: Int) -> Bool {
    // Decision: Docs/decisions/semantics.md#engine-triggers-cannot-be-forged
    let source = chart.transitions[transition].eventSource
    return (source == EventSource.any || source == eventSource)
      && chart.transitions[transition].events.contains(eventNumber)
  }

  /// removeConflictingTransitions: of transitions that would leave the same state, keeps the one selected first, unless
  /// the other's source lies inside the source of the first (SCXML 3.13). What leaves a state is an interval, so two
  /// exit sets meet exactly when one domain is, or lies inside, the other.
  ///
  /// A domain lies around the leaf for which its transition was selected. So those that are kept have their domains in
  /// document order, none inside another, and what a transition is in conflict with comes last among them.
  private mutating func removeConflictingTransitions() {
    guard enabled.count > 1, hasConflicts else { return }
    // The places of those that are kept and leave something.
    var leaving = ContiguousArray<Int>()
    for place in enabled.indices {
      let candidate = enabled[place]
      let source = chart.transitions[candidate].source
      let domain = chart.transitions[candidate].domain
      guard domain >= 0 else { continue }
      var rest = leaving.count
      var isPreempted = false
      while rest > 0 {
        let other = enabled[leaving[rest - 1]]
        guard isNested(domain, chart.transitions[other].domain) else { break }
        if chart.states.isDescendant(source, of: chart.transitions[other].source) {
          rest -= 1
        } else {
          isPreempted = true
          break
        }
      }
      if isPreempted {
        enabled[place] = -1
        continue
      }
      while leaving.count > rest { enabled[leaving.removeLast()] = -1 }
      leaving.append(place)
    }
    enabled.removeAll { $0 < 0 }
  }

  /// Whether two of the enabled transitions would leave the same state.
  private var hasConflicts: Bool {
    var last = -1
    for position in enabled.indices {
      let domain = chart.transitions[enabled[position]].domain
      guard domain >= 0 else { continue }
      if last >= 0, domain < chart.states[last].end { return true }
      last = domain
    }
    return false
  }

  private func isNested(_ left: Int, _ right: Int) -> Bool {
    left == right || chart.states.isDescendant(left, of: right) || chart.states.isDescendant(right, of: left)
  }
}
