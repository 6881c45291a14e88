internal import Statecharts

/// Finds the steps of a `Walk`.
struct Walker {
  /// A timer that runs.
  struct Timer {
    var id: TimerID
    var after: Duration
    /// The number of the step that set it.
    var step: Int

    var isRetry: Bool { id.label.hasPrefix("retry ") }
  }

  /// A machine with its timers.
  struct Runner {
    var machine: Machine
    var timers: [Timer] = []
    var step = 0
    /// The position at the last rest.
    var last = 0
    /// The state in which the chart ended.
    var end: Int?
  }

  struct Situation {
    var runner: Runner
    var screen: Int
    var position: Int
    var atoms: [String]
    var origin: (situation: Int?, links: [Walk.Link])
  }

  /// What has happened since the last rest.
  private struct Path {
    var runner: Runner
    var links: [Walk.Link]
    var errors: [String] = []
    var hasFailure = false
    var isMeanwhile = false
  }

  /// In what two steps differ.
  private struct Difference: Hashable {
    var taken: [Int]
    var states: [String]
    var atoms: [String]
    var errors: [String]
  }

  private struct StepKey: Hashable {
    var from: Int?
    var cause: String
    var links: [Int]
    var to: Int
    var errors: [String]
    var isMeanwhile: Bool
  }

  /// Where the chart works, as far as it matters for what follows.
  private struct WorkKey: Hashable {
    var from: Int?
    var cause: String
    var taken: [Int]
    var errors: [String]
    var position: Int
    var atoms: [String]
    var isMeanwhile: Bool
  }

  /// What was seen of a screen.
  private struct Seen {
    var situations: Set<[String]> = []
    var pairs: Set<[String]> = []
    var taken = 0
    var paired = 0
  }

  private let screens: Screens
  private let chart: CompiledChart
  private let limits: Walk.Limits
  private let samples: SampleValues
  private let summary: ValueSummary
  private let errorVariables: [String]
  private let showsErrors: Bool
  /// The events that services or the chart itself send; the app does not.
  private let sentEvents: Set<String>
  /// The states whose timers have these names.
  private let timerStates: [String: Int]
  private var seen: [Int: Seen] = [:]
  private var known: Set<StepKey> = []
  private var interrupted: Set<[Int]> = []
  private var explored: Set<WorkKey> = []
  private var told: Set<[String]> = []
  /// The situations of each screen that wait to be gone on from, and how many were.
  private var waiting: [Int: [Int]] = [:]
  private var followed: [Int: Int] = [:]
  private(set) var situations: [Situation] = []
  private(set) var steps: [Walk.Step] = []
  private(set) var isComplete = true
  private(set) var machineSteps = 0

  init(_ screens: Screens, _ limits: Walk.Limits) {
    self.screens = screens
    let chart = screens.chart
    self.chart = chart
    self.limits = limits
    timerStates = Dictionary(chart.timers.map { (chart.eventNames[$0.event], $0.state) }) { first, _ in first }
    let literals = ChartLiterals(chart.chart)
    samples = SampleValues(chart.chart, literals)
    summary = ValueSummary(screens, literals)
    let model = chart.chart
    errorVariables = model.context.filter { $0.field.type.isError }.map(\.name.text)
    showsErrors = !errorVariables.isEmpty
      || (model.outputs ?? []).contains { $0.payload.contains { $0.type.isError } }
    sentEvents = Set((model.handlers.services ?? []).flatMap { $0.sends.map(\.text) })
      .union(chart.operations.compactMap { chart.ownEvent($0) })
  }

  mutating func run() {
    // What the ordinary start leads to is followed before the others take their room.
    for input in inputs() {
      start(with: input)
      followAll()
    }
  }

