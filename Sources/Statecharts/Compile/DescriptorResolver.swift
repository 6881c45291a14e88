import StatechartsModel

/// Finds the events that a descriptor of `on` takes, and reports descriptors that match none.
struct DescriptorResolver {
  let index: StateIndex
  let catalogue: Catalogue
  let names: NameTables
  let problems: ProblemCollector
  /// The descriptors without problems that were seen.
  private(set) var known: [String: (Range<Int>, ExpressionContext.EventShape)] = [:]

  /// The events that a descriptor takes, as numbers of the trie, and what is known of their data.
  mutating func resolve(_ descriptor: EventDescriptor) -> (Range<Int>, ExpressionContext.EventShape) {
    if let known = known[descriptor.name.text] { return known }
    let count = problems.count
    check(descriptor)
    let result = (names.trie.interval(of: String(descriptor.prefix)), catalogue.shape(of: descriptor))
    // One with a problem is looked at each time, so that each place is reported.
    if problems.count == count { known[descriptor.name.text] = result }
    return result
  }

  /// Reports a descriptor that no event can ever match.
  private func check(_ descriptor: EventDescriptor) {
    if descriptor.isWildcard { return }
    let name = ChartName(String(descriptor.prefix), origin: descriptor.name.origin)
    guard NameRule.isEventName(name.text) || name.text.hasPrefix("after.") else {
      return problems.report(
        .illegalName, "`\(descriptor.name.text)` is not a valid event name.",
        help: "Write an event name, `name.*` for all names that begin with `name.`, or `*` for every event.",
        at: name.origin)
    }
    guard let events = catalogue.events, catalogue.eventPrefixes[name.text] == nil else { return }
    guard let candidates = platformProblem(name) else { return }
    problems.reportUnknown(
      .unknownEvent, "`\(name.text)` is not a declared event.", name,
      among: problems.comparisonsLeft > 0 ? Array(events.keys) + candidates : [],
      otherwise: name.text == "restored"
        ? "write `\(EventDescriptor.restored)` for a restored session, or declare `restored` under `events`"
        : "declare `\(name.text)` under `events`")
  }

  /// Nil for a name that the platform itself can raise, else names that it might have been, as long as comparing them
  /// is affordable.
  private func platformProblem(_ name: ChartName) -> [String]? {
    let tokens = name.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch (tokens.first, tokens.count) {
    case ("error", 1), ("done", 1), ("after", _): return nil
    case ("session", 2): return name.text == EventDescriptor.restored ? nil : [EventDescriptor.restored]
    case ("error", 2):
      if catalogue.hasError(tokens[1]) { return nil }
      guard problems.comparisonsLeft > 0 else { return [] }
      return ExpressionScope.platformErrorCodes.map { "error.\($0)" }
        + (catalogue.errors ?? [:]).keys.map { "error.\($0)" }
    case ("done", 2):
      return tokens[1] == "state" || tokens[1] == "invoke" ? nil : ["done.state", "done.invoke"]
    case ("done", 3) where tokens[1] == "state":
      if index.numbers[tokens[2]] != nil { return nil }
      guard problems.comparisonsLeft > 0 else { return [] }
      return index.nodes.indices.filter { index.nodes[$0].end > $0 + 1 }.map {
        "done.state.\(index[$0].id.text)"
      }
    case ("done", 3...) where tokens[1] == "invoke":
      let id = tokens.dropFirst(2).joined(separator: ".")
      if names.invocationPrefixes.contains(id) { return nil }
      return problems.comparisonsLeft > 0 ? names.invocations.names.map { "done.invoke.\($0)" } : []
    default: return []
    }
  }
}
