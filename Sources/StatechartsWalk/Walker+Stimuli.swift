import StatechartsModel

internal import Statecharts

// What a chart can be told: by the app, by services, by time.

extension Walker {
  func inputs() -> [[String: ChartValue]] {
    let fields = chart.chart.context.filter { $0.isInput }
    var base: [String: ChartValue] = [:]
    var all: [[String: ChartValue]] = [base]
    for variable in fields where summary.decidesAtStart(variable.name.text) {
      // Without a value it starts with its initial one, which is the ordinary case.
      for value in samples.values(of: variable.field) where value != .unset {
        let more = (all.count * 2 <= 512 ? all : [base]).filter { $0[variable.name.text] == nil }
          .map { $0.merging([variable.name.text: value]) { _, new in new } }
        all += more
      }
    }
    // A required input has a value in each start.
    for variable in fields where variable.initial == nil {
      if case .optional = variable.field.type { continue }
      let value = samples.values(of: variable.field).first ?? .unset
      base[variable.name.text] = value
      for place in all.indices where all[place][variable.name.text] == nil {
        all[place][variable.name.text] = value
      }
    }
    return all
  }

  mutating func start(with input: [String: ChartValue]) {
    guard
      var machine = try? Machine(
        scripted: chart, guards: [:], input: input, isInvoked: false, isMemoized: false)
    else { return }
    // The engine's own tests look for impossible configurations; here it would take a good part of a debug build's time.
    machine.stopsAtViolations = false
    let runner = Runner(machine: machine, active: ActiveStates(count: chart.states.count))
    let path = Path(runner: runner, links: [])
    for result in results(.start(input), path, { $0.start() }) {
      goOn(path.followed(by: result), from: nil)
    }
  }

  /// Tells a situation all that it can be told.
  mutating func follow(_ number: Int) {
    let path = Path(runner: situations[number].runner, links: [])
    for name in eventNames(path.runner.machine) {
      for path in event(name, path) { goOn(path, from: number) }
    }
    for run in limited(path.runner.machine.running) {
      for path in ends(of: run, path) { goOn(path, from: number) }
    }
    for path in timers(path, among: path.runner.timers) { goOn(path, from: number) }
  }

  /// The events that the app may send.
  func eventNames(_ machine: Machine) -> [String] {
    let names =
      chart.chart.events?.map(\.name.text)
      ?? machine.descriptors.filter { !$0.hasSuffix("*") && $0 != EventDescriptor.restored }
    return machine.awaited(among: names.filter { !sentEvents.contains($0) })
  }

  /// What an event of the app leads to.
  mutating func event(_ name: String, _ path: Path) -> [Path] {
    let fields = chart.events?[name] ?? []
    let data = choices("event \(name)") { $0.choices(of: fields) }
    return vary(.event(name, path.runner.active), data, path) { walker, data in
      walker.results(.event(name, data), path) { $0.send(ChartEvent(name, data: data)) }
    }
  }

  /// The values of a payload or result, which are made once.
  private mutating func choices(
    _ name: String, _ make: (SampleValues) -> SampleChoices
  ) -> SampleChoices {
    if let known = payloads[name] { return known }
    let choices = make(samples)
    payloads[name] = choices
    return choices
  }

  /// The first of the services or timers that run at the same time: as many as are followed.
  mutating func limited<Running>(_ running: [Running]) -> ArraySlice<Running> {
    if running.count > limits.running { isComplete = false }
    return running.prefix(limits.running)
  }

  /// The ways in which a service ends, and what it sends.
  mutating func ends(of run: InvocationRun, _ path: Path) -> [Path] {
    let record = chart.invocations[run.index]
    var paths: [Path] = []
    let result = choices("done \(run.id) \(run.index)") { $0.choices(of: record.result, named: run.id) }
    paths += vary(.completed(run.index), result, path) { walker, data in
      walker.results(.completed(run.id, data), path) { $0.complete(run, with: data) }
    }
    // Which errors a chart inside has is not known here.
    var unknown = "execution"
    if case .service = record.source { unknown = chart.chart.errors?.first?.code.text ?? "failed" }
    for code in record.errors ?? [unknown] {
      let fields = chart.errors?[code] ?? []
      let data = choices("failed \(code)") { $0.choices(of: fields) }
      paths += vary(.failed(run.index, code: code), data, path) { walker, data in
        walker.results(.failed(run.id, code: code, data), path) { machine in
          // After a repetition it is another run.
          machine.running.last { $0.id == run.id }.map { machine.fail($0, code: code, data: data) }
            ?? .nothing
        }
      }
    }
    for name in path.runner.machine.awaited(among: record.sends ?? []) {
      let fields = chart.events?[name] ?? []
      let data = choices("event \(name)") { $0.choices(of: fields) }
      paths += vary(.sent(run.index, name), data, path) { walker, data in
        walker.results(.sent(name, data, service: run.id), path) {
          $0.send(ChartEvent(name, data: data), from: run)
        }
      }
    }
    return paths
  }

  /// The timers that can be over first.
  mutating func timers(_ path: Path, among wanted: [Timer]) -> [Path] {
    let timers = path.runner.timers
    var paths: [Path] = []
    for timer in limited(wanted) where timers.allSatisfy({ timer.step < $0.step || timer.after <= $0.after })
    {
      guard machineSteps < limits.steps else {
        isComplete = false
        break
      }
      paths += results(.timer(timer.id.label), path) { $0.fire(timer.id) }.map { path.followed(by: $0) }
    }
    return paths
  }

  /// Whether a timer of a state can end what works at a position: it is that of a state around, or an event that a state around
  /// answers. What time does in other regions is followed where the chart rests.
  func concerns(_ timer: Timer, _ position: Int, _ machine: Machine) -> Bool {
    if let state = timerStates[timer.id.label] { return screens.isAround(state, position) }
    guard let event = timer.id.label.eventOfSendTimer else { return false }
    return machine.candidates(for: event).contains { isAround($0.source, position) }
  }

  func isAround(_ state: String, _ position: Int) -> Bool {
    chart.stateNumbers[state].map { screens.isAround($0, position) } ?? false
  }
}
