import StatechartsModel

// A running flow. The session is the asynchronous shell around machines that wait for nothing:
//
//   ChartSession             takes events, and says where the session is
//   ChartSession+Carry       carries out in order what the machines ask for
//   ChartSession+Services    runs services in tasks of their own, and takes their results
//   ChartSession+Timers      waits for the earliest deadline
//   ChartSession+Held        holds effects until the app has stored the step
//   ChartSession+Updates     sends updates to callers, and waits until nothing runs
//
// All that changes the machines goes through `perform`, which does not wait: a macrostep is never interleaved with
// another. What arrives meanwhile, also from the chart's own handlers, comes after it.

/// A chart that runs with its services, its timers and the charts that it invokes.
///
/// When nobody holds the session any more, its services are cancelled and its updates end.
public actor ChartSession {
  /// Updates that wait for a slow caller, unless it asks for another number.
  public static let defaultBufferedUpdates = 16
  /// Updates that wait for a caller at most.
  public static let maximumBufferedUpdates = 65_536
  /// Posted events that wait at most.
  public static let maximumPostedEvents = 4_096
  /// Events that wait for a service.
  static let bufferedEvents = 256

  // Decision: Docs/decisions/sessions-and-snapshots.md#what-each-event-needs-comes-first
  var updates: UInt64
  var subscribers: [UInt64: Subscriber] = [:]
  /// Whether it has yet to go on from a snapshot.
  private var isRestored: Bool
  /// What the inspector looks at now; nil without an inspector. To ask `inspector` itself would copy it for each event.
  private nonisolated let inspectedKinds: (@Sendable () -> TraceKinds)?
  /// When what the chart asks for is carried out.
  nonisolated let delivery: Delivery
  var charts: SessionCharts

  /// The id of the session: `session.id` in expressions, and the name of the session in traces and snapshots.
  public nonisolated let id: String
  /// The chart with its handlers.
  public nonisolated let bound: BoundChart
  nonisolated let clock: SessionClock
  nonisolated let inspector: (any SessionInspector)?
  /// What was posted and is not taken yet.
  nonisolated let mailbox: AsyncStream<Mail>.Continuation
  private let mail: AsyncStream<Mail>

  /// The services that count.
  var services: [ServiceKey: RunningService] = [:]
  /// Tasks of services that have not ended, those that were cancelled among them, by number.
  var tasks: Set<UInt64> = []
  var taskNumber: UInt64 = 0
  var timers: TimerQueue<TimerKey>
  /// What seals the secrets in snapshots; nil leaves them out.
  let sealer: (any SecretSealer)?
  /// What was not as it should be in the snapshot that the session was made from.
  let restoreFailures: [String]
  /// The variables that had a value which the snapshot does not have.
  let restoreLosses: [String]
  var outbox = Outbox()
  /// What steps ask for that nobody has confirmed, one element for each step.
  var held: [HeldWork]
  /// With `Delivery.confirmed`, the last update that was confirmed, without outputs, or where the session was before it was
  /// started. At most one; an array takes less room than an optional update.
  var confirmedUpdate: [SessionUpdate] = []
  /// How many steps were confirmed.
  var confirmed: UInt64 = 0
  /// Signals for callers that wait for held steps.
  var heldSignals: [UInt64: AsyncStream<Void>.Continuation] = [:]
  var sleeper: Sleeper?
  var sleepers: UInt64 = 0
  var subscriptions: UInt64 = 0
  var waiters: [UInt64: Waiter] = [:]
  var waits: UInt64 = 0
  var traced: UInt64
  private(set) var isStarted = false
  private var isReadingMail = false
  /// Whether something may have been posted before the start.
  private var hasMail = false
  /// Whether the first chart has ended.
  var hasEnded = false
  /// Whether that was published.
  var isOver = false

  /// Something that was posted.
  enum Mail: Sendable {
    case event(ChartEvent, activity: UInt64?)
    /// Somebody waits until all before it is done.
    case mark(UInt64)
  }

  /// Makes a session that is ready to be started.
  ///
  /// - Parameters:
  ///   - bound: the chart with its handlers.
  ///   - id: what distinguishes the session from all others; a random UUID unless given.
  ///   - input: values for the variables that are declared `input`.
  ///   - delivery: when services start and outputs are published.
  ///   - sealer: seals the secrets in snapshots; without one, they are left out.
  ///   - clock: what timers, timeouts and waits before repetitions go by.
  ///   - inspector: gets everything that the session does, redacted.
  /// - Throws: every input that does not fit, an empty id, or every chart that is missing among the children.
  public init(
    _ bound: BoundChart, id: String? = nil, input: [String: ChartValue] = [:],
    delivery: Delivery = .immediate, sealer: (any SecretSealer)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), inspector: (any SessionInspector)? = nil
  ) throws(BindingProblems) {
    try bound.checkCharts()
    if id == "" {
      var problems = BindingProblems()
      problems.input = ["The id of the session is empty. Give an id, or leave `id` out for a random one."]
      throw problems
    }
    let id = id ?? SessionID.random()
    let charts = try SessionCharts(bound, id: id, keys: SessionID.newKeys(of: id, bound), input: input)
    self.init(bound, charts, delivery, sealer: sealer, clock: clock, inspector: inspector)
  }

  init(
    _ bound: BoundChart, _ charts: SessionCharts, _ delivery: Delivery, sealer: (any SecretSealer)?,
    clock: any Clock<Duration>, inspector: (any SessionInspector)?,
    restored snapshot: SessionSnapshot? = nil, outbox: Outbox? = nil, held: [HeldWork] = [],
    restoreFailures: [String] = [],
    timers: (SessionClock) -> TimerQueue<TimerKey> = { _ in TimerQueue() }
  ) {
    id = charts.id
    self.bound = bound
    self.charts = charts
    let clock = SessionClock(clock)
    self.clock = clock
    self.timers = timers(clock)
    updates = snapshot?.updates ?? 0
    traced = snapshot?.traced ?? 0
    self.delivery = delivery
    self.sealer = sealer
    self.restoreFailures = restoreFailures
    restoreLosses = snapshot == nil ? [] : charts.lostVariables()
    self.held = held
    if let outbox { self.outbox = outbox }
    isRestored = snapshot.map { $0.chart.status == .running } ?? false
    self.inspector = inspector
    if let inspector { inspectedKinds = { inspector.kinds } } else { inspectedKinds = nil }
    (mail, mailbox) = AsyncStream.makeStream(
      of: Mail.self, bufferingPolicy: .bufferingOldest(Self.maximumPostedEvents))
  }

  deinit {
    mailbox.finish()
    for service in services.values { service.end() }
    sleeper?.cancel()
    for var subscriber in subscribers.values { subscriber.finish() }
    for signal in heldSignals.values { signal.finish() }
    for waiter in waiters.values { waiter.continuation.resume(returning: nil) }
  }

  /// Enters the chart, or goes on from the snapshot that the session was made from. Is rejected when it was started
  /// before.
  @discardableResult
  public func start() -> EventOutcome {
    let isFirst = !isStarted
    isStarted = true
    defer { if hasMail { readMail() } }
    if isRestored {
      isRestored = false
      return goOn()
    }
    if isFirst {
      if charts.main.machine.status != .notStarted, !hasEnded { return goOnAtEnd() }
      if delivery == .confirmed { confirmedUpdate = [update(outputs: [])] }
    }
    return performUnrecorded(.start, [.started, .steps]) { $0.noteStart() } ?? perform(.start) { $0.start() }
  }

  /// Sends an event from the app.
  ///
  /// The steps are done, and what they ask for is started, when this returns.
  ///
  /// - Returns: what became of it: taken, ignored with the guards that said no, or rejected with the reason.
  @discardableResult
  public func send(_ event: ChartEvent) -> EventOutcome {
    if isRestored { return .rejected(.notStarted) }
    if event.isNameOnly,
      let outcome = performUnrecorded(.event(event), .steps, { $0.note(eventWithoutData: event.name) })
    {
      return outcome
    }
    return perform(.event(event)) { $0.send(event) }
  }

  /// Starts the first chart, or sends it an event without data. This is faster than the general case.
  ///
  /// - Parameter kinds: What an inspector would see of it. The general case applies if the inspector looks at one of them.
  /// - Returns: nil if the general case applies; nothing has happened then.
  @inline(__always)
  private func performUnrecorded(
    _ cause: @autoclosure () -> Cause, _ kinds: TraceKinds, _ body: (inout Machine) -> SendResult
  ) -> EventOutcome? {
    guard delivery != .confirmed, inspectedKinds?().isDisjoint(with: kinds) ?? true else { return nil }
    // Charts inside this one write no steps down either.
    charts.records = false
    switch charts.send(unrecorded: body) {
    case .general: return nil
    case .quiet:
      publish()
      return .taken
    case .noted(let result):
      var log: [Occurrence] = []
      let outcome = charts.note(result, cause(), &log)
      if log.isEmpty, charts.main.machine.status == .running {
        if result == .taken { publish() }
      } else {
        finish(log)
      }
      return outcome
    }
  }

  /// Sends an event from the app by its name.
  @discardableResult
  public func send(_ event: String, data: ChartValue = .unset) -> EventOutcome {
    send(ChartEvent(event, data: data))
  }

  /// Sends an event without waiting for what becomes of it. Posted events are taken in the order of posting, also
  /// those that a handler of this very chart posts while it is called; those posted before the start, after it. At most
  /// `maximumPostedEvents` events wait.
  ///
  /// - Returns: whether the event will be looked at, and if not, why.
  @discardableResult
  public nonisolated func post(_ event: ChartEvent) -> PostResult {
    // Decision: Docs/decisions/sessions-and-snapshots.md#posted-events-have-a-limit
    let activity = clock.activity?.begin("event \(event.name)")
    let refusal: PostResult
    switch mailbox.yield(.event(event, activity: activity)) {
    case .enqueued(let remaining):
      // With all places left, a task that reads has taken it already.
      if remaining < Self.maximumPostedEvents { Task { await readMail() } }
      return .accepted
    case .terminated: refusal = .over
    default: refusal = .full(limit: Self.maximumPostedEvents)
    }
    if let activity { clock.activity?.end(activity) }
    return refusal
  }

  /// What would become of an event if it were sent now. Guards are asked; nothing is done.
  public func preview(_ event: ChartEvent) -> EventOutcome {
    isRestored ? .rejected(.notStarted) : charts.main.machine.preview(event)
  }

  /// What would become of an event if it were sent now.
  public func preview(_ event: String, data: ChartValue = .unset) -> EventOutcome {
    preview(ChartEvent(event, data: data))
  }

  /// Ends the run: all states are left with their exit actions, services are cancelled, timers are given up. Await
  /// `settled()` to know that the tasks of services have ended too.
  @discardableResult
  public func stop() -> EventOutcome {
    isRestored ? .rejected(.notStarted) : perform(.stop) { $0.stop() }
  }

  /// Where the session is now, confirmed or not. Carries no outputs.
  public var current: SessionUpdate { update(outputs: []) }

  /// Asks a query of the chart, which answers from its arguments alone.
  ///
  /// - Throws: `QueryProblem` when no active state lists the query; what the query throws.
  public func query(_ name: String, _ arguments: [String: ChartValue] = [:]) throws -> ChartValue {
    guard let query = bound.handlers.query(named: name) else { throw QueryProblem.unknown(name) }
    let states = bound.chart.states(listingQuery: name)
    let active = current.states
    // A state may be called like the chart, which is always active.
    let isForAll = bound.chart.chart.root.queries.contains { $0.text == name }
    guard states.isEmpty || isForAll || states.contains(where: active.contains)
    else { throw QueryProblem.notHere(name, states: states) }
    return try query(arguments)
  }

  /// The one way to tell the first chart something.
  private func perform(_ cause: Cause, _ body: (inout Machine) -> Macrostep) -> EventOutcome {
    perform(on: SessionCharts.root, cause, body) ?? .rejected(.notStarted)
  }

  /// The one way to tell a chart something: steps, then what they ask for, then the update.
  ///
  /// - Returns: what became of it; nil when the chart does not run any more.
  func perform(on chart: Int, _ cause: Cause, _ body: (inout Machine) -> Macrostep) -> EventOutcome? {
    // Decision: Docs/decisions/sessions-and-snapshots.md#a-session-waits-for-nothing-inside-a-step
    var log: [Occurrence] = []
    charts.records = wants(.steps)
    let outcome = charts.takeStep(chart, cause, &log, body)
    finish(log)
    return outcome
  }

  /// Carries out what a step asks for, and lets those go on who waited for it.
  private func finish(_ log: [Occurrence]) {
    carryOut(log)
    arm()
    checkWaiters()
  }

  /// Begins to take what is posted, once the session is started.
  func readMail() {
    hasMail = true
    guard isStarted, !isReadingMail else { return }
    isReadingMail = true
    // The task holds the session only while it hands over one event; it ends when the mailbox is closed. It has nothing of who
    // posted first, perhaps a service.
    Task.detached { [weak self, mail, activity = clock.activity] in
      for await item in mail {
        if let self {
          await self.take(item)
        } else if case .event(_, let number?) = item {
          activity?.end(number)
        }
      }
    }
  }

  private func take(_ item: Mail) {
    // There is room again.
    defer { markAgain() }
    switch item {
    case .event(let event, let activity):
      send(event)
      if let activity { clock.activity?.end(activity) }
    case .mark(let wait):
      waiters[wait]?.isMarked = true
      checkWaiters()
    }
  }
}

/// Why a query was not asked.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum QueryProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The chart has no query of this name.
  case unknown(String)
  /// None of the states that list it is active.
  case notHere(String, states: [String])

  /// One plain sentence.
  public var description: String {
    switch self {
    case .unknown(let name): "`\(name)` is not a query of this chart."
    case .notHere(let name, let states):
      "The query `\(name)` is only available in " + states.map { "`\($0)`" }.joined(separator: ", ")
        + ", and none of them is active."
    }
  }
}

extension CompiledChart {
  /// The states that list a query, in document order.
  func states(listingQuery name: String) -> [String] {
    var found: [String] = []
    var rest = [chart.root]
    while let state = rest.popLast() {
      if state.queries.contains(where: { $0.text == name }) { found.append(state.id.text) }
      rest.append(contentsOf: state.states.reversed())
    }
    return found
  }
}