  /// Goes on from each situation that waits, first on the screen of which least is known.
  private mutating func followAll() {
    while let screen = waiting.keys.min(by: { (followed[$0] ?? 0, $0) < (followed[$1] ?? 0, $1) }) {
      guard machineSteps < limits.steps else {
        isComplete = false
        return
      }
      let next = waiting[screen]?.removeFirst() ?? 0
      if waiting[screen]?.isEmpty == true { waiting[screen] = nil }
      followed[screen, default: 0] += 1
      follow(next)
    }
  }

  // MARK: Stimuli

  private func inputs() -> [[String: Value]] {
    let fields = chart.chart.context.filter { $0.isInput }
    var base: [String: Value] = [:]
    var all: [[String: Value]] = [base]
    for variable in fields where summary.decides(variable.name.text) {
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
      for place in all.indices where all[place][variable.name.text] == nil { all[place][variable.name.text] = value }
    }
    return all
  }

  private mutating func start(with input: [String: Value]) {
    guard let machine = try? Machine(scripted: chart, guards: [:], input: input, isInvoked: false) else { return }
    let path = Path(runner: Runner(machine: machine), links: [])
    for result in results(.start(input), path, { $0.start() }) { goOn(result, from: nil) }
  }

  /// Tells a situation all that it can be told.
  private mutating func follow(_ number: Int) {
    let situation = situations[number]
    let path = Path(runner: situation.runner, links: [])
    let machine = path.runner.machine
    let beside = situation.atoms.filter { $0.hasSuffix("~") }
    // What has nothing to do with the screen is told once, while all beside the screen is the same.
    func isNew(_ stimulus: String, _ states: [Int]) -> Bool {
      states.contains { screens.isAround($0, situation.position) }
        || told.insert([chart.stateIDs[situation.screen], stimulus] + beside).inserted
    }
    let names = Set(eventNames(machine).map(\.name)).filter { name in
      isNew("event \(name)", machine.candidates(for: name).compactMap { chart.stateNumbers[$0.source] })
    }
    var paths = events(path, among: names)
    for run in machine.running where isNew("service \(run.id)", [chart.invocations[run.index].state]) {
      paths += ends(of: run, path)
    }
    let timers = path.runner.timers.filter { timer in
      isNew("timer \(timer.id.label)", timerStates[timer.id.label].map { [$0] } ?? [situation.position])
    }
    paths += self.timers(path, among: timers)
    for path in paths { goOn(path, from: number) }
  }

  /// The events that the app may send.
  private func eventNames(_ machine: Machine) -> [(name: String, payload: [Field])] {
    let names =
      chart.chart.events.map { $0.map { ($0.name.text, $0.payload) } }
      ?? machine.descriptors.filter { !$0.hasSuffix("*") }.map { ($0, []) }
    return names.filter { !sentEvents.contains($0.0) && !machine.candidates(for: $0.0).isEmpty }
  }

  private mutating func events(_ path: Path, among wanted: Set<String>? = nil) -> [Path] {
    var paths: [Path] = []
    for (name, payload) in eventNames(path.runner.machine) where wanted?.contains(name) ?? true {
      paths += vary(samples.choices(of: payload)) { walker, data in
        walker.results(.event(name, data), path) { $0.handle(Event(name, data: data)) }
      }
    }
    return paths
  }

  /// The ways in which a service ends, and what it sends.
  private mutating func ends(of run: InvocationRun, _ path: Path) -> [Path] {
    let record = chart.invocations[run.index]
    var paths: [Path] = []
    paths += vary(samples.choices(of: record.result, named: run.id)) { walker, data in
      walker.results(.completed(run.id, data), path) { $0.complete(run, with: data) }
    }
    for code in record.errors ?? [chart.chart.errors?.first?.code.text ?? "failed"] {
      paths += vary(samples.choices(of: chart.errors?[code] ?? [])) { walker, data in
        walker.results(.failed(run.id, code: code, data), path) { machine in
          // After a repetition it is another run.
          machine.running.last { $0.id == run.id }.map { machine.fail($0, code: code, data: data) } ?? .nothing
        }
      }
    }
    for name in record.sends ?? [] where !path.runner.machine.candidates(for: name).isEmpty {
      paths += vary(samples.choices(of: chart.events?[name] ?? [])) { walker, data in
        walker.results(.sent(name, data, service: run.id), path) { $0.handle(Event(name, data: data), from: run) }
      }
    }
    return paths
  }

