package import Statecharts
import StatechartsModel
import StatechartsTesting

/// One run of a service.
struct ReferenceRun {
  var number: Int
  var attempt: Int
}

extension ReferenceEngine {
  /// The ids of what runs, in document order.
  package var runningIDs: [String] { chart.invocations.map(\.model.effectiveID).filter { runs[$0] != nil } }

  /// How many runs were started.
  package var startCount: Int { startedRuns.count }

  // MARK: what services do

  /// Something that a service answers.
  package func answer(_ id: String, _ answer: Scenario.Answer) -> Observation {
    begin()
    guard status == .running, runs[id] != nil else { return finished(outcome: .rejected) }
    switch answer {
    case .completes(let result):
      endRun(id)
      let took = handle(
        ReferenceEvent(name: "done.invoke.\(id)", data: result, origin: .invocationDone(id), invocation: id))
      return finished(outcome: took ? .taken : .ignored)
    case .fails(let code, let data):
      return finished(outcome: fail(id, code, data) == true ? .taken : .ignored)
    case .sends(let name, let data):
      let took = handle(ReferenceEvent(name: name, data: data, isExternal: true, invocation: id))
      return finished(outcome: took ? .taken : .ignored)
    }
  }

  /// An answer of the run that was started as the so-manieth, whatever became of it.
  package func answerLate(_ place: Int, _ result: ChartValue) -> Observation {
    let (id, number) = startedRuns[place]
    if runs[id]?.number == number { return answer(id, .completes(result)) }
    begin()
    observation.lateResults.append(id)
    return finished(outcome: .ignored)
  }

  // MARK: Appendix D

  /// What mainEventLoop does with an external event before it is taken: finalize of the invocation that it came from,
  /// and autoforward. Choice: an event is forwarded to whom it came from, too (W3C test 229).
  func applyFinalizeAndForward(_ event: ReferenceEvent) {
    if let id = event.invocation { executeContent(chart.invocation(id)?.finalize ?? []) }
    guard event.isExternal else { return }
    for (_, invocation) in chart.invocations
    where invocation.forwardsEvents && runs[invocation.effectiveID] != nil {
      observation.sent.append(
        .init(name: event.name, data: event.data, receiver: invocation.effectiveID))
    }
  }

  /// The part of mainEventLoop behind the macrostep: what belongs to states that were entered and not left is started.
  func invokeStates() {
    let states = chart.inDocumentOrder(statesToInvoke.filter(configuration.contains))
    statesToInvoke = []
    for state in states {
      for invocation in chart.state(state).invoke { invoke(invocation.effectiveID, attempt: 0) }
    }
  }

  /// procedure invoke. Choice: what cannot be started has failed. Choice: what is given is made from the event with
  /// which the state was entered, whatever came since.
  func invoke(_ id: String, attempt: Int) {
    guard let (state, model) = chart.invocations.first(where: { $0.model.effectiveID == id }) else { return }
    let last = event
    event = entryEvents[state] ?? nil
    defer { event = last }
    do {
      let input = try payload(model.input)
      let number = startedRuns.count
      startedRuns.append((id, number))
      runs[id] = ReferenceRun(number: number, attempt: attempt)
      observation.starts.append(.init(id: id, input: input, attempt: attempt))
      if case .literal(let span)? = model.timeout {
        addTimer("timeout \(id)", span, .timeout(id), invocation: id)
      }
    } catch {
      internalQueue.append(
        ReferenceEvent(name: "error.execution", origin: .invocationFailed(id), error: "execution"))
    }
  }

  /// procedure cancelInvoke, for all that a state runs
  func cancelInvocations(_ state: String) {
    statesToInvoke.removeAll { $0 == state }
    for invocation in chart.state(state).invoke { endRun(invocation.effectiveID) }
  }

  private func endRun(_ id: String) {
    runs[id] = nil
    timers.removeAll { $0.invocation == id }
  }

  /// A run failed: it is repeated after a wait, or the chart is told.
  ///
  /// - Returns: whether a transition was taken; nil when it is repeated.
  func fail(_ id: String, _ code: String, _ data: ChartValue) -> Bool? {
    guard let model = chart.invocation(id), let run = runs[id] else { return false }
    endRun(id)
    if let retry = model.retry, run.attempt < retry.attempts,
      retry.codes.isEmpty || retry.codes.contains(where: { $0.text == code })
    {
      var wait = Duration.zero
      if case .literal(let backoff)? = retry.backoff { wait = backoff }
      for _ in 0..<run.attempt { wait += wait }
      addTimer("retry \(id)", wait, .retry(id, attempt: run.attempt + 1), invocation: id)
      return nil
    }
    return handle(
      ReferenceEvent(
        name: "error.\(code)", data: data, origin: .invocationFailed(id), error: code, invocation: id))
  }

  /// Hands an event to whom it is sent. Choice: what does not run is an error of communication, as are a parent where
  /// there is none, and other sessions.
  func deliver(_ event: ReferenceEvent, to receiver: ReferenceReceiver) {
    switch receiver {
    case .itself: externalQueue.append(event)
    case .internalQueue:
      var event = event
      event.isExternal = false
      internalQueue.append(event)
    case .invocation(let id) where runs[id] != nil:
      observation.sent.append(.init(name: event.name, data: event.data, receiver: id))
    case .invocation, .parent, .session: raiseError("communication")
    }
  }
}
