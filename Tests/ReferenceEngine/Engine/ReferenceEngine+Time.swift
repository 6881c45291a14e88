import Statecharts
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
      if status == .running, handle(timer.event) { took = true }
    }
    now = target
    return finished(outcome: took ? .taken : .ignored)
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
      addTimer(
        name, span, ReferenceEvent(name: name, origin: .timer(state: state, delay: delay)), state: state,
        sendID: nil)
    }
  }

  func addTimer(
    _ label: String, _ delay: Duration, _ event: ReferenceEvent, state: String?, sendID: String?
  ) {
    timers.append(
      ReferenceTimer(
        label: label, due: now + delay, number: timerCount, event: event, state: state, sendID: sendID))
    timerCount += 1
  }
}
