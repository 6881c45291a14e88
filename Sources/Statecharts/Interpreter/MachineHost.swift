/// How scripted guards answer, by name and arguments.
package typealias GuardRule = @Sendable (String, [String: ChartValue]) throws -> Bool

/// What a `Machine`'s interpreter runs in: bound handlers, and a record of the steps when one is wanted.
@usableFromInline
struct MachineHost: InterpreterHost, Sendable {
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
  /// Made when first needed, so that machines that record nothing are small.
  private var tapes = ContiguousArray<Tape>()
  @usableFromInline var isRecording = false
  @usableFromInline var isNoting = false

  init(_ bindings: Bindings, script: [String: Bool] = [:]) {
    self.bindings = bindings
    if !script.isEmpty { self.script = script }
  }

  @usableFromInline var chart: CompiledChart { bindings.chart }

  /// Answers of guards by name when the run is scripted; others hold.
  var script: [String: Bool] {
    get { tapes.isEmpty ? [:] : tapes[0].script }
    set { tape.script = newValue }
  }

  /// Answers in place of those, from the name and the arguments.
  var rule: GuardRule? {
    get { tapes.isEmpty ? nil : tapes[0].rule }
    set { tape.rule = newValue }
  }

  private var tape: Tape {
    get { tapes.isEmpty ? Tape() : tapes[0] }
    _modify {
      if tapes.isEmpty { tapes.append(Tape()) }
      yield &tapes[0]
    }
  }

  @inline(__always)
  @usableFromInline
  func wantsCall(guard number: Int) -> Bool { bindings.guardsWantCalls[number] }

  @inline(__always)
  @usableFromInline
  func wantsCall(action number: Int) -> Bool { bindings.actionsWantCalls[number] }

  @inline(__always)
  @usableFromInline
  func answer(guard number: Int) throws -> Bool {
    if bindings.isScripted { return try scripted(number, [:]) }
    guard case .plain(let body) = bindings.guards[number] else { return false }
    return try body()
  }

  @usableFromInline
  func answer(guard number: Int, _ call: HandlerCall) throws -> Bool {
    if bindings.isScripted { return try scripted(number, call.arguments) }
    guard case .call(let body) = bindings.guards[number] else { return try answer(guard: number) }
    return try body(call)
  }

  private func scripted(_ number: Int, _ arguments: [String: ChartValue]) throws -> Bool {
    let name = chart.guardNames[number]
    return try rule?(name, arguments) ?? script[name] ?? true
  }

  @inline(__always)
  @usableFromInline
  func perform(action number: Int) throws {
    guard !bindings.isScripted, case .plain(let body) = bindings.actions[number] else { return }
    try body()
  }

  @usableFromInline
  func perform(action number: Int, _ call: HandlerCall) throws {
    guard !bindings.isScripted, case .call(let body) = bindings.actions[number] else {
      return try perform(action: number)
    }
    try body(call)
  }

  @usableFromInline mutating func willStep(_ event: RuntimeEvent?) {
    if isRecording { tape.record.microsteps.append(Microstep(chart, event: event?.name)) }
  }

  @usableFromInline mutating func didExit(_ state: Int) { withLast { $0.exitedNumbers.append(state) } }

  @usableFromInline mutating func didTake(_ transition: Int) {
    withLast { $0.takenNumbers.append(transition) }
  }

  @usableFromInline mutating func didEnter(_ state: Int) { withLast { $0.enteredNumbers.append(state) } }

  @usableFromInline mutating func didRefuse(_ transition: Int) {
    guard isNoting, tapes.isEmpty || tapes[0].record.microsteps.isEmpty,
      chart.transitionNotes[transition].trigger != nil
    else { return }
    tape.refused.append(transition)
  }

  @usableFromInline mutating func didPerform(
    action: Int, _ arguments: [(name: String, value: ChartValue)], after effects: Int
  ) {
    guard isRecording else { return }
    tape.record.actions.append(
      .init(name: chart.actionNames[action], arguments: arguments.map { NamedValue($0.name, $0.value) }))
    tape.record.turns.append(.action(after: effects))
  }

  @usableFromInline mutating func didLog(_ value: ChartValue, after effects: Int) {
    guard isRecording else { return }
    tape.record.logs.append(value)
    tape.record.turns.append(.log(after: effects))
  }

  @usableFromInline mutating func didFail(_ message: String) {
    if isNoting { tape.record.failures.append(message) }
  }

  @usableFromInline mutating func didIgnoreError(_ event: RuntimeEvent) {
    if isNoting { tape.record.unhandledErrors.append(event.name) }
  }

  private mutating func withLast(_ change: (inout Microstep) -> Void) {
    guard isRecording else { return }
    // Leaving all states at the end follows the last step; stopping from outside has no step before it.
    if tapes.isEmpty || tapes[0].record.microsteps.isEmpty {
      tape.record.microsteps.append(Microstep(chart, event: nil))
    }
    change(&tapes[0].record.microsteps[tapes[0].record.microsteps.count - 1])
  }

  /// Whether there is anything in the record.
  var hasNotes: Bool {
    guard !tapes.isEmpty else { return false }
    return !tapes[0].refused.isEmpty || !tapes[0].record.failures.isEmpty
      || !tapes[0].record.unhandledErrors.isEmpty
  }

  /// Hands over the record and begins a new one.
  mutating func takeRecord() -> (Macrostep, refused: [EventOutcome.Refusal]) {
    guard !tapes.isEmpty else { return (Macrostep(outcome: .taken), []) }
    let refusals = tape.refused.map { transition in
      EventOutcome.Refusal(
        state: chart.stateIDs[chart.transitions[transition].source],
        guard: chart.transitionNotes[transition].guard ?? "")
    }
    let record = tapes[0].record
    tapes[0].record = Macrostep(outcome: .taken)
    tapes[0].refused.removeAll()
    return (record, refusals)
  }
}
