extension Machine {
  /// What would become of an event from outside if it were sent now. Guards are asked, and nothing is done: no action,
  /// no step. What a failing guard would lead to is not followed.
  ///
  /// - Returns: `taken` when a transition would be taken, `ignored` with the guards that say no, or `rejected`.
  public mutating func preview(_ event: ChartEvent) -> EventOutcome {
    if let rejection = rejection(of: event) { return .rejected(rejection) }
    interpreter.host.isNoting = true
    let isEnabled = interpreter.preview(external(event))
    let refused = interpreter.host.takeRecord().refused
    interpreter.host.isNoting = false
    return isEnabled ? .taken : .ignored(refused: refused)
  }
}

extension Interpreter {
  /// Whether any transition is enabled for an event. The machine is afterwards where it was.
  mutating func preview(_ event: RuntimeEvent) -> Bool {
    let (oldEvent, oldEventWithoutData) = (cold[0].event, eventWithoutData)
    // Planning changes where the planner is; without a step cache that is where the machine is.
    let planner = current < 0 ? cold[0].planner : nil
    // An event from outside begins with nothing spent, whatever other charts spent on the last one.
    spent = Spending()
    beginEvent()
    self.event = event
    isPreviewing = true
    let plan = selectTransitions(event.number, event.source)
    isPreviewing = false
    if let planner { cold[0].planner = planner }
    cold[0].event = oldEvent
    eventWithoutData = oldEventWithoutData
    cold[0].internalQueue.removeAll()
    return plan != StepPlan.nothing
  }
}
