public import Statecharts

/// Where a simulated chart is, and what the last event led to. All of it is redacted by declaration and may be shown.
public struct SimulationReport: Sendable {
  /// What became of the last event.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// A transition was taken because of it.
    case taken
    /// Nothing was enabled.
    case ignored
    /// The chart did not look at it: the event is not declared, its data do not fit, the chart has ended.
    case rejected
  }

  /// Something that was sent to the app or to a service.
  public struct Message: Hashable, Sendable {
    /// The output's or event's name.
    public var name: String
    /// Its data.
    public var data: ChartValue
    /// The id of the service that it was sent to; nil for outputs.
    public var receiver: String?

    /// Makes a message, to compare with.
    public init(name: String, data: ChartValue = .unset, receiver: String? = nil) {
      self.name = name
      self.data = data
      self.receiver = receiver
    }
  }

  /// A timer that waits.
  public struct Timer: Hashable, Sendable {
    /// What waits: `after.STATE.DELAY`, `send EVENT`, `timeout ID` or `retry ID`.
    public var name: String
    /// In what time it is due.
    public var remaining: Duration

    /// Makes a timer, to compare with.
    public init(name: String, remaining: Duration) {
      self.name = name
      self.remaining = remaining
    }
  }

  /// A child chart that runs.
  public struct Child: Hashable, Sendable {
    /// The id of its invocation.
    public var id: String
    /// The ids of its active states without children, in document order.
    public var configuration: [String]

    /// Makes a child chart, to compare with.
    public init(id: String, configuration: [String]) {
      self.id = id
      self.configuration = configuration
    }
  }

  /// The ids of the active states without children, in document order. After the end: those where it ended.
  public var configuration: [String] = []
  /// The ids of all active states but the root, in document order.
  public var states: [String] = []
  /// The variables in document order.
  public var context: [NamedValue] = []
  /// What the chart, and its child charts, sent to the app, in order.
  public var outputs: [Message] = []
  /// The handler actions that were called, in order.
  public var actions: [Macrostep.PerformedAction] = []
  /// The ids of what runs, in document order; child charts' services follow.
  public var services: [String] = []
  /// The child charts that run.
  public var children: [Child] = []
  /// The timers that wait, the next one first.
  public var timers: [Timer] = []
  /// Events sent to running services, in order.
  public var sent: [Message] = []
  /// Whether the chart has reached its end.
  public var isFinal = false
  /// The output of the top-level final state where it ended; `.unset` otherwise.
  public var result = ChartValue.unset
  /// Why the chart was stopped, if it was.
  public var stopped: StopReason?
  /// What became of the event.
  public var outcome = Outcome.taken
  /// Why nothing happened, in one plain sentence; nil when something did.
  public var reason: String?
  /// The values of `log` actions, in order.
  public var log: [ChartValue] = []
  /// Why guards and actions failed, in plain sentences.
  public var failures: [String] = []
  /// The names of `error.…` events that nothing took.
  public var unhandledErrors: [String] = []
  /// The ids of services whose answers came too late and were dropped.
  public var lateResults: [String] = []
  /// The steps of the chart itself, in order.
  public var microsteps: [Microstep] = []
  /// What was started, in order.
  package var starts: [Start] = []
  /// What the chart, and then each of its child charts, did, in the order of its actions.
  package var performedEffects: [PerformedEffect] = []
  /// The guards that said no when nothing was enabled, in the order in which they were asked.
  package var refused: [Statecharts.EventOutcome.Refusal] = []
  /// How many timers fired; nil when no time was meant to pass.
  package var fired: Int?
  /// How many of `performedEffects` wait for nothing.
  var settled = 0
  /// How much time passed, when too many timers became due for all of it to pass.
  public var passed: Duration?

  /// One thing that a chart did.
  package enum PerformedEffect: Hashable, Sendable {
    case action(Macrostep.PerformedAction)
    case log(ChartValue)
    case output(Message)
    case send(Message)
    /// The place of something that was sent; nothing where a chart inside took it.
    case waiting(chart: Int, InvocationRun)
    /// A service failed and starts again later.
    case retry(Retry)
    /// The wait before a retry is over: the service with this id starts again.
    case restart(String)
  }

  /// A retry that a failed service waits for.
  package struct Retry: Hashable, Sendable {
    /// The id of the service.
    package var id: String
    /// The number of the retry, from 1 on.
    package var attempt: Int
    /// How many retries there are at most.
    package var limit: Int
    /// How long the service waits before it starts again.
    package var wait: Duration
  }

  /// A start of a service or child chart.
  package struct Start: Sendable {
    package let key: ServiceKey
    /// 0 for the first start, then the number of the repetition.
    package let attempt: Int
    /// What it was given, redacted: nothing else may get into a report.
    package let input: ChartValue

    init(_ key: ServiceKey, _ start: InvocationStart) {
      self.key = key
      attempt = start.attempt
      input = start.input.redactedData
    }
  }
}

extension SimulationReport {
  /// Sets what became of the event.
  mutating func set(_ outcome: Statecharts.EventOutcome) {
    switch outcome {
    case .taken: self.outcome = .taken
    case .ignored, .repeated, .stale: self.outcome = .ignored
    case .rejected: self.outcome = .rejected
    }
    reason = outcome.reason
    if case .ignored(let refusals) = outcome { refused = refusals }
  }
}
