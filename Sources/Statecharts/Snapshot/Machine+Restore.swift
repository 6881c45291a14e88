extension Machine {
  /// Makes a machine that is where a snapshot was taken. Nothing is done on the way: no actions, no effects.
  ///
  /// What ran still counts as running: run it again under the key that it had, or call `interrupt(_:)`. Set the timers of
  /// `timers` again.
  ///
  /// - Parameters:
  ///   - chart: the chart, or a later version of it.
  ///   - handlers: the guards and actions of the chart.
  ///   - snapshot: what was kept of the machine.
  ///   - isInvoked: whether another chart invokes this one.
  ///   - sessionID: what `session.id` is in expressions.
  ///   - keyPrefix: what the idempotency keys of later starts begin with. Take a new one each time: a machine that goes on
  ///     from an older snapshot counts its starts as before.
  /// - Throws: `BindingProblems`, or `RestoreProblems` with everything that keeps the chart from going on there.
  public init(
    _ chart: CompiledChart, handlers: ChartHandlers = ChartHandlers(), restoring snapshot: ChartSnapshot,
    isInvoked: Bool = false, sessionID: String = "main", keyPrefix: String
  ) throws {
    let problems = chart.problems(binding: handlers, includingServices: false)
    guard problems.isEmpty else { throw problems }
    self.init(bound: Bindings(chart, handlers), isInvoked: isInvoked, sessionID: sessionID)
    self.keyPrefix = keyPrefix
    try restore(snapshot)
  }

  /// The timers that wait, in the order in which they were set.
  public var timers: [TimerID] { interpreter.cold[0].activeTimers.inOrder.map(\.id) }

  /// Puts a machine that was not started where a snapshot was taken. Nothing is done on the way: no actions, no effects.
  ///
  /// - Parameter secrets: The secrets of the snapshot that were opened, by variable.
  /// - Throws: everything that keeps the chart from going on there; the machine is then as before.
  package mutating func restore(
    _ snapshot: ChartSnapshot, secrets: [String: ChartValue] = [:]
  ) throws(RestoreProblems) {
    var restoration = Restoration(chart, snapshot, secrets: secrets, digest: chart.digest)
    let plan = try restoration.makePlan()
    interpreter.restore(plan)
  }
}

/// Where a machine is to be put, in the numbers of its chart.
struct RestorationPlan {
  var phase = ChartSnapshot.Status.fresh
  var states: [Int] = []
  var history: [Int: [Int]] = [:]
  var values: [Int: ChartValue] = [:]
  var personal: [Int] = []
  /// Secrets that were opened.
  var secret: [Int] = []
  var lost: Set<Int> = []
  var timers: [(TimerID, RestoredPurpose, ResumePolicy?)] = []
  var runs: [(invocation: Int, ChartSnapshot.Service)] = []
  var event: (ChartSnapshot.StoredEvent, invocation: Int)?
  var entryEvents: [(state: Int, ChartSnapshot.StoredEvent?, invocation: Int, isCut: Bool)] = []
  var lastNumber: UInt64 = 0
  var result = ChartValue.unset
  var stopReason: StopReason?
}

/// What a timer is for, in the numbers of the chart.
enum RestoredPurpose {
  case after(Int)
  case send(ChartSnapshot.StoredEvent, invocation: Int, SendReceiver, sendID: String?)
  case timeout(Int)
  case retry(Int, attempt: Int, key: String?)
}

extension Interpreter {
  mutating func restore(_ plan: RestorationPlan) {
    for (slot, value) in plan.values { slots[slot] = value }
    for slot in plan.personal { mark(slot, .personal) }
    for slot in plan.secret { mark(slot, .secret) }
    guard plan.phase != .fresh else { return }
    for state in plan.states { cold[0].planner.configuration.insert(state) }
    for (index, remembered) in plan.history {
      cold[0].planner.historyValues[index].removeAll()
      for state in remembered { cold[0].planner.historyValues[index].insert(state) }
    }
    if !stepCache.isEmpty, let number = stepCache[0].number(of: cold[0].planner, adding: true) {
      current = number
    }
    for (invocation, service) in plan.runs {
      cold[0].runs[invocation] = RunState(
        number: service.run, attempt: service.attempt, key: service.idempotencyKey ?? "",
        timer: service.timer ?? 0,
        visit: 0)
    }
    for (id, purpose, resume) in plan.timers {
      cold[0].activeTimers.add(ActiveTimer(id: id, purpose: restored(purpose), resume: resume))
      if case .retry(let invocation, _, let key) = purpose {
        cold[0].runs[invocation].timer = id.number
        cold[0].runs[invocation].key = key ?? ""
      }
    }
    for (state, event, origin, isCut) in plan.entryEvents {
      cold[0].entryEvents[state] = EntryEvent(event: event.map { restored($0, origin) }, isCut: isCut)
    }
    cold[0].lostSlots = plan.lost
    if let (event, invocation) = plan.event { self.event = restored(event, invocation) }
    cold[0].lastNumber = plan.lastNumber
    cold[0].result = NamedData(name: "", data: plan.result, redactedData: plan.result)
    switch plan.phase {
    case .running: phase = .running
    case .final:
      phase = .final
      isGoingOn = false
    case .stopped, .fresh: status = .stopped(plan.stopReason ?? .requested)
    }
  }

  private func restored(_ purpose: RestoredPurpose) -> ActiveTimer.Purpose {
    switch purpose {
    case .after(let timer): return .after(timer)
    case .timeout(let invocation): return .timeout(invocation)
    case .retry(let invocation, let attempt, _): return .retry(invocation, attempt: attempt)
    case .send(let stored, let invocation, let receiver, let sendID):
      var event = restored(stored, invocation)
      event.data = chart.data(event.data, ofEvent: event.name)
      let data = stored.data ?? .unset
      let payload = NamedData(name: stored.name, data: data, redactedData: data, taint: event.taint)
      event.sendID = sendID
      return .send(event, receiver, payload)
    }
  }

  private func restored(_ event: ChartSnapshot.StoredEvent, _ invocation: Int) -> RuntimeEvent {
    RuntimeEvent(
      kind: ChartEvent.Kind(rawValue: event.kind) ?? .external, number: chart.trie.number(of: event.name),
      name: event.name, data: event.data ?? .unset, taint: event.isPersonal == true ? .personal : [],
      error: event.error, invocation: invocation, sendID: event.sendID, origin: event.origin)
  }
}
