/// What a `Machine`'s interpreter runs in: bound handlers, and a record of the steps.
struct MachineHost: InterpreterHost, Sendable {
  let chart: CompiledChart
  /// By number; empty when the run is scripted.
  let guards: ContiguousArray<Handlers.Guard>
  let actions: ContiguousArray<Handlers.Action>
  /// Answers of guards by name; others hold. Nil for bound handlers.
  var script: [String: Bool]?
  var record = Macrostep(outcome: .taken)
  var refused: [Int] = []

  mutating func answer(guard number: Int, _ call: HandlerCall) throws -> Bool {
    if let script { return script[chart.guardNames[number]] ?? true }
    return try guards[number](call)
  }

  mutating func perform(action number: Int, _ call: HandlerCall) throws {
    if script == nil { try actions[number](call) }
  }

  mutating func willStep(_ event: RuntimeEvent?) {
    record.microsteps.append(Microstep(chart, event: event?.name))
  }

  mutating func didExit(_ state: Int) { withLast { $0.exitedNumbers.append(state) } }

  mutating func didTake(_ transition: Int) { withLast { $0.takenNumbers.append(transition) } }

  mutating func didEnter(_ state: Int) { withLast { $0.enteredNumbers.append(state) } }

  mutating func didRefuse(_ transition: Int) {
    if record.microsteps.isEmpty, chart.transitionNotes[transition].trigger != nil {
      refused.append(transition)
    }
  }

  mutating func didPerform(action: Int, _ arguments: [(name: String, value: Value)]) {
    record.actions.append(
      .init(name: chart.actionNames[action], arguments: arguments.map { NamedValue($0.name, $0.value) }))
  }

  mutating func didLog(_ value: Value) { record.logs.append(value) }

  mutating func didFail(_ message: String) { record.failures.append(message) }

  mutating func didIgnoreError(_ event: RuntimeEvent) { record.unhandledErrors.append(event.name) }

  private mutating func withLast(_ change: (inout Microstep) -> Void) {
    // Leaving all states at the end follows the last step; stopping from outside has no step before it.
    if record.microsteps.isEmpty { record.microsteps.append(Microstep(chart, event: nil)) }
    change(&record.microsteps[record.microsteps.count - 1])
  }

  /// Hands over the record and begins a new one.
  mutating func takeRecord() -> (Macrostep, refused: [Outcome.Refusal]) {
    let refusals = refused.map { transition in
      Outcome.Refusal(
        state: chart.stateIDs[chart.transitions[transition].source],
        guard: chart.transitionNotes[transition].guard ?? "")
    }
    defer {
      record = Macrostep(outcome: .taken)
      refused = []
    }
    return (record, refusals)
  }
}
