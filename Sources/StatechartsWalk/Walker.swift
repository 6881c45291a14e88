import StatechartsModel

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
    var facts: [String]
    var origin: (situation: Int?, links: [Walk.Link])
  }

  /// What has happened since the last rest.
  struct Path {
    var runner: Runner
    var links: [Walk.Link]
    var errors: [String] = []
    var isMeanwhile = false
  }

  /// In what two steps differ.
  struct Difference: Hashable {
    var taken: [Int]
    var states: [String]
    var facts: [String]
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
    var facts: [String]
    var isMeanwhile: Bool
  }

  /// How often something was told, and the values that made a difference.
  struct Trial {
    var count = 0
    var useful: [Value] = []
  }

  /// What was seen of a screen.
  private struct Seen {
    var situations: Set<[String]> = []
    var pairs: Set<[String]> = []
    var taken = 0
    var valued = 0
    var paired = 0
  }

  let screens: Screens
  let chart: CompiledChart
  let limits: Walk.Limits
  let samples: SampleValues
  let summary: ValueSummary
  let errorVariables: [String]
  let showsErrors: Bool
  /// The events that services or the chart itself send; the app does not.
  let sentEvents: Set<String>
  /// The states whose timers have these names.
  let timerStates: [String: Int]
  private var seen: [Int: Seen] = [:]
  private var known: Set<StepKey> = []
  private var interrupted: Set<[Int]> = []
  private var explored: Set<WorkKey> = []
  var trials: [[String]: Trial] = [:]
  /// The situations of each screen that wait to be gone on from, and how many were.
  private var waiting: [Int: [Int]] = [:]
  private var followed: [Int: Int] = [:]
  var situations: [Situation] = []
  private(set) var steps: [Walk.Step] = []
  var isComplete = true
  var machineSteps = 0

  init(_ screens: Screens, _ limits: Walk.Limits) {
    self.screens = screens
    let chart = screens.chart
    self.chart = chart
    var limits = limits
    limits.steps = limits.steps * 64 / max(chart.states.count, 64)
    self.limits = limits
    timerStates = Dictionary(chart.timers.map { (chart.eventNames[$0.event], $0.state) }) { first, _ in first
    }
    let literals = ChartLiterals(chart.chart)
    samples = SampleValues(chart.chart, literals)
    summary = ValueSummary(screens, literals)
    let model = chart.chart
    errorVariables = model.context.filter { $0.field.type.isError }.map(\.name.text)
    showsErrors =
      !errorVariables.isEmpty
      || (model.outputs ?? []).contains { $0.payload.contains { $0.type.isError } }
    sentEvents = Set((model.handlers.services ?? []).flatMap { $0.sends.map(\.text) })
      .union(screens.ownEvents)
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

  /// Goes on after a step until the chart rests: what works ends in each way.
  mutating func goOn(_ first: Path, from situation: Int?) {
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
      let timers = path.runner.timers.filter { concerns($0, position, working, machine) }
      let key = WorkKey(
        from: from, cause: path.links.first.map { $0.stimulus.name } ?? "",
        taken: path.links.flatMap(\.taken), errors: path.errors.map { summary.decides(text: $0) ? $0 : "…" },
        position: position,
        facts: facts(of: path.runner, position, active).filter { !$0.hasSuffix("~") }
          + timers.map(\.id.label),
        isMeanwhile: path.isMeanwhile)
      guard explored.insert(key).inserted else { continue }
      var next: [Path] = []
      for run in working { next += ends(of: run, path) }
      next += self.timers(path, among: timers)
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
    if let rest {
      consider(
        path, from: situation, screen, rest.position, facts(of: path.runner, rest.position, rest.active))
    }
    let key = StepKey(
      from: from, cause: path.links.first.map { $0.stimulus.name } ?? "",
      links: path.links.flatMap(\.taken), to: screen,
      errors: path.errors, isMeanwhile: path.isMeanwhile)
    guard known.insert(key).inserted else { return }
    steps.append(
      Walk.Step(
        from: from, links: path.links, to: screen, errors: path.errors,
        isMeanwhile: path.isMeanwhile, situation: situation))
  }

  /// Keeps a situation to go on from, when something in it is new.
  private mutating func consider(
    _ path: Path, from situation: Int?, _ screen: Int, _ position: Int, _ facts: [String]
  ) {
    var known = seen.removeValue(forKey: position) ?? Seen()
    defer { seen[position] = known }
    guard known.situations.insert(facts).inserted else { return }
    var hasNewValue = false
    var hasNewPair = false
    for (place, one) in facts.enumerated() {
      if known.pairs.insert([one, one]).inserted { hasNewValue = true }
      // What goes on beside the screen, which ends with a sign, counts by itself alone.
      guard !one.hasSuffix("~") else { continue }
      for other in facts[(place + 1)...]
      where !other.hasSuffix("~") && known.pairs.insert([one, other]).inserted {
        hasNewPair = true
      }
    }
    switch (hasNewValue, hasNewPair) {
    case _ where known.taken < limits.situations: known.taken += 1
    case (true, _) where known.valued < limits.singles: known.valued += 1
    case (false, true) where known.paired < limits.pairs: known.paired += 1
    default:
      isComplete = false
      return
    }
    waiting[screen, default: []].append(situations.count)
    var runner = path.runner
    runner.last = position
    situations.append(
      Situation(
        runner: runner, screen: screen, position: position, facts: facts, origin: (situation, path.links)))
  }

  /// What decides in a situation: variables, other regions, history, and the timers that run.
  private func facts(of runner: Runner, _ position: Int, _ active: Set<Int>) -> [String] {
    var facts = summary.facts(of: runner.machine, at: position)
    for state in active.sorted() where chart.states[state].end == state + 1 && state != position {
      facts.append("in \(chart.stateIDs[state])~")
    }
    if !chart.historyStates.isEmpty {
      for (state, children) in runner.machine.snapshot(digest: "").history.sorted(by: { $0.key < $1.key }) {
        facts.append("\(state): \(children.joined(separator: ","))")
      }
    }
    facts += Set(runner.timers.map(\.id.label)).sorted().map { "timer \($0)~" }
    return facts
  }

}
