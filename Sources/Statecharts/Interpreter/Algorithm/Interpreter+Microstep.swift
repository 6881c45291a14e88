// microstep of Appendix D: the plan of exitStates, executeTransitionContent and enterStates is carried out. The
// planner has decided which states and transitions these are, and in which order.

extension Interpreter {
  /// microstep: takes the transitions that were selected.
  mutating func microstep(_ plan: Int32, hasEvent: Bool) {
    // Guards may have stopped it, or what the last step did besides its actions may have been too much.
    guard mayWork() else { return }
    microsteps += 1
    if microsteps > RunLimits.microsteps { return stopLooping() }
    if microsteps > RunLimits.microsteps - RunLimits.observedSteps { observe(plan) }
    tookTransition = true
    if host.isRecording { host.willStep(hasEvent ? event : nil) }
    carryOut(plan)
  }

  /// Carries out a plan. A record gets all of its operations; without one, only those that act are looked at.
  mutating func carryOut(_ number: Int32) {
    if number == StepPlan.unlearned { return carryOutUnlearned() }
    let plan = stepCache[0].plans[Int(number)]
    current = plan.next
    if host.isRecording {
      self.plan = number
      for position in plan.operations {
        planPosition = position
        perform(stepCache[0].operations[Int(position)])
      }
    } else if !plan.acting.isEmpty {
      self.plan = number
      for place in plan.acting {
        planPosition = stepCache[0].acting[Int(place)]
        perform(stepCache[0].operations[Int(planPosition)])
      }
    }
    planPosition = -1
  }

  /// Carries out what is in the planner only.
  @inline(never)
  private mutating func carryOutUnlearned() {
    // A step that is not in the cache may lead to a configuration that is.
    current = stepCache.isEmpty ? -1 : stepCache[0].number(of: cold[0].planner, adding: false) ?? -1
    guard cold[0].planner.acts || host.isRecording else { return }
    plan = StepPlan.unlearned
    for position in cold[0].planner.operations.indices {
      let operation = cold[0].planner.operations[position]
      guard operation.acts || host.isRecording else { continue }
      planPosition = Int32(truncatingIfNeeded: position)
      perform(operation)
    }
    planPosition = -1
  }

  private mutating func perform(_ operation: PlanOperation) {
    let subject = Int(operation.subject)
    switch operation.kind {
    case .exit: exitState(subject)
    case .take: executeTransitionContent(subject)
    case .content: executeContent(chart.entries[subject].actions)
    case .enter: enterState(subject)
    case .doneWithData: enqueueDone(subject, doneData(of: Int(operation.detail)))
    case .done: enqueueDone(subject, nil)
    case .finish: isGoingOn = false
    }
  }

  /// The body of exitStates for one state.
  private mutating func exitState(_ state: Int) {
    executeContent(chart.states[state].exit)
    leave(state)
    if !cold[0].statesToInvoke.isEmpty { cold[0].statesToInvoke.remove(state) }
    if host.isRecording { host.didExit(state) }
  }

  /// Ends what belongs to a state: its timers, its services, and variables that are reset on leaving it.
  mutating func leave(_ state: Int) {
    if !chart.states[state].timers.isEmpty { cancelTimers(of: state) }
    for invocation in chart.states[state].invocations { cancelInvoke(invocation) }
    if chart.states[state].startsReadEvent { cold[0].entryEvents.removeValue(forKey: state) }
    for position in chart.states[state].cleared {
      let slot = chart.clearedSlots[position]
      slots[slot] = chart.initialValues[slot]
      mark(slot, [])
    }
  }

  /// executeTransitionContent, for one transition.
  private mutating func executeTransitionContent(_ transition: Int) {
    if host.isRecording { host.didTake(transition) }
    executeContent(chart.transitions[transition].actions)
  }

  /// The body of enterStates for one state. The content of a default entry is an operation of its own.
  private mutating func enterState(_ state: Int) {
    if !chart.states[state].invocations.isEmpty { willInvoke(state) }
    executeContent(chart.states[state].entry)
    if !chart.states[state].timers.isEmpty { startTimers(of: state) }
    if host.isRecording { host.didEnter(state) }
  }

  private mutating func enqueueDone(_ state: Int, _ output: NamedData?) {
    let number = chart.states[state].doneEvent
    enqueue(
      RuntimeEvent(
        kind: .platform, number: number, source: EventSource.stateDone(state), name: chart.trie.names[number],
        data: output?.data ?? .unset, taint: output?.taint ?? []))
  }
}
