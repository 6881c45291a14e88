// `after`, which Appendix D does not have: entering a state starts its timers, exiting it stops them, and a timer that
// is over is an event. The machine only asks for timers; its host keeps the time and calls `fire`.

extension Interpreter {
  /// The event of an `after` whose time is over.
  func event(ofAfter record: Int) -> RuntimeEvent {
    let name = chart.timers[record].event
    return RuntimeEvent(
      kind: .platform, number: chart.eventNumbers[name], source: EventSource.timer(record),
      name: chart.eventNames[name])
  }

  /// Starts the timers of a state that was entered.
  mutating func startTimers(of state: Int) {
    guard isLive else { return }
    for timer in chart.states[state].timers {
      do throws(EvaluationError) {
        let delay = try span(of: chart.timers[timer].delay)
        if delay == .zero {
          queueAtOnce(timer)
        } else {
          schedule(
            .after(timer), chart.eventNames[chart.timers[timer].event], delay, chart.timers[timer].resume)
        }
      } catch {
        enqueueError("execution", "A delay in `\(chart.stateIDs[state])` failed\(chart.reason(of: error)).")
      }
    }
  }

  /// Queues the event of a timer without delay, as if it had been sent without delay: the app's next event comes
  /// after it.
  private mutating func queueAtOnce(_ record: Int) {
    // Decision: Docs/decisions/semantics.md#a-delay-of-0-is-no-delay
    var event = event(ofAfter: record)
    event.timer = nextNumber()
    let id = TimerID(number: event.timer, label: event.name)
    cold[0].activeTimers.add(ActiveTimer(id: id, purpose: .after(record), isOver: true))
    cold[0].externalQueue.append(event)
  }

  /// Stops the timers of a state that was left.
  mutating func cancelTimers(of state: Int) {
    for after in chart.states[state].timers {
      if let timer = cold[0].activeTimers.remove(after: after) { didCancel(timer) }
    }
  }
}
