import Statecharts
import StatechartsModel

extension ReferenceEngine {
  /// procedure exitStates
  func exitStates(_ enabledTransitions: [ReferenceTransition]) {
    let statesToExit = Array(chart.inDocumentOrder(computeExitSet(enabledTransitions)).reversed())
    for state in statesToExit {
      for history in chart.children(of: state) where chart.isHistory(history) {
        let isDeep = chart.state(history).kind == .history(deep: true)
        historyValue[history] = configuration.filter {
          isDeep
            ? chart.isAtomic($0) && chart.isDescendant($0, state)
            : chart.parents[$0] == state
        }
      }
    }
    for state in statesToExit {
      executeContent(chart.state(state).exit)
      timers.removeAll { $0.state == state }
      externalQueue.removeAll { if case .timer(state, _) = $0.origin { true } else { false } }
      cancelInvocations(state)
      clearVariables(leaving: state)
      configuration.removeAll { $0 == state }
      observation.noteExited(state)
    }
  }

  /// Choice: variables that are cleared on leaving a state get their initial value after its exit actions.
  func clearVariables(leaving state: String) {
    for variable in chart.chart.context where variable.clearedOnExitOf.contains(where: { $0.text == state }) {
      datamodel[variable.name.text] = initialValue(variable)
    }
  }

  /// function computeExitSet
  func computeExitSet(_ transitions: [ReferenceTransition]) -> [String] {
    var statesToExit: [String] = []
    for transition in transitions where !transition.model.targets.isEmpty {
      let domain = getTransitionDomain(transition)
      for state in configuration where chart.isDescendant(state, domain) && !statesToExit.contains(state) {
        statesToExit.append(state)
      }
    }
    return statesToExit
  }

  /// function getEffectiveTargetStates
  func getEffectiveTargetStates(_ transition: [String]) -> [String] {
    var targets: [String] = []
    func add(_ state: String) { if !targets.contains(state) { targets.append(state) } }
    for state in transition {
      if chart.isHistory(state) {
        if let remembered = historyValue[state] {
          remembered.forEach(add)
        } else {
          getEffectiveTargetStates(defaultTargets(state)).forEach(add)
        }
      } else {
        add(state)
      }
    }
    return targets
  }

  /// The targets of a state's initial transition, or of a history's default.
  func defaultTargets(_ state: String) -> [String] {
    (chart.state(state).initial?.targets ?? []).map(\.text)
  }

  /// function getTransitionDomain. Choice: of the targets themselves, a history being a child of its parent.
  ///
  /// The Recommendation asks getEffectiveTargetStates. Where the source and all that is remembered lie inside one
  /// child of the history's parent, the domain is that child or below, yet addDescendantStatesToEnter enters
  /// everything up to the history's parent: states that were never left are entered again.
  func getTransitionDomain(_ transition: ReferenceTransition) -> String {
    let targets = transition.model.targets.map(\.text)
    if transition.model.isInternal == true, chart.isCompound(transition.source),
      targets.allSatisfy({ chart.isDescendant($0, transition.source) })
    {
      return transition.source
    }
    return findLCCA([transition.source] + targets)
  }

  /// function findLCCA. Choice: a transition of the root, which has no ancestors, leaves the root's children.
  private func findLCCA(_ states: [String]) -> String {
    for ancestor in chart.properAncestors(of: states[0])
    where chart.isCompound(ancestor) || ancestor == ReferenceChart.rootID {
      if states.dropFirst().allSatisfy({ chart.isDescendant($0, ancestor) }) { return ancestor }
    }
    return ReferenceChart.rootID
  }
}
