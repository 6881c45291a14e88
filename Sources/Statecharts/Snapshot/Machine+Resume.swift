import StatechartsModel

// What a machine does once after it was restored: it says so to its chart, and deals with services that are gone.

extension Machine {
  /// Sends the chart the event `session.restored`. Call it once after restoring, before anything else. Nothing happens if no
  /// active state has a transition for it.
  public mutating func announceRestore() -> Macrostep {
    // Decision: Docs/decisions/sessions-and-snapshots.md#a-chart-can-handle-its-restore
    beginRecord()
    guard interpreter.awaitsRestore else { return finish(.ignored(refused: [])) }
    let name = EventDescriptor.restored
    let event = RuntimeEvent(
      kind: .platform, number: chart.trie.number(of: name), name: name,
      data: chart.data(.unset, ofEvent: name))
    return finish(interpreter.handle(event) ? .taken : .ignored(refused: []))
  }

  /// Whether an active state has a transition for `session.restored`.
  var awaitsRestore: Bool { interpreter.awaitsRestore }

  /// Deals with a service that ran when the snapshot was taken, and does not run now. If the chart says `onRestore: restart`,
  /// the step starts it again, as a new run under the same idempotency key. Otherwise, or if its input was not stored, it
  /// fails with the code `interrupted`.
  public mutating func interrupt(_ run: InvocationRun) -> Macrostep {
    // Decision: Docs/decisions/sessions-and-snapshots.md#an-interrupted-service-is-not-run-again
    guard let invocation = interpreter.current(run), chart.invocations[invocation].restarts else {
      return fail(run, code: "interrupted")
    }
    beginRecord()
    if let loss = interpreter.loss(ofInputFor: invocation) {
      interpreter.host.didFail(
        "`\(run.id)` could not be started again, because \(loss) is not in the snapshot.")
      return finish(interpreter.receive([.failed(code: "interrupted", data: .unset)], from: run))
    }
    return finish(interpreter.restart(invocation) ? .taken : .ignored(refused: []))
  }

  /// Whether a service that was interrupted is started again.
  func canRestart(_ run: InvocationRun) -> Bool {
    guard let invocation = interpreter.current(run) else { return false }
    return chart.invocations[invocation].restarts && interpreter.loss(ofInputFor: invocation) == nil
  }
}

extension Interpreter {
  /// Whether the value of a variable was lost when the session was stored, and it has had no other since.
  func isLost(_ slot: Int) -> Bool {
    cold[0].lostSlots.contains(slot) && slots[slot] == chart.initialValues[slot]
  }

  var awaitsRestore: Bool {
    let events = chart.trie.interval(of: EventDescriptor.restored)
    guard isLive, !events.isEmpty else { return false }
    return configuration.members.contains { state in
      chart.states[state].transitions.contains {
        chart.transitions[$0].eventSource == EventSource.any && chart.transitions[$0].events == events
      }
    }
  }

  /// What the input of a service is made from and the snapshot did not have, in words; nil if everything is there.
  func loss(ofInputFor invocation: Int) -> String? {
    let record = chart.invocations[invocation]
    for number in record.startExpressions(chart.fields) {
      let expression = chart.expressions[number]
      if let slot = expression.variables.first(where: isLost) { return "`\(chart.chart.context[slot].name)`" }
      guard expression.readsEvent else { continue }
      guard let entry = cold[0].entryEvents[record.state] else {
        return "the event that led to `\(chart.stateIDs[record.state])`"
      }
      guard entry.isCut, expression.readsEventData, let event = entry.event else { continue }
      let isSecret =
        event.data == .unset || expression.taint.contains(.secret)
        || expression.readsUnknownData && chart.declaredTaint(of: event).contains(.secret)
      if isSecret { return "a secret of the event `\(event.name)`" }
    }
    return nil
  }
}
