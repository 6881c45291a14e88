import StatechartsModel

// What a machine is at rest, in the names of its chart. Timers have no times here: the host adds them.

extension Machine {
  /// Where the machine is, to go on later. A machine that is not called waits, so that any moment will do.
  ///
  /// Its timers have no times, because a machine does not know the time. Secrets are left out.
  public func snapshot() -> ChartSnapshot { interpreter.snapshot(chart.digest) }

  /// The secrets that have a value and may be sealed, and whether they are secret as a whole beyond what is declared.
  var sealableSecrets: [(name: String, value: ChartValue, isWhole: Bool)] {
    interpreter.sealableSlots.map { slot in
      let isWhole =
        !interpreter.cold[0].slotTaints.isEmpty && interpreter.cold[0].slotTaints[slot].contains(.secret)
      return (chart.chart.context[slot].name.text, interpreter.slots[slot], isWhole)
    }
  }

  /// The variables whose values were lost when the session was stored, and that have had no other since.
  var lostVariables: [String] {
    chart.chart.context.indices.filter(interpreter.isLost).map { chart.chart.context[$0].name.text }
  }

  /// The start of a service that is still to be started by a snapshot; nil if there is no such service, or it does not fit.
  func start(of run: InvocationRun, with input: NamedData, _ service: ChartSnapshot.Service)
    -> InvocationStart?
  {
    guard case .service? = source(of: run), let key = service.idempotencyKey, input.data.excess == nil else {
      return nil
    }
    if let fields = chart.invocations[run.index].inputFields {
      var given: [String: ChartValue] = [:]
      if case .map(let values) = input.data { given = values }
      guard fields.mismatch(of: given, codes: chart.errors) == nil else { return nil }
    }
    return InvocationStart(
      run: run, source: chart.invocations[run.index].source, input: input, attempt: service.attempt,
      idempotencyKey: key)
  }

  /// How a timer goes on after a restart, as the chart says; nil where it says nothing.
  func resumePolicy(of timer: TimerID) -> ResumePolicy? {
    interpreter.cold[0].activeTimers.resumePolicy(of: timer.number)
  }
}

extension Interpreter {
  func snapshot(_ digest: String) -> ChartSnapshot {
    // Decision: Docs/decisions/sessions-and-snapshots.md#snapshots-name-things-as-the-chart-does
    var timers: [ChartSnapshot.Timer] = []
    for timer in cold[0].activeTimers.inOrder {
      timers.append(
        ChartSnapshot.Timer(
          number: timer.id.number, label: timer.id.label, purpose: stored(timer.purpose),
          resume: timer.resume))
    }
    let active = configuration.members.filter { $0 > 0 }
    return ChartSnapshot(
      chart: chart.chart.id.text, version: chart.chart.version, digest: digest, status: storedStatus,
      states: active.map { chart.stateIDs[$0] }, history: storedHistory, context: storedContext,
      personal: storedMarks, lost: lostNames, timers: timers,
      services: cold[0].runs.indices.filter { isRunning($0) }.map(stored),
      // Exit actions may still read the last event.
      work: storedWork, event: isLive ? event.map { stored($0, $0.data, chart.redacted($0)) } : nil,
      entryEvents: storedEntryEvents, lastNumber: cold[0].lastNumber, result: cold[0].result.redactedData,
      stopReason: phase == .stopped ? cold[0].stopReason : nil)
  }

  private var storedStatus: ChartSnapshot.Status {
    switch phase {
    case .fresh: .fresh
    case .running: .running
    case .final: .final
    case .stopped: .stopped
    }
  }

  private var storedEntryEvents: [ChartSnapshot.EntryEvent]? {
    guard !cold[0].entryEvents.isEmpty else { return nil }
    return cold[0].entryEvents.sorted { $0.key < $1.key }.map { state, entry in
      ChartSnapshot.EntryEvent(
        state: chart.storedName(of: state),
        event: entry.event.map { stored($0, $0.data, chart.redacted($0)) },
        isCut: entry.isCut || entry.event.map(hasSecrets) == true ? true : nil)
    }
  }

  private func hasSecrets(_ event: RuntimeEvent) -> Bool {
    event.data != .unset && (event.taint.contains(.secret) || event.data != chart.redacted(event))
  }

  private var storedHistory: [String: [String]] {
    guard !chart.historyStates.isEmpty else { return [:] }
    var planner = Planner(chart)
    if current >= 0 {
      stepCache[0].load(current, into: &planner)
    } else {
      planner.historyValues = cold[0].planner.historyValues
    }
    var result: [String: [String]] = [:]
    for (index, state) in chart.historyStates.enumerated() where !planner.historyValues[index].isEmpty {
      result[chart.stateIDs[state]] = planner.historyValues[index].members.map { chart.stateIDs[$0] }
    }
    return result
  }

