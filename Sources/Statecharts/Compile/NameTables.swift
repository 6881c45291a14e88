import StatechartsModel

/// The names that tables refer to by number. Event names and ids are collected before anything is compiled, because a
/// name may be used before the place that makes it. The other names get their numbers where they are used.
struct NameTables {
  /// All event names that the chart knows.
  let trie: EventTrie
  /// The events that the chart makes itself.
  let events = Interner()
  let sends = Interner()
  let invocations = Interner()
  /// The beginnings of the ids of invocations, as far as a dot or whole.
  let invocationPrefixes: Set<String>
  let outputs = Interner()
  let guards = Interner()
  let actions = Interner()

  init(_ chart: Statechart, _ index: StateIndex) {
    var prefixes: Set<String> = []
    var names: Set<String> = [
      "error.execution", "error.communication", "error.timeout", "error.interrupted",
    ]
    for event in chart.events ?? [] { names.insert(event.name.text) }
    for error in chart.errors ?? [] { names.insert("error.\(error.code.text)") }
    var descriptorsSeen: Set<String> = []
    for node in index.nodes {
      let state = node.state
      if StateRecord.Kind(state).hasDoneEvent { names.insert("done.state.\(state.id.text)") }
      for transition in state.on {
        // The same few descriptors stand at many states.
        if descriptorsSeen.insert(transition.event.name.text).inserted {
          names.insert(String(transition.event.prefix))
        }
        Self.collect(transition.transition.actions, &names, sends)
      }
      for transition in state.always { Self.collect(transition.actions, &names, sends) }
      for transition in state.done { Self.collect(transition.actions, &names, sends) }
      for delayed in state.after {
        names.insert(Self.timerName(state, delayed))
        Self.collect(delayed.transition.actions, &names, sends)
      }
      Self.collect(state.entry, &names, sends)
      Self.collect(state.exit, &names, sends)
      Self.collect(state.initial?.actions ?? [], &names, sends)
      for invocation in state.invoke {
        _ = invocations.number(of: invocation.effectiveID)
        prefixes.formUnion(EventTrie.prefixes(of: invocation.effectiveID))
        names.insert("done.invoke.\(invocation.effectiveID)")
        for failure in invocation.failed {
          if let code = failure.code { names.insert("error.\(code.text)") }
          Self.collect(failure.transition.actions, &names, sends)
        }
        for transition in invocation.done { Self.collect(transition.actions, &names, sends) }
        Self.collect(invocation.finalize, &names, sends)
      }
    }
    names.remove("")
    // Sorted, because the order of a set differs from run to run.
    trie = EventTrie(names.filter(NameRule.isEventNameOrTimer).sorted())
    invocationPrefixes = prefixes
  }

  /// The event name of a timer: `after.STATE.DELAY`.
  static func timerName(_ state: StateNode, _ delayed: DelayedTransition) -> String {
    "after.\(state.id.text).\(delayed.name.text)"
  }

  private static func collect(_ actions: [ChartAction], _ names: inout Set<String>, _ sends: Interner) {
    actions.forEachNested { action in
      switch action.kind {
      case .raise(let event, _): names.insert(event.text)
      case .send(let send):
        if send.computedEvent == nil { names.insert(send.event.text) }
        if let id = send.id { _ = sends.number(of: id.text) }
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
