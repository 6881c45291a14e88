import StatechartsModel

internal import Statecharts

extension SCXMLWriter {
  /// A state with everything inside it.
  mutating func state(_ state: StateNode, _ chart: Statechart) -> XMLElement {
    if state.ending != nil {
      lose("SCXML does not say how a flow ended, so `ending` is left out.", at: state.id.origin)
    }
    if state.title != nil || state.description != nil {
      lose("SCXML has no titles, labels and descriptions, so they are left out.", at: state.id.origin)
    }
    if !state.errors.isEmpty || !state.queries.isEmpty {
      lose(
        "SCXML has no errors and queries, so those of `\(state.id.text)` are left out.", at: state.id.origin)
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
      return Self.element("history", attributes, state.initial.map { [defaultTransition($0)] } ?? [])
    }
    if let initial = state.initial {
      if initial.actions.isEmpty {
        attributes.append(("initial", initial.targets.map(\.text).joined(separator: " ")))
      } else {
        content.append(Self.element("initial", [], [defaultTransition(initial)]))
      }
    }
    var starts: [ChartAction] = []
    var ends = clearing(state.id.text, chart)
    var timers: [(event: String, transition: ChartTransition)] = []
    addTimers(of: state, &starts, &ends, &timers)
    // What fails in the state's own actions leaves these alone.
    content += blocks("onentry", state.entry) + starts.map { Self.element("onentry", [], actions([$0])) }
    content += blocks("onexit", state.exit) + ends.map { Self.element("onexit", [], actions([$0])) }
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
      content.append(Self.element("donedata", [], [self.content(value, of: "donedata")]))
    } else if !state.output.isEmpty {
      content.append(Self.element("donedata", [], parameters(state.output, of: "donedata")))
    }
    for child in state.states { content.append(self.state(child, chart)) }
    return Self.element(kind, attributes, content)
  }

  /// `after` becomes a delayed send on entering that is cancelled on leaving.
  private mutating func addTimers(
    of state: StateNode, _ starts: inout [ChartAction], _ ends: inout [ChartAction],
    _ timers: inout [(event: String, transition: ChartTransition)]
  ) {
    var events: [String: String] = [:]
    for delayed in state.after {
      if events[delayed.name.text] == nil {
        let event = "after.\(state.id.text).t\(events.count + 1)"
        events[delayed.name.text] = event
        let id = event.replacing(".", with: "_")
        starts.append(
          ChartAction(.send(ChartAction.Send(ChartName(event), delay: delayed.delay, id: ChartName(id)))))
        ends.append(ChartAction(.cancel(ChartName(id))))
      }
      timers.append((events[delayed.name.text] ?? "", delayed.transition))
    }
  }

  private mutating func defaultTransition(_ initial: InitialTransition) -> XMLElement {
    Self.element(
      "transition", [("target", initial.targets.map(\.text).joined(separator: " "))], actions(initial.actions)
    )
  }

  /// A transition for an event, or without one.
  mutating func transition(_ transition: ChartTransition, event: String?, condition: String? = nil)
    -> XMLElement
  {
    if transition.label != nil || transition.description != nil {
      lose("SCXML has no titles, labels and descriptions, so they are left out.", at: transition.origin)
    }
    expressions.payload = event.flatMap { name in declarations[name] }
    defer { expressions.payload = nil }
    var test = transition.guard.map { text($0, isCondition: true) }
    if let condition { test = test.map { "\(condition) && (\($0))" } ?? condition }
    return Self.element(
      "transition",
      [
        ("event", event), ("cond", test),
        ("target", transition.targets.isEmpty ? nil : transition.targets.map(\.text).joined(separator: " ")),
        ("type", transition.isInternal == true ? "internal" : nil),
      ], actions(transition.actions))
  }

  /// A list of actions as elements of which each is a block of its own: what fails leaves out the rest of its element, and
  /// no other one.
  ///
  /// In a chart the list is a block, and lists inside it are blocks in that one. So what may fail outside of them has all
  /// that follows in its element, where a list inside that fails would take too much with it.
  private mutating func blocks(_ name: String, _ actions: [ChartAction]) -> [XMLElement] {
    var pieces: [(isBlock: Bool, mayFail: Bool, origin: ModelOrigin, content: [XMLElement])] = []
    for (place, action) in actions.enumerated() {
      let before = failing
      if case .block(let inner) = action.kind {
        let content = self.actions(inner)
        pieces.append((true, failing > before, action.origin, content))
      } else {
        let content = self.actions([action], endsBlock: place == actions.count - 1)
        pieces.append((false, failing > before, action.origin, content))
      }
    }
    let first = pieces.firstIndex { !$0.isBlock && $0.mayFail } ?? pieces.count
    var elements: [[XMLElement]] = []
    for (place, piece) in pieces.enumerated() {
      if place > first || place > 0 && !piece.isBlock && !pieces[place - 1].isBlock {
        elements[elements.count - 1] += piece.content
      } else {
        elements.append(piece.content)
      }
      if place > first, piece.isBlock, piece.mayFail, place < pieces.count - 1 { differInBlock(piece.origin) }
    }
    return elements.filter { !$0.isEmpty }.map { Self.element(name, [], $0) }
  }
}
