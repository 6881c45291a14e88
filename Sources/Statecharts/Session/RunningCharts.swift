// The synchronous part of a session and of a simulation: a chart, the charts that it runs, and the events between them.
// It waits for nothing and starts nothing; it says in order what happened and what is to be done.

/// The charts of a session.
typealias SessionCharts = RunningCharts<BoundChart>

/// A service of one of the running charts: the number of the chart and that of the run.
package struct ServiceKey: Hashable, Sendable {
  package var chart: Int
  package var run: InvocationRun
}

/// A timer of one of the running charts.
package struct TimerKey: Hashable, Sendable {
  package var chart: Int
  package var timer: TimerID

  package static func == (left: TimerKey, right: TimerKey) -> Bool {
    left.chart == right.chart && left.timer.number == right.timer.number
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(chart)
    hasher.combine(timer.number)
  }
}

/// One thing that happened, or is to be done.
package enum Occurrence: Sendable {
  /// A machine took the steps of an event.
  case stepped(chart: Int, Cause, Macrostep)
  /// A service is to be started.
  case start(ServiceKey, InvocationStart)
  /// A chart was started in place of a service.
  case startedChart(chart: Int, ServiceKey, InvocationStart)
  /// A service is to be cancelled, or a chart was stopped.
  case cancel(ServiceKey)
  /// A chart that was run by another has ended.
  case endedChart(ServiceKey)
  /// A timer is to be set.
  case schedule(TimerKey, after: Duration)
  /// A timer is to be forgotten.
  case cancelTimer(TimerKey)
  /// An output is to be sent to the app.
  case output(chart: Int, NamedData)
  /// A service is to be handed an event.
  case deliver(ServiceKey, NamedData)
  /// Something went wrong between the charts; a plain sentence.
  case failure(chart: Int, String)
}

extension Occurrence {
  /// Whether a chart took a transition because of an event.
  fileprivate var isTaken: Bool {
    switch self {
    case .stepped(_, .start, _), .stepped(_, .stop, _): false
    case .stepped(_, _, let step): step.outcome == .taken
    default: false
    }
  }
}

/// Why a machine takes steps.
package enum Cause: Sendable {
  case start
  case stop
  case event(ChartEvent)
  /// An event from a service or a child chart.
  case eventFrom(String, ChartEvent)
  case completed(InvocationRun, ChartValue)
  case failed(InvocationRun, code: String, ChartValue)
  case timer(TimerID)
  /// The session was restored: the chart gets `session.restored`, or a service starts again.
  case restored
  /// Messages of a child chart.
  case messages(InvocationRun, [InvocationMessage])
}

