// enterStates, computeEntrySet, addDescendantStatesToEnter, addAncestorStatesToEnter and isInFinalState of Appendix D.
//
// The recursion follows the tree of states downwards, and charts nest at most 16 levels.

extension Planner {
  /// enterStates: plans to enter the states that were found, in document order.
  mutating func enterStates() {
    var next = statesToEnter.first(from: 0)
    while let state = next {
      configuration.insert(state)
      add(.enter, state, acts: chart.states[state].actsOnEntry)
      if statesForDefaultEntry.contains(state) { addContent(chart.states[state].initial) }
      if !defaultHistoryContent.isEmpty {
        for history in defaultHistoryContent where chart.states[history].parent == state {
          addContent(chart.states[history].initial)
        }
      }
      if chart.states[state].kind == .final { reachEnd(state) }
      next = statesToEnter.first(from: state + 1)
    }
    statesToEnter.removeAll()
    statesForDefaultEntry.removeAll()
    defaultHistoryContent.removeAll()
  }

  private mutating func addContent(_ entry: Int) {
    if entry >= 0, !chart.entries[entry].actions.isEmpty { add(.content, entry, acts: true) }
  }

  /// computeEntrySet: finds the states that the enabled transitions enter.
  mutating func computeEntrySet() {
    for place in enabled.indices {
      let transition = enabled[place]
      let targets = chart.transitions[transition].targets
      guard !targets.isEmpty else { continue }
      let domain = chart.transitions[transition].domain
      for position in targets { addDescendantStatesToEnter(chart.targets[position]) }
      for position in targets { addAncestorStatesToEnter(chart.targets[position], upTo: domain) }
      // Only the root can be a parallel domain; all its regions were left.
      if domain == 0, chart.states[0].kind == .parallel { addRegions(of: 0) }
    }
  }

  /// addDescendantStatesToEnter: adds a state and what is entered by default inside it.
  mutating func addDescendantStatesToEnter(_ state: Int) {
    switch chart.states[state].kind {
    case .shallowHistory, .deepHistory:
      let parent = chart.states[state].parent
      let initial = chart.states[state].initial
      let remembered = historyValues[chart.states[state].historyIndex]
      if !remembered.isEmpty {
        let states = remembered.members
        for each in states { addDescendantStatesToEnter(each) }
        for each in states { addAncestorStatesToEnter(each, upTo: parent) }
      } else if initial >= 0 {
        defaultHistoryContent.append(state)
        addTargets(of: initial, upTo: parent)
      }
    case .compound:
      statesToEnter.insert(state)
      statesForDefaultEntry.insert(state)
      let initial = chart.states[state].initial
      if initial >= 0 { addTargets(of: initial, upTo: state) }
    case .parallel:
      statesToEnter.insert(state)
      addRegions(of: state)
    case .atomic, .final, .choice:
      statesToEnter.insert(state)
    }
  }

  private mutating func addTargets(of entry: Int, upTo ancestor: Int) {
    let targets = chart.entries[entry].targets
    for position in targets { addDescendantStatesToEnter(chart.targets[position]) }
    for position in targets { addAncestorStatesToEnter(chart.targets[position], upTo: ancestor) }
  }

  /// addAncestorStatesToEnter: adds the states between a state and an ancestor, with the other regions of parallel
  /// states.
  ///
  /// A parent that is there already was added with its regions, and what is around it with another target; with
  /// thousands of targets in one parallel state its regions would be looked at for each.
  private mutating func addAncestorStatesToEnter(_ state: Int, upTo ancestor: Int) {
    var parent = chart.states[state].parent
    while parent > ancestor, !statesToEnter.contains(parent) {
      statesToEnter.insert(parent)
      if chart.states[parent].kind == .parallel { addRegions(of: parent) }
      parent = chart.states[parent].parent
    }
  }

  /// Adds the regions inside which nothing is entered yet.
  private mutating func addRegions(of parallel: Int) {
    var region = parallel + 1
    while region < chart.states[parallel].end {
      let end = chart.states[region].end
      if !chart.states[region].kind.isHistory && !statesToEnter.containsAny(in: region..<end) {
        addDescendantStatesToEnter(region)
      }
      region = end
    }
  }

  /// Plans the done events that a final state brings about, or the chart's end.
  ///
  /// Completion goes up as far as it reaches. Appendix D looks at the parent and its parent only.
  mutating func reachEnd(_ final: Int) {
    let parent = chart.states[final].parent
    guard parent > 0 else {
      // Decision: Docs/decisions/semantics.md#the-root-is-a-state
      if parent == 0, chart.states[0].kind == .compound || isInFinalState(0) { add(.finish, 0, acts: true) }
      return
    }
    if chart.states[parent].kind == .compound {
      add(.doneWithData, parent, final, acts: true)
    } else if isInFinalState(parent) {
      add(.done, parent, acts: true)
    } else {
      return
    }
    // Decision: Docs/decisions/semantics.md#done-events-pass-through-nested-parallel-states
    var ancestor = chart.states[parent].parent
    while ancestor >= 0, chart.states[ancestor].kind == .parallel, isInFinalState(ancestor) {
      guard ancestor > 0 else { return add(.finish, 0, acts: true) }
      add(.done, ancestor, acts: true)
      ancestor = chart.states[ancestor].parent
    }
  }

  /// isInFinalState: whether a compound state has a final child active, or every region of a parallel state has ended.
  ///
  /// The recursion follows the tree of states downwards.
  private mutating func isInFinalState(_ state: Int) -> Bool {
    switch chart.states[state].kind {
    case .compound:
      // The active child is the next member after the state itself.
      guard let child = configuration.first(from: state + 1) else { return false }
      return child < chart.states[state].end && chart.states[child].kind == .final
        && chart.states[child].parent == state
    case .parallel:
      var region = openRegions[state] ?? state + 1
      defer { openRegions[state] = region }
      while region < chart.states[state].end {
        if !chart.states[region].kind.isHistory && !isInFinalState(region) { return false }
        region = chart.states[region].end
      }
      return true
    case .final: return configuration.contains(state)
    case .atomic, .choice, .shallowHistory, .deepHistory: return false
    }
  }
}
