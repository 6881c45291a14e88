import StatechartsModel

internal import Statecharts

/// What a chart says about each of its states, as sections of a page.
///
/// A section says what happens in the state, what the app can do there, which errors it can show, and where each way
/// leads. What holds in a group of states is said in the section of the group, to which those inside point.
struct ChartReference {
  private let tables: ChartTables
  private var flat: FlatChart { tables.flat }
  private var words: ChartWords { tables.words }
  /// The names of the declared events.
  private let events: Set<String>
  /// The variables that are cleared when a state is left, by its id.
  private let cleared: [String: [ChartName]]

  init(_ known: DocumentedChart, _ anchors: StateAnchors) {
    tables = ChartTables(known, anchors, isTable: false)
    let chart = tables.flat.chart
    events = Set((chart.events ?? []).map(\.name.text))
    var cleared: [String: [ChartName]] = [:]
    for variable in chart.context {
      for state in Set(variable.clearedOnExitOf.map(\.text)) {
        cleared[state, default: []].append(variable.name)
      }
    }
    self.cleared = cleared
  }

  /// One section for each state that is more than a point on the way, in document order.
  func sections() -> String {
    var result = ""
    for number in flat.states.indices {
      guard let section = section(of: number) else { continue }
      result += (result.isEmpty ? "" : "\n") + section
    }
    return result.isEmpty ? "This chart has no states.\n" : result
  }

  /// The section of a state; nil for a chart that itself does nothing.
  func section(of number: Int) -> String? {
    let lines = lines(of: number)
    if number == 0, lines.isEmpty { return nil }
    var result = "\(anchor(of: number))### \(heading(of: number))\n"
    let about = about(number)
    if !about.isEmpty { result += "\n\(about)\n" }
    if !lines.isEmpty { result += "\n" + lines.joined() }
    return result
  }

  /// The line to which links lead. Headings have addresses of their own, but those change with the title.
  private func anchor(of number: Int) -> String {
    guard let anchors = tables.anchors, anchors.areDefinedHere, !flat.isRepeated(number) else { return "" }
    return "<a id=\"\(anchors.anchor(flat.states[number].state.id.text))\"></a>\n\n"
  }

  private func heading(of number: Int) -> String {
    let id = tables.code(flat.states[number].state.id.text)
    return number == 0 ? "Anywhere" : "\(tables.name(number)) \(id)"
  }

  /// Which kind of state it is, where it stands, and what the chart says of it.
  private func about(_ number: Int) -> String {
    let entry = flat.states[number]
    var sentences: [String] = []
    switch entry.state.kind {
    case .plain where number > 0 && !entry.state.states.isEmpty: sentences.append("A group of states.")
    case .parallel: sentences.append("All of its regions are active at the same time.")
    case .final:
      sentences.append(entry.parent == 0 ? "The flow ends here." : "\(tables.link(entry.parent)) ends here.")
    case .history(let deep):
      let what = deep ? "the last active states, at all levels," : "the last active state"
      sentences.append("Returns to \(what) in \(tables.link(entry.parent)).")
    case .choice: sentences.append("A decision point.")
    default: break
    }
    if entry.parent > 0, entry.state.kind != .final {
      if case .history = entry.state.kind {
      } else {
        let isRegion = flat.states[entry.parent].state.kind == .parallel
        sentences.append("\(isRegion ? "A region of" : "Part of") \(tables.link(entry.parent)).")
      }
    }
    // What the whole flow is for stands at the beginning of a page, not among the states.
    if number > 0, let description = entry.state.description { sentences.append(Markdown.text(description)) }
    return sentences.joined(separator: " ")
  }

  private func lines(of number: Int) -> [String] {
    let state = flat.states[number].state
    var result: [String] = []
    func add(_ word: String, _ text: String) { if !text.isEmpty { result.append("- \(word): \(text)\n") } }
    add(number == 0 ? "When the flow starts" : "On entry", words.sentence(state.entry))
    for invocation in state.invoke {
      var text: [UInt8] = []
      words.append(runOf: invocation, to: &text)
      add("Runs", Markdown.text(String(decoding: text, as: UTF8.self)))
    }
    add("The app can send", events(of: state))
    add("The app can query", state.queries.map { tables.code($0.text) }.joined(separator: ", "))
    add(
      "Errors it can show",
      state.errors.map { "\(Markdown.text(words.errorTitle($0.text))) (\(tables.code($0.text)))" }
        .joined(separator: ", "))
    if let initial = state.initial {
      var word = "Starts in"
      if case .history = state.kind { word = "The first time" }
      let does = words.sentence(initial.actions)
      add(word, tables.destination(initial.targets) + (does.isEmpty ? "" : "; \(does)"))
    }
    state.forEachTransition { trigger, transition in
      result.append("- \(way(trigger, transition, from: number))\n")
    }
    add(number == 0 ? "When the flow ends" : "On exit", words.sentence(state.exit))
    let results = state.output.map(\.name.text) + [state.outputValue?.text].compactMap(\.self)
    add("Returns", results.map { tables.code($0) }.joined(separator: ", "))
    let cleared = cleared[state.id.text] ?? []
    add("Cleared on exit", cleared.map { tables.code($0.text) }.joined(separator: ", "))
    return result
  }

  /// The events of the app that the state handles, each once.
  private func events(of state: StateNode) -> String {
    var seen: Set<String> = []
    return state.on.compactMap { entry -> String? in
      let name = entry.event.name.text
      guard flat.chart.events == nil ? !entry.event.isPlatform : events.contains(name),
        seen.insert(name).inserted
      else { return nil }
      return entry.event.isWildcard ? "any event" : tables.code(name)
    }.joined(separator: ", ")
  }

  /// ``code typed `submitCode`, if `attempts < 2` → Checking the code; updates `attempts` ``.
  private func way(_ trigger: Trigger, _ transition: ChartTransition, from number: Int) -> String {
    let state = flat.states[number].state
    let isFork = state.kind == .choice && state.always.count > 1
    let trigger = tables.when(trigger)
    let condition = tables.condition(transition, isFork: isFork)
    let label = transition.visibleLabel.map(Markdown.text)
    // A label that only says the event's title again is not said twice.
    var parts = [
      label.map { trigger.isEmpty ? $0 : trigger.hasPrefix($0) ? trigger : "\($0) (\(trigger))" } ?? trigger
    ]
    if parts[0].isEmpty { parts[0] = condition.isEmpty ? "immediately" : "" }
    if !condition.isEmpty {
      let words = condition == "else" ? "otherwise" : "if \(condition)"
      parts[0] += parts[0].isEmpty ? words : ", \(words)"
    }
    parts[0] += transition.targets.isEmpty ? " → stays" : " → \(tables.destination(transition.targets))"
    if tables.staysInside(transition) { parts[0] += ", without leaving \(tables.name(number))" }
    let does = words.sentence(transition.actions)
    if !does.isEmpty { parts.append(does) }
    if let description = transition.description, !description.isEmpty {
      parts.append(Markdown.text(description))
    }
    return parts.joined(separator: "; ")
  }
}
