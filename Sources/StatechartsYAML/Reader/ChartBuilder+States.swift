import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads the whole chart from the root of the document.
  mutating func chart(_ root: Int32) -> Statechart {
    let fields = open(root, as: .chart, owner: root)
    defer { close(fields) }
    checkFormatVersion(fields)
    let type = choice(.type, in: fields)
    let isParallel = type != nil
    check(
      fields, kind: isParallel ? .parallel : .compound,
      isKindCertain: isParallel == contains(.type, in: fields))
    let id =
      name(.id, in: fields)
      ?? ChartName("", origin: ModelOrigin(entry(.id, in: fields)?.value ?? max(first(root), root)))
    if id.text.utf8.isEmpty { followUps.insert(id.origin.rawValue) }
    readVariables(in: fields)
    var state = StateNode(id, kind: isParallel ? .parallel : .plain, origin: id.origin)
    state.title = string(.title, in: fields)
    state.description = string(.description, in: fields)
    let events = eventDeclarations(in: fields)
    chart.declaresEvents = events != nil
    chart.declaredEvents = Set((events ?? []).map(\.name.text))
    let errors = errorDeclarations(in: fields)
    chart.declaredErrors = Set((errors ?? []).map(\.code.text))
    let outputs = outputDeclarations(in: fields)
    let handlers = handlerCatalogue(in: fields)
    chart.declaredActions = Set((handlers.actions ?? []).map(\.name.text))
    let version = count(.version, in: fields) ?? 1
    let migrations = migrations(in: fields)
    readBehavior(of: &state, fields, depth: 0)
    return Statechart(
      id, title: state.title, description: state.description, version: version, context: chart.variables,
      events: events,
      errors: errors, outputs: outputs, handlers: handlers, migrations: migrations, root: state)
  }

  private mutating func checkFormatVersion(_ fields: Fields) {
    guard let entry = entry(.statechart, in: fields) else { return }
    guard kind(entry.value) == .scalar, isPlain(entry.value), let version = chart.wholeNumber(entry.value)
    else {
      return reportWrongKind(entry, in: fields)
    }
    guard version != 1 else { return }
    report(
      .unsupportedVersion, at: range(entry.value),
      "This tool reads version 1 of the format, not version \(version).",
      help: version == 0 ? "Write `statechart: 1`." : "Update the tool, or write `statechart: 1`.")
  }

  /// Reads one entry of `states`.
  private mutating func state(_ key: Int32, _ node: Int32, depth: Int) -> StateNode? {
    guard let id = name(key, .state) else { return nil }
    var state = StateNode(id, origin: ModelOrigin(key))
    guard kind(node) == .mapping else {
      if !isEmpty(node) {
        let isType = kind(node) == .scalar && ["final", "parallel", "choice", "history"].contains(text(node))
        reportWrongKind(
          node, key: key, expected: .described(.state),
          help: isType
            ? "Write `\(text(key)): { type: \(text(node)) }`." : "For example: `\(text(key)): { title: … }`.")
      }
      return state
    }
    let fields = open(node, as: .state, owner: key)
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
    if !isCertain { followUps.insert(key) }
    if kind == .parallel, !contains(.states, in: fields) {
      report(
        .missingKey, at: range(key), "\(subject(of: fields)) needs the key `states`.",
        help: "Write the regions that are active together under `states:`.")
    }
    check(fields, kind: kind, isKindCertain: isCertain)
    state.title = string(.title, in: fields)
    state.description = string(.description, in: fields)
    if kind == .history { state.initial = initial(.default, in: fields) }
    state.errors = names(.errors, in: fields)
    state.queries = names(.queries, in: fields)
    state.output = expressions(.output, in: fields)
    state.outputValue = expression(.content, in: fields)
    state.ending = choice(.ending, in: fields).flatMap(StateNode.Ending.init)
    readBehavior(of: &state, fields, depth: depth)
    if kind == .choice, isCertain, !isMeant(.always, in: fields) {
      report(
        .missingKey, at: range(key), "\(subject(of: fields)) needs the key `always`.",
        help: "For example: `always: [{ guard: tries > 3, target: locked }, asking]`.")
    }
    return state
  }

  /// Reads what the chart and its states have in common.
  private mutating func readBehavior(of state: inout StateNode, _ fields: Fields, depth: Int) {
    if contains(.initial, in: fields) {
      state.initial = initial(.initial, in: fields)
      // Why it cannot be read was reported.
      if state.initial == nil { followUps.insert(state.id.origin.rawValue) }
    }
    state.entry = actions(.entry, in: fields)
    state.exit = actions(.exit, in: fields)
    state.invoke = invocations(in: fields)
    state.on = eventTransitions(in: fields)
    state.always = transitions(.always, in: fields)
    state.after = delayedTransitions(in: fields)
    state.done = transitions(.done, in: fields)
    readChildren(of: &state, fields, depth: depth)
  }

  private mutating func readChildren(of state: inout StateNode, _ fields: Fields, depth: Int) {
    guard let entry = entry(.states, in: fields) else {
      // A chart without them was reported as such.
      if fields.object == .chart || contains(.states, in: fields) { forgetChildren(of: &state) }
      return
    }
    guard kind(entry.value) == .mapping, first(entry.value) >= 0 else {
      reportWrongKind(entry, in: fields)
      return forgetChildren(of: &state)
    }
    guard depth < ChartReader.deepestState else {
      report(
        .limit, at: range(first(entry.value)),
        "States are nested deeper than \(ChartReader.deepestState) levels.",
        help: "Flatten this group, or move it into a chart of its own.")
      return forgetChildren(of: &state)
    }
    var previous: Int32?
    var cursor = chart.walk(entry.value)
    while let (key, value) = chart.next(&cursor) {
      if ask(.state(key, after: previous)) == nil,
        let child = self.state(key, value, depth: depth + 1)
      {
        state.states.append(child)
        previous = key
      }
    }
    if state.states.isEmpty { return forgetChildren(of: &state) }
    // Of a wrong `type` nobody knows whether it needs `initial`.
    let needsInitial = state.kind == .plain && !contains(.type, in: fields) && !contains(.initial, in: fields)
    guard needsInitial, let first = state.states.first else { return }
    followUps.insert(state.id.origin.rawValue)
    if isMeant(.initial, in: fields) { return }
    report(
      .missingKey, at: ownerRange(fields),
      "\(subject(of: fields)) needs the key `initial`.",
      help: "It says which state is entered first, for example `initial: \(first.id.text)`."
        + (fields.object == .state && state.states.count > 1 && state.states.allSatisfy { !$0.states.isEmpty }
          ? " To be in all of them at once, write `type: parallel`." : ""))
  }

  /// What the engine has to say of a state without the children that were meant follows from what was reported.
  private mutating func forgetChildren(of state: inout StateNode) {
    followUps.insert(state.id.origin.rawValue)
    state.initial = nil
  }
}
