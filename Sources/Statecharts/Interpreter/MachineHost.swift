/// How scripted guards answer, by name and arguments.
package typealias GuardRule = @Sendable (String, [String: ChartValue]) throws -> Bool

/// What a `Machine`'s interpreter runs in: bound handlers, and a record of the steps when one is wanted.
struct MachineHost: Sendable {
  /// What is written down.
  struct Tape: Sendable {
    /// Answers of guards by name when the run is scripted; others hold.
    var script: [String: Bool] = [:]
    /// Answers in place of those, from the name and the arguments.
    var rule: GuardRule?
    var record = Macrostep(outcome: .taken)
    var refused: [Int] = []
  }

  let bindings: Bindings
  /// One tape, which machines with the same handlers share until they change it.
  var tape: ContiguousArray<Tape>
  /// Whether the steps are recorded; if not, the methods that record them need not be called.
  var isRecording = false
  /// Whether refused guards and failures are recorded.
  var isNoting = false

  init(_ bindings: Bindings, script: [String: Bool] = [:]) {
    self.bindings = bindings
    tape = bindings.unusedTape
    if !script.isEmpty { tape[0].script = script }
  }

  var chart: CompiledChart { bindings.chart }

  /// Whether a guard takes a `HandlerCall`.
  @inline(__always)
  func wantsCall(guard number: Int) -> Bool { bindings.guardsWantCalls[number] }

  /// Whether an action takes a `HandlerCall`.
  @inline(__always)
  func wantsCall(action number: Int) -> Bool { bindings.actionsWantCalls[number] }

  /// Calls a guard that takes no call.
  @inline(__always)
  func answer(guard number: Int) throws -> Bool {
    if bindings.isScripted { return try scripted(number, [:]) }
    guard case .plain(let body) = bindings.guards[number] else { return false }
    return try body()
  }

  /// Calls a guard.
  func answer(guard number: Int, _ call: HandlerCall) throws -> Bool {
    if bindings.isScripted { return try scripted(number, call.arguments) }
    guard case .call(let body) = bindings.guards[number] else { return try answer(guard: number) }
    return try body(call)
  }

  private func scripted(_ number: Int, _ arguments: [String: ChartValue]) throws -> Bool {
    let name = chart.guardNames[number]
    return try tape[0].rule?(name, arguments) ?? tape[0].script[name] ?? true
  }

  /// Calls an action that takes no call.
  @inline(__always)
  func perform(action number: Int) throws {
    guard !bindings.isScripted, case .plain(let body) = bindings.actions[number] else { return }
    try body()
  }

  /// Calls an action.
  func perform(action number: Int, _ call: HandlerCall) throws {
    guard !bindings.isScripted, case .call(let body) = bindings.actions[number] else {
      return try perform(action: number)
    }
    try body(call)
  }

  /// A microstep begins; nil for one without an event.
  mutating func willStep(_ event: RuntimeEvent?) {
    if isRecording { tape[0].record.microsteps.append(Microstep(chart, event: event?.name)) }
  }

  /// A state was exited.
  mutating func didExit(_ state: Int) { withLast { $0.exitedNumbers.append(state) } }

  /// A transition was taken.
  mutating func didTake(_ transition: Int) {
    withLast { $0.takenNumbers.append(transition) }
  }

  /// A state was entered.
  mutating func didEnter(_ state: Int) { withLast { $0.enteredNumbers.append(state) } }

  /// The guard of a transition did not hold.
  mutating func didRefuse(_ transition: Int) {
    guard isNoting, tape[0].record.microsteps.isEmpty,
      chart.transitionNotes[transition].trigger != nil
    else { return }
    tape[0].refused.append(transition)
  }

  /// A handler action was called, after so many effects; the arguments are redacted.
  mutating func didPerform(
    action: Int, _ arguments: [(name: String, value: ChartValue)], after effects: Int
  ) {
    guard isRecording else { return }
    tape[0].record.actions.append(
      .init(name: chart.actionNames[action], arguments: arguments.map { NamedValue($0.name, $0.value) }))
    tape[0].record.turns.append(.action(after: effects))
  }

  /// A `log` action ran, after so many effects; the value is redacted.
  mutating func didLog(_ value: ChartValue, after effects: Int) {
    guard isRecording else { return }
    tape[0].record.logs.append(value)
    tape[0].record.turns.append(.log(after: effects))
  }

  /// A guard or an action failed and queued `error.execution`.
  mutating func didFail(_ message: String) {
    if isNoting { tape[0].record.failures.append(message) }
  }

  /// No transition was taken for an event of the name `error.…`.
  mutating func didIgnoreError(_ event: RuntimeEvent) {
    if isNoting { tape[0].record.unhandledErrors.append(event.name) }
  }

  private mutating func withLast(_ change: (inout Microstep) -> Void) {
    guard isRecording else { return }
    // Leaving all states at the end follows the last step; stopping from outside has no step before it.
    if tape[0].record.microsteps.isEmpty {
      tape[0].record.microsteps.append(Microstep(chart, event: nil))
    }
    change(&tape[0].record.microsteps[tape[0].record.microsteps.count - 1])
  }

  /// Whether there is anything in the record.
  var hasNotes: Bool {
    !tape[0].refused.isEmpty || !tape[0].record.failures.isEmpty || !tape[0].record.unhandledErrors.isEmpty
  }

  /// Hands over the record and begins a new one.
  mutating func takeRecord() -> (Macrostep, refused: [EventOutcome.Refusal]) {
    let refusals = tape[0].refused.map { transition in
      EventOutcome.Refusal(
        state: chart.stateIDs[chart.transitions[transition].source],
        guard: chart.transitionNotes[transition].guard ?? "")
    }
    let record = tape[0].record
    tape[0].record = Macrostep(outcome: .taken)
    tape[0].refused.removeAll()
    return (record, refusals)
  }
}