/// A chart and those that it runs.
package struct RunningCharts<Chart: RunnableChart>: Sendable {
  // Decision: Docs/decisions/engine.md#one-scheduler-for-charts-inside-charts
  package typealias Running = Chart.Running

  /// Levels of charts inside each other.
  static var deepest: Int { 8 }
  /// Charts that run inside the first one at the same time. Without this limit a few charts that each start a few others
  /// would be many thousands at the deepest level.
  static var mostChildren: Int { 1_000 }
  // Decision: Docs/decisions/semantics.md#limits-of-one-event
  /// How many charts that went beyond the limits leave the others all of them again, so that what runs them can deal
  /// with the failure.
  static var mostRenewals: Int { 8 }
  /// The number of the first chart.
  package static var root: Int { 0 }

  package struct Node: Sendable {
    package var machine: Running
    package var bound: Chart
    /// Which chart runs it, and as what; nil for the first.
    let owner: ServiceKey?
    let depth: Int
    /// The charts that it runs, in the order of their starts.
    package internal(set) var children: [(run: InvocationRun, chart: Int)] = []
    /// What they send it, in order.
    var inbox: [(run: InvocationRun, messages: [InvocationMessage])] = []
    /// What it sends to the chart that runs it.
    var outbox: [InvocationMessage] = []

    init(bound: Chart, machine: Running, owner: ServiceKey?, depth: Int) {
      self.bound = bound
      self.machine = machine
      self.owner = owner
      self.depth = depth
    }
  }

  // Decision: Docs/decisions/sessions-and-snapshots.md#what-each-event-needs-comes-first
  /// What the event has led to so far, in all of the charts.
  private var spent = Spending()
  private var renewals = 0
  /// Charts that ended since the last event: their effects have yet to be reported.
  private var ended: [Int: Chart] = [:]
  /// The runs of child charts that ended, or failed to start, since the last event.
  private var over: Set<ServiceKey> = []
  /// Those that the first chart runs, and those that they run, by number.
  package internal(set) var others: [Int: Node] = [:]
  /// The first chart.
  package var main: Node
  /// The id of the session.
  package let id: String
  /// What idempotency keys begin with: different for each session, and for each process that goes on with one.
  private let keys: String
  /// How many charts were started.
  var started = 0
  /// Whether the steps are written down.
  var records = true

  /// Makes the first chart, ready to be started.
  ///
  /// - Parameters:
  ///   - id: the id of the session.
  ///   - keys: what idempotency keys begin with; the id unless given.
  package init(
    _ bound: Chart, id: String = "main", keys: String? = nil, input: [String: ChartValue]
  ) throws(BindingProblems) {
    let machine = try bound.machine(input: input, isInvoked: false, sessionID: id)
    self.init(Node(bound: bound, machine: machine, owner: nil, depth: 0), id: id, keys: keys ?? id)
  }

  init(_ main: Node, id: String, keys: String) {
    self.id = id
    self.keys = keys
    self.main = main
    self.main.machine.keyPrefix = keys
  }

  /// A running chart by its number.
  package internal(set) subscript(chart: Int) -> Node? {
    get { chart == Self.root ? main : others[chart] }
    set {
      if chart != Self.root { others[chart] = newValue } else if let newValue { main = newValue }
    }
  }

  /// Changes a chart where it stands, so that nothing of it is copied.
  @discardableResult
  private mutating func change<Result>(_ chart: Int, _ body: (inout Node) -> Result) -> Result? {
    if chart == Self.root { return body(&main) }
    guard let place = others.index(forKey: chart) else { return nil }
    return body(&others.values[place])
  }

  /// A chart that runs, or ran when the last event came.
  func bound(_ chart: Int) -> Chart? {
    chart == Self.root ? main.bound : others[chart]?.bound ?? ended[chart]
  }

  /// The name of a chart in this session, as `session.id` is in expressions.
  func name(of chart: Int) -> String { chart == Self.root ? id : "\(id).child\(chart)" }

  func keyPrefix(of chart: Int) -> String { chart == Self.root ? keys : "\(keys).child\(chart)" }

  /// Takes a step of one chart, and all steps that follow from it. The limits of one event hold for all charts
  /// together.
  ///
  /// - Parameter service: what the step is about, if it is one of the child charts: that ends with it.
  /// - Returns: what became of it; nil when the chart does not run any more. What nothing answers in the chart itself is
  ///   taken all the same when a transition of another one was taken because of it.
  package mutating func takeStep(
    _ chart: Int, _ cause: Cause, about service: ServiceKey? = nil, _ log: inout [Occurrence],
    _ body: (inout Running) -> Macrostep
  ) -> EventOutcome? {
    guard self[chart] != nil else { return nil }
    beginEvent()
    let before = log.count
    guard let step = step(chart, body) else { return nil }
    if let service, !isRunning(service), let child = child(of: service) { end(child, &log) }
    absorb(step, cause, chart, &log)
    // What the chart sends to the one that runs it goes up to the first one.
    var current = chart
    while let owner = self[current]?.owner?.chart {
      collect(current, &log)
      drain(owner, &log)
      current = owner
    }
    guard case .ignored = step.outcome, log[before...].contains(where: \.isTaken) else { return step.outcome }
    return .taken
  }

  private mutating func beginEvent() {
    spent = Spending(event: spent.event &+ 1)
    renewals = 0
    if !ended.isEmpty { ended.removeAll() }
    if !over.isEmpty { over.removeAll() }
  }

  private mutating func step(_ chart: Int, _ body: (inout Running) -> Macrostep) -> Macrostep? {
    let (spent, records) = (spent, records)
    let result = change(chart) { node in
      let before = node.machine.status
      node.machine.spent = spent
      node.machine.records = records
      let step = body(&node.machine)
      return (step, node.machine.spent, before, node.machine.status)
    }
    guard let (step, after, before, status) = result else { return nil }
    note(after, before, status)
    return step
  }

  /// Notes what a step has spent. A chart that was stopped by the limits leaves the others all of them, a few times.
  private mutating func note(_ spent: Spending, _ before: Machine.Status, _ after: Machine.Status) {
    self.spent.go(on: spent)
    guard case .stopped(let reason) = after, after != before, reason != .requested,
      renewals < Self.mostRenewals
    else { return }
    renewals += 1
    self.spent = Spending(event: self.spent.event &+ 1)
  }

  /// A step because of messages of another chart, or because it runs this one. Taking those is work too.
  private mutating func step(
    _ chart: Int, messages count: Int, _ body: (inout Running) -> Macrostep
  ) -> Macrostep? {
    guard let compiled = self[chart]?.machine.chart else { return nil }
    let units = RunLimits.unitsOfOwnEvent(compiled).multipliedReportingOverflow(by: count)
    spent.add(work: units.overflow ? .max : units.partialValue)
    return step(chart, body)
  }

  /// Carries out what a step asks for, and what follows from it.
  private mutating func absorb(
    _ step: Macrostep, _ cause: Cause, _ chart: Int, _ log: inout [Occurrence]
  ) {
    carryOut(step, cause, chart, &log)
    drain(chart, &log)
  }

  /// Lets a chart take what its children sent it.
  private mutating func drain(_ chart: Int, _ log: inout [Occurrence]) {
    // What comes meanwhile is taken after what is there.
    while let inbox = change(chart, { exchange(&$0.inbox, with: []) }), !inbox.isEmpty {
      for (run, messages) in inbox {
        guard let step = step(chart, messages: messages.count, { $0.send(messages, from: run) }) else {
          return
        }
        carryOut(step, .messages(run, messages), chart, &log)
      }
    }
  }

  private mutating func carryOut(
    _ step: Macrostep, _ cause: Cause, _ chart: Int, _ log: inout [Occurrence]
  ) {
    log.append(.stepped(chart: chart, cause, step))
    var messages: [InvocationMessage] = []
    for effect in step.effects {
      switch effect {
      case .start(let start): self.start(start, chart, &log)
      case .cancel(let run):
        let key = ServiceKey(chart: chart, run: run)
        if let child = child(of: key) { end(child, &log) }
        log.append(.cancel(key))
      case .schedule(let timer, let delay):
        log.append(.schedule(TimerKey(chart: chart, timer: timer), after: delay))
      case .cancelTimer(let timer): log.append(.cancelTimer(TimerKey(chart: chart, timer: timer)))
      case .output(let payload): log.append(.output(chart: chart, payload))
      case .sendToParent(let payload): messages.append(.event(ChartEvent(payload)))
      case .sendToInvocation(let run, let payload):
        send(payload, to: ServiceKey(chart: chart, run: run), &log)
      }
    }
    if !messages.isEmpty { change(chart) { $0.outbox += messages } }
  }

  private mutating func send(_ payload: NamedData, to key: ServiceKey, _ log: inout [Occurrence]) {
    guard let child = child(of: key) else {
      guard over.contains(key) else { return log.append(.deliver(key, payload)) }
      let message = "`\(key.run.id)` ended before it could receive `\(payload.name)`."
      return log.append(.failure(chart: key.chart, message))
    }
    let event = ChartEvent(payload, origin: "#_parent")
    // Of what its parent receives, a chart gets what it declares.
    if forwards(key), let events = self[child]?.machine.chart.events, events[payload.name] == nil { return }
    guard let step = step(child, messages: 1, { $0.send(event) }) else { return }
    if case .rejected(let rejection) = step.outcome {
      log.append(
        .failure(chart: key.chart, "`\(key.run.id)` rejected an event. \(rejection)"))
    }
    // The recursion goes down only, and is bounded by the depth.
    absorb(step, .event(event), child, &log)
    collect(child, &log)
  }

  private func forwards(_ key: ServiceKey) -> Bool {
    guard let invocations = self[key.chart]?.machine.chart.invocations,
      invocations.indices.contains(key.run.index)
    else { return false }
    return invocations[key.run.index].forwards
  }

  private mutating func start(_ start: InvocationStart, _ chart: Int, _ log: inout [Occurrence]) {
    let key = ServiceKey(chart: chart, run: start.run)
    guard case .chart(let path) = start.source else { return log.append(.start(key, start)) }
    guard let (parent, depth) = self[chart].map({ ($0.bound, $0.depth) }) else { return }
    func fail(_ message: String) {
      log.append(.failure(chart: chart, message))
      over.insert(key)
      change(chart) { $0.inbox.append((start.run, [.failed(code: "communication", data: .unset)])) }
    }
    let bound: Chart
    switch parent.child(path, of: main.bound) {
    case .chart(let chart): bound = chart
    case .service: return log.append(.start(key, start))
    case .missing:
      return fail("`\(start.run.id)` could not be started: the chart `\(path)` is not among `children`.")
    }
    guard depth < Self.deepest else {
      return fail("Child charts are nested deeper than \(Self.deepest) levels.")
    }
    guard others.count < Self.mostChildren else {
      return fail(
        "`\(start.run.id)` could not be started: \(Self.mostChildren) child charts are already running.")
    }
    var input: [String: ChartValue] = [:]
    if case .map(let values) = start.input.data { input = values }
    let number = started + 1
    do throws(BindingProblems) {
      var machine = try bound.machine(input: input, isInvoked: true, sessionID: name(of: number))
      machine.keyPrefix = keyPrefix(of: number)
      machine.mask(input: start.input)
      started = number
      self[number] = Node(bound: bound, machine: machine, owner: key, depth: depth + 1)
      change(chart) { $0.children.append((start.run, number)) }
      log.append(.startedChart(chart: number, key, start))
      guard let step = step(number, messages: 1, { $0.start() }) else { return }
      absorb(step, .start, number, &log)
      collect(number, &log)
    } catch {
      fail("`\(start.run.id)` could not be started: \(error)")
    }
  }

  /// Takes what a chart sends to the one that runs it. Its end comes last.
  private mutating func collect(_ chart: Int, _ log: inout [Occurrence]) {
    guard let owner = self[chart]?.owner,
      let taken = change(
        chart, { (exchange(&$0.outbox, with: []), $0.machine.status, $0.machine.resultPayload) })
    else { return }
    var (messages, status, result) = taken
    switch status {
    case .final: messages.append(.completed(result))
    case .stopped(let reason):
      // The reason is shown only here: the chart that runs it gets the code alone.
      log.append(.failure(chart: owner.chart, "`\(owner.run.id)` was stopped. \(reason)"))
      messages.append(.failed(code: "execution", data: .unset))
    case .running, .notStarted: break
    }
    if !messages.isEmpty { change(owner.chart) { $0.inbox.append((owner.run, messages)) } }
    guard status != .running else { return }
    remove(chart)
    log.append(.endedChart(owner))
  }

  /// Ends a chart from outside. What it still sends is dropped.
  private mutating func end(_ chart: Int, _ log: inout [Occurrence]) {
    if let step = step(chart, { $0.stop() }) { carryOut(step, .stop, chart, &log) }
    remove(chart)
  }

  private mutating func remove(_ chart: Int) {
    guard let node = self[chart], let owner = node.owner else { return }
    ended[chart] = node.bound
    over.insert(owner)
    self[chart] = nil
    change(owner.chart) { $0.children.removeAll { $0.chart == chart } }
  }

  /// The chart that runs as a service; nil for services of Swift.
  package func child(of key: ServiceKey) -> Int? {
    self[key.chart]?.children.first { $0.run == key.run }?.chart
  }

  /// Whether a run still counts.
  func isRunning(_ key: ServiceKey) -> Bool { self[key.chart]?.machine.running.contains(key.run) ?? false }

  /// Whether a timer still counts.
  func waits(for key: TimerKey) -> Bool { self[key.chart]?.machine.waits(for: key.timer) ?? false }

  /// Does something with each machine.
  package mutating func forEachMachine(_ body: (inout Running) -> Void) {
    for number in [Self.root] + others.keys { change(number) { body(&$0.machine) } }
  }

  /// What runs in a chart and then in those that it runs.
  package func running(in chart: Int = root) -> [ServiceKey] {
    guard let node = self[chart] else { return [] }
    // The recursion is bounded by the depth.
    return node.machine.running.map { ServiceKey(chart: chart, run: $0) }
      + node.children.flatMap { running(in: $0.chart) }
  }
}

