import Statecharts
import StatechartsModel
import StatechartsWalk

// The steps of a relaxed chart: what a state's transitions and services need, and what they lead to.

extension RelaxedChart {
  mutating func addState(_ number: Int, _ services: ServiceDeclarations, cleared: [Int]) {
    let state = tree.nodes[number].state
    // What is done on entering and on leaving may be done as soon as the state is active. The chart itself is entered once.
    let done = number == 0 ? [] : state.entry + state.exit + (state.initial?.actions ?? [])
    let effects =
      effects(of: done, nil) + cleared.map { assigned($0, variables[$0].initial?.text ?? "unset", nil) }
    if !effects.isEmpty { addRule([fact(.active(number))], gives: effects, cost: 0) }
    add(state.always, of: number, [Trigger(cost: 0)])
    if !state.done.isEmpty {
      let end = fact(.ended(number))
      for needed in ends(of: number) { addRule([needed], gives: [end], cost: 0) }
      add(state.done, of: number, [Trigger(needs: [end], cost: 0)])
    }
    for timer in state.after { add([timer.transition], of: number, [Trigger(cost: 1, stimuli: [.time])]) }
    addEvents(of: number)
    for invocation in state.invoke { add(invocation, of: number, services) }
  }

  private mutating func addEvents(of number: Int) {
    var prefixes: [String] = []
    var transitions: [String: [ChartTransition]] = [:]
    for transition in tree.nodes[number].state.on {
      if transition.event.matchesFailures {
        // Failures of services are followed too, but an action can fail as well.
        add([transition.transition], of: number, [Trigger(cost: Self.unknownCost)])
      }
      if transition.event.isPlatform { continue }
      let prefix = String(transition.event.prefix)
      if transitions[prefix] == nil { prefixes.append(prefix) }
      transitions[prefix, default: []].append(transition.transition)
    }
    for prefix in prefixes { add(transitions[prefix] ?? [], of: number, triggers(prefix)) }
  }

  /// The events that a descriptor matches: those of the app, and those that the chart or a service sends.
  private mutating func triggers(_ prefix: String) -> [Trigger] {
    // Descriptors that match many events may be in many states.
    if let known = triggersOf[prefix] { return known }
    let events = matches[prefix] ?? []
    let own = events.filter(ownEvents.contains)
    let outer = events.filter { !ownEvents.contains($0) }
    var triggers: [Trigger] = []
    if !own.isEmpty {
      let occurred = join()
      for name in own { addRule([fact(.raised(name))], gives: [occurred], cost: 0) }
      triggers.append(Trigger(needs: [occurred], cost: 0))
    }
    if !events.isEmpty {
      let sent = outer.isEmpty ? own : outer
      triggers.append(
        Trigger(cost: outer.isEmpty ? Self.lastResortCost : 1, stimuli: sent.map { .event($0) }))
    }
    triggersOf[prefix] = triggers
    return triggers
  }

  private mutating func add(
    _ invocation: ChartInvocation, of number: Int, _ services: ServiceDeclarations
  ) {
    let id = invocation.effectiveID
    var isService = false
    if case .service = invocation.source { isService = true }
    let finalize = invocation.finalize
    add(
      invocation.done, of: number, [Trigger(cost: 1, stimuli: isService ? [.done(service: id)] : [])],
      finalize: finalize)
    for event in services.sends(of: id) {
      addRule(
        [fact(.active(number))], gives: [fact(.raised(event))], cost: 1,
        [.sent(service: id, event: event)])
    }
    // Too many codes are not followed one by one: any failure may then lead anywhere.
    guard rules.count < Self.mostDetails else {
      for failure in invocation.failed { add([failure.transition], of: number, [Trigger(cost: 1)]) }
      return
    }
    let around = tree.selfAndAncestors(of: number).flatMap { tree.nodes[$0].state.on }.filter {
      $0.event.matchesFailures
    }
    for code in services.codes(of: id) + ["timeout"] {
      let stimuli: [Stimulus] =
        code == "timeout" ? [.time] : isService ? [.failed(service: id, code: code)] : []
      let own =
        invocation.failed.filter { $0.code?.text == code } + invocation.failed.filter { $0.code == nil }
      let outer = around.filter { $0.event.matches("error.\(code)") }
      add(
        own.map(\.transition) + outer.map(\.transition), of: number,
        [Trigger(cost: 1, stimuli: stimuli)], code: code, finalize: finalize)
    }
  }

