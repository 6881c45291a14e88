import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads the whole chart from the root of the document.
  mutating func chart(_ root: Int32) -> Statechart {
    let fields = takeIn(root, as: .chart, owner: root)
    defer { close(fields) }
    checkFormatVersion(fields)
    let isParallel = choice(.type, in: fields) != nil
    check(
      fields, kind: isParallel ? .parallel : .compound,
      isKindCertain: isParallel == contains(.type, in: fields))
    let id =
      name(.id, in: fields)
      ?? ChartName("", origin: ModelOrigin(entry(.id, in: fields)?.value ?? max(first(root), root)))
    if id.text.utf8.isEmpty { consequences.nodes.insert(id.origin.rawValue) }
    readVariables(in: fields)
    var state = StateNode(id, kind: isParallel ? .parallel : .plain, origin: id.origin)
    state.title = string(.title, in: fields)
    state.description = string(.description, in: fields)
    let events = described(.events, in: fields, EventDeclaration.init)
    chart.declaresEvents = events != nil
    chart.declaredEvents = Set((events ?? []).map(\.name.text))
    let errors = described(.errors, in: fields, ErrorDeclaration.init)
    chart.declaredErrors = Set((errors ?? []).map(\.code.text))
    let outputs = described(.outputs, in: fields, OutputDeclaration.init)
    let handlers = handlerCatalogue(in: fields)
    chart.declaredActions = Set((handlers.actions ?? []).map(\.name.text))
    let version = count(.version, in: fields) ?? 1
    let migrations = migrations(in: fields)
    readBehavior(of: &state, fields, depth: 0)
    return Statechart(
      id, title: state.title, description: state.description, version: version, context: chart.variables,
      events: events, errors: errors, outputs: outputs, handlers: handlers, migrations: migrations,
      root: state)
  }

  private mutating func checkFormatVersion(_ fields: Fields) {
    let version = value(.statechart, in: fields) { $0.isPlain($1) ? $0.wholeNumber($1) : nil }
    guard let version, version != 1, let entry = entry(.statechart, in: fields) else { return }
    report(.unknownVersion(entry.value, version))
  }

  /// Reads one entry of `states`.
  private mutating func state(_ key: Int32, _ node: Int32, depth: Int) -> StateNode? {
    guard let id = name(key, .state) else { return nil }
    var state = StateNode(id, origin: ModelOrigin(key))
    guard kind(node) == .mapping else {
      if !isEmpty(node) { report(.wrongKind(node, key: key, expected: .described(.state))) }
      return state
    }
    let fields = takeIn(node, as: .state, owner: key)
    defer { close(fields) }
    let type = choice(.type, in: fields)
    let isCertain = (type != nil) == contains(.type, in: fields)
    let kind: StateKinds
    switch type {
    case "parallel": (kind, state.kind) = (.parallel, .parallel)
    case "final": (kind, state.kind) = (.final, .final)
    case "choice": (kind, state.kind) = (.choice, .choice)
    case "history":
      kind = .history
      state.kind = .history(deep: choice(.history, in: fields) == "deep")
    default: kind = contains(.states, in: fields) ? .compound : .atomic
    }
    if !isCertain { consequences.nodes.insert(key) }
    if kind == .parallel, !contains(.states, in: fields) { reportMissing(.states, in: fields) }
    check(fields, kind: kind, isKindCertain: isCertain)
    state.title = string(.title, in: fields)
    state.description = string(.description, in: fields)
    if kind == .history { state.initial = initial(.default, in: fields) }
    state.errors = names(.errors, in: fields)
    state.queries = names(.queries, in: fields)
    let output = expressions(.output, in: fields)
    let outputValue = expression(.content, in: fields)
    let ending = choice(.ending, in: fields).flatMap(StateNode.Ending.init)
    // With a wrong `type`, the state may be final.
    if isCertain { (state.output, state.outputValue, state.ending) = (output, outputValue, ending) }
    readBehavior(of: &state, fields, depth: depth)
    if kind == .choice, isCertain, !contains(.always, in: fields) { reportMissing(.always, in: fields) }
    return state
  }

  /// Reads what the chart and its states have in common.
  private mutating func readBehavior(of state: inout StateNode, _ fields: Fields, depth: Int) {
    if contains(.initial, in: fields) {
      state.initial = initial(.initial, in: fields)
      // Why it cannot be read was reported.
      if state.initial == nil { consequences.nodes.insert(state.id.origin.rawValue) }
    }
    state.entry = actions(.entry, in: fields)
    state.exit = actions(.exit, in: fields)
    state.invoke = invocations(in: fields)
    state.on = eventTransitions(in: fields)
    state.always = transitions(.always, in: fields)
    state.after = delayedTransitions(in: fields)
    state.done = transitions(.done, in: fields)
    if contains(.states, in: fields) || fields.object == .chart {
      state.states = children(fields, depth: depth)
      if state.states.isEmpty {
        // What the engine has to say of a state without the children that were meant follows from what was reported.
        consequences.nodes.insert(state.id.origin.rawValue)
        state.initial = nil
        state.done = []
      } else {
        requireInitial(of: state, fields)
      }
    }
  }

  /// The states inside, if they can be read.
  private mutating func children(_ fields: Fields, depth: Int) -> [StateNode] {
    guard let entry = value(.states, in: fields) else { return [] }
    guard depth < ChartReader.deepestState else {
      report(.nestedTooDeep(first(entry.value), limit: ChartReader.deepestState))
      return []
    }
    var previous: Int32?
    return entries(of: entry.value) { builder, key, value in
      guard builder.ask(.state(key, after: previous)) == nil,
        let child = builder.state(key, value, depth: depth + 1)
      else { return nil }
      previous = key
      return child
    }
  }

  private mutating func requireInitial(of state: StateNode, _ fields: Fields) {
    guard state.kind == .plain, !contains(.initial, in: fields), let first = state.states.first else {
      return
    }
    consequences.nodes.insert(state.id.origin.rawValue)
    // With a wrong `type`, the state may be parallel.
    if contains(.type, in: fields) { return }
    let couldBeParallel =
      fields.object == .state && state.states.count > 1 && state.states.allSatisfy { !$0.states.isEmpty }
    report(
      .missingInitial(owner: fields.owner, fields.object, first: first.id, couldBeParallel: couldBeParallel))
  }
}
