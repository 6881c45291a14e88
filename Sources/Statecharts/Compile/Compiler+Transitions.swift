import StatechartsModel

// Pass 4: transitions in the order in which they are tried, with the facts that do not change while running.
//
// The order within one state: its `done`, its invocations in order (`done`, then `failed` by code, then `any`),
// its timers, then `on`. What comes from the state's own work goes before what others may send under that name.

/// What people see of a transition.
package struct TransitionNote: Sendable {
  /// What triggers it, as it was written; nil for `always`.
  package var trigger: String?
  /// The guard as it was written.
  package var `guard`: String?
  /// The label.
  package var label: String?
}

extension Compiler {
  /// Compiles everything that one state has.
  mutating func compileState(_ number: Int) {
    let state = models[number]
    compileEntry(number)
    if states[number].kind == .compound || states[number].kind == .parallel {
      states[number].doneEvent = trie.number(of: "done.state.\(state.id.text)")
    }
    states[number].entry = compileActions(state.entry, in: entering(number).at(.entry))
    states[number].exit = compileActions(state.exit, in: ExpressionContext(state: number).at(.exit))
    states[number].output = compileOutput(state, number)
    if let value = state.outputValue {
      states[number].outputValue = lower(value, nil, entering(number))
    }
    for code in state.errors { checkError(code, in: state.errors) }
    for query in state.queries { checkQuery(query) }
    for name in duplicateInvocations(state) {
      report(
        .duplicateInvocation, "Two services of `\(state.id.text)` have the same id `\(name.text)`.",
        help: "Write another id for one of them, for example `id: \(name.text)2`.", at: name.origin)
    }

    let everything = 0..<trie.names.count
    let byEvent = transitions.count
    var done = ExpressionContext(state: number, event: .any)
    for transition in state.done {
      add(transition, number, everything, EventSource.stateDone(number), done, trigger: "done")
      if let lastGuard { done.setPaths.add(lastGuard.setPathsUnlessTrue) }
    }
    compileInvocations(state, number)
    compileTimers(state, number)
    var passed: [String: Set<String>] = [:]
    for transition in state.on { compile(transition, number, &passed) }
    states[number].transitions = byEvent..<transitions.count

    let eventless = transitions.count
    var situation = eventlessSituation(number)
    for transition in state.always {
      add(transition, number, 0..<0, EventSource.any, situation, trigger: nil)
      if let lastGuard { situation.setPaths.add(lastGuard.setPathsUnlessTrue) }
      // Those that come after it have what it left.
      situation.dependsOnEvent = situation.dependsOnEvent || dependsOnEvent(transitions.last?.guard)
    }
    states[number].eventless = eventless..<transitions.count
  }

  /// - Parameter passed: What has a value where the transitions before it were not taken, by their events.
  private mutating func compile(
    _ transition: EventTransition, _ number: Int, _ passed: inout [String: Set<String>]
  ) {
    let descriptor = transition.event
    let text = descriptor.name.text
    var (events, shape) = descriptors[text] ?? (0..<0, .any)
    if descriptors[text] == nil {
      let known = problems.count
      checkDescriptor(descriptor)
      (events, shape) = (trie.interval(of: String(descriptor.prefix)), self.shape(of: descriptor))
      // One with a problem is looked at each time, so that each place is reported.
      if problems.count == known { descriptors[text] = (events, shape) }
    }
    var situation = ExpressionContext(state: number, event: shape)
    situation.setPaths.add(passed[text] ?? [])
    if text.hasPrefix("error.") { situation.setPaths.add(["event.error"]) }
    add(transition.transition, number, events, EventSource.any, situation, trigger: text)
    if let lastGuard { passed[text, default: []].formUnion(lastGuard.setPathsUnlessTrue) }
  }

  private mutating func compileTimers(_ state: StateNode, _ number: Int) {
    let start = timers.count
    let resumptions = resumptions(of: state)
    // Branches of one delay share a timer, so that they are tried in order when it is due.
    var known: [String: Int] = [:]
    for delayed in state.after where known[delayed.name.text] == nil {
      known[delayed.name.text] = timers.count
      let delay =
        reportEvent(inPlaceOf: delayed)
        ? .literal(.zero) : compileDelay(delayed.delay, in: entering(number), at: delayed.name.origin)
      timers.append(
        TimerRecord(
          state: number, delay: delay, resume: resumptions[delayed.name.text].map(ResumePolicy.init),
          event: eventNames.number(of: Self.timerName(state, delayed))))
    }
    var passed: [Int: Set<String>] = [:]
    for delayed in state.after {
      guard let timer = known[delayed.name.text] else { continue }
      var situation = ExpressionContext(state: number, event: dataless)
      situation.setPaths.add(passed[timer] ?? [])
      add(
        delayed.transition, number, 0..<trie.names.count, EventSource.timer(timer), situation,
        trigger: "after \(delayed.name.text)")
      if let lastGuard { passed[timer, default: []].formUnion(lastGuard.setPathsUnlessTrue) }
    }
    states[number].timers = start..<timers.count
  }

