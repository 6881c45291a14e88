// What a machine needs only at times: queues, timers, services, planning. It is made when it is first needed, so
// that a machine without timers and services stays small.

extension Interpreter {
  /// Whether the chart runs, in one byte; `status` has the reason why it was stopped.
  enum Phase: UInt8, Sendable { case fresh, running, final, stopped }

  /// What runs for an invocation.
  struct RunState: Sendable {
    /// The number of the start; 0 when nothing runs.
    var number: UInt64 = 0
    /// Which repetition it is.
    var attempt = 0
    /// The key of its first start, which repetitions keep; empty when nothing runs or waits.
    var key = ""
    /// The number of the timer of its timeout, or of its next start; 0 for none.
    var timer: UInt64 = 0
    /// How often the state was left.
    var visit = 0
  }

  /// What led to a state; no event at the start.
  struct EntryEvent: Sendable {
    var event: RuntimeEvent?
    /// Whether data of it were lost when the session was stored.
    var isCut = false
  }

  /// All that most steps do not need.
  struct ColdState: Sendable {
    var planner: Planner
    var runs: ContiguousArray<RunState>
    var stopReason: StopReason?
    /// The data of the top-level final state.
    var result = NamedData(name: "", data: .unset, redactedData: .unset)
    var event: RuntimeEvent?
    /// By state: the event with which it was entered, as long as something made from it is still to be started.
    var entryEvents: [Int: EntryEvent] = [:]
    /// The variables whose values were lost when the session was stored.
    var lostSlots: Set<Int> = []
    /// By slot: what the value is beyond what is declared of it. Empty as long as there is no such value.
    var slotTaints = ContiguousArray<Taint>()
    /// What the machine asks of the world since `takeEffects` was called.
    var effects: [ChartEffect] = []
    var internalQueue = EventQueue()
    var externalQueue = EventQueue()
    var activeTimers = TimerTable()
    var statesToInvoke = StateSet()
    var lastNumber: UInt64 = 0
    var guardAnswers: [GuardQuestion: GuardAnswer] = [:]
    var failedEventless = StateSet()
    var loopingStates = StateSet()
    /// The id of the send that the running block failed in.
    var failedSend: String?
    /// What was spent on the event before it came to this machine, by charts that run together.
    var spent = Spending()
    var sessionID = "main"
    /// What idempotency keys begin with; nil for the id of the run.
    var keyPrefix: String?

    init(_ chart: CompiledChart) {
      planner = Planner(chart)
      runs = ContiguousArray(repeating: RunState(), count: chart.invocations.count)
    }
  }

  var isLive: Bool { phase == .running }

  /// Whether the chart runs.
  var status: Machine.Status {
    get {
      switch phase {
      case .fresh: .notStarted
      case .running: .running
      case .final: .final
      case .stopped: .stopped(cold[0].stopReason ?? .requested)
      }
    }
    set {
      switch newValue {
      case .notStarted: phase = .fresh
      case .running: phase = .running
      case .final: phase = .final
      case .stopped(let reason):
        phase = .stopped
        cold[0].stopReason = reason
      }
    }
  }

  /// The current event, for expressions.
  var event: RuntimeEvent? {
    get {
      if eventWithoutData >= 0 { return RuntimeEvent(withoutData: eventWithoutData, chart) }
      return cold[0].event
    }
    set {
      eventWithoutData = -1
      cold[0].event = newValue
    }
  }

  /// The id of this run, `session.id` in expressions.
  var sessionID: String { cold[0].sessionID }

  /// What idempotency keys begin with. Machines of one chart in different runs need different ones.
  var keyPrefix: String {
    get { cold[0].keyPrefix ?? cold[0].sessionID }
    set {
      guard !chart.invocations.isEmpty else { return }
      cold[0].keyPrefix = newValue
    }
  }
}
