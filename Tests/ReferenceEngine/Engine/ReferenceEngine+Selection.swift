import Statecharts
import StatechartsModel

extension ReferenceEngine {
  /// procedure selectEventlessTransitions
  func selectEventlessTransitions() -> [ReferenceTransition] {
    select { transition, _ in transition.trigger == .nothing }
  }

  /// procedure selectTransitions
  func selectTransitions(_ event: ReferenceEvent) -> [ReferenceTransition] {
    select { transition, chart in transition.trigger != .nothing && Self.nameMatch(transition, event) }
  }

  private func select(
    _ isTriggered: (ReferenceTransition, ReferenceChart) -> Bool
  ) -> [ReferenceTransition] {
    testedGuards = []
    var enabledTransitions: [ReferenceTransition] = []
    let atomicStates = chart.inDocumentOrder(configuration.filter(chart.isAtomic))
    for state in atomicStates {
      loop: for source in [state] + chart.properAncestors(of: state) {
        for transition in chart.transitions(of: source) where isTriggered(transition, chart) {
          if conditionMatch(transition) {
            if !enabledTransitions.contains(transition) { enabledTransitions.append(transition) }
            break loop
          }
        }
      }
    }
    return removeConflictingTransitions(enabledTransitions)
  }

  /// SCXML 3.12.1: a descriptor takes the event whose tokens begin with the descriptor's.
  private static func nameMatch(_ transition: ReferenceTransition, _ event: ReferenceEvent) -> Bool {
    switch transition.trigger {
    case .nothing: return false
    // Choice: what belongs to the engine cannot be forged by an event of that name.
    case .done: return event.origin == .done(state: transition.source)
    case .timer(let delay): return event.origin == .timer(state: transition.source, delay: delay)
    case .invocationDone(let id): return event.origin == .invocationDone(id)
    case .invocationFailed(let id, let code):
      return event.origin == .invocationFailed(id) && (code == nil || code == event.error)
    case .descriptor("*"): return true
    case .descriptor(let descriptor):
      var wanted = descriptor.split(separator: ".", omittingEmptySubsequences: false)
      if wanted.last == "*" || wanted.last == "" { wanted.removeLast() }
      let tokens = event.name.split(separator: ".", omittingEmptySubsequences: false)
      return tokens.count >= wanted.count && zip(wanted, tokens).allSatisfy { $0 == $1 }
    }
  }

  /// A guard that fails does not hold and queues error.execution (SCXML 5.9.1). Choices: each guard is asked once in a
  /// selection, and a failure is not queued where it would only bring itself about again.
  private func conditionMatch(_ transition: ReferenceTransition) -> Bool {
    guard let condition = transition.model.guard else { return true }
    if let known = testedGuards.first(where: { $0.transition == transition }) { return known.holds }
    let holds = test(condition, transition)
    testedGuards.append((transition, holds))
    return holds
  }

  private func test(_ condition: ChartExpression, _ transition: ReferenceTransition) -> Bool {
    if case .bool(let holds)? = try? evaluate(condition) { return holds }
    if transition.trigger == .nothing {
      if failedEventless.contains(transition) { return false }
      failedEventless.append(transition)
      raiseError()
    } else if event?.error != "execution" {
      raiseError()
    }
    return false
  }

  /// function removeConflictingTransitions
  private func removeConflictingTransitions(_ enabledTransitions: [ReferenceTransition])
    -> [ReferenceTransition]
  {
    var filteredTransitions: [ReferenceTransition] = []
    for t1 in enabledTransitions {
      var t1Preempted = false
      var transitionsToRemove: [ReferenceTransition] = []
      for t2 in filteredTransitions {
        let exitSet = computeExitSet([t2])
        if computeExitSet([t1]).contains(where: exitSet.contains) {
          if chart.isDescendant(t1.source, t2.source) {
            transitionsToRemove.append(t2)
          } else {
            t1Preempted = true
            break
          }
        }
      }
      if !t1Preempted {
        filteredTransitions.removeAll { transitionsToRemove.contains($0) }
        filteredTransitions.append(t1)
      }
    }
    return filteredTransitions
  }
}