  /// The timers that can be over first.
  private mutating func timers(_ path: Path, among wanted: [Timer]) -> [Path] {
    let timers = path.runner.timers
    var paths: [Path] = []
    for timer in wanted where timers.allSatisfy({ timer.step < $0.step || timer.after <= $0.after }) {
      paths += results(.timer(timer.id.label), path) { $0.fire(timer.id) }
    }
    return paths
  }

  /// Whether a timer can end what works at a position: it is the time limit of a service, that of a state around, or an event
  /// that a state around answers. What time does in other regions is followed where the chart rests.
  private func concerns(_ timer: Timer, _ position: Int, _ working: [InvocationRun], _ machine: Machine) -> Bool {
    if working.contains(where: { timer.id.label == "timeout \($0.id)" }) { return true }
    if let state = timerStates[timer.id.label] { return screens.isAround(state, position) }
    guard timer.id.label.hasPrefix("send ") else { return false }
    return machine.candidates(for: String(timer.id.label.dropFirst(5))).contains { isAround($0.source, position) }
  }

  private func isAround(_ state: String, _ position: Int) -> Bool {
    chart.stateNumbers[state].map { screens.isAround($0, position) } ?? false
  }

  // MARK: Steps

  /// Tells the chart values, and of each that makes a difference those that differ from it in one field. Keeps what makes a
  /// difference: other transitions, or other data that decide.
  private mutating func vary(
    _ choices: SampleChoices, _ results: (inout Walker, Value) -> [Path]
  ) -> [Path] {
    var pending = [choices.first]
    var tried: Set<Value> = [choices.first]
    var differences: Set<Difference> = []
    var kept: [Path] = []
    var next = 0
    while next < pending.count, next < limits.values {
      let value = pending[next]
      next += 1
      var isNew = false
      for path in results(&self, value) {
        let difference = Difference(
          taken: path.links.last?.taken ?? [], states: path.runner.machine.states,
          atoms: summary.atoms(of: path.runner.machine, at: nil), errors: path.errors)
        guard differences.insert(difference).inserted else { continue }
        isNew = true
        kept.append(path)
      }
      guard isNew else { continue }
      for other in choices.neighbors(of: value) where tried.insert(other).inserted { pending.append(other) }
    }
    return kept
  }

  /// What the chart does with a stimulus, in each way in which its guards can answer; nothing when it ignores it.
  private mutating func results(
    _ stimulus: Walk.Stimulus, _ path: Path, _ body: (inout Machine) -> Macrostep
  ) -> [Path] {
    var results: [Path] = []
    GuardAnswers.forEach(path.runner.machine, body) { machine, step, answers in
      machineSteps += 1
      var (next, step) = (path, step)
      next.runner.machine = machine
      note(step, in: &next.runner)
      // A service that is repeated fails in the same way until it is not.
      while case .repeated = step.outcome, let retry = next.runner.timers.last(where: \.isRetry) {
        machineSteps += 2
        note(next.runner.machine.fire(retry.id), in: &next.runner)
        step = body(&next.runner.machine)
        note(step, in: &next.runner)
      }
      guard step.outcome == .taken else { return }
      next.links.append(
        Walk.Link(
          stimulus: stimulus, answers: Dictionary(answers.map { ($0.name, $0.answer) }) { $0 && $1 },
          taken: step.microsteps.flatMap { Array($0.takenNumbers) }))
      noteErrors(step, stimulus, &next)
      results.append(next)
    }
    return results
  }

