import StatechartsModel

// `send`: what is sent, and who receives it (SCXML 6.2).

extension Interpreter {
  /// Sends an event, at once or later (SCXML 6.2).
  mutating func send(_ send: Int) throws(EvaluationError) {
    let record = chart.sends[send]
    cold[0].failedSend = sendID(record)
    var name = chart.eventNames[record.event]
    var number = chart.eventNumbers[record.event]
    if record.computedEvent >= 0 {
      name = try computedEventName(record.computedEvent)
      number = chart.trie.number(of: name)
    }
    let payload =
      try record.content >= 0
      ? payload(name, content: record.content, record.contentCheck) : payload(name, record.data)
    if record.computedEvent >= 0, let fields = chart.events?[name], isOwn(record.destination) {
      try require(
        chart.data(payload.data, ofEvent: name), FieldDeclaration(ChartName("data"), .record(fields)))
    }
    let destination = try resolved(record.destination)
    let event = RuntimeEvent(
      kind: .external, number: number, name: name, data: chart.data(payload.data, ofEvent: name),
      taint: payload.taint, sendID: cold[0].failedSend, origin: address)
    // With a delay of 0 the event is delivered at once (SCXML 6.2.4).
    var delay = Duration.zero
    if let written = record.delay { delay = try span(of: written) }
    if delay > .zero {
      guard cold[0].activeTimers.sends < RunLimits.delayedSends else {
        throw EvaluationError(.handler("\(RunLimits.delayedSends) delayed sends are already waiting"))
      }
      didWork(writing: payload.data)
      schedule(.send(event, destination, payload), "send \(name)", delay, record.resume)
    } else {
      deliver(event, destination, payload)
    }
    cold[0].failedSend = nil
  }

  /// The address under which this chart can be reached (SCXML C.1).
  private var address: String { "#_scxml_" + sessionID }

  /// The id of a send: its own, or a new one for the variable that wants it, which is set at once, so that
  /// even a send that fails can be identified by it (W3C test 332).
  private mutating func sendID(_ record: SendRecord) -> String? {
    if record.sendID >= 0 { return chart.sendIDs[record.sendID] }
    guard record.idSlot >= 0 else { return nil }
    let id = "send\(nextNumber())"
    slots[record.idSlot] = .string(id)
    return id
  }

  private func isOwn(_ destination: SendRecord.Destination) -> Bool {
    if case .itself = destination { return true }
    return false
  }

  private mutating func computedEventName(_ expression: Int) throws(EvaluationError) -> String {
    // Names are shown, so what came from a secret cannot become one.
    guard !taint(of: expression).contains(.secret) else {
      throw EvaluationError(.handler("the computed name is made from a secret"))
    }
    guard case .string(let name) = try evaluate(expression), NameRule.isEventName(name) else {
      throw EvaluationError(.handler("the computed name is not a valid event name"))
    }
    return name
  }

  /// Who a computed address means (SCXML 6.2.4). One that means nothing is an error; one that nobody has is reported
  /// when the event is delivered.
  private mutating func resolved(
    _ destination: SendRecord.Destination
  ) throws(EvaluationError) -> SendReceiver {
    switch destination {
    case .itself: return .itself
    case .parent: return .parent
    case .invocation(let id): return .invocation(chart.invocationIDs[id])
    case .computed(let expression):
      guard case .string(let text) = try evaluate(expression) else {
        throw EvaluationError(.handler("the receiver of a send is not text"))
      }
      switch text {
      case "#_internal": return .internalQueue
      case "#_parent": return .parent
      case address: return .itself
      default:
        if text.hasPrefix("#_scxml_") { return .session(text) }
        if text.hasPrefix("#_"), text.utf8.count > 2 { return .invocation(String(text.dropFirst(2))) }
        throw EvaluationError(.handler("the receiver of a send is not an address"))
      }
    }
  }

  /// Hands an event to its receiver. One that cannot be reached queues `error.communication` (SCXML 6.2.3).
  mutating func deliver(_ event: RuntimeEvent, _ destination: SendReceiver, _ payload: NamedData) {
    switch destination {
    case .itself: cold[0].externalQueue.append(event)
    case .internalQueue:
      var event = event
      event.kind = .internal
      event.origin = nil
      enqueue(event)
    case .parent:
      guard hasParent else {
        return enqueueError(
          "communication", "`\(event.name)` was sent to the parent, but no chart invoked this one.",
          sendID: event.sendID)
      }
      didWork(writing: payload.data)
      cold[0].effects.append(.sendToParent(payload))
    case .invocation(let id):
      didWork(cold[0].runs.count / 8)
      let running = cold[0].runs.indices.first {
        chart.invocationIDs[chart.invocations[$0].id] == id && isRunning($0)
      }
      guard let running else {
        return enqueueError(
          "communication", "`\(event.name)` was sent to `\(id)`, which is not running.", sendID: event.sendID)
      }
      didWork(writing: payload.data)
      cold[0].effects.append(.sendToInvocation(run(of: running), payload))
    case .session(let address):
      // Decision: Docs/decisions/semantics.md#other-sessions-cannot-be-addressed
      enqueueError(
        "communication", "`\(event.name)` was sent to `\(address)`, but no such chart can be reached.",
        sendID: event.sendID)
    }
  }
}

/// Who receives an event that is sent, once it is known.
enum SendReceiver: Sendable {
  case itself, internalQueue, parent
  /// Whatever runs under the id.
  case invocation(String)
  /// Another session, by its address.
  case session(String)
}
