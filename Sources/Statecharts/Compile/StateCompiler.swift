import StatechartsModel

/// Compiles the states, and what belongs to them, in document order.
///
/// Transitions get numbers in the order in which they are tried. Within one state this is: its `done`, its invocations
/// in order (`done`, then `failed` by code, then `any`), its timers, then `on`. What comes from the state's own work
/// goes before what others may send under that name.
struct StateCompiler {
  let index: StateIndex
  let catalogue: Catalogue
  let names: NameTables
  let entering: EnteringEvents
  let resolver: TargetResolver
  let expressions: ExpressionCompiler
  let actions: ActionCompiler
  let problems: ProblemCollector
  private(set) var descriptors: DescriptorResolver
  private(set) var transitions: TransitionCompiler
  private(set) var invocations: InvocationCompiler

  private(set) var records: ContiguousArray<StateRecord>
  private(set) var historyPool = ContiguousArray<Int>()
  private(set) var timers = ContiguousArray<TimerRecord>()
  private(set) var clearedSlots = ContiguousArray<Int>()

  /// Records which variables are reset when a state is exited.
  ///
  /// - Returns: The initial values of the variables.
  mutating func compileContext() -> ContiguousArray<ChartValue> {
    var values = ContiguousArray<ChartValue>()
    var cleared: [Int: [Int]] = [:]
    for (slot, variable) in catalogue.context.enumerated() {
      values.append(expressions.initialValue(of: variable))
      for name in variable.clearedOnExitOf {
        if let state = index.numbers[name.text] {
          cleared[state, default: []].append(slot)
        } else {
          problems.reportUnknown(
            .unknownState, "`\(name.text)` is not a state.", name, among: index.ids,
            otherwise: "write the id of a state that resets `\(variable.name.text)` when it is left")
        }
      }
    }
    for (state, slots) in cleared {
      records[state].cleared = clearedSlots.count..<clearedSlots.count + slots.count
      clearedSlots.append(contentsOf: slots)
    }
    return values
  }

  /// Compiles all states.
  mutating func compileStates() {
    for (number, node) in index.nodes.enumerated() { compile(node.state, number) }
  }

  private mutating func compile(_ state: StateNode, _ number: Int) {
    let entered = entering.situation(number)
    if let targets = resolver.defaultTargets(of: number), let initial = state.initial {
      records[number].initial = transitions.addEntry(targets, initial.actions, entered.at(.initial))
    }
    if !state.states.isEmpty {
      let start = historyPool.count
      for child in index.children(of: number) where index[child].kind.isHistory { historyPool.append(child) }
      records[number].histories = start..<historyPool.count
    }
    if records[number].kind.hasDoneEvent {
      records[number].doneEvent = names.trie.number(of: "done.state.\(state.id.text)")
    }
    records[number].entry = actions.compile(state.entry, in: entered.at(.entry))
    records[number].exit = actions.compile(state.exit, in: ExpressionContext(state: number).at(.exit))
    records[number].output = expressions.compileFields(
      state.output, declared: nil, entered, of: "", at: state.id.origin)
    if let value = state.outputValue {
      records[number].outputValue = expressions.lower(value, nil, entered).number
    }
    for code in state.errors { problems.checkError(code, in: state.errors, catalogue) }
    for query in state.queries {
      problems.find(
        query, in: catalogue.queries, .unknownHandler, "query", under: "`queries:` of `handlers:`")
    }
    var ids: Set<String> = []
    for invocation in state.invoke where !ids.insert(invocation.effectiveID).inserted {
      let id = invocation.effectiveID
      problems.report(
        .duplicateInvocation, "Two services of `\(state.id.text)` have the same id `\(id)`.",
        help: "Write another id for one of them, for example `id: \(id)2`.",
        at: invocation.id?.origin ?? invocation.origin)
    }

    let everything = 0..<names.trie.names.count
    let byEvent = transitions.records.count
    transitions.add(
      state.done, number, everything, EventSource.stateDone(number),
      ExpressionContext(state: number, event: .any), trigger: "done")
    compileInvocations(state, number)
    compileTimers(state, number)
    // What has a value where the transitions before it were not taken, by their events.
    var passed: [String: Set<String>] = [:]
    for transition in state.on {
      let text = transition.event.name.text
      let (events, shape) = descriptors.resolve(transition.event)
      var situation = ExpressionContext(state: number, event: shape)
      situation.setPaths.add(passed[text] ?? [])
      if text.hasPrefix("error.") { situation.setPaths.add(["event.error"]) }
      let condition = transitions.add(
        transition.transition, number, events, EventSource.any, situation, trigger: text)
      if let node = condition.node { passed[text, default: []].formUnion(node.setPathsUnlessTrue) }
    }
    records[number].transitions = byEvent..<transitions.records.count

    let eventless = transitions.records.count
    // A choice is left with the event that led to it, other states with any.
    transitions.add(
      state.always, number, 0..<0, EventSource.any,
      state.kind == .choice ? entered : ExpressionContext(state: number), trigger: nil)
    records[number].eventless = eventless..<transitions.records.count
  }

