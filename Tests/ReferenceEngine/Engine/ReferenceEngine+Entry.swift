import Statecharts
import StatechartsModel

/// What computeEntrySet finds.
struct EntrySet {
  var statesToEnter: [String] = []
  var statesForDefaultEntry: [String] = []
  /// History states that are entered without memory. Appendix D keeps one content by parent; choice: each of several
  /// histories of one parallel state has its own.
  var defaultHistories: [String] = []
}

extension ReferenceEngine {
  /// procedure enterStates
  func enterStates(_ entrySet: EntrySet) {
    for state in chart.inDocumentOrder(entrySet.statesToEnter) {
      if !configuration.contains(state) { configuration.append(state) }
      if !statesToInvoke.contains(state) { statesToInvoke.append(state) }
      entryEvents[state] = .some(event)
      executeContent(chart.state(state).entry)
      startTimers(state)
      observation.noteEntered(state)
      if entrySet.statesForDefaultEntry.contains(state) {
        executeContent(chart.state(state).initial?.actions ?? [])
      }
      for history in entrySet.defaultHistories where chart.parents[history] == state {
        executeContent(chart.state(history).initial?.actions ?? [])
      }
      if chart.isFinal(state) { finalStateEntered(state) }
    }
  }

  private func finalStateEntered(_ state: String) {
    guard let parent = chart.parents[state] else { return }
    if parent == ReferenceChart.rootID {
      // Choice: a parallel root ends when all its regions are in final states.
      if chart.isCompound(parent) || isInFinalState(parent) { running = false }
      return
    }
    // Choice: a region of a parallel state may be a final state; it completes the parallel state with the others.
    if chart.isParallel(parent) {
      if !isInFinalState(parent) { return }
      raiseDone(parent, .unset)
    } else {
      raiseDone(parent, doneData(state))
    }
    // Choice: Appendix D looks at the grandparent only; completion goes up through nested parallel states.
    var ancestor = chart.parents[parent]
    while let parallel = ancestor, chart.isParallel(parallel), isInFinalState(parallel) {
      if parallel == ReferenceChart.rootID {
        running = false
        return
      }
      raiseDone(parallel, .unset)
      ancestor = chart.parents[parallel]
    }
  }

  private func raiseDone(_ state: String, _ data: ChartValue) {
    internalQueue.append(
      ReferenceEvent(name: "done.state.\(state)", data: data, origin: .done(state: state)))
  }

  /// function isInFinalState
  private func isInFinalState(_ state: String) -> Bool {
    if chart.isCompound(state) {
      return chart.childStates(state).contains { chart.isFinal($0) && configuration.contains($0) }
    } else if chart.isParallel(state) {
      return chart.childStates(state).allSatisfy(isInFinalState)
    } else {
      return chart.isFinal(state) && configuration.contains(state)
    }
  }

  /// procedure computeEntrySet
  func computeEntrySet(_ transitions: [ReferenceTransition]) -> EntrySet {
    var entrySet = EntrySet()
    for transition in transitions where !transition.model.targets.isEmpty {
      let targets = transition.model.targets.map(\.text)
      for state in targets { addDescendantStatesToEnter(state, &entrySet) }
      let ancestor = getTransitionDomain(transition)
      for state in getEffectiveTargetStates(targets) {
        addAncestorStatesToEnter(state, ancestor, &entrySet)
      }
      // Choice: only the root can be a parallel domain; it stays, and all its regions were left.
      if ancestor == ReferenceChart.rootID, chart.isParallel(ancestor) { addRegions(ancestor, &entrySet) }
    }
    return entrySet
  }

  /// procedure addDescendantStatesToEnter
  func addDescendantStatesToEnter(_ state: String, _ entrySet: inout EntrySet) {
    if chart.isHistory(state) {
      guard let parent = chart.parents[state] else { return }
      if let remembered = historyValue[state] {
        for each in remembered { addDescendantStatesToEnter(each, &entrySet) }
        for each in remembered { addAncestorStatesToEnter(each, parent, &entrySet) }
      } else {
        if !entrySet.defaultHistories.contains(state) { entrySet.defaultHistories.append(state) }
        for each in defaultTargets(state) { addDescendantStatesToEnter(each, &entrySet) }
        for each in defaultTargets(state) { addAncestorStatesToEnter(each, parent, &entrySet) }
      }
    } else {
      if !entrySet.statesToEnter.contains(state) { entrySet.statesToEnter.append(state) }
      if chart.isCompound(state) {
        if !entrySet.statesForDefaultEntry.contains(state) { entrySet.statesForDefaultEntry.append(state) }
        for each in defaultTargets(state) { addDescendantStatesToEnter(each, &entrySet) }
        for each in defaultTargets(state) { addAncestorStatesToEnter(each, state, &entrySet) }
      } else if chart.isParallel(state) {
        addRegions(state, &entrySet)
      }
    }
  }

  /// procedure addAncestorStatesToEnter
  private func addAncestorStatesToEnter(_ state: String, _ ancestor: String, _ entrySet: inout EntrySet) {
    for each in chart.properAncestors(of: state).prefix(while: { $0 != ancestor }) {
      if each == ReferenceChart.rootID { return }
      if !entrySet.statesToEnter.contains(each) { entrySet.statesToEnter.append(each) }
      if chart.isParallel(each) { addRegions(each, &entrySet) }
    }
  }

  private func addRegions(_ parallel: String, _ entrySet: inout EntrySet) {
    for child in chart.childStates(parallel) {
      if !entrySet.statesToEnter.contains(where: { chart.isDescendant($0, child) }) {
        addDescendantStatesToEnter(child, &entrySet)
      }
    }
  }
}
