// What a machine needs only at times: queues, timers, services, planning. It is made when it is first needed, so
// that machines that wait in a plain state are small.

extension Interpreter {
  /// Whether the chart runs, in one byte; `status` tells more.
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

  /// All that is not needed in a plain step.
  struct Room: Sendable {
    var planner: Planner
    var runs: ContiguousArray<RunState>
    var stopReason: StopReason?
    var result = NamedData(name: "", data: .unset, redactedData: .unset)
    var event: RuntimeEvent?
    /// By state: the event with which it was entered, as long as something is to be started with what is made from that.
    var entryEvents: [Int: EntryEvent] = [:]
    /// The variables whose values were lost when the session was stored.
    var lostSlots: Set<Int> = []
    /// By slot: what the value is beyond what is declared of it. Empty as long as there is no such value.
    var slotTaints = ContiguousArray<Taint>()
    var effects: [ChartEffect] = []
    var internalQueue = EventQueue()
    var externalQueue = EventQueue()
    var activeTimers = TimerTable()
    var statesToInvoke = StateSet()
    var lastNumber: UInt64 = 0
    var guardAnswers: [GuardQuestion: GuardAnswer] = [:]
    var failedEventless = StateSet()
    var loopingStates = StateSet()
    var failedSend: String?
    /// What was spent on the event before this machine was told, by charts that run together.
    var spent = Spending()
    var sessionID = "main"
    /// What idempotency keys begin with; nil for the id of the run.
    var keyPrefix: String?

    init(_ chart: CompiledChart) {
      planner = Planner(chart)
      runs = ContiguousArray(repeating: RunState(), count: chart.invocations.count)
    }
  }

  /// Makes the room when there is none.
  mutating func makeRoom() {
    if rooms.isEmpty { rooms.append(Room(chart)) }
  }

  var isLive: Bool { phase == .running }

  /// Whether the chart runs.
  var status: Status {
    get {
      switch phase {
      case .fresh: .fresh
      case .running: .running
      case .final: .final
      case .stopped: .stopped(rooms.first?.stopReason ?? .requested)
      }
    }
    set {
      switch newValue {
      case .fresh: phase = .fresh
      case .running: phase = .running
      case .final: phase = .final
      case .stopped(let reason):
        phase = .stopped
        makeRoom()
        rooms[0].stopReason = reason
      }
    }
  }

  /// The current event, for expressions.
  var event: RuntimeEvent? {
    get {
      if plainEvent >= 0 {
        return RuntimeEvent(plain: plainEvent, chart)
      }
      return rooms.isEmpty ? nil : rooms[0].event
    }
    set {
      plainEvent = -1
      makeRoom()
      rooms[0].event = newValue
    }
  }

  /// The data of the top-level final state.
  var result: NamedData {
    get { rooms.isEmpty ? NamedData(name: "", data: .unset, redactedData: .unset) : rooms[0].result }
    set {
      makeRoom()
      rooms[0].result = newValue
    }
  }

  /// What the machine asks of the world since `takeEffects` was called.
  var effects: [ChartEffect] {
    get { rooms.isEmpty ? [] : rooms[0].effects }
    _modify {
      makeRoom()
      yield &rooms[0].effects
    }
  }

  var slotTaints: ContiguousArray<Taint> {
    get { rooms.isEmpty ? [] : rooms[0].slotTaints }
    _modify {
      makeRoom()
      yield &rooms[0].slotTaints
    }
  }

  /// The id of the send that the running block failed in.
  var failedSend: String? {
    get { rooms.isEmpty ? nil : rooms[0].failedSend }
    set {
      if newValue == nil && rooms.isEmpty { return }
      makeRoom()
      rooms[0].failedSend = newValue
    }
  }

  /// The id of this run, `session.id` in expressions.
  var sessionID: String { rooms.isEmpty ? "main" : rooms[0].sessionID }

  /// What idempotency keys begin with. Machines of one chart in different runs need different ones.
  var keyPrefix: String {
    get { rooms.first?.keyPrefix ?? sessionID }
    set {
      guard !chart.invocations.isEmpty else { return }
      makeRoom()
      rooms[0].keyPrefix = newValue
    }
  }

  var internalQueue: EventQueue {
    get { rooms.isEmpty ? EventQueue() : rooms[0].internalQueue }
    _modify {
      makeRoom()
      yield &rooms[0].internalQueue
    }
  }

  var externalQueue: EventQueue {
    get { rooms.isEmpty ? EventQueue() : rooms[0].externalQueue }
    _modify {
      makeRoom()
      yield &rooms[0].externalQueue
    }
  }

  var runs: ContiguousArray<RunState> {
    get { rooms.isEmpty ? Room(chart).runs : rooms[0].runs }
    _modify {
      makeRoom()
      yield &rooms[0].runs
    }
  }

  var activeTimers: TimerTable {
    get { rooms.isEmpty ? TimerTable() : rooms[0].activeTimers }
    _modify {
      makeRoom()
      yield &rooms[0].activeTimers
    }
  }

  var statesToInvoke: StateSet {
    get { rooms.isEmpty ? StateSet() : rooms[0].statesToInvoke }
    _modify {
      makeRoom()
      yield &rooms[0].statesToInvoke
    }
  }

  var lastNumber: UInt64 {
    get { rooms.isEmpty ? 0 : rooms[0].lastNumber }
    set {
      makeRoom()
      rooms[0].lastNumber = newValue
    }
  }

  var guardAnswers: [GuardQuestion: GuardAnswer] {
    get { rooms.isEmpty ? [:] : rooms[0].guardAnswers }
    _modify {
      makeRoom()
      yield &rooms[0].guardAnswers
    }
  }

  var failedEventless: StateSet {
    get { rooms.isEmpty ? StateSet() : rooms[0].failedEventless }
    _modify {
      makeRoom()
      yield &rooms[0].failedEventless
    }
  }

  var loopingStates: StateSet {
    get { rooms.isEmpty ? StateSet() : rooms[0].loopingStates }
    _modify {
      makeRoom()
      yield &rooms[0].loopingStates
    }
  }
}