  /// A variable is kept unless the chart says not to, or it is secret, or part of it is.
  private func keeps(_ slot: Int) -> Bool {
    let variable = chart.chart.context[slot]
    if variable.isLeftOut { return false }
    return (cold[0].slotTaints.isEmpty || !cold[0].slotTaints[slot].contains(.secret)) && !isLost(slot)
  }

  private var storedContext: [String: ChartValue] {
    var result: [String: ChartValue] = [:]
    for (slot, variable) in chart.chart.context.enumerated() where keeps(slot) {
      result[variable.name.text] = slots[slot]
    }
    return result
  }

  /// The secrets that have a value and may be sealed, by slot.
  var sealableSlots: [Int] {
    chart.chart.context.indices.filter {
      !keeps($0) && chart.chart.context[$0].wantedPersistence == .always
        && slots[$0] != chart.initialValues[$0]
    }
  }

  private var lostNames: [String] {
    chart.chart.context.indices.filter { slot in
      !keeps(slot) && (slots[slot] != chart.initialValues[slot] || isLost(slot))
    }.map { chart.chart.context[$0].name.text }
  }

  private var storedMarks: [String] {
    guard !cold[0].slotTaints.isEmpty else { return [] }
    return chart.chart.context.enumerated().compactMap { slot, variable in
      keeps(slot) && cold[0].slotTaints[slot].contains(.personal) ? variable.name.text : nil
    }
  }

  private func stored(_ invocation: Int) -> ChartSnapshot.Service {
    let run = cold[0].runs[invocation]
    return ChartSnapshot.Service(
      work: work(invocation), run: run.number, attempt: run.attempt, idempotencyKey: run.key,
      timer: run.timer == 0 ? nil : run.timer)
  }

  private func work(_ invocation: Int) -> ChartSnapshot.Work {
    let record = chart.invocations[invocation]
    let before = chart.states[record.state].invocations.prefix { $0 < invocation }
    let place = before.filter { chart.invocations[$0].id == record.id }.count
    return ChartSnapshot.Work(
      state: chart.storedName(of: record.state), id: chart.invocationIDs[record.id],
      place: place == 0 ? nil : place)
  }

  private func stored(_ purpose: ActiveTimer.Purpose) -> ChartSnapshot.Purpose {
    switch purpose {
    case .after(let timer): return .after(state: chart.storedName(of: chart.timers[timer].state))
    case .timeout(let invocation): return .timeout(work(invocation))
    case .retry(let invocation, let attempt):
      return .retry(work(invocation), attempt: attempt, key: cold[0].runs[invocation].key)
    case .send(let event, let receiver, let payload):
      var address: String?
      switch receiver {
      case .itself: break
      case .internalQueue: address = "#_internal"
      case .parent: address = "#_parent"
      case .invocation(let id): address = "#_" + id
      case .session(let session): address = session
      }
      let event = stored(event, payload.data, payload.redactedData)
      return .send(event, to: address, sendID: event.sendID)
    }
  }

  /// An event without its secrets.
  private func stored(_ event: RuntimeEvent, _ data: ChartValue, _ shown: ChartValue)
    -> ChartSnapshot.StoredEvent
  {
    let kept = event.taint.contains(.secret) ? .unset : data == shown ? data : shown.withoutSecrets
    return ChartSnapshot.StoredEvent(
      kind: event.kind.rawValue, name: event.name, data: kept == .unset ? nil : kept, error: event.error,
      sendID: event.sendID, origin: event.origin, work: event.invocation < 0 ? nil : work(event.invocation),
      isPersonal: event.taint.contains(.personal) ? true : nil)
  }

  private var storedWork: [String: String] {
    var result: [String: String] = [:]
    for state in configuration.members { result[chart.storedName(of: state)] = chart.workText(of: state) }
    return result
  }
}

extension CompiledChart {
  /// The name of a state in snapshots: its id; empty for the root, for a state may have the chart's id.
  func storedName(of state: Int) -> String { state == 0 ? "" : stateIDs[state] }

  /// What the timers and services of a state are, to compare; nil when it has none.
  func workText(of state: Int) -> String? {
    let record = states[state]
    guard !record.timers.isEmpty || !record.invocations.isEmpty else { return nil }
    let prefix = "after." + stateIDs[state] + "."
    var parts = record.timers.map { "after " + eventNames[timers[$0].event].dropFirst(prefix.count) }
    for invocation in record.invocations {
      let id = invocationIDs[invocations[invocation].id]
      switch invocations[invocation].source {
      case .service(let name): parts.append("service \(id) \(name)")
      case .chart(let path): parts.append("chart \(id) \(path)")
      }
    }
    return parts.joined(separator: ", ")
  }
}

extension ChartValue {
  /// A redacted value without what was taken out of it.
  var withoutSecrets: ChartValue {
    switch self {
    case .redacted: .unset
    case .list(let elements): .list(elements.map(\.withoutSecrets))
    case .map(let fields): .map(fields.mapValues(\.withoutSecrets).filter { $0.value != .unset })
    default: self
    }
  }
}
