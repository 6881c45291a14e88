// selectTransitions and selectEventlessTransitions of Appendix D, together with the plan of the microstep that follows.
// The planner selects; here, its guards are evaluated. A step in the cache needs no planner.

extension Interpreter {
  /// selectTransitions: the plan for an event; `StepPlan.nothing` when nothing is enabled.
  mutating func selectTransitions(_ number: Int, _ source: Int) -> Int32 {
    beginSelection()
    guard chart.candidates.isAnswered(number, source) else { return StepPlan.nothing }
    if current >= 0 {
      return remembered(
        stepCache[0].edge(current, number, source), at: .event(current, number: number, source: source)
      ) {
        $0.selectTransitions(number, source)
      }
    }
    cold[0].planner.selectTransitions(number, source)
    return planSelected()
  }

  /// selectEventlessTransitions: the plan for transitions that need no event.
  mutating func selectEventlessTransitions() -> Int32 {
    beginSelection()
    if current >= 0 {
      return remembered(stepCache[0].configurations[Int(current)].eventless, at: .eventless(current)) {
        $0.selectEventlessTransitions()
      }
    }
    cold[0].planner.selectEventlessTransitions()
    return planSelected()
  }

  private mutating func beginSelection() {
    askedGuards = 0
    forgetGuardAnswers()
  }

  /// Evaluates the guards for which the planner stops, and lets it plan what is enabled then.
  private mutating func planSelected() -> Int32 {
    while let transition = cold[0].planner.nextGuard() {
      let holds = conditionMatch(Int32(truncatingIfNeeded: transition), chart.condition(of: transition))
      cold[0].planner.answer(holds)
    }
    guard !cold[0].planner.enabled.isEmpty else { return StepPlan.nothing }
    guard mayPlan else { return StepPlan.unlearned }
    cold[0].planner.planStep()
    return StepPlan.unlearned
  }

  /// conditionMatch: whether the guard of a transition holds.
  @inline(__always)
  mutating func conditionMatch(_ transition: Int32, _ condition: Condition) -> Bool {
    let holds = holds(condition, of: transition)
    if !holds, host.isNoting { host.didRefuse(Int(transition)) }
    return holds
  }
}
