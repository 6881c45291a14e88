import Statecharts

@testable import StatechartsWalk

/// Tells a fresh machine, which remembers its steps as those of apps do, what a run of a `Walk` consists of.
enum Replay {
  struct Refused: Error {
    var stimulus: Walk.Stimulus
  }

  /// The screen after a run.
  static func screen(after run: [Walk.Link], _ screens: Screens) throws -> Int {
    let chart = screens.chart
    guard case .start(let input)? = run.first?.stimulus else { throw Refused(stimulus: .timer("no start")) }
    var machine = try Machine(scripted: chart, guards: [:], input: input, isInvoked: false)
    var timers: [TimerID] = []
    var last = 0
    var end: Int?
    for link in run {
      let answers = link.answers
      machine.guardRule = { name, arguments in
        answers.first { $0.guardName == name && $0.arguments == arguments }?.holds ?? true
      }
      var step = tell(&machine, link.stimulus, timers)
      while true {
        for case .schedule(let id, _) in step.effects { timers.append(id) }
        timers.removeAll { !machine.waits(for: $0) }
        guard case .repeated = step.outcome, let retry = timers.last(where: { $0.label.hasPrefix("retry ") })
        else { break }
        for case .schedule(let id, _) in machine.fire(retry).effects { timers.append(id) }
        step = tell(&machine, link.stimulus, timers)
      }
      guard step.outcome == .taken else { throw Refused(stimulus: link.stimulus) }
      if machine.status == .final {
        end = step.microsteps.flatMap { Array($0.enteredNumbers) }.last { screens.canEnd(in: $0) } ?? last
      } else {
        last = screens.position(in: Set(machine.states.compactMap { chart.stateNumbers[$0] }))
      }
    }
    return end ?? screens.screen(of: last)
  }

  private static func tell(_ machine: inout Machine, _ stimulus: Walk.Stimulus, _ timers: [TimerID])
    -> Macrostep
  {
    func run(_ id: String) -> InvocationRun? { machine.running.last { $0.id == id } }
    switch stimulus {
    case .start: return machine.start()
    case .event(let name, let data): return machine.send(ChartEvent(name, data: data))
    case .sent(let name, let data, let service):
      return run(service).map { machine.send(ChartEvent(name, data: data), from: $0) } ?? .nothing
    case .completed(let service, let data):
      return run(service).map { machine.complete($0, with: data) } ?? .nothing
    case .failed(let service, let code, let data):
      return run(service).map { machine.fail($0, code: code, data: data) } ?? .nothing
    case .timer(let label): return timers.last { $0.label == label }.map { machine.fire($0) } ?? .nothing
    }
  }
}
