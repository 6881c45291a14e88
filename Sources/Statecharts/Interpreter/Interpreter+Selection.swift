// selectTransitions, selectEventlessTransitions and removeConflictingTransitions of Appendix D: each active leaf,
// in document order, takes its innermost and first transition that answers the event and whose guard holds.

extension Interpreter {
  /// The answer to a transition's guard in this selection. Leaves of parallel regions share ancestors.
  struct TestedGuard: Sendable {
    var transition: Int
    var holds: Bool
  }

  /// Fills `enabled` with the transitions for an event.
  mutating func selectTransitions(_ event: RuntimeEvent) {
    beginSelection()
    for position in configuration.members.indices {
      let leaf = configuration.members[position]
      guard chart.states[leaf].kind.isLeaf else { continue }
      var state = leaf
      search: while state >= 0 {
        for transition in chart.states[state].transitions where answers(transition, event) {
          if conditionMatch(transition) {
            addEnabled(transition)
            break search
          }
        }
        state = chart.states[state].parent
      }
    }
    removeConflictingTransitions()
  }

  /// Fills `enabled` with the transitions that need no event.
  mutating func selectEventlessTransitions() {
    beginSelection()
    guard chart.hasEventless else { return }
    for position in configuration.members.indices {
      let leaf = configuration.members[position]
      guard chart.states[leaf].kind.isLeaf else { continue }
      var state = leaf
      search: while state >= 0 {
        for transition in chart.states[state].eventless where conditionMatch(transition) {
          addEnabled(transition)
          break search
        }
        state = chart.states[state].parent
      }
    }
    removeConflictingTransitions()
  }

  /// Whether a transition answers an event, by name and origin.
  private func answers(_ transition: Int, _ event: RuntimeEvent) -> Bool {
    let record = chart.transitions[transition]
    return record.events.contains(event.number)
      && (record.eventSource == EventSource.any || record.eventSource == event.source)
  }

  private mutating func beginSelection() {
    enabled.removeAll(keepingCapacity: true)
    testedGuards.removeAll(keepingCapacity: true)
    guardAnswers.removeAll(keepingCapacity: true)
  }

  private mutating func addEnabled(_ transition: Int) {
    if !enabled.contains(transition) { enabled.append(transition) }
  }

  /// Whether the guard holds. A guard that fails or is not a truth value does not (SCXML 5.9.1).
  private mutating func conditionMatch(_ transition: Int) -> Bool {
    let condition = chart.transitions[transition].guard
    if condition < 0 { return true }
    for tested in testedGuards where tested.transition == transition { return tested.holds }
    let holds = test(condition, of: transition)
    testedGuards.append(TestedGuard(transition: transition, holds: holds))
    if !holds { host.didRefuse(transition) }
    return holds
  }

  private mutating func test(_ condition: Int, of transition: Int) -> Bool {
    do throws(EvaluationError) {
      guard case .bool(let holds) = try evaluate(condition) else {
        throw EvaluationError(.notACondition(found: "something else"))
      }
      return holds
    } catch {
      guardFailed(transition, error)
      return false
    }
  }

  /// Queues `error.execution`, but not where it would only bring about the same failure again without end: while
  /// selecting for that very event, and more than once a macrostep for a transition without event.
  private mutating func guardFailed(_ transition: Int, _ error: EvaluationError) {
    let state = chart.stateIDs[chart.transitions[transition].source]
    let message = "A guard in `\(state)` failed: \(error.message)."
    if chart.states[chart.transitions[transition].source].eventless.contains(transition) {
      guard !failedEventless.contains(transition) else { return }
      failedEventless.insert(transition)
    } else if event?.error == "execution" {
      return host.didFail(message)
    }
    enqueueError("execution", message)
  }

  /// Of transitions that would leave the same state, keeps the one selected first, unless the other's source
  /// lies inside the source of the first (SCXML 3.13). What leaves a state is an interval, so two exit sets meet
  /// exactly when one domain is, or lies inside, the other.
  private mutating func removeConflictingTransitions() {
    guard enabled.count > 1 else { return }
    var filtered = ContiguousArray<Int>()
    for candidate in enabled {
      let source = chart.transitions[candidate].source
      let domain = transitionDomain(candidate)
      var isPreempted = false
      var removed: [Int] = []
      for other in filtered where domain >= 0 {
        let otherDomain = transitionDomain(other)
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

  private func isNested(_ left: Int, _ right: Int) -> Bool {
    left == right || isDescendant(left, of: right) || isDescendant(right, of: left)
  }

  /// Whether a state lies inside another.
  func isDescendant(_ state: Int, of ancestor: Int) -> Bool {
    state > ancestor && state < chart.states[ancestor].end
  }
}
