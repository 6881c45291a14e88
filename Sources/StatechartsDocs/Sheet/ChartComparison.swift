package import StatechartsModel

internal import Statecharts

/// What differs between two versions of a chart, in the words of its sheet.
///
/// States are compared by their ids. The transitions of a state are compared by what their rows say.
package struct ChartComparison: Hashable, Sendable {
  /// What happened to an item.
  package enum Change: String, Hashable, Sendable, Encodable { case added, removed, changed }

  /// Something that differs.
  package struct Item: Hashable, Sendable, Encodable {
    /// What happened to it.
    package let change: Change
    /// The id of the state that it is about; nil for a declaration.
    package let state: String?
    /// Whether it is the state itself, and not one of its transitions.
    package let isState: Bool
    /// What it is called: for a transition, the title of its state.
    package let title: String
    /// What the first version says; nil if it was added.
    package let old: String?
    /// What the second version says; nil if it was removed.
    package let text: String?
  }

  /// Items of one kind.
  package struct Group: Hashable, Sendable, Encodable {
    /// The kind.
    package let title: String
    /// The items in the order of the second version, then of the first.
    package let items: [Item]
  }

  /// All differences, by kind.
  package let groups: [Group]

  /// Compares two versions.
  package init(from old: Statechart, to new: Statechart) {
    let newCards = Self.cards(of: new)
    // A new title of a state is a change of that state, and not of all transitions to it.
    let titles = Dictionary(newCards.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    let oldCards = Self.cards(of: old, titles: titles)
    let before = Dictionary(oldCards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let after = Set(newCards.map(\.id))
    var states: [Item] = []
    var transitions: [Item] = []
    for card in newCards {
      let old = before[card.id]
      if let old {
        if Self.lines(of: old) != Self.lines(of: card) { states.append(Self.changed(card, old)) }
      } else {
        states.append(
          Item(change: .added, state: card.id, isState: true, title: card.title, old: nil, text: card.about))
      }
      transitions += Self.transitions(of: card, from: old?.rows ?? [], to: card.rows)
    }
    for card in oldCards where !after.contains(card.id) {
      states.append(
        Item(change: .removed, state: card.id, isState: true, title: card.title, old: card.about, text: nil))
      transitions += Self.transitions(of: card, from: card.rows, to: [])
    }
    groups = [
      Group(title: "States", items: states), Group(title: "Transitions", items: transitions),
      Group(title: "Declarations", items: Self.declarations(from: old, to: new)),
    ]
  }

  /// A state as its card shows it.
  private struct Card {
    let id: String
    let title: String
    /// What the card says besides its rows.
    let facts: [String]
    let rows: [(trigger: String, sentence: String)]

    var about: String? { facts.isEmpty ? nil : facts.joined(separator: " · ") }
  }

  /// - Parameter titles: What states are called as targets, by their ids, where it is not their title.
  private static func cards(of chart: Statechart, titles: [String: String] = [:]) -> [Card] {
    let known = DocumentedChart(chart)
    var reader = SheetReader(known, DiagramSettings())
    // An id that is not a state has no title in the first version either.
    reader.targetTitles = titles.filter { known.flat.number(of: ChartName($0.key)) != nil }
    let cards = reader.model().cards
    return zip(cards, known.flat.states).map { card, entry in
      var facts = card.meaning == .group ? [] : [card.meaning.word]
      if !card.description.isEmpty { facts.append(card.description) }
      if entry.parent > 0 { facts.append("in \(reader.title(known.flat.states[entry.parent].state.id))") }
      if !card.start.words.isEmpty { facts.append("starts in \(card.start.words)") }
      facts += card.facts.map { "\($0.key) \($0.text)" }
      var above = ""
      let rows = card.rows.map { row in
        if !row.trigger.isEmpty { above = row.trigger }
        return (trigger: above, sentence: row.sentence)
      }
      return Card(id: card.id, title: card.title, facts: facts, rows: rows)
    }
  }

  private static func lines(of card: Card) -> [String] { [card.title] + card.facts }

  /// What differs in a state that is in both versions.
  private static func changed(_ card: Card, _ old: Card) -> Item {
    let (oldLines, newLines) = (lines(of: old), lines(of: card))
    func only(_ lines: [String], without others: [String]) -> String? {
      let rest = lines.filter { !others.contains($0) }
      return rest.isEmpty ? nil : rest.joined(separator: " · ")
    }
    return Item(
      change: .changed, state: card.id, isState: true, title: card.title,
      old: only(oldLines, without: newLines),
      text: only(newLines, without: oldLines))
  }

  /// The rows that are not in both versions. A removed and an added row for the same trigger are one changed transition.
  private static func transitions(
    of card: Card, from old: [(trigger: String, sentence: String)],
    to new: [(trigger: String, sentence: String)]
  ) -> [Item] {
    var removed = old
    var added: [(trigger: String, sentence: String)] = []
    for row in new {
      if let place = removed.firstIndex(where: { $0.sentence == row.sentence }) {
        removed.remove(at: place)
      } else {
        added.append(row)
      }
    }
    func item(_ change: Change, _ old: String?, _ text: String?) -> Item {
      Item(change: change, state: card.id, isState: false, title: card.title, old: old, text: text)
    }
    var items: [Item] = []
    for row in added {
      if let place = removed.firstIndex(where: { $0.trigger == row.trigger }) {
        items.append(item(.changed, removed.remove(at: place).sentence, row.sentence))
      } else {
        items.append(item(.added, nil, row.sentence))
      }
    }
    items += removed.map { item(.removed, $0.sentence, nil) }
    let kept = new.map(\.sentence).filter { sentence in old.contains { $0.sentence == sentence } }
    if items.isEmpty, kept != old.map(\.sentence) {
      items.append(item(.changed, nil, "The transitions are in another order."))
    }
    return items
  }

  private static func declarations(from old: Statechart, to new: Statechart) -> [Item] {
    let kinds: [(String, (Statechart) -> [String])] = [
      ("event", { ($0.events ?? []).map(\.name.text) }), ("variable", { $0.context.map(\.name.text) }),
      ("error", { ($0.errors ?? []).map(\.code.text) }), ("output", { ($0.outputs ?? []).map(\.name.text) }),
      ("service", { ($0.handlers.services ?? []).map(\.name.text) }),
      ("action", { ($0.handlers.actions ?? []).map(\.name.text) }),
      ("guard", { ($0.handlers.guards ?? []).map(\.name.text) }),
    ]
    return kinds.flatMap { kind, names in
      let (before, after) = (names(old), names(new))
      return after.filter { !before.contains($0) }.map { item(.added, "\(kind) \($0)") }
        + before.filter { !after.contains($0) }.map { item(.removed, "\(kind) \($0)") }
    }
  }

  private static func item(_ change: Change, _ title: String) -> Item {
    Item(change: change, state: nil, isState: false, title: title, old: nil, text: nil)
  }
}
