package import Statecharts

/// A machine in virtual time, which can be put away and taken up again after every step.
package struct SnapshotRun {
  /// A timer that waits.
  package struct Timer: Codable {
    package var number: UInt64
    package var due: Duration
    package var sequence: Int
  }

  /// A run that was put away, with all that its clock knows.
  package struct Saved: Codable {
    package var snapshot: ChartSnapshot
    package var now: Duration
    package var timers: [Timer]
    package var sequence: Int
  }

  /// All that is seen after one step.
  package struct Moment {
    package var step: Macrostep
    package var states: [String]
    package var context: [NamedValue]
    package var status: Machine.Status
    package var result: ChartValue

    package func differences(from other: Moment) -> [String] {
      var found = step.differences(from: other.step)
      if states != other.states { found.append("states \(states) \(other.states)") }
      if context != other.context { found.append("context") }
      if status != other.status { found.append("status") }
      if result != other.result { found.append("result") }
      return found
    }

    /// The same as text, which is the same in every process.
    package var text: String {
      var lines = ["\(step.outcome)"]
      for each in step.microsteps {
        lines.append(
          "\(each.event ?? "-") \(each.exited) \(each.taken.map { $0.label ?? "" }) \(each.entered)")
      }
      lines += step.actions.map { "\($0.name) \($0.arguments.map { "\($0.name) \(Self.text($0.value))" })" }
      lines += step.logs.map(Self.text) + step.failures + step.unhandledErrors
      lines += step.effects.map(Self.text)
      lines += ["\(states) \(status) \(Self.text(result))"]
      lines += context.map { "\($0.name) \(Self.text($0.value))" }
      return lines.joined(separator: "\n")
    }

    private static func text(_ effect: ChartEffect) -> String {
      switch effect {
      case .start(let start):
        return "start \(start.run.id) \(start.run.number) \(text(start.input.data)) \(start.attempt)"
      case .cancel(let run): return "cancel \(run.id) \(run.number)"
      case .schedule(let id, let delay): return "schedule \(id.label) \(id.number) \(delay)"
      case .cancelTimer(let id): return "cancel timer \(id.label) \(id.number)"
      case .output(let payload): return "output \(payload.name) \(text(payload.data))"
      case .sendToParent(let payload): return "to parent \(payload.name) \(text(payload.data))"
      case .sendToInvocation(let run, let payload):
        return "to \(run.id) \(run.number) \(payload.name) \(text(payload.data))"
      }
    }

    // The recursion is bounded by the nesting of the generator's values.
    private static func text(_ value: ChartValue) -> String {
      switch value {
      case .map(let fields):
        let fields = fields.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
        return "{\(fields.joined(separator: ", "))}"
      case .list(let elements): return "[\(elements.map(text).joined(separator: ", "))]"
      default: return "\(value)"
      }
    }
  }

  package let chart: CompiledChart
  package let guards: ScriptedGuards
  package private(set) var machine: Machine
  package private(set) var now = Duration.zero
  package private(set) var timers: [Timer] = []
  private var ids: [UInt64: TimerID] = [:]
  package private(set) var sequence = 0
  package private(set) var trace: [Moment] = []

  package init(_ chart: CompiledChart, guards: ScriptedGuards) throws {
    self.chart = chart
    self.guards = guards
    machine = try Self.machine(chart, guards)
  }

  /// A run that goes on where another one was put away.
  package init(_ chart: CompiledChart, guards: ScriptedGuards, restoring saved: Saved) throws {
    try self.init(chart, guards: guards)
    try machine.restore(saved.snapshot)
    (now, timers, sequence) = (saved.now, saved.timers, saved.sequence)
    for timer in saved.snapshot.timers {
      ids[timer.number] = TimerID(number: timer.number, label: timer.label)
    }
  }

  /// Puts the run away.
  package var saved: Saved {
    Saved(snapshot: machine.snapshot(), now: now, timers: timers, sequence: sequence)
  }

  private static func machine(_ chart: CompiledChart, _ guards: ScriptedGuards) throws -> Machine {
    var machine = try Machine(scripted: chart, guards: [:], input: [:], isInvoked: false)
    machine.stopsAtViolations = false
    machine.guardRule = { try guards.answer($0, $1) }
    return machine
  }

  package mutating func start() { take(machine.start()) }

  package mutating func stop() { take(machine.stop()) }

  private mutating func take(_ step: Macrostep) {
    for effect in step.effects {
      switch effect {
      case .schedule(let id, let delay):
        timers.append(Timer(number: id.number, due: now + delay, sequence: sequence))
        ids[id.number] = id
        sequence += 1
      case .cancelTimer(let id): timers.removeAll { $0.number == id.number }
      default: break
      }
    }
    trace.append(
      Moment(
        step: step, states: machine.states, context: machine.redactedContext, status: machine.status,
        result: machine.result))
  }

  /// Whether the run goes on for so long that it is not worth it.
  package var isTooLong: Bool {
    timers.count > 30 || trace.count > 60 || (trace.last?.step.microsteps.count ?? 0) > 60
  }

  package mutating func tell(_ step: Scenario.Step) {
    switch step {
    case .send(let name, let data): take(machine.send(ChartEvent(name, data: data)))
    case .answer(let place, let answer):
      let running = machine.running
      guard !running.isEmpty else { return }
      let run = running[place % running.count]
      switch answer {
      case .completes(let result): take(machine.complete(run, with: result))
      case .fails(let code, let data): take(machine.fail(run, code: code, data: data))
      case .sends(let name, let data): take(machine.send(ChartEvent(name, data: data), from: run))
      }
    case .late: break
    case .advance(let span):
      let target = now + span
      // Bounded by what happens in this step alone: a restored run knows nothing of the steps before.
      var fired = 0
      while let next = timers.filter({ $0.due <= target }).min(by: {
        ($0.due, $0.sequence) < ($1.due, $1.sequence)
      }),
        fired < 60, timers.count <= 30
      {
        fired += 1
        now = next.due
        timers.removeAll { $0.number == next.number }
        if let id = ids[next.number] { take(machine.fire(id)) }
      }
      now = target
    }
  }
}