  /// Compiles the invocations of a state and the transitions that belong to them.
  private mutating func compileInvocations(_ state: StateNode, _ number: Int) {
    let start = invocations.records.count
    for invocation in state.invoke { compile(invocation, number) }
    records[number].invocations = start..<invocations.records.count
    records[number].startsReadEvent = invocations.records[start...].contains { invocation in
      invocation.startExpressions(expressions.fields).contains { expressions[$0].readsEvent }
    }
  }

  private mutating func compile(_ invocation: ChartInvocation, _ state: Int) {
    let id = invocation.effectiveID
    let own = invocations.add(invocation, state)
    let everything = 0..<names.trie.names.count
    let result = catalogue.shape(ofResult: catalogue.service(of: invocation))
    transitions.add(
      invocation.done, state, everything, EventSource.invocationDone(own),
      ExpressionContext(state: state, event: result), trigger: "\(id) done")
    var passed: [String: Set<String>] = [:]
    for failure in invocation.failed {
      guard let code = failure.code else { continue }
      invocations.checkFailure(code, of: invocation)
      var situation = ExpressionContext(state: state, event: catalogue.shape(ofFailure: code))
      situation.setPaths.add(passed[code.text] ?? [])
      let condition = transitions.add(
        failure.transition, state, names.trie.interval(of: "error.\(code.text)"),
        EventSource.invocationFailed(own), situation, trigger: "\(id) failed: \(code.text)")
      if let node = condition.node { passed[code.text, default: []].formUnion(node.setPathsUnlessTrue) }
    }
    var any = ExpressionContext(state: state, event: .any)
    any.setPaths.add(["event.error"])
    transitions.add(
      invocation.failed.filter { $0.code == nil }.map(\.transition), state, everything,
      EventSource.invocationFailed(own), any, trigger: "\(id) failed")
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
        ? .literal(.zero)
        : expressions.compileDelay(
          delayed.delay, in: entering.situation(number), at: delayed.name.origin)
      timers.append(
        TimerRecord(
          state: number, delay: delay, resume: resumptions[delayed.name.text].map(ResumePolicy.init),
          event: names.events.number(of: NameTables.timerName(state, delayed))))
    }
    var passed: [Int: Set<String>] = [:]
    for delayed in state.after {
      guard let timer = known[delayed.name.text] else { continue }
      var situation = ExpressionContext(state: number, event: catalogue.dataless)
      situation.setPaths.add(passed[timer] ?? [])
      let condition = transitions.add(
        delayed.transition, number, 0..<names.trie.names.count, EventSource.timer(timer), situation,
        trigger: "after \(delayed.name.text)")
      if let node = condition.node { passed[timer, default: []].formUnion(node.setPathsUnlessTrue) }
    }
    records[number].timers = start..<timers.count
  }

  /// Reports an event under `after`.
  ///
  /// - Returns: Whether it was one.
  private func reportEvent(inPlaceOf delayed: DelayedTransition) -> Bool {
    guard case .expression(let name) = delayed.delay, catalogue.variables[name.text] == nil,
      catalogue.events?[name.text] != nil
    else { return false }
    problems.report(
      .unknownVariable, "`\(name.text)` is an event, not a duration.",
      help: "Move `\(name.text):` from `after:` to `on:`.",
      at: name.origin, suggestion: name.text, isGuess: true)
    return true
  }

  /// How the timers of a state go on after a restart, by their delays: the branches of one must agree.
  private func resumptions(of state: StateNode) -> [String: Resumption] {
    var result: [String: Resumption] = [:]
    for delayed in state.after {
      guard let resume = delayed.resume else { continue }
      let known = result[delayed.name.text]
      if known == nil { result[delayed.name.text] = resume }
      guard let known, known != resume else { continue }
      problems.report(
        .notAllowed,
        "The transitions of the timer `\(delayed.name.text)` have different values for `resume`.",
        help: "Delete `resume:` here. The transitions share one timer.", at: delayed.transition.origin)
    }
    return result
  }
}
