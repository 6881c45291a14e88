import Statecharts
import StatechartsModel

/// A machine that remembers its steps. In a debug build, and for those who ask for it, it runs beside one that plans each of
/// them, and one that records nothing: they must do the same. A difference is a fault of the engine. It is among the
/// failures, and stops a debug build unless `stopsAtViolations` is off.
@dynamicMemberLookup
struct CheckedMachine: RunnableMachine {
  private var machine: Machine
  /// The others; nil where nothing is compared.
  private var planned: Machine?
  private var plain: Machine?
  /// In what they differed so far, in plain sentences.
  private(set) var differences: [String] = []

  /// Makes the machines.
  init(
    _ chart: CompiledChart, guards: [String: Bool], input: [String: ChartValue], isInvoked: Bool,
    sessionID: String, isCompared: Bool
  ) throws(BindingProblems) {
    machine = try Machine(
      scripted: chart, guards: guards, input: input, isInvoked: isInvoked, sessionID: sessionID)
    guard isCompared else { return }
    planned = try Machine(
      scripted: chart, guards: guards, input: input, isInvoked: isInvoked, sessionID: sessionID,
      isMemoized: false)
    plain = machine
    // In some charts the compared machine has a step cache that fills up, or one that looks events up by hash.
    switch (chart.states.count + chart.transitions.count) % 3 {
    case 0: plain?.limitStepCache(to: StepCacheLimits(bytes: 1_000 + 150 * chart.transitions.count))
    case 1: plain?.limitStepCache(to: StepCacheLimits(bytes: 2_000 + 250 * chart.states.count, widestRow: 0))
    default: break
    }
  }

  var chart: CompiledChart { machine.chart }
  var status: Machine.Status { machine.status }
  var running: [InvocationRun] { machine.running }
  var resultPayload: NamedData { machine.resultPayload }
  func waits(for timer: TimerID) -> Bool { machine.waits(for: timer) }

  /// What one event has led to so far.
  var spent: Spending {
    get { machine.spent }
    set {
      machine.spent = newValue
      planned?.spent = newValue
      plain?.spent = newValue
    }
  }

  /// All of its steps are compared, so all of them are written down.
  var records: Bool {
    get { true }
    set {}
  }

  /// What idempotency keys begin with.
  var keyPrefix: String {
    get { machine.keyPrefix }
    set {
      machine.keyPrefix = newValue
      planned?.keyPrefix = newValue
      plain?.keyPrefix = newValue
    }
  }

  subscript<Property>(dynamicMember path: KeyPath<Machine, Property>) -> Property { machine[keyPath: path] }

  /// The answers of guards.
  var script: [String: Bool] {
    get { machine.script }
    set {
      machine.script = newValue
      planned?.script = newValue
      plain?.script = newValue
    }
  }

  /// How guards answer in place of the script.
  var guardRule: GuardRule? {
    get { machine.guardRule }
    set {
      machine.guardRule = newValue
      planned?.guardRule = newValue
      plain?.guardRule = newValue
    }
  }

  /// Whether a debug build stops at an impossible configuration.
  var stopsAtViolations: Bool {
    get { machine.stopsAtViolations }
    set {
      machine.stopsAtViolations = newValue
      planned?.stopsAtViolations = newValue
      plain?.stopsAtViolations = newValue
    }
  }

  /// Masks what the invoking chart keeps secret.
  mutating func mask(input: NamedData) {
    machine.mask(input: input)
    planned?.mask(input: input)
    plain?.mask(input: input)
  }

  mutating func start() -> Macrostep {
    all {
      $0.start()
    } plain: {
      let reaction: SendResult = $0.status == .notStarted ? .taken : .rejected
      $0.begin()
      return (reaction, $0.takeEffects())
    }
  }

  mutating func send(_ event: ChartEvent) -> Macrostep {
    all {
      $0.send(event)
    } plain: {
      if event == ChartEvent(event.name), let known = $0.chart.event(event.name) {
        let reaction = $0.send(known)
        return (reaction, $0.takeEffects())
      }
      let step = $0.send(event)
      return (SendResult(step.outcome), step.effects)
    }
  }

  mutating func send(_ event: ChartEvent, from run: InvocationRun) -> Macrostep {
    all { $0.send(event, from: run) }
  }

  mutating func send(_ messages: [InvocationMessage], from run: InvocationRun) -> Macrostep {
    all { $0.send(messages, from: run) }
  }

  mutating func complete(_ run: InvocationRun, with data: ChartValue) -> Macrostep {
    all { $0.complete(run, with: data) }
  }

  mutating func fail(_ run: InvocationRun, code: String, data: ChartValue) -> Macrostep {
    all { $0.fail(run, code: code, data: data) }
  }

  mutating func fire(_ timer: TimerID) -> Macrostep { all { $0.fire(timer) } }

  mutating func stop() -> Macrostep { all { $0.stop() } }

  /// The transitions that would be tried for an event.
  func candidates(for event: String) -> [TakenTransition] { machine.candidates(for: event) }

  /// Whether a state, be it active or not, has an answer to an event.
  func answers(_ event: String) -> Bool { machine.answers(event) }

  /// Why nobody could mean a failure, by what the chart declares.
  func undeclared(failure code: String, from run: InvocationRun) -> String? {
    machine.undeclared(failure: code, from: run)
  }

  /// Why nobody could mean a result, by what the chart declares.
  func undeclared(result: ChartValue, from run: InvocationRun) -> String? {
    machine.undeclared(result: result, from: run)
  }

  private mutating func all(_ body: (inout Machine) -> Macrostep) -> Macrostep {
    all(body) {
      let step = body(&$0)
      return (SendResult(step.outcome), step.effects)
    }
  }

  private mutating func all(
    _ body: (inout Machine) -> Macrostep, plain plainBody: (inout Machine) -> (SendResult?, [ChartEffect])
  ) -> Macrostep {
    var step = body(&machine)
    if var other = planned {
      planned = nil  // so that it is not copied
      let otherStep = body(&other)
      check(&step, "planned", other, step.differences(from: otherStep))
      planned = other
    }
    if var other = plain {
      plain = nil
      let (reaction, effects) = plainBody(&other)
      var differences: [String] = []
      if reaction != SendResult(step.outcome) { differences.append("outcome") }
      if effects != step.effects { differences.append("effects") }
      check(&step, "plain", other, differences)
      plain = other
    }
    return step
  }

  private mutating func check(
    _ step: inout Macrostep, _ kind: String, _ other: Machine, _ differences: [String]
  ) {
    var differences = differences
    if machine.states != other.states { differences.append("states") }
    if machine.redactedContext != other.redactedContext { differences.append("context") }
    if machine.status != other.status { differences.append("status") }
    if machine.running != other.running { differences.append("services") }
    if machine.result != other.result { differences.append("result") }
    guard !differences.isEmpty else { return }
    let message =
      "A remembered step of `\(machine.chart.chart.id)` differs from the \(kind) one: "
      + differences.joined(separator: ", ") + "."
    assert(!stopsAtViolations, message)
    self.differences.append(message)
    step.note(message)
  }
}

extension SendResult {
  /// The same outcome as a step without a record has it; nil for what only services and timers can lead to.
  fileprivate init?(_ outcome: EventOutcome) {
    switch outcome {
    case .taken: self = .taken
    case .ignored: self = .ignored
    case .rejected: self = .rejected
    case .repeated, .stale: return nil
    }
  }
}
