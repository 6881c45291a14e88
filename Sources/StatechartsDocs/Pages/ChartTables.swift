import StatechartsModel

internal import Statecharts

/// The reference tables of a chart, in Markdown. What the chart gives no words for is left out.
struct ChartTables {
  let flat: FlatChart
  let words: ChartWords
  /// Whether what is said stands in cells of tables.
  private let isTable: Bool

  /// Where the sections of the states are; nil if the page has none.
  let anchors: StateAnchors?

  /// What each state is called: its title, after those of the states around it where several share it.
  private let names: [String]

  /// - Parameter isTable: Whether code stands in a cell, where a bar would end it.
  init(_ known: DocumentedChart, _ anchors: StateAnchors?, isTable: Bool = true) {
    let flat = known.flat
    self.isTable = isTable
    self.anchors = anchors
    var counts: [String: Int] = [:]
    for number in flat.states.indices { counts[flat.title(number), default: 0] += 1 }
    self.flat = flat
    self.words = known.words
    self.names = flat.states.indices.map { number in
      let title = flat.title(number)
      return (counts[title] ?? 0) > 1 ? Self.path(number, in: flat) : title
    }
  }

  /// A name or an expression.
  func code(_ text: String) -> String { Markdown.code(text, inTable: isTable) }

  /// What a state is called.
  func name(_ number: Int) -> String { Markdown.text(names[number]) }

  /// What a state is called, with a link to its section if there is one.
  func link(_ number: Int) -> String { link(name(number), to: number) }

  private func link(_ text: String, to number: Int) -> String {
    guard let anchors, number > 0, !flat.isRepeated(number) else { return text }
    return "[\(text)](\(anchors.page)#\(anchors.anchor(flat.states[number].state.id.text)))"
  }

  private var chart: Statechart { flat.chart }

  /// Every state with what happens in it, in document order.
  func states() -> String {
    let rows = flat.states.indices.dropFirst().map { number -> [String] in
      let state = flat.states[number].state
      return [
        link(Markdown.text(Self.path(number, in: flat)), to: number), Markdown.code(state.id.text),
        kind(of: state),
        Markdown.text(state.description ?? ""),
        list(state.invoke.map { Markdown.code($0.shortID) }),
        list(state.errors.map { Markdown.text(words.errorTitle($0.text)) }),
        list(state.queries.map { Markdown.code($0.text) }),
      ]
    }
    guard !rows.isEmpty else { return "This chart has no states.\n" }
    return Markdown.table(["State", "Id", "Kind", "What happens", "Runs", "Errors", "Queries"], rows)
  }

  /// A state's title after those of the states around it.
  private static func path(_ number: Int, in flat: FlatChart) -> String {
    var titles: [String] = []
    var step = number
    while step > 0 {
      titles.append(flat.title(step))
      step = flat.states[step].parent
    }
    return titles.reversed().joined(separator: " › ")
  }

  private func kind(of state: StateNode) -> String {
    switch state.kind {
    case .plain: return state.states.isEmpty ? "" : "group"
    case .parallel: return "parallel"
    case .final: return "end"
    case .history(let deep): return deep ? "deep history" : "history"
    case .choice: return "choice"
    }
  }

  /// Every transition and default entry, by the state where it begins.
  func transitions() -> String {
    var rows: [[String]] = []
    for (number, entry) in flat.states.enumerated() {
      let state = entry.state
      let from = number == 0 ? "Any state" : link(number)
      if let initial = state.initial {
        var isHistory = false
        if case .history = state.kind { isHistory = true }
        let place = number == 0 ? "Start" : isHistory ? from : "Start of " + from
        rows.append([
          place, isHistory ? "first time" : "", "", destination(initial.targets), does(initial.actions), "",
        ])
      }
      let isFork = state.kind == .choice && state.always.count > 1
      state.forEachTransition { trigger, transition in
        var why = transition.visibleLabel.map(Markdown.text) ?? ""
        if let description = transition.description, !description.isEmpty {
          why += (why.isEmpty ? "" : ": ") + Markdown.text(description)
        }
        rows.append([
          from, when(trigger), condition(transition, isFork: isFork),
          destination(transition.targets) + (staysInside(transition) ? " (internal)" : ""),
          does(transition.actions), why,
        ])
      }
    }
    guard !rows.isEmpty else { return "This chart has no transitions.\n" }
    return Markdown.table(["From", "When", "If", "To", "Actions", "Note"], rows)
  }

  /// What a transition waits for, with the name of its event.
  func when(_ trigger: Trigger) -> String {
    var buffer: [UInt8] = []
    words.append(trigger, to: &buffer)
    let said = String(decoding: buffer, as: UTF8.self)
    guard case .event(let descriptor) = trigger, !descriptor.isWildcard else { return Markdown.text(said) }
    let name = code(descriptor.name.text)
    return said == descriptor.name.text ? name : Markdown.text(said) + " " + name
  }

  /// The guard; `else` for the last branch of a fork.
  func condition(_ transition: ChartTransition, isFork: Bool) -> String {
    guard let condition = transition.guard else { return isFork ? "else" : "" }
    var buffer: [UInt8] = []
    words.secrets.append(condition, to: &buffer)
    return code(String(decoding: buffer, as: UTF8.self))
  }

  /// Whether a transition leads into its own state without leaving it.
  func staysInside(_ transition: ChartTransition) -> Bool {
    transition.isInternal == true && !transition.targets.isEmpty
  }

  /// The titles of the targets, with links to their sections.
  func destination(_ targets: [ChartName]) -> String {
    if targets.isEmpty { return "(stays)" }
    return list(targets.map { flat.number(of: $0).map(link) ?? Markdown.text($0.text) })
  }

  private func does(_ actions: [ChartAction]) -> String {
    var buffer: [UInt8] = []
    words.append(actions, to: &buffer)
    return Markdown.text(String(decoding: buffer, as: UTF8.self))
  }

  private func list(_ cells: [String]) -> String { cells.joined(separator: ", ") }
}
