import StatechartsModel

extension Machine {
  /// Whether and why a machine takes no events.
  public enum Status: Hashable, Sendable {
    /// `start` was not called.
    case notStarted
    /// It takes events.
    case running
    /// The chart has reached its end.
    case final
    /// It was stopped from outside, or because it would never have waited for an event.
    case stopped(StopReason)
  }

  /// Whether the machine takes events.
  public var status: Status { interpreter.status }

  /// The ids of the active states without children, in document order. After the end: those where it ended.
  public var configuration: [String] {
    interpreter.configuration.members.filter { chart.states[$0].kind.isLeaf }.map { chart.stateIDs[$0] }
  }

  /// The ids of all active states but the root, in document order.
  public var states: [String] {
    interpreter.configuration.members.filter { $0 > 0 }.map { chart.stateIDs[$0] }
  }

  /// Whether a state is active.
  public func isActive(_ state: String) -> Bool {
    chart.stateNumbers[state].map { interpreter.isActive($0) } ?? false
  }

  /// The output of the top-level final state where the chart ended; `.unset` before.
  public var result: ChartValue { interpreter.cold[0].result.data }

  /// The result with `ChartValue.redacted` in place of secrets.
  public var redactedResult: ChartValue { interpreter.cold[0].result.redactedData }

  /// The result and what is secret in it, for the chart that invoked this one; named after the final state.
  public var resultPayload: NamedData { interpreter.cold[0].result }

  /// The runs of services and child charts, in document order.
  public var running: [InvocationRun] { interpreter.running }

  /// What runs in a run; nil when the chart has no such run.
  func source(of run: InvocationRun) -> InvocationSource? {
    chart.invocations.indices.contains(run.index) ? chart.invocations[run.index].source : nil
  }

  /// Whether a timer was set and has neither fired nor been given up.
  package func waits(for timer: TimerID) -> Bool {
    interpreter.cold[0].activeTimers.contains(timer.number)
  }

  /// The variables, to read.
  public var context: ContextValues { ContextValues(chart: chart, slots: interpreter.slots) }

  /// The variables in document order, with `ChartValue.redacted` in place of secrets.
  public var redactedContext: [NamedValue] {
    chart.chart.context.enumerated().map { slot, variable in
      NamedValue(variable.name.text, interpreter.shown(slot: slot))
    }
  }
}

extension Machine {
  /// The transitions that would be tried for an event from outside now, each once, in the order of trying. In each
  /// branch of the tree of states those behind one without a guard are left out.
  package func candidates(for event: String) -> [TakenTransition] {
    let number = event == "*" ? 0 : chart.trie.number(of: event)
    var found: [Int] = []
    var known: Set<Int> = []
    for leaf in interpreter.configuration.members where chart.states[leaf].kind.isLeaf {
      var state = leaf
      search: while state >= 0 {
        for transition in chart.states[state].transitions {
          let record = chart.transitions[transition]
          guard record.eventSource == EventSource.any, record.events.contains(number) else { continue }
          if known.insert(transition).inserted { found.append(transition) }
          if record.guard < 0 { break search }
        }
        state = chart.states[state].parent
      }
    }
    return found.map { TakenTransition(chart, $0) }
  }

  /// Those of the events for which a transition would be tried if they came from outside now.
  package func awaited(among events: [String]) -> [String] {
    // For each number of an event how many more descriptors of active states match it than match the number before.
    var changes: [Int] = []
    for state in interpreter.configuration.members {
      for transition in chart.states[state].transitions {
        let record = chart.transitions[transition]
        guard record.eventSource == EventSource.any, !record.events.isEmpty else { continue }
        while changes.count <= record.events.upperBound { changes.append(0) }
        changes[record.events.lowerBound] += 1
        changes[record.events.upperBound] -= 1
      }
    }
    var count = 0
    let isAwaited = changes.map { change in
      count += change
      return count > 0
    }
    return events.filter { event in
      let number = chart.trie.number(of: event)
      return number < isAwaited.count && isAwaited[number]
    }
  }

  /// Whether a state of the chart, be it active or not, has an answer to an event from outside, or a child chart that
  /// gets all events may have one.
  package func answers(_ event: String) -> Bool {
    let number = chart.trie.number(of: event)
    return chart.forwardsEvents
      || chart.transitions.contains { $0.eventSource == EventSource.any && $0.events.contains(number) }
  }

  /// The event descriptors of all states, sorted, as they are written.
  package var eventNames: [String] {
    Set(
      chart.transitions.indices.lazy.filter { chart.transitions[$0].eventSource == EventSource.any }
        .compactMap { chart.transitionNotes[$0].trigger }
    ).sorted()
  }

  /// The event descriptors of the active states, innermost first, as they are written, each once.
  package var descriptors: [String] {
    var names: [String] = []
    var known: Set<String> = []
    for leaf in interpreter.configuration.members where chart.states[leaf].kind.isLeaf {
      var state = leaf
      while state >= 0 {
        for transition in chart.states[state].transitions
        where chart.transitions[transition].eventSource == EventSource.any {
          guard let trigger = chart.transitionNotes[transition].trigger, known.insert(trigger).inserted else {
            continue
          }
          names.append(trigger)
        }
        state = chart.states[state].parent
      }
    }
    return names
  }
}
