import Foundation
import ReferenceEngine
import Statecharts
import Testing

/// A machine in virtual time, which can be put away and taken up again after every step.
private struct Run {
  struct Timer {
    var id: TimerID
    var due: Duration
    var sequence: Int
  }

  /// All that is seen after one step.
  struct Moment {
    var step: Macrostep
    var states: [String]
    var context: [NamedValue]
    var status: Machine.Status
    var result: Value

    func differences(from other: Moment) -> [String] {
      var found = step.differences(from: other.step)
      if states != other.states { found.append("states \(states) \(other.states)") }
      if context != other.context { found.append("context") }
      if status != other.status { found.append("status") }
      if result != other.result { found.append("result") }
      return found
    }
  }

  let chart: CompiledChart
  let guards: ScriptedGuards
  let digest: String
  var machine: Machine
  var now = Duration.zero
  var timers: [Timer] = []
  var sequence = 0
  var trace: [Moment] = []

  init(_ chart: CompiledChart, guards: ScriptedGuards) throws {
    self.chart = chart
    self.guards = guards
    digest = chart.digest
    machine = try Self.machine(chart, guards)
  }

  private static func machine(_ chart: CompiledChart, _ guards: ScriptedGuards) throws -> Machine {
    var machine = try Machine(scripted: chart, guards: [:], input: [:], isInvoked: false)
    machine.stopsAtViolations = false
    machine.guardRule = { try guards.answer($0, $1) }
    return machine
  }

  mutating func take(_ step: Macrostep) {
    for effect in step.effects {
      switch effect {
      case .schedule(let id, let delay):
        timers.append(Timer(id: id, due: now + delay, sequence: sequence))
        sequence += 1
      case .cancelTimer(let id): timers.removeAll { $0.id == id }
      default: break
      }
    }
    trace.append(
      Moment(
        step: step, states: machine.states, context: machine.redactedContext, status: machine.status,
        result: machine.result))
  }

  /// Whether the run goes on for so long that it is not worth it.
  var isTooLong: Bool {
    timers.count > 30 || trace.count > 60 || (trace.last?.step.microsteps.count ?? 0) > 60
  }

  mutating func tell(_ step: Scenario.Step) {
    switch step {
    case .send(let name, let data): take(machine.handle(Event(name, data: data)))
    case .answer(let place, let answer):
      let running = machine.running
      guard !running.isEmpty else { return }
      let run = running[place % running.count]
      switch answer {
      case .completes(let result): take(machine.complete(run, with: result))
      case .fails(let code, let data): take(machine.fail(run, code: code, data: data))
      case .sends(let name, let data): take(machine.handle(Event(name, data: data), from: run))
      }
    case .late: break
    case .advance(let span):
      let target = now + span
      while let next = timers.filter({ $0.due <= target }).min(by: {
        ($0.due, $0.sequence) < ($1.due, $1.sequence)
      }),
        !isTooLong
      {
        now = next.due
        timers.removeAll { $0.id == next.id }
        take(machine.fire(next.id))
      }
      now = target
    }
  }

  /// Puts the machine away as bytes and takes it up again in a new one.
  mutating func restart(throughBytes: Bool) throws {
    var snapshot = machine.snapshot(digest: digest)
    if throughBytes {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let bytes = try encoder.encode(snapshot)
      let again = try JSONDecoder().decode(ChartSnapshot.self, from: bytes)
      #expect(again == snapshot)
      snapshot = again
    }
    var other = try Self.machine(chart, guards)
    try other.restore(snapshot, digest: digest)
    machine = other
  }
}

@Suite("Snapshots of random charts")
struct SnapshotAgreementTests {
  /// Runs one scenario, restarted before every step or not at all.
  private func trace(_ scenario: Scenario, _ chart: CompiledChart, restarts: Bool, bytes: Bool) throws
    -> [Run.Moment]
  {
    var run = try Run(chart, guards: scenario.guards)
    run.take(run.machine.start())
    for step in scenario.steps where !run.isTooLong {
      if restarts { try run.restart(throughBytes: bytes) }
      run.tell(step)
    }
    if restarts { try run.restart(throughBytes: bytes) }
    run.take(run.machine.stop())
    return run.trace
  }

  @Test("a chart that is put away and taken up again at every step does the same as one that is not")
  func sameTrace() throws {
    let count = ProcessInfo.processInfo.environment["STATECHARTS_SNAPSHOT_RUNS"].flatMap { UInt64($0) } ?? 60
    let first = ProcessInfo.processInfo.environment["STATECHARTS_SNAPSHOT_SEED"].flatMap { UInt64($0) } ?? 1
    var failures = 0
    for seed in first..<first + count {
      let scenario = Scenario(seed: seed)
      guard let chart = try? CompiledChart(scenario.chart) else { continue }
      let whole = try trace(scenario, chart, restarts: false, bytes: false)
      do {
        let parts = try trace(scenario, chart, restarts: true, bytes: seed % 10 == 0)
        let place = zip(whole, parts).prefix { $0.differences(from: $1).isEmpty }.count
        if place == whole.count, whole.count == parts.count { continue }
        let what =
          Array(zip(whole, parts).dropFirst(place)).first.map { $0.differences(from: $1) } ?? ["length"]
        Issue.record("seed \(seed), step \(place) differs: \(what)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
      failures += 1
      if failures > 3 { return }
    }
  }
}
