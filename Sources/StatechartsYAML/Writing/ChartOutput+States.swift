import Statecharts
import StatechartsModel

extension ChartOutput {
  /// Adds what the chart and its states have in common.
  static func addBehavior(of state: StateNode, to entries: inout Entries) {
    if let initial = state.initial {
      entries.add({ if case .history = state.kind { "default" } else { "initial" } }(), self.initial(initial))
    }
    entries.add("errors", names: state.errors)
    entries.add("queries", names: state.queries)
    add("entry", state.entry, to: &entries)
    add("exit", state.exit, to: &entries)
    if state.invoke.count == 1 {
      entries.add("invoke", invocation(state.invoke[0]))
    } else if !state.invoke.isEmpty {
      entries.add("invoke", .list(state.invoke.map(invocation)))
    }
    addEvents(state.on, to: &entries)
    add("always", state.always, to: &entries)
    if !state.after.isEmpty {
      entries.add("after", grouped(state.after.map { ($0.name.text, $0.transition, $0.resume) }))
    }
    add("done", state.done, to: &entries)
    entries.add("output", state.output)
    entries.add("content", state.outputValue)
    if !state.states.isEmpty {
      entries.add(
        "states", .map(state.states.map { .init(key: $0.id.text, value: self.state($0)) }, isOpen: true))
    }
  }

  private static func state(_ state: StateNode) -> YAMLOutput {
    var entries = Entries()
    entries.add("title", state.title)
    entries.add("description", state.description)
    switch state.kind {
    case .plain: break
    case .parallel: entries.add("type", "parallel")
    case .final:
      entries.add("type", "final")
      entries.add("ending", state.ending?.rawValue)
    case .choice: entries.add("type", "choice")
    case .history(let deep):
      entries.add("type", "history")
      if deep { entries.add("history", "deep") }
    }
    addBehavior(of: state, to: &entries)
    if entries.list.isEmpty { return .map([], isOpen: false) }
    let isShort = entries.list.count == 1 && state.kind == .final
    return .map(entries.list, isOpen: !isShort)
  }

  private static func initial(_ initial: InitialTransition) -> YAMLOutput {
    guard initial.actions.isEmpty else {
      var entries = Entries()
      entries.add("target", targets(initial.targets))
      add("actions", initial.actions, to: &entries)
      return entries.map
    }
    return targets(initial.targets)
  }

  private static func targets(_ names: [ChartName]) -> YAMLOutput {
    names.count == 1 ? .words(names[0].text) : .list(names.map { .words($0.text) })
  }

  /// Adds transitions by events. Where one event comes again after another, its place counts, and a list of mappings
  /// keeps it.
  private static func addEvents(_ transitions: [EventTransition], to entries: inout Entries) {
    guard !transitions.isEmpty else { return }
    var mappings: [[(String, [ChartTransition])]] = [[]]
    // The events of the last mapping.
    var events: Set<String> = []
    for transition in transitions {
      let event = transition.event.name.text
      let last = mappings.count - 1
      if mappings[last].last?.0 == event {
        mappings[last][mappings[last].count - 1].1.append(transition.transition)
      } else if events.insert(event).inserted {
        mappings[last].append((event, [transition.transition]))
      } else {
        mappings.append([(event, [transition.transition])])
        events = [event]
      }
    }
    let outputs = mappings.map { mapping in
      YAMLOutput.map(
        mapping.map { .named($0.0, self.transitions($0.1)) }, isOpen: mapping.count > 1)
    }
    entries.add("on", outputs.count == 1 ? outputs[0] : .list(outputs))
  }

  /// Transitions by a name, the names in the order in which they come first.
  private static func grouped(
    _ transitions: [(name: String, transition: ChartTransition, resume: Resumption?)]
  ) -> YAMLOutput {
    var names: [String] = []
    var groups: [String: [YAMLOutput]] = [:]
    for (name, transition, resume) in transitions {
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(self.transition(transition, resume))
    }
    return .map(
      names.map { name in
        let group = groups[name] ?? []
        return .named(name, group.count == 1 ? group[0] : .list(group))
      }, isOpen: names.count > 1)
  }

  private static func add(_ key: String, _ transitions: [ChartTransition], to entries: inout Entries) {
    if !transitions.isEmpty { entries.add(key, self.transitions(transitions)) }
  }

  private static func transitions(_ transitions: [ChartTransition]) -> YAMLOutput {
    transitions.count == 1 ? transition(transitions[0]) : .list(transitions.map { transition($0) })
  }

  private static func transition(_ transition: ChartTransition, _ resume: Resumption? = nil) -> YAMLOutput {
    var entries = Entries()
    if !transition.targets.isEmpty { entries.add("target", targets(transition.targets)) }
    entries.add("guard", transition.guard)
    add("actions", transition.actions, to: &entries)
    if let isInternal = transition.isInternal {
      entries.add("internal", .bare(isInternal ? "true" : "false"))
    }
    entries.add("label", transition.label)
    entries.add("description", transition.description)
    entries.add("resume", resume?.rawValue)
    if entries.list.count == 1, transition.targets.count == 1 { return .words(transition.targets[0].text) }
    return entries.map
  }

  private static func invocation(_ invocation: ChartInvocation) -> YAMLOutput {
    var entries = Entries()
    switch invocation.source {
    case .service(let name): entries.add("service", name)
    case .chart(let path): entries.add("chart", path)
    case .computed(let expression, let charts):
      entries.add("chart", expression)
      entries.add("among", names: charts)
    }
    var plain = invocation
    plain.id = nil
    if let id = invocation.id, id.text != plain.effectiveID { entries.add("id", id) }
    entries.add("idTo", invocation.idVariable)
    entries.add("input", invocation.input)
    entries.add("timeout", invocation.timeout)
    entries.add("resume", invocation.resume?.rawValue)
    entries.add("onRestore", invocation.onRestore?.rawValue)
    if let retry = invocation.retry {
      var inner = Entries()
      inner.add("attempts", .bare(String(retry.attempts)))
      inner.add("backoff", retry.backoff)
      inner.add("on", names: retry.codes)
      entries.add("retry", inner.map)
    }
    add("done", invocation.done, to: &entries)
    if !invocation.failed.isEmpty {
      entries.add("failed", grouped(invocation.failed.map { ($0.code?.text ?? "any", $0.transition, nil) }))
    }
    add("finalize", invocation.finalize, to: &entries)
    entries.add("forward", isTrue: invocation.forwardsEvents)
    return entries.map
  }
}
