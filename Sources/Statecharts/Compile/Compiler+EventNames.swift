import StatechartsModel

// Pass 3: every event name that the chart knows goes into the trie; ids of sends and of running work are
// collected, so that what names them may stand before what makes them.

extension Compiler {
  /// Collects names and builds the trie.
  mutating func collectEventNames() {
    var names: Set<String> = [
      "error.execution", "error.communication", "error.timeout", "error.interrupted",
    ]
    for event in chart.events ?? [] { names.insert(event.name.text) }
    for error in chart.errors ?? [] { names.insert("error.\(error.code.text)") }
    var descriptorsSeen: Set<String> = []
    for number in states.indices {
      let state = models[number]
      if states[number].kind == .compound || states[number].kind == .parallel {
        names.insert("done.state.\(state.id.text)")
      }
      for transition in state.on {
        // The same few descriptors stand at many states.
        if descriptorsSeen.insert(transition.event.name.text).inserted {
          names.insert(String(transition.event.prefix))
        }
        collect(transition.transition.actions, &names)
      }
      for transition in state.always { collect(transition.actions, &names) }
      for transition in state.done { collect(transition.actions, &names) }
      for delayed in state.after {
        names.insert(Self.timerName(state, delayed))
        collect(delayed.transition.actions, &names)
      }
      collect(state.entry, &names)
      collect(state.exit, &names)
      collect(state.initial?.actions ?? [], &names)
      for invocation in state.invoke {
        _ = invocationIDs.number(of: invocation.effectiveID)
        invocationPrefixes.formUnion(EventTrie.prefixes(of: invocation.effectiveID))
        names.insert("done.invoke.\(invocation.effectiveID)")
        for failure in invocation.failed {
          if let code = failure.code { names.insert("error.\(code.text)") }
          collect(failure.transition.actions, &names)
        }
        for transition in invocation.done { collect(transition.actions, &names) }
        collect(invocation.finalize, &names)
      }
    }
    names.remove("")
    // Sorted, because the order of a set differs from run to run.
    trie = EventTrie(names.filter(NameRule.isEventNameOrTimer).sorted())
  }

  /// The event name of a timer: `after.STATE.DELAY`.
  static func timerName(_ state: StateNode, _ delayed: DelayedTransition) -> String {
    "after.\(state.id.text).\(delayed.name.text)"
  }

  private mutating func collect(_ actions: [ChartAction], _ names: inout Set<String>) {
    actions.forEachNested { action in
      switch action.kind {
      case .raise(let event, _): names.insert(event.text)
      case .send(let send):
        if send.computedEvent == nil { names.insert(send.event.text) }
        if let id = send.id { _ = sendIDs.number(of: id.text) }
      case .handler, .assign, .cancel, .cancelComputed, .emit, .log, .choose, .forEach, .block: break
      }
    }
  }
}

extension NameRule {
  /// Whether the trie takes the name: legal names, and names of timers, whose last part is a delay.
  static func isEventNameOrTimer(_ text: String) -> Bool {
    isEventName(text) || (text.hasPrefix("after.") && text.utf8.count <= EventTrie.longestName)
  }
}
