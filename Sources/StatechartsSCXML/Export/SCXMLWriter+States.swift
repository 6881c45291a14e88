internal import Statecharts

extension SCXMLWriter {
  /// A state with everything inside it.
  mutating func state(_ state: State, _ chart: Statechart) -> XMLElement {
    if state.title != nil || state.description != nil {
      lose("Words for people have no like in SCXML.", at: state.id.origin)
    }
    if !state.errors.isEmpty || !state.queries.isEmpty {
      lose("The errors and queries of `\(state.id.text)` have no like in SCXML.", at: state.id.origin)
    }
    var content: [XMLElement] = []
    var attributes: [(String, String?)] = [("id", state.id.text)]
    let kind: String
    switch state.kind {
    case .plain, .choice: kind = "state"
    case .parallel: kind = "parallel"
    case .final: kind = "final"
    case .history(let deep):
      attributes.append(("type", deep ? "deep" : "shallow"))
      return element("history", attributes, state.initial.map { [defaultTransition($0)] } ?? [])
    }
    if let initial = state.initial {
      if initial.actions.isEmpty {
        attributes.append(("initial", initial.targets.map(\.text).joined(separator: " ")))
      } else {
        content.append(element("initial", [], [defaultTransition(initial)]))
      }
    }
    var entry = state.entry
    var exit = state.exit + (state.id == chart.root.id ? [] : clearing(state.id.text, chart))
    var timers: [(event: String, transition: Transition)] = []
    addTimers(of: state, &entry, &exit, &timers)
    content += blocks("onentry", entry)
    content += blocks("onexit", exit)
    for transition in state.done {
      content.append(self.transition(transition, event: "done.state.\(state.id.text)"))
    }
    for invocation in state.invoke { content += invocationTransitions(invocation) }
    for (event, transition) in timers { content.append(self.transition(transition, event: event)) }
    for transition in state.on {
      content.append(self.transition(transition.transition, event: transition.event.name.text))
    }
    for transition in state.always { content.append(self.transition(transition, event: nil)) }
    for invocation in state.invoke { content.append(self.invocation(invocation)) }
    if let value = state.outputValue {
      content.append(element("donedata", [], [self.content(value, of: "donedata")]))
    } else if !state.output.isEmpty {
      content.append(element("donedata", [], parameters(state.output, of: "donedata")))
    }
    for child in state.states { content.append(self.state(child, chart)) }
    return element(kind, attributes, content)
  }

  /// `after` becomes a delayed send on entering that is cancelled on leaving.
  private mutating func addTimers(
    of state: State, _ entry: inout [Action], _ exit: inout [Action],
    _ timers: inout [(event: String, transition: Transition)]
  ) {
    var events: [String: String] = [:]
    for delayed in state.after {
      if events[delayed.name.text] == nil {
        let event = "after.\(state.id.text).t\(events.count + 1)"
        events[delayed.name.text] = event
        let id = event.replacing(".", with: "_")
        entry.append(
          Action(.block([Action(.send(Action.Send(Name(event), delay: delayed.delay, id: Name(id))))])))
        exit.append(Action(.block([Action(.cancel(Name(id)))])))
      }
      timers.append((events[delayed.name.text] ?? "", delayed.transition))
    }
  }

  private mutating func defaultTransition(_ initial: InitialTransition) -> XMLElement {
    element(
      "transition", [("target", initial.targets.map(\.text).joined(separator: " "))], actions(initial.actions)
    )
  }

  /// A transition for an event, or without one.
  mutating func transition(_ transition: Transition, event: String?, condition: String? = nil) -> XMLElement {
    if transition.label != nil || transition.description != nil {
      lose("Words for people have no like in SCXML.", at: transition.origin)
    }
    expressions.payload = event.flatMap { name in declarations[name] }
    defer { expressions.payload = nil }
    var test = transition.guard.map { text($0, isCondition: true) }
    if let condition { test = test.map { "\(condition) && (\($0))" } ?? condition }
    return element(
      "transition",
      [
        ("event", event), ("cond", test),
        ("target", transition.targets.isEmpty ? nil : transition.targets.map(\.text).joined(separator: " ")),
        ("type", transition.isInternal == true ? "internal" : nil),
      ], actions(transition.actions))
  }

  /// The blocks of a list of actions, each an element of its own.
  private mutating func blocks(_ name: String, _ actions: [Action]) -> [XMLElement] {
    var result: [XMLElement] = []
    var loose: [Action] = []
    func flush(_ writer: inout SCXMLWriter) {
      if !loose.isEmpty { result.append(writer.element(name, [], writer.actions(loose))) }
      loose = []
    }
    for action in actions {
      if case .block(let inner) = action.kind {
        flush(&self)
        result.append(element(name, [], self.actions(inner)))
      } else {
        loose.append(action)
      }
    }
    flush(&self)
    return result
  }
}