  /// Adds transitions. The chart takes the first one that is possible.
  private mutating func add(
    _ transitions: [ChartTransition], of source: Int, _ triggers: [Trigger], code: String? = nil,
    finalize: [ChartAction] = []
  ) {
    // What holds when no transition before is taken.
    var passed = [fact(.active(source))]
    for transition in transitions {
      let condition = transition.guard.flatMap { try? parse($0.text) }
      guard let own = condition.map({ needs($0, true, code) }) ?? [] else { continue }
      let gives =
        entered(by: transition, from: source).sorted().map { fact(.active($0)) }
        + effects(of: finalize + transition.actions, code)
      for trigger in triggers {
        addRule(passed + own + trigger.needs, gives: gives, cost: trigger.cost, trigger.stimuli)
      }
      guard let condition, let others = needs(condition, false, code) else { return }
      if others.isEmpty { continue }
      let next = join()
      addRule(passed + others, gives: [next], cost: 0)
      passed = [next]
    }
  }

  /// The facts with which a state is at its end. One of them is enough.
  private mutating func ends(of number: Int) -> [Int] {
    switch tree.nodes[number].state.kind {
    case .plain:
      return tree.children(of: number).filter { tree.nodes[$0].state.kind == .final }.map {
        fact(.active($0))
      }
    case .parallel: return [fact(.active(number))]
    case .final, .history, .choice: return []
    }
  }

  /// The states that a transition surely enters.
  private func entered(by transition: ChartTransition, from source: Int) -> Set<Int> {
    let targets = transition.targets.compactMap { tree.number(of: $0) }
    var entered: Set<Int> = []
    var seen: Set<Int> = []
    var open = [(targets, tree.domain(of: transition, source: source, targets: targets))]
    while let (targets, domain) = open.popLast() {
      let path = Set(targets.flatMap { tree.path(from: domain, to: $0) })
      for number in path.subtracting(targets) where tree.nodes[number].state.kind == .parallel {
        open.append((tree.regions(of: number).filter { !path.contains($0) }, number))
      }
      entered.formUnion(path)
      for number in targets where seen.insert(number).inserted {
        let state = tree.nodes[number].state
        let regions = tree.regions(of: number)
        let initial = (state.initial?.targets ?? []).compactMap { tree.number(of: $0) }
        switch state.kind {
        case .parallel: open.append((regions, number))
        case .history: open.append((initial, tree.nodes[number].parent))
        case .plain: open.append((initial.isEmpty ? Array(regions.prefix(1)) : initial, number))
        case .final, .choice: break
        }
      }
    }
    return entered
  }

  /// The facts that actions may lead to.
  mutating func effects(of actions: [ChartAction], _ code: String?) -> [Int] {
    var assigned: [(name: String, text: String)] = []
    var facts: [Fact] = []
    actions.forEachNested { action in
      switch action.kind {
      case .assign(let values): assigned += values.map { ($0.name.text, $0.value.text) }
      case .raise(let name, _): facts.append(.raised(name.text))
      case .send(let send):
        facts.append(send.delay == nil ? .raised(send.event.text) : .scheduled(send.event.text))
        // An id that is made for the send may be anything.
        if let name = send.idVariable { assigned.append((name.text, "event.data")) }
      default: break
      }
    }
    return facts.map { fact($0) }
      + assigned.compactMap { name, text in slots[name].map { self.assigned($0, text, code) } }
  }

  /// The fact that a variable has the value of an expression.
  mutating func assigned(_ slot: Int, _ text: String, _ code: String?) -> Int {
    let key = Fact.assigned(slot: slot, text: text, code: code)
    if let known = numbers[key] { return known }
    let number = fact(key)
    assignments.append(Assignment(fact: number, slot: slot, text: text, code: code))
    return number
  }
}

extension EventDescriptor {
  /// Whether failures may match it.
  fileprivate var matchesFailures: Bool { isPlatform || isWildcard }
}
