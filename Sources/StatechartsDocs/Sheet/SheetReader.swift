import StatechartsModel

internal import Statecharts

/// Reads a chart into the model of its sheet.
struct SheetReader {
  let flat: FlatChart
  let words: ChartWords
  let failures: FailurePaths
  let settings: DiagramSettings
  /// The states on the sheet.
  let range: Range<Int>
  private(set) var undrawn: [String] = []
  /// What states are called as targets, by their ids, where it is not their title.
  var targetTitles: [String: String] = [:]

  /// Deeper states stand in the innermost frame, and say which state they are inside: a reader of XML gives up at some depth,
  /// and charts from files are not deeper.
  static let mostLevels = 16

  init(_ known: DocumentedChart, _ settings: DiagramSettings) {
    flat = known.flat
    words = known.words
    failures = known.failures
    self.settings = settings
    let part = settings.part.flatMap { known.flat.number(of: $0) } ?? 0
    range = part..<known.flat.states[part].end
    if let name = settings.part, known.flat.number(of: name) == nil {
      undrawn.append("`\(name.text)` alone, because it is not a state")
    }
  }

  /// Reads the chart.
  mutating func model() -> SheetModel {
    let top = range.lowerBound
    let name = flat.title(0)
    var model = SheetModel(
      title: settings.title ?? (top == 0 ? name : "\(name): \(flat.title(top))"),
      description: (top == 0 ? flat.chart.description : flat.states[top].state.description) ?? "")
    for number in range {
      model.cards.append(card(number))
      noteMissingTargets(number)
    }
    var path = SheetPath(self)
    model.steps = path.find()
    if top > 0 { model.titleOfSheet = "In every state of this group" }
    model.isRun = settings.run != nil
    return model
  }

  /// The place of a state in the model; nil for one that is not on the sheet.
  func card(of number: Int) -> Int? { range.contains(number) ? number - range.lowerBound : nil }

  private func card(_ number: Int) -> SheetCard {
    let entry = flat.states[number]
    let state = entry.state
    let top = range.lowerBound
    // A state without others inside that is drawn alone is a card, and else the sheet.
    let outermost = range.count == 1 && top > 0 ? 0 : -1
    let level = entry.depth - flat.states[top].depth + outermost
    let isFolded = level > Self.mostLevels
    let isFrame = entry.end > number + 1 && level < Self.mostLevels
    let starts = state.initial?.targets ?? []
    return SheetCard(
      id: state.id.text, title: flat.title(number),
      anchor: flat.isRepeated(number) ? nil : XMLText.anchor(state.id.text),
      level: min(level, Self.mostLevels),
      end: entry.end - top, isFrame: isFrame,
      meaning: StateMeaning(of: entry, sending: words.sendingServices),
      isAfterFailure: failures.states.contains(state.id.text), mark: number == 0 ? .none : mark(of: state),
      parent: isFolded ? flat.title(entry.parent) : nil,
      start: (
        isHistory(state) ? "" : starts.map(title).joined(separator: " and "),
        starts.compactMap { flat.number(of: $0).flatMap(card) }
      ), description: number == top ? "" : state.description ?? "", facts: facts(number), rows: rows(number))
  }

  private mutating func noteMissingTargets(_ number: Int) {
    let entry = flat.states[number]
    var missing = (entry.state.initial?.targets ?? []).filter { flat.number(of: $0) == nil }
    entry.forEachTransition { _, transition in
      missing += transition.targets.filter { flat.number(of: $0) == nil }
    }
    for name in missing {
      undrawn.append("`\(flat.title(number))`: an arrow to `\(name.text)`, which is not a state")
    }
  }

  private func mark(of state: StateNode) -> SheetCard.Mark {
    let id = state.id.text
    if settings.active.contains(id) || settings.run?.last.contains(id) == true { return .active }
    return settings.run?.states.contains(id) == true ? .visited : .none
  }

  private func isHistory(_ state: StateNode) -> Bool {
    if case .history = state.kind { true } else { false }
  }

  /// What a state is called where a transition leads to it.
  func title(_ name: ChartName) -> String {
    targetTitles[name.text] ?? flat.number(of: name).map(flat.title) ?? "\(name.text) (not a state)"
  }

  private func facts(_ number: Int) -> [SheetCard.Fact] {
    let state = flat.states[number].state
    var facts: [SheetCard.Fact] = []
    func add(_ key: String, _ text: String) {
      if !text.isEmpty { facts.append(SheetCard.Fact(key: key, text: text)) }
    }
    add(number == 0 ? "When the flow starts" : "On entry", words.plainSentence(state.entry))
    for invocation in state.invoke {
      var buffer: [UInt8] = []
      words.append(runOf: invocation, to: &buffer)
      let run = String(decoding: buffer, as: UTF8.self)
      var title = ""
      if case .service(let name) = invocation.source, let known = words.titles.services[name.text] {
        title = "\(known) – "
      }
      add("Runs", title + run)
    }
    if let initial = state.initial, !isHistory(state) {
      add("At its start", words.plainSentence(initial.actions))
    }
    add(number == 0 ? "When the flow ends" : "On exit", words.plainSentence(state.exit))
    add("Returns", state.output.map(\.name.text).joined(separator: ", "))
    return facts
  }
}