  /// Keeps what a step asked for.
  private func note(_ step: Macrostep, in runner: inout Runner) {
    runner.step += 1
    runner.timers.removeAll { !runner.machine.waits(for: $0.id) }
    for case .schedule(let id, let after) in step.effects where runner.machine.waits(for: id) {
      runner.timers.append(Timer(id: id, after: after, step: runner.step))
    }
    if runner.machine.status == .final {
      runner.end = step.microsteps.lazy.flatMap(\.enteredNumbers).last { screens.canEnd(in: $0) } ?? runner.last
    }
  }

  /// Keeps which errors are shown to the person: they stand in a variable or were told, and nothing went well since.
  private func noteErrors(_ step: Macrostep, _ stimulus: Walk.Stimulus, _ path: inout Path) {
    var failure: String?
    switch stimulus {
    case .failed(_, let code, _): failure = code
    case .timer(let label) where label.hasPrefix("timeout "): failure = "timeout"
    case .completed: path.errors = []
    case .timer, .start, .event, .sent: break
    }
    if let failure {
      path.hasFailure = true
      if !showsErrors { path.errors = [failure] }
    }
    guard showsErrors else { return }
    var codes: [Value] = []
    for case .output(let payload) in step.effects {
      guard case .map(let fields) = payload.data,
        let declared = chart.chart.outputs?.first(where: { $0.name.text == payload.name })
      else { continue }
      codes += declared.payload.filter(\.type.isError).compactMap { fields[$0.name.text] }
    }
    let context = path.runner.machine.context
    for variable in errorVariables where step.microsteps.contains(where: { assigns(variable, in: $0) }) {
      codes.append(context[variable])
    }
    for case .string(let code) in codes where !path.errors.contains(code) { path.errors.append(code) }
  }

  /// Whether a transition of a step sets a variable.
  private func assigns(_ variable: String, in step: Microstep) -> Bool {
    guard let slot = chart.variables[variable] else { return false }
    return step.takenNumbers.contains { transition in
      chart.operations[chart.transitions[transition].actions].contains {
        if case .assign(slot, _, _, _) = $0 { true } else { false }
      }
    }
  }

  /// Goes on after a step until the chart rests: what works ends in each way.
  private mutating func goOn(_ first: Path, from situation: Int?) {
    var pending = [first]
    while var path = pending.popLast() {
      let machine = path.runner.machine
      if let end = path.runner.end {
        record(path, from: situation, to: end, nil)
        continue
      }
      guard machine.status == .running else { continue }
      let active = Set(machine.states.compactMap { chart.stateNumbers[$0] })
      let position = screens.position(in: active)
      let working = machine.running.filter { screens.isWorking(at: position, [$0]) }
      guard !working.isEmpty else {
        record(path, from: situation, to: screens.screen(of: position), (position, active))
        continue
      }
      path.links[path.links.count - 1].working = position
      guard path.links.count < limits.results, machineSteps < limits.steps else {
        isComplete = false
        continue
      }
      let from = situation.map { situations[$0].screen }
      let key = WorkKey(
        from: from, cause: path.links.first.map { Self.name(of: $0.stimulus) } ?? "",
        taken: path.links.flatMap(\.taken), errors: path.errors.map { summary.decides(text: $0) ? $0 : "…" },
        position: position,
        atoms: atoms(of: path.runner, position, active).filter { !$0.hasSuffix("~") }, isMeanwhile: path.isMeanwhile)
      guard explored.insert(key).inserted else { continue }
      var next: [Path] = []
      for run in working { next += ends(of: run, path) }
      next += timers(path, among: path.runner.timers.filter { concerns($0, position, working, machine) })
      if interrupted.insert([from ?? -1, position]).inserted {
        // An event that leaves what works alone changes nothing that is followed here.
        for var path in events(path) where !working.allSatisfy(path.runner.machine.running.contains) {
          path.isMeanwhile = true
          next.append(path)
        }
      }
      pending += next.reversed()
    }
  }