  /// Reports an event under `after`.
  ///
  /// - Returns: Whether it was one.
  private mutating func reportEvent(inPlaceOf delayed: DelayedTransition) -> Bool {
    guard case .expression(let name) = delayed.delay, catalogue.variables[name.text] == nil,
      catalogue.events?[name.text] != nil
    else { return false }
    report(
      .unknownVariable, "`\(name.text)` is an event, not a duration.",
      help: "Move `\(name.text):` from `after:` to `on:`.",
      at: name.origin, suggestion: name.text, isGuess: true)
    return true
  }

  /// How the timers of a state go on after a restart, by their delays: the branches of one must agree.
  private mutating func resumptions(of state: StateNode) -> [String: Resumption] {
    var result: [String: Resumption] = [:]
    for delayed in state.after {
      guard let resume = delayed.resume else { continue }
      let known = result[delayed.name.text]
      if known == nil { result[delayed.name.text] = resume }
      guard let known, known != resume else { continue }
      report(
        .notAllowed,
        "The transitions of the timer `\(delayed.name.text)` have different values for `resume`.",
        help: "Delete `resume:` here. The transitions share one timer.", at: delayed.transition.origin)
    }
    return result
  }

  /// Adds one transition with its targets, guard, actions and domain.
  mutating func add(
    _ transition: ChartTransition, _ source: Int, _ events: Range<Int>, _ eventSource: Int,
    _ situation: ExpressionContext, trigger: String?
  ) {
    let start = targets.count
    if transition.targets.count == 1, let target = index.numbers[transition.targets[0].text] {
      targets.append(target)
    } else {
      let found = resolve(transition.targets)
      checkTogether(found)
      targets.append(contentsOf: found.map(\.1))
    }
    // Actions have no targets of their own, so the pool ends with these.
    let own = start..<targets.count
    var situation = situation
    situation.isGuard = true
    let condition = transition.guard.map { lower($0, .bool, situation) } ?? -1
    situation.isGuard = false
    situation.dependsOnEvent = situation.dependsOnEvent || dependsOnEvent(condition)
    let domain = index.domain(of: transition, source: source, targets: targets[own])
    lastGuard = condition < 0 || losses == nil ? nil : loweredNode
    if let lastGuard { situation.setPaths.add(lastGuard.setPaths(if: true)) }
    forgetLost(from: source, domain: domain, in: &situation)
    situation.part = .transition(transition.origin)
    let actions = compileActions(transition.actions, in: situation)
    transitions.append(
      TransitionRecord(
        source: source, events: events, eventSource: eventSource, guard: condition,
        targets: own, actions: actions,
        domain: domain))
    transitionNotes.append(
      TransitionNote(
        trigger: trigger, guard: condition < 0 ? nil : expressions[condition].shownText,
        label: transition.label))
  }

  private mutating func compileOutput(_ state: StateNode, _ number: Int) -> Range<Int> {
    guard !state.output.isEmpty else { return 0..<0 }
    return compileFields(state.output, declared: nil, entering(number), of: "", at: state.id.origin)
  }

  private mutating func checkQuery(_ name: ChartName) {
    guard let queries = catalogue.queries, queries[name.text] == nil else { return }
    reportUnknown(
      .unknownHandler, "`\(name.text)` is not a declared query.", name, among: queries.keys,
      otherwise: "declare `\(name.text)` under `queries:` of `handlers:`")
  }

  private func duplicateInvocations(_ state: StateNode) -> [ChartName] {
    guard state.invoke.count > 1 else { return [] }
    var seen: Set<String> = []
    return state.invoke.filter { !seen.insert($0.effectiveID).inserted }.map {
      ChartName($0.effectiveID, origin: $0.id?.origin ?? $0.origin)
    }
  }
}

extension EventSource {
  // Decision: Docs/decisions/semantics.md#engine-triggers-cannot-be-forged
  /// The engine's `done.state.ID` of a state.
  package static func stateDone(_ state: Int) -> Int { 1 + 4 * state }
  /// A timer of `after`.
  package static func timer(_ timer: Int) -> Int { 2 + 4 * timer }
  /// The good end of an invocation.
  package static func invocationDone(_ invocation: Int) -> Int { 3 + 4 * invocation }
  /// The failure of an invocation.
  package static func invocationFailed(_ invocation: Int) -> Int { 4 + 4 * invocation }
}
