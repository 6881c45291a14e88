import Statecharts
import StatechartsModel
import StatechartsTesting

extension ReferenceEngine {
  /// Lets time pass; timers fire by deadline, those of one deadline in the order in which they were asked for.
  package func advance(by span: Duration) -> Observation {
    begin()
    let target = now + span
    var took = false
    while let timer = timers.filter({ $0.due <= target }).min(by: {
      ($0.due, $0.number) < ($1.due, $1.number)
    }) {
      timers.removeAll { $0.number == timer.number }
      now = max(now, timer.due)
      if status == .running, perform(timer.task) { took = true }
    }
    now = target
    return finished(outcome: took ? .taken : .ignored)
  }

  private func perform(_ task: ReferenceTask) -> Bool {
    switch task {
    case .event(let event): return handle(event)
    case .deliver(let event, let receiver):
      return aside { deliver(event, to: receiver) }
    case .timeout(let id): return fail(id, "timeout", .unset) ?? false
    case .retry(let id, let attempt): return aside { invoke(id, attempt: attempt) }
    }
  }

  /// Does something that is no event, and runs until the chart waits again.
  private func aside(_ body: () -> Void) -> Bool {
    microsteps = 0
    beginMacrostep()
    body()
    mainEventLoop()
    let took = tookTransition
    processExternalQueue()
    return took
  }

  /// How many timers wait. A chart that sends itself ever more events is not worth waiting for.
  package var waiting: Int { timers.count }

  /// Choice: the timers of a state start after its entry actions. Branches of one delay share a timer.
  func startTimers(_ state: String) {
    var started: [String] = []
    for delayed in chart.state(state).after where !started.contains(delayed.name.text) {
      let delay = delayed.name.text
      started.append(delay)
      guard case .literal(let span) = delayed.delay else { continue }
      let name = "after.\(chart.state(state).id.text).\(delay)"
      let event = ReferenceEvent(name: name, origin: .timer(state: state, delay: delay))
      // Choice: without delay it is an event that was sent at once, and gone when the state is left.
      if span == .zero {
        externalQueue.append(event)
      } else {
        addTimer(name, span, .event(event), state: state)
      }
    }
  }

  func addTimer(
    _ label: String, _ delay: Duration, _ task: ReferenceTask, state: String? = nil, sendID: String? = nil,
    invocation: String? = nil
  ) {
    timers.append(
      ReferenceTimer(
        label: label, due: now + delay, number: timerCount, task: task, state: state, sendID: sendID,
        invocation: invocation))
    timerCount += 1
  }
}
