import StatechartsModel

// Pass 4: the event descriptors of `on`, and what they say about the event's data.

extension Compiler {
  /// Reports a descriptor that no event can ever match.
  mutating func checkDescriptor(_ descriptor: EventDescriptor) {
    if descriptor.isWildcard { return }
    let name = ChartName(String(descriptor.prefix), origin: descriptor.name.origin)
    guard NameRule.isEventName(name.text) || name.text.hasPrefix("after.") else {
      return report(
        .illegalName, "`\(descriptor.name.text)` is not a valid event name.",
        help: "Write an event name, `name.*` for all names that begin with `name.`, or `*` for every event.",
        at: name.origin)
    }
    guard let events = catalogue.events, catalogue.eventPrefixes[name.text] == nil else { return }
    if reportEndlessState(name) { return }
    switch platformProblem(name) {
    case .none: return
    case .some(let candidates):
      let known = comparisonsLeft > 0 ? Array(events.keys) + candidates : []
      reportUnknown(
        .unknownEvent, "`\(name.text)` is not a declared event.", name, among: known,
        otherwise: name.text == "restored"
          ? "write `\(EventDescriptor.restored)` for a restored session, or declare `restored` under `events`"
          : "declare `\(name.text)` under `events`")
    }
  }

  /// Reports `done.state.ID` of a state that there is, but that has no states inside and so never ends.
  private mutating func reportEndlessState(_ name: ChartName) -> Bool {
    let tokens = name.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard tokens.count == 3, tokens[0] == "done", tokens[1] == "state", let number = index.numbers[tokens[2]],
      states[number].end == number + 1
    else { return false }
    let state = models[number]
    var help = "Delete this transition. Only a state with a final state inside it ends."
    var suggestion: String?
    if state.kind == .final {
      let parent = models[max(states[number].parent, 0)].id.text
      let isTopLevel = states[number].parent <= 0
      help =
        isTopLevel
        ? "Delete this transition. Entering `\(state.id.text)` ends the chart, so nothing comes after it."
        : "Write `done.state.\(parent)` instead. Entering `\(state.id.text)` raises `done.state.\(parent)`."
      if !isTopLevel { suggestion = "done.state.\(parent)" }
    } else if !state.invoke.isEmpty {
      help =
        "For the end of its service, write `done` inside `invoke` of `\(state.id.text)`, and delete this transition."
    }
    report(
      .unknownEvent, "The event `\(name.text)` never occurs: `\(state.id.text)` never ends.", help: help,
      at: name.origin, suggestion: suggestion)
    return true
  }

  /// Nil for a name that the platform itself can raise, else names that it might have been, as long as comparing them is
  /// affordable.
  private func platformProblem(_ name: ChartName) -> [String]? {
    let tokens = name.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch (tokens.first, tokens.count) {
    case ("error", 1), ("done", 1), ("after", _): return nil
    case ("session", 2): return name.text == EventDescriptor.restored ? nil : [EventDescriptor.restored]
    case ("error", 2):
      if catalogue.hasError(tokens[1]) { return nil }
      guard comparisonsLeft > 0 else { return [] }
      return Catalogue.platformErrors.map { "error.\($0)" }
        + (catalogue.errors ?? [:]).keys.map { "error.\($0)" }
    case ("done", 2):
      return tokens[1] == "state" || tokens[1] == "invoke" ? nil : ["done.state", "done.invoke"]
    case ("done", 3) where tokens[1] == "state":
      if let state = index.numbers[tokens[2]], states[state].end > state + 1 { return nil }
      guard comparisonsLeft > 0 else { return [] }
      return models.indices.filter { states[$0].end > $0 + 1 }.map { "done.state.\(models[$0].id.text)" }
    case ("done", 3...) where tokens[1] == "invoke":
      let id = tokens.dropFirst(2).joined(separator: ".")
      if invocationPrefixes.contains(id) { return nil }
      return comparisonsLeft > 0 ? invocationIDs.names.map { "done.invoke.\($0)" } : []
    default: return []
    }
  }

  /// What is known of the data of the events that a descriptor takes.
  func shape(of descriptor: EventDescriptor) -> ExpressionContext.EventShape {
    let name = String(descriptor.prefix)
    guard !descriptor.isWildcard, descriptor.name.text == name else { return .any }
    if let payload = catalogue.events?[name], catalogue.eventPrefixes[name] == 1 {
      return .payload(payload, error: nil)
    }
    if name == EventDescriptor.restored, catalogue.eventPrefixes[name] == nil { return dataless }
    let tokens = name.split(separator: ".")
    if tokens.count == 2, tokens[0] == "error", let payload = catalogue.payload(ofError: String(tokens[1])),
      catalogue.eventPrefixes[name] == nil
    {
      return .payload(payload, error: String(tokens[1]))
    }
    return .any
  }
}
