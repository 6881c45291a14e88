import Statecharts

/// A machine that remembers its steps, beside one that plans each of them anew: whatever they are told, they must do
/// the same. A difference is a fault of the engine; it stops a debug build, and is told among the failures.
@dynamicMemberLookup
struct CheckedMachine: Sendable {
  private var machine: Machine
  private var planned: Machine

  /// Makes both machines.
  init(
    _ chart: CompiledChart, guards: [String: Bool], input: [String: Value], isInvoked: Bool,
    sessionID: String = "main"
  ) throws(BindingProblems) {
    machine = try Machine(
      scripted: chart, guards: guards, input: input, isInvoked: isInvoked, sessionID: sessionID)
    planned = try Machine(
      scripted: chart, guards: guards, input: input, isInvoked: isInvoked, sessionID: sessionID,
      isMemoized: false)
  }

  subscript<Property>(dynamicMember path: KeyPath<Machine, Property>) -> Property { machine[keyPath: path] }

  /// The answers of guards.
  var script: [String: Bool] {
    get { machine.script }
    set {
      machine.script = newValue
      planned.script = newValue
    }
  }

  /// Whether a debug build stops at an impossible configuration.
  var stopsAtViolations: Bool {
    get { machine.stopsAtViolations }
    set {
      machine.stopsAtViolations = newValue
      planned.stopsAtViolations = newValue
    }
  }

  /// Masks what the invoking chart keeps secret.
  mutating func mask(input: Payload) {
    machine.mask(input: input)
    planned.mask(input: input)
  }

  mutating func start() -> Macrostep { both { $0.start() } }

  mutating func handle(_ event: Event) -> Macrostep { both { $0.handle(event) } }

  mutating func handle(_ event: Event, from run: InvocationRun) -> Macrostep {
    both { $0.handle(event, from: run) }
  }

  mutating func handle(_ messages: [InvocationMessage], from run: InvocationRun) -> Macrostep {
    both { $0.handle(messages, from: run) }
  }

  mutating func complete(_ run: InvocationRun, with data: Value) -> Macrostep {
    both { $0.complete(run, with: data) }
  }

  mutating func fail(_ run: InvocationRun, code: String, data: Value) -> Macrostep {
    both { $0.fail(run, code: code, data: data) }
  }

  mutating func fire(_ timer: TimerID) -> Macrostep { both { $0.fire(timer) } }

  mutating func stop() -> Macrostep { both { $0.stop() } }

  /// The transitions that would be tried for an event.
  func candidates(for event: String) -> [TakenTransition] { machine.candidates(for: event) }

  private mutating func both(_ body: (inout Machine) -> Macrostep) -> Macrostep {
    var step = body(&machine)
    let other = body(&planned)
    var differences = step.differences(from: other)
    if machine.states != planned.states { differences.append("states") }
    if machine.redactedContext != planned.redactedContext { differences.append("context") }
    if machine.status != planned.status { differences.append("status") }
    if machine.running != planned.running { differences.append("services") }
    if machine.result != planned.result { differences.append("result") }
    if !differences.isEmpty {
      let message =
        "A remembered step of `\(machine.chart.chart.id)` differs from the planned one: "
        + differences.joined(separator: ", ") + "."
      assertionFailure(message)
      step.note(message)
    }
    return step
  }
}