  private mutating func record(
    _ path: Path, from situation: Int?, to screen: Int, _ rest: (position: Int, active: Set<Int>)?
  ) {
    let from = situation.map { situations[$0].screen }
    var changesData = true
    if let rest {
      let atoms = atoms(of: path.runner, rest.position, rest.active)
      changesData = situation.map { situations[$0].atoms != atoms || situations[$0].position != rest.position } ?? true
      if !path.isMeanwhile || changesData { consider(path, from: situation, screen, rest.position, atoms) }
    }
    let key = StepKey(
      from: from, cause: path.links.first.map { Self.name(of: $0.stimulus) } ?? "",
      links: path.links.flatMap(\.taken), to: screen,
      errors: path.errors, isMeanwhile: path.isMeanwhile)
    guard known.insert(key).inserted else { return }
    steps.append(
      Walk.Step(
        from: from, links: path.links, to: screen, errors: path.errors, hasFailure: path.hasFailure,
        isMeanwhile: path.isMeanwhile, changesData: changesData, situation: situation))
  }

  /// Keeps a situation to go on from, when something in it is new.
  private mutating func consider(
    _ path: Path, from situation: Int?, _ screen: Int, _ position: Int, _ atoms: [String]
  ) {
    var known = seen.removeValue(forKey: position) ?? Seen()
    defer { seen[position] = known }
    guard known.situations.insert(atoms).inserted else { return }
    var hasNewValue = false
    var hasNewPair = false
    for (place, one) in atoms.enumerated() {
      if known.pairs.insert([one, one]).inserted { hasNewValue = true }
      // What goes on beside the screen, which ends with a sign, counts by itself alone.
      guard !one.hasSuffix("~") else { continue }
      for other in atoms[(place + 1)...] where !other.hasSuffix("~") && known.pairs.insert([one, other]).inserted {
        hasNewPair = true
      }
    }
    if known.taken < limits.situations {
      known.taken += 1
    } else if hasNewPair, !hasNewValue, known.paired < limits.pairs {
      known.paired += 1
    } else if !hasNewValue {
      isComplete = false
      return
    }
    waiting[screen, default: []].append(situations.count)
    var runner = path.runner
    runner.last = position
    situations.append(
      Situation(
        runner: runner, screen: screen, position: position, atoms: atoms, origin: (situation, path.links)))
  }

  /// What decides in a situation: variables, other regions, history, and the timers that run.
  private func atoms(of runner: Runner, _ position: Int, _ active: Set<Int>) -> [String] {
    var atoms = summary.atoms(of: runner.machine, at: position)
    for state in active.sorted() where chart.states[state].end == state + 1 && state != position {
      atoms.append("in \(chart.stateIDs[state])~")
    }
    if !chart.historyStates.isEmpty {
      for (state, children) in runner.machine.snapshot(digest: "").history.sorted(by: { $0.key < $1.key }) {
        atoms.append("\(state): \(children.joined(separator: ","))")
      }
    }
    atoms += Set(runner.timers.map(\.id.label)).sorted().map { "timer \($0)~" }
    return atoms
  }

  private static func name(of stimulus: Walk.Stimulus) -> String {
    switch stimulus {
    case .start: "start"
    case .event(let name, _), .sent(let name, _, _): "event \(name)"
    case .completed(let id, _): "done \(id)"
    case .failed(let id, let code, _): "failed \(id) \(code)"
    case .timer(let label): "timer \(label)"
    }
  }
}

extension CompiledChart {
  /// The event that an instruction sends to the chart itself.
  fileprivate func ownEvent(_ operation: Operation) -> String? {
    switch operation {
    case .raise(let event, _): return eventNames[event]
    case .send(let number):
      guard case .itself = sends[number].destination, sends[number].computedEvent < 0 else { return nil }
      return eventNames[sends[number].event]
    default: return nil
    }
  }
}

extension ValueType {
  /// Whether it is an error code, perhaps none.
  var isError: Bool {
    switch self {
    case .error: true
    case .optional(let inner): inner.isError
    default: false
    }
  }
}
