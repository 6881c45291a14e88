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
    /// The active states, without the chart itself.
    var active: ActiveStates
    /// What the states remember.
    var history: [Fact] = []
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
    var origin: (situation: Int?, links: [Walk.Link])
  }

  /// What has happened since the last rest.
  struct Path {
    var runner: Runner
    var links: [Walk.Link]
    var errors: [String] = []
    var isMeanwhile = false
    /// What is known of the variables; nil where nobody has asked.
    var values: [Fact]?

    /// The same with what the chart did next.
    func followed(by result: Result, _ values: [Fact]? = nil) -> Path {
      Path(
        runner: result.runner, links: links + [result.link], errors: result.errors, isMeanwhile: isMeanwhile,
        values: values)
    }
  }

  /// What the chart did with a stimulus.
  struct Result {
    var runner: Runner
    var link: Walk.Link
    var errors: [String]
  }

  /// In what two steps differ.
  struct Difference: Hashable {
    var taken: [Int]
    var states: ActiveStates
    var facts: [Fact]
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
    var facts: [Fact]
    var isMeanwhile: Bool
  }

  /// A cause, and where it occurs. Equal ones have the same samples.
  enum Cause: Hashable {
    case event(String, ActiveStates)
    /// A service, by the number of its invocation, ends or sends an event.
    case completed(Int)
    case failed(Int, code: String)
    case sent(Int, String)
  }

  /// How often a cause was tried, and the values that made a difference.
  struct Trial {
    var count = 0
    var useful: [Sample] = []
  }

  /// What was seen of a screen.
  private struct Seen {
    var situations: Set<[Fact]> = []
    var pairs = FactPairs()
    var taken = 0
    var valued = 0
    var paired = 0
    /// The variables that had another value with an input value that the current start introduced.
    var varied: Set<Int> = []
  }

  let screens: Screens
  let chart: CompiledChart
  let limits: Walk.Limits
  let samples: SampleValues
  var summary: ValueSummary
  let errorVariables: [String]
  let showsErrors: Bool
  /// The events that services or the chart itself send; the app does not.
  let sentEvents: Set<String>
  /// How many transitions a step compares with its event at most.
  let mostCompared: Int
  /// The states whose timers have these names.
  let timerStates: [String: Int]
  private var seen: [Int: Seen] = [:]
  private var known: Set<StepKey> = []
  private var interrupted: Set<[Int]> = []
  private var explored: Set<WorkKey> = []
  var trials: [Cause: Trial] = [:]
  /// The values of each payload and result, by cause.
  var payloads: [String: SampleChoices] = [:]
  /// The states that hold no others.
  let leaves: [(state: Int, fact: Fact)]
  /// The states that are remembered when they are left.
  let remembered: Set<Int>
  /// The situations of each screen that wait to be gone on from, and how many were.
  private var waiting: [Int: [Int]] = [:]
  private var followed: [Int: Int] = [:]
  var situations: [Situation] = []
  private(set) var steps: [Walk.Step] = []
  var isComplete = true
  /// Whether some values of a payload or result were not tried, because there are too many.
  var hasUntriedValues = false
  /// Whether something that can happen was never tried, because the steps cost too much.
  var hasUntriedCauses = false
  var machineSteps = 0

  init(_ screens: Screens, _ limits: Walk.Limits) {
    self.screens = screens
    let chart = screens.chart
    self.chart = chart
    mostCompared = chart.mostCompared
    var limits = limits
    limits.steps = limits.steps * 64 / max(chart.states.count, 64)
    self.limits = limits
    remembered = Set(chart.historyStates.map { chart.states[$0].parent })
    timerStates = Dictionary(chart.timers.map { (chart.eventNames[$0.event], $0.state) }) { first, _ in first
    }
    let literals = ChartLiterals(chart.chart)
    samples = SampleValues(chart.chart, literals)
    var summary = ValueSummary(screens, literals)
    leaves = chart.states.indices.filter { chart.states[$0].end == $0 + 1 }.map {
      ($0, summary.fact(active: $0))
    }
    self.summary = summary
    let model = chart.chart
    errorVariables = model.context.filter { $0.field.type.isError }.map(\.name.text)
    showsErrors =
      !errorVariables.isEmpty
      || (model.outputs ?? []).contains { $0.payload.contains { $0.type.isError } }
    sentEvents = Set((model.handlers.services ?? []).flatMap { $0.sends.map(\.text) })
      .union(screens.ownEvents)
  }

  /// Whether the chart was on each of its screens.
  var hasReachedAll: Bool {
    Set(screens.all).isSubset(of: Set(situations.map(\.screen)).union(steps.map(\.to)))
  }

  mutating func run() {
    // What the ordinary start leads to is followed before the others take their room.
    for input in inputs() {
      guard machineSteps < limits.steps else {
        isComplete = false
        return
      }
      for position in seen.keys {
        seen[position]?.pairs.beginStart()
        seen[position]?.varied = []
      }
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

  /// Follows the chart after a step until it rests, with each result of each service that runs. Calls itself after each
  /// result, at most `Walk.Limits.results` times deep.
  mutating func goOn(_ path: Path, from situation: Int?) {
    var path = path
    let machine = path.runner.machine
    if let end = path.runner.end {
      record(path, from: situation, to: end, nil)
      return
    }
    guard machine.status == .running else { return }
    let position = screens.position(where: path.runner.active.contains)
    let working = machine.running.filter { screens.isWorking(at: position, [$0]) }
    guard !working.isEmpty else {
      record(path, from: situation, to: screens.screen(of: position), position)
      return
    }
    path.links[path.links.count - 1].working = position
    guard path.links.count < limits.results, machineSteps < limits.steps else {
      isComplete = false
      return
    }
    let from = situation.map { situations[$0].screen }
    let timeouts = Set(working.map { "timeout \($0.id)" })
    let timers = path.runner.timers.filter {
      timeouts.contains($0.id.label) || concerns($0, position, machine)
    }
    let key = WorkKey(
      from: from, cause: path.links.first.map { $0.stimulus.name } ?? "",
      taken: path.links.flatMap(\.taken), errors: path.errors.map { summary.decides(text: $0) ? $0 : "…" },
      position: position,
      facts: facts(of: &path, position) + timers.map { summary.fact(timer: $0.id.label) },
      isMeanwhile: path.isMeanwhile)
    guard explored.insert(key).inserted else { return }
    let isFirstTime = interrupted.insert([from ?? -1, position]).inserted
    for run in limited(working) {
      for next in ends(of: run, path) { goOn(next, from: situation) }
    }
    for next in self.timers(path, among: timers) { goOn(next, from: situation) }
    guard isFirstTime else { return }
    for name in eventNames(machine) {
      // An event that leaves what works alone changes nothing that is followed here.
      for var next in event(name, path) where !working.allSatisfy(next.runner.machine.running.contains) {
        next.isMeanwhile = true
        goOn(next, from: situation)
      }
    }
  }

  private mutating func record(_ path: Path, from situation: Int?, to screen: Int, _ position: Int?) {
    let from = situation.map { situations[$0].screen }
    if let position { consider(path, from: situation, screen, position) }
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
    _ path: Path, from situation: Int?, _ screen: Int, _ position: Int
  ) {
    var path = path
    let facts = facts(of: &path, position) + facts(beside: path.runner, position)
    var known = seen.removeValue(forKey: position) ?? Seen()
    defer { seen[position] = known }
    guard known.situations.insert(facts).inserted else { return }
    // Earlier starts may have used up the pairs. So a new input value that a transition here reads is combined with one
    // more value of each variable.
    let varied = Set(
      summary.inputs(facts, readAt: position).flatMap { known.pairs.unmet(by: $0, among: facts) }
        .map(summary.variable))
    let isVaried = !varied.isSubset(of: known.varied)
    known.varied.formUnion(varied)
    switch known.pairs.add(facts) {
    case _ where known.taken < limits.situations: known.taken += 1
    case (true, _) where known.valued < limits.singles: known.valued += 1
    case (false, true) where isVaried: break
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
        runner: runner, screen: screen, position: position, origin: (situation, path.links)))
  }

  /// What decides in a situation: variables and history.
  private mutating func facts(of path: inout Path, _ position: Int) -> [Fact] {
    let values = path.values ?? summary.facts(of: path.runner.machine)
    path.values = values
    return summary.facts(values, at: position) + path.runner.history
  }

  /// What goes on beside the screen: other regions, and the timers that run.
  private mutating func facts(beside runner: Runner, _ position: Int) -> [Fact] {
    var facts: [Fact] = []
    for (state, fact) in leaves where state != position && runner.active.contains(state) {
      facts.append(fact)
    }
    return facts + Set(runner.timers.map { summary.fact(timer: $0.id.label) }).sorted()
  }
}