extension RunningCharts where Chart == BoundChart {
  /// The result of an event that the first chart takes without a record of its steps.
  enum UnrecordedStep {
    /// It needs the general case, and nothing has happened.
    case general
    /// It was taken, and there is nothing more to do.
    case quiet
    /// `note` returns the details.
    case noted(SendResult)
  }

  /// Starts the first chart, or sends it an event without data, and writes no steps down. This is the most frequent case.
  /// Nothing is allocated for it if the chart asks for nothing.
  @inline(__always)
  mutating func send(unrecorded body: (inout Machine) -> SendResult) -> UnrecordedStep {
    guard others.isEmpty else { return .general }
    beginEvent()
    main.machine.spent = spent
    let result = body(&main.machine)
    if result == .rejected { return .general }
    return result == .taken && main.machine.isQuiet ? .quiet : .noted(result)
  }

  /// The outcome of a step without a record, and what it asks for.
  mutating func note(_ result: SendResult, _ cause: Cause, _ log: inout [Occurrence]) -> EventOutcome {
    let step = main.machine.takeNote(result)
    if step.hasMore {
      spent.go(on: main.machine.spent)
      absorb(step, cause, Self.root, &log)
    }
    return step.outcome
  }
}

extension Macrostep {
  /// Whether there is more to it than an outcome.
  fileprivate var hasMore: Bool {
    isChanged || !effects.isEmpty || !failures.isEmpty || !unhandledErrors.isEmpty
  }
}

/// Puts something in the place of a value, which is handed over without a copy.
private func exchange<Value>(_ place: inout Value, with value: Value) -> Value {
  var value = value
  swap(&place, &value)
  return value
}
