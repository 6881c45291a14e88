// microstep of Appendix D, as a plan: nothing is done before all of it is known.

extension Planner {
  /// Plans the entry into the chart.
  mutating func planStart() {
    beginPlan()
    addDescendantStatesToEnter(0)
    enterStates()
  }

  /// microstep: plans what the enabled transitions do.
  mutating func planStep() {
    beginPlan()
    exitStates()
    executeTransitionContent()
    computeEntrySet()
    enterStates()
  }

  private mutating func executeTransitionContent() {
    for position in enabled.indices {
      let transition = enabled[position]
      add(.take, transition, acts: !chart.transitions[transition].actions.isEmpty)
    }
  }

  private mutating func beginPlan() {
    operations.removeAll()
    acts = false
    if !openRegions.isEmpty { openRegions.removeAll() }
  }

  /// Adds an operation to the plan.
  @inline(__always)
  mutating func add(_ kind: PlanOperation.Kind, _ subject: Int, _ detail: Int = -1, acts: Bool) {
    if acts { self.acts = true }
    // proven: numbers of states, transitions and entries are far below 2^31, for texts of charts are limited.
    operations.append(
      PlanOperation(
        kind: kind, acts: acts, subject: Int32(truncatingIfNeeded: subject),
        detail: Int32(truncatingIfNeeded: detail)))
  }
}
