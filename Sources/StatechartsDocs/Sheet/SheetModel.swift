internal import Statecharts

/// What a chart's sheet says, before anything has a place: one card or frame for each state, in document order.
struct SheetModel {
  var title: String
  var description: String
  /// The states in document order; the first one is the chart, or the state that is drawn alone.
  var cards: [SheetCard] = []
  /// The transitions that are drawn as lines, besides being rows.
  var steps: [SheetStep] = []
  /// Whether the lines show a run; else a path from the start.
  var isRun = false

  /// What the card of the chart, or of the state that is drawn alone, is called.
  var titleOfSheet = "In every state"
  /// Whether rows of the cards around a card are its own, too.
  var areRowsInherited = true

  /// Which of several rows for the same thing comes first; nil when nothing around a card has rows.
  var orderOfRows: String? {
    guard areRowsInherited else { return nil }
    let around = cards.filter { $0.isFrame && !$0.rows.isEmpty }
    var names: [String] = []
    if around.contains(where: { $0.level >= 0 }) { names.append("a group around it") }
    if around.contains(where: { $0.level < 0 }) { names.append("“\(titleOfSheet)”") }
    guard !names.isEmpty else { return nil }
    return "A row of a card comes before the same row of \(names.joined(separator: " or of "))."
  }
}

/// How a sheet says what a state means; the raw value is its class in the SVG.
extension StateMeaning {
  /// The word on the card.
  var word: String {
    switch self {
    case .waits: "waits"
    case .works: "works"
    case .decides: "decision"
    case .passes: "at once"
    case .ends: "end"
    case .endsWell: "success"
    case .endsBadly: "failure"
    case .remembers: "history"
    case .group: "group"
    case .parallel: "parallel"
    }
  }

  /// What the legend says of the word.
  var explanation: String {
    switch self {
    case .waits: "for the person, the app or a timer"
    case .works: "a service is running"
    case .decides: "the first condition that is true"
    case .passes: "exited immediately"
    case .ends: "nothing happens after it"
    case .endsWell: "the flow has ended well"
    case .endsBadly: "the flow has ended badly"
    case .remembers: "continues where it was last time"
    case .group: "one of its states is active"
    case .parallel: "all of its regions are active"
    }
  }
}

/// A state with all that its card says.
struct SheetCard {
  /// Whether the state is active or was, as the settings say.
  enum Mark: String { case none, active, visited }

  /// Something that happens in the state besides its transitions.
  struct Fact {
    var key: String
    var text: String
  }

  let id: String
  let title: String
  /// Nil if an earlier state has the same id, so that no link leads here.
  let anchor: String?
  /// How many frames stand around it; -1 for the chart itself.
  let level: Int
  /// The place after its last descendant in `SheetModel.cards`.
  let end: Int
  /// Whether it is a frame around other states.
  let isFrame: Bool
  let meaning: StateMeaning
  /// Whether nobody comes here unless something fails.
  let isAfterFailure: Bool
  let mark: Mark
  /// The state around it, where the sheet has no frame for that.
  let parent: String?
  /// Where a group starts: the title for people who hear the sheet, and the places of the states.
  let start: (words: String, cards: [Int])
  let description: String
  let facts: [Fact]
  let rows: [SheetRow]
}

/// A transition.
struct SheetRow {
  /// What it waits for. Empty if the row above says the same.
  var trigger: String
  /// The parts of the middle, in order.
  var middle: [SheetRun]
  var targets: [SheetTarget]
  /// All of it in one sentence.
  var sentence: String
  var isFailure: Bool
}

/// Where a transition leads.
struct SheetTarget {
  var title: String
  /// The place of the state in `SheetModel.cards`; nil if it is not on the sheet.
  var card: Int?
}

/// A transition that is drawn as a line.
struct SheetStep {
  /// The place of the state that it leaves.
  var source: Int
  /// Which of the state's rows it is.
  var row: Int
  /// The place of the state to which it leads.
  var target: Int
}
