import ReferenceEngine
import Statecharts

import StatechartsModel
@testable import StatechartsWalk

/// Runs of a chart by a simple random driver, which knows nothing of how `Walk` searches: what the app, services and time can do
/// is drawn by lot, and so are the data and the answers of the guards.
struct RandomWalk {
  /// What happened between two moments of rest.
  struct Move: Hashable {
    var from: Int?
    var cause: String
    var to: Int
  }

  private struct Timer {
    var id: TimerID
    var after: Duration
    var step: Int
  }

  /// Answers guards by lot. Only the thread that drives the machine uses it.
  private final class Answers: @unchecked Sendable {
    var random: RandomSource

    init(_ random: RandomSource) { self.random = random }

    func next() -> Bool { random.chance(50) }
  }

  private let screens: Screens
  private let chart: CompiledChart
  private let samples: SampleValues
  private let fromServices: Set<String>
  private var random: RandomSource
  private var timers: [Timer] = []
  private var step = 0

  init(_ screens: Screens, seed: UInt64) {
    self.screens = screens
    chart = screens.chart
    samples = SampleValues(chart.chart, ChartLiterals(chart.chart))
    fromServices = Set((chart.chart.handlers.services ?? []).flatMap { $0.sends.map(\.text) }).union(
      screens.ownEvents)
    random = RandomSource(seed: seed)
  }

  /// One run; the moves from rest to rest, without those that something interrupted while the chart worked.
  mutating func run(steps: Int = 60) throws -> [Move] {
    var machine = try Machine(scripted: chart, guards: [:], input: input(), isInvoked: false)
    let answers = Answers(RandomSource(seed: random.next()))
    machine.guardRule = { _, _ in answers.next() }
    timers = []
    var moves: [Move] = []
    var from: Int?
    var last = 0
    var cause = "start"
    var isInterrupted = false
    var took = machine.start()
    for _ in 0..<steps {
      note(took, machine)
      if machine.status == .final {
        let end = took.microsteps.flatMap { Array($0.enteredNumbers) }.last { screens.canEnd(in: $0) } ?? last
        if !isInterrupted { moves.append(Move(from: from, cause: cause, to: end)) }
        break
      }
      guard machine.status == .running else { break }
      let position = screens.position(in: Set(machine.states.compactMap { chart.stateNumbers[$0] }))
      let working = machine.running.filter { screens.isWorking(at: position, [$0]) }
      if working.isEmpty {
        last = position
        if !isInterrupted { moves.append(Move(from: from, cause: cause, to: screens.screen(of: position))) }
        from = screens.screen(of: position)
        isInterrupted = false
      }
      guard
        let (name, step) = next(
          &machine, working.isEmpty ? machine.running : working, isRest: working.isEmpty)
      else {
        break
      }
      if working.isEmpty { cause = name } else if name.hasPrefix("event ") { isInterrupted = true }
      took = step
    }
    return moves
  }

  private mutating func note(_ took: Macrostep, _ machine: Machine) {
    step += 1
    timers.removeAll { !machine.waits(for: $0.id) }
    for case .schedule(let id, let after) in took.effects where machine.waits(for: id) {
      timers.append(Timer(id: id, after: after, step: step))
    }
  }

  /// Something that changes the machine; nil when nothing was found.
  private mutating func next(
    _ machine: inout Machine, _ running: [InvocationRun], isRest: Bool
  ) -> (name: String, step: Macrostep)? {
    for _ in 0..<40 {
      let draw = random.below(100)
      let (name, step) =
        draw < (isRest ? 60 : 4) ? send(&machine) : draw < 90 ? end(running, &machine) : fire(&machine)
      switch step?.outcome {
      case .taken?, .repeated?: return step.map { (name, $0) }
      default: continue
      }
    }
    return nil
  }

  private mutating func send(_ machine: inout Machine) -> (String, Macrostep?) {
    let events = (chart.chart.events ?? []).filter {
      !fromServices.contains($0.name.text) && !machine.candidates(for: $0.name.text).isEmpty
    }
    guard let event = pick(events) else { return ("", nil) }
    return (
      "event \(event.name.text)", machine.send(ChartEvent(event.name.text, data: record(event.payload)))
    )
  }

  private mutating func end(_ running: [InvocationRun], _ machine: inout Machine) -> (String, Macrostep?) {
    guard let run = pick(running) else { return ("", nil) }
    let record = chart.invocations[run.index]
    switch random.below(10) {
    case 0..<6: return ("done \(run.id)", machine.complete(run, with: value(record.result, run.id)))
    case 6..<8:
      guard let event = pick(record.sends ?? []) else { return ("", nil) }
      return (
        "event \(event)",
        machine.send(ChartEvent(event, data: self.record(chart.events?[event] ?? [])), from: run)
      )
    default:
      guard let code = pick(record.errors ?? []) else { return ("", nil) }
      let data = self.record(chart.errors?[code] ?? [])
      return ("failed \(run.id) \(code)", machine.fail(run, code: code, data: data))
    }
  }

  private mutating func fire(_ machine: inout Machine) -> (String, Macrostep?) {
    let timers = timers
    let first = timers.filter { timer in timers.allSatisfy { timer.step < $0.step || timer.after <= $0.after }
    }
    guard let timer = pick(first) else { return ("", nil) }
    return ("timer \(timer.id.label)", machine.fire(timer.id))
  }

  // MARK: Data

  private mutating func input() -> [String: ChartValue] {
    var input: [String: ChartValue] = [:]
    for variable in chart.chart.context where variable.isInput {
      let isRequired = variable.initial == nil && variable.field.type == variable.field.type.unwrapped
      guard isRequired || random.chance(50), let value = pick(samples.values(of: variable.field)) else {
        continue
      }
      if value != .unset { input[variable.name.text] = value }
    }
    return input
  }

  /// Data of which each field is drawn by itself, where `Walk` tries them one after the other.
  private mutating func record(_ fields: [FieldDeclaration]) -> ChartValue {
    var values: [String: ChartValue] = [:]
    for field in fields {
      let value = pick(samples.values(of: field)) ?? .unset
      if value != .unset { values[field.name.text] = value }
    }
    return .map(values)
  }

  private mutating func value(_ type: ChartValueType?, _ name: String) -> ChartValue {
    switch type {
    case nil: .unset
    case .record(let fields)?: record(fields)
    case let type?: pick(samples.values(of: FieldDeclaration(ChartName(name), type))) ?? .unset
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : random.pick(elements)
  }
}
