// Which states are active, also in the middle of a step.

extension Interpreter {
  /// The active states. After the end: those that were active when it was reached.
  var configuration: StateSet {
    if current >= 0 {
      var states = StateSet()
      for state in stepCache[0].members(of: current) { states.insert(Int(state)) }
      return states
    }
    return cold[0].planner.configuration
  }

  /// Whether a state is active now. While a plan is carried out, the configuration is already the one that it leads
  /// to, and the plan says what was not yet left or entered.
  func isActive(_ state: Int) -> Bool {
    if state >= exitBoundary { return false }
    if planPosition >= 0 {
      let operations = operations(of: plan)
      let start = plan == StepPlan.unlearned ? 0 : stepCache[0].plans[Int(plan)].operations.lowerBound
      let now = operations.startIndex + Int(planPosition - start)
      let exit = operations.exit(of: state)
      if let entry = operations.entry(of: state) { return entry <= now || exit.map { $0 >= now } ?? false }
      if let exit { return exit >= now }
    }
    if current >= 0 { return stepCache[0].contains(state, in: current) }
    return cold[0].planner.configuration.contains(state)
  }

  /// The active states now, in document order, also while a plan is carried out.
  var activeStates: [Int] {
    guard planPosition >= 0 || exitBoundary < Int32.max else { return Array(configuration.members) }
    return chart.states.indices.filter { isActive($0) }
  }

  /// The operations of a plan.
  func operations(of number: Int32) -> ArraySlice<PlanOperation> {
    if number == StepPlan.unlearned { return cold[0].planner.operations.slice }
    let range = stepCache[0].plans[Int(number)].operations
    return stepCache[0].operations[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}
