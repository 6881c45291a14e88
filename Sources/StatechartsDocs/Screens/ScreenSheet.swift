import StatechartsModel

internal import Statecharts
internal import StatechartsWalk

/// Puts the screens of a flow on a sheet: a card for each, with a row for whatever may happen there.
///
/// A sheet has room, so that nothing is left out or said once for many screens, as in a Mermaid diagram.
struct ScreenSheet {
  private let flow: ScreenFlow
  private let flat: FlatChart
  /// The place of each screen among the cards, of which the first one is the chart.
  private let cards: [Int: Int]

  init(_ flow: ScreenFlow, _ flat: FlatChart) {
    self.flow = flow
    self.flat = flat
    let places = flow.screens.enumerated().map { place, screen in (screen, place + 1) }
    cards = Dictionary(places) { first, _ in first }
  }

  /// What the sheet says.
  ///
  /// - Parameters:
  ///   - region: The title of the region whose screens it shows; nil for a chart without such regions.
  ///   - missing: A sentence about the screens that are in no picture.
  func model(_ settings: DiagramSettings, region: String?, missing: String?) -> SheetModel {
    let whole = settings.title ?? flat.title(0)
    let title = region.map { "\(whole): \($0)" } ?? whole
    var model = SheetModel(title: title, description: ScreenDiagram.description(of: title, missing))
    model.titleOfSheet = "At the start"
    model.areRowsInherited = false
    model.cards = [start()] + flow.screens.map(card)
    model.steps = path(model.cards)
    return model
  }

  // MARK: Cards

  private func start() -> SheetCard {
    let groups = flow.groups.filter { $0.from == nil }
    let targets = unique(groups.flatMap(\.targets))
    // With one start there is nothing to explain.
    let rows = (targets.count > 1 ? rows(outcomes(of: groups)) : []) + failures(groups, at: nil)
    return SheetCard(
      id: flat.states[0].state.id.text, title: flat.title(0), anchor: nil, level: -1,
      end: flow.screens.count + 1, isFrame: true, meaning: .group, isAfterFailure: false, mark: .none,
      parent: nil,
      start: (targets.map(flow.title).joined(separator: " or "), targets.prefix(1).compactMap { cards[$0] }),
      description: "", facts: [], rows: rows)
  }

  private func card(_ screen: Int) -> SheetCard {
    let state = flat.states[screen].state
    let groups = flow.groups.filter { $0.from == screen }
    // What is possible on most screens comes last.
    let own = groups.filter { !isCommon($0) }
    let outcomes = outcomes(of: own) + outcomes(of: groups.filter(isCommon))
    return SheetCard(
      id: state.id.text, title: flow.title(screen),
      anchor: flat.isRepeated(screen) ? nil : XMLText.anchor(state.id.text), level: 0,
      end: (cards[screen] ?? 0) + 1, isFrame: false, meaning: meaning(of: screen),
      isAfterFailure: !flow.reached.contains(screen), mark: .none, parent: nil, start: ("", []),
      description: state.description ?? "", facts: [],
      rows: rows(outcomes) + failures(groups, at: screen))
  }

  private func isCommon(_ group: ScreenFlow.Group) -> Bool {
    flow.commonStays.contains(group.name) || group.targets.contains { flow.isCommon(group, to: $0) }
  }

  private func meaning(of screen: Int) -> StateMeaning {
    guard let place = flow.places[screen] else { return .waits }
    switch flow.boxes[place].meaning {
    case .waits, .fails, .several: return .waits
    case .works: return .works
    case .ends(.success): return .endsWell
    case .ends(.failure): return .endsBadly
    case .ends: return .ends
    }
  }

  // MARK: Rows

  /// Something that may happen on a screen.
  private struct Outcome: Hashable {
    /// What begins it.
    var cause: String
    /// What it depends on.
    var words = ""
    /// The screen to which it leads; nil if the flow stays.
    var to: Int?
  }

  /// What the causes of some groups lead to, those of one name together.
  private func outcomes(of groups: [ScreenFlow.Group]) -> [Outcome] {
    var found: [Outcome] = []
    for group in groups {
      let cause = group.cause.map(flow.words.title) ?? ""
      var labels = flow.labels(of: group, isNamed: true)
      // A single outcome has the title of its cause as its label.
      if labels.count == 1 { labels[0].label = "" }
      if labels.isEmpty, flow.isStaying(group), let from = group.from { labels = [(from, "")] }
      found += labels.map { target, label in
        // Work that screens share goes on by itself.
        let isNamed = !cause.isEmpty && group.from != nil
        return Outcome(
          cause: isNamed ? cause : label, words: isNamed ? label : "", to: target == group.from ? nil : target
        )
      }
    }
    let causes = unique(found.map(\.cause))
    return causes.flatMap { cause in unique(found.filter { $0.cause == cause }) }
  }

  /// A row for each outcome. Of several of one cause only the first row says it.
  private func rows(_ outcomes: [Outcome]) -> [SheetRow] {
    outcomes.enumerated().map { place, outcome in
      let isRepeated = place > 0 && outcomes[place - 1].cause == outcome.cause
      return row(
        isRepeated ? "" : outcome.cause, outcome.words.isEmpty ? [] : [outcome.words], to: outcome.to,
        heard: outcome.cause, style: .label)
    }
  }

  /// A row for each screen to which errors lead, with their titles.
  private func failures(_ groups: [ScreenFlow.Group], at screen: Int?) -> [SheetRow] {
    guard flow.failures != .off else { return [] }
    let failing = groups.flatMap(\.moves).filter { !$0.errors.isEmpty }
    return unique(failing.map(\.to)).enumerated().map { place, target in
      let codes = failing.filter { $0.to == target }.flatMap(\.errors)
      return row(
        place == 0 ? "error" : "", flow.titles(of: codes, at: target), to: target == screen ? nil : target,
        heard: "after an error", style: .fact)
    }
  }

  private func row(
    _ trigger: String, _ words: [String], to screen: Int?, heard: String, style: SheetStyle
  ) -> SheetRow {
    let target = screen.map { SheetTarget(title: flow.title($0), card: cards[$0]) }
    var middle: [SheetRun] = []
    for text in words {
      if !middle.isEmpty { middle.append(SheetRun(text: "·", style: .effects)) }
      middle.append(SheetRun(text: text, style: style))
    }
    let rest = words.isEmpty ? "" : ": " + words.joined(separator: "; ")
    return SheetRow(
      trigger: trigger, middle: middle, targets: target.map { [$0] } ?? [],
      sentence: "\(heard)\(rest), \(target.map { "to \($0.title)" } ?? "stays")", isFailure: style == .fact)
  }

  // MARK: Path

  /// A path from the start: at each screen the row that leads to the next card below and is no failure, if there is one to a
  /// screen that is not an end.
  private func path(_ cards: [SheetCard]) -> [SheetStep] {
    var steps: [SheetStep] = []
    var place = cards[0].start.cards.first ?? 0
    while place > 0 {
      let found = cards[place].rows.enumerated().compactMap { number, row in
        row.isFailure
          ? nil : row.targets.first?.card.map { SheetStep(source: place, row: number, target: $0) }
      }.filter { $0.target > place }
      let ends: [StateMeaning] = [.endsWell, .ends, .endsBadly]
      guard
        let step = found.min(by: { one, other in
          (ends.firstIndex(of: cards[one.target].meaning) ?? -1, one.target)
            < (ends.firstIndex(of: cards[other.target].meaning) ?? -1, other.target)
        })
      else { break }
      steps.append(step)
      place = step.target
    }
    return steps
  }
}
