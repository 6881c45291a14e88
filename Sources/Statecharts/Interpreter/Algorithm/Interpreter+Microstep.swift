// exitStates and enterStates of Appendix D: a plan is carried out.

extension Interpreter {
  /// Carries out a plan. Whoever records is told all of it; else only what acts is done.
  mutating func carryOut(_ number: Int32) {
    if number == StepPlan.unlearned { return carryOutUnlearned() }
    let plan = memos[0].plans[Int(number)]
    current = plan.next
    if host.isRecording {
      self.plan = number
      for position in plan.operations {
        planPosition = position
        perform(memos[0].operations[Int(position)])
      }
    } else if !plan.acting.isEmpty {
      self.plan = number
      for place in plan.acting {
        planPosition = memos[0].acting[Int(place)]
        perform(memos[0].operations[Int(planPosition)])
      }
    }
    planPosition = -1
  }

  /// Carries out what is in the planner only.
  @inline(never)
  private mutating func carryOutUnlearned() {
    // A step out of the memo may lead back into it.
    current = memos.isEmpty ? -1 : memos[0].number(of: rooms[0].planner, adding: false) ?? -1
    guard rooms[0].planner.acts || host.isRecording else { return }
    plan = StepPlan.unlearned
    for position in rooms[0].planner.operations.indices {
      let operation = rooms[0].planner.operations[position]
      guard operation.acts || host.isRecording else { continue }
      planPosition = Int32(truncatingIfNeeded: position)
      perform(operation)
    }
    planPosition = -1
  }

  mutating func perform(_ operation: PlanOperation) {
    let subject = Int(operation.subject)
    switch operation.kind {
    case .exit:
      execute(chart.states[subject].exit)
      leave(subject)
      if !rooms.isEmpty { statesToInvoke.remove(subject) }
      if host.isRecording { host.didExit(subject) }
    case .take:
      if host.isRecording { host.didTake(subject) }
      execute(chart.transitions[subject].actions)
    case .content: execute(chart.entries[subject].actions)
    case .enter:
      if !chart.states[subject].invocations.isEmpty { willInvoke(subject) }
      execute(chart.states[subject].entry)
      if !chart.states[subject].timers.isEmpty { startTimers(of: subject) }
      if host.isRecording { host.didEnter(subject) }
    case .doneWithData: enqueueDone(subject, doneData(of: Int(operation.detail)))
    case .done: enqueueDone(subject, nil)
    case .finish: isGoingOn = false
    }
  }

  private mutating func enqueueDone(_ state: Int, _ output: NamedData?) {
    let number = chart.states[state].doneEvent
    enqueue(
      RuntimeEvent(
        kind: .platform, number: number, source: EventSource.stateDone(state), name: chart.trie.names[number],
        data: output?.data ?? .unset, taint: output?.taint ?? []))
  }

  /// Ends what belongs to a state: its timers, its services, and variables that are reset on leaving it.
  mutating func leave(_ state: Int) {
    if !chart.states[state].timers.isEmpty { cancelTimers(of: state) }
    for invocation in chart.states[state].invocations { cancelInvoke(invocation) }
    if chart.states[state].startsReadEvent, !rooms.isEmpty { rooms[0].entryEvents.removeValue(forKey: state) }
    for position in chart.states[state].cleared {
      let slot = chart.clearedSlots[position]
      slots[slot] = chart.initialValues[slot]
      mark(slot, [])
    }
  }

  /// Notes the states whose transitions a plan takes, to name those of a circle.
  @inline(never)
  mutating func observe(_ plan: Int32) {
    for operation in operations(of: plan) where operation.kind == .take {
      loopingStates.insert(chart.transitions[Int(operation.subject)].source)
    }
  }

  private func operations(of number: Int32) -> ArraySlice<PlanOperation> {
    if number == StepPlan.unlearned { return rooms[0].planner.operations.slice }
    let range = memos[0].plans[Int(number)].operations
    return memos[0].operations[Int(range.lowerBound)..<Int(range.upperBound)]
  }

  /// Whether a state is active now. While a plan is carried out, the configuration is already the one that it leads
  /// to, and what was not yet left or entered is told by the plan.
  func isActive(_ state: Int) -> Bool {
    if state >= firstLeft { return false }
    if planPosition >= 0 {
      let operations = operations(of: plan)
      let start = plan == StepPlan.unlearned ? 0 : memos[0].plans[Int(plan)].operations.lowerBound
      let now = operations.startIndex + Int(planPosition - start)
      let exit = operations.exit(of: state)
      if let entry = operations.entry(of: state) { return entry <= now || exit.map { $0 >= now } ?? false }
      if let exit { return exit >= now }
    }
    if current >= 0 { return memos[0].contains(state, in: current) }
    return !rooms.isEmpty && rooms[0].planner.configuration.contains(state)
  }

  /// The active states now, in document order, also while a plan is carried out.
  var activeStates: [Int] {
    guard planPosition >= 0 || firstLeft < Int32.max else { return Array(configuration.members) }
    return chart.states.indices.filter { isActive($0) }
  }
}
