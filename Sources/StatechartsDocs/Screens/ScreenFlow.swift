import StatechartsModel

internal import Statecharts
internal import StatechartsWalk

/// A chart as a person meets it: the screens in which it waits for somebody, and what leads from one to the next.
///
/// What runs between two screens, services, choices and states that are passed, is folded into the arrows.
struct ScreenFlow {
  /// What a box means to a person.
  enum Meaning {
    /// The flow waits for somebody.
    case waits
    /// The flow has ended, as the chart says.
    case ends(StateNode.Ending?)
    /// It waits, and only a failure leads there.
    case fails
    /// It works, and then goes on by itself.
    case works
    /// It stands for several screens.
    case several
  }

  /// One box.
  struct Box {
    /// The number of its state; nil for several screens.
    var state: Int?
    var title: String
    var meaning: Meaning
    /// The one event that leads on, when its outcomes stand at the arrows.
    var event: String?
    /// What happens without an arrow, a line each.
    var notes: [String] = []
  }

  /// One arrow.
  struct Arrow {
    /// The numbers of the boxes; nil for the start.
    var from: Int?
    var to: Int
    /// The causes, each of which is enough.
    var causes: [String]
  }

  private(set) var boxes: [Box] = []
  private(set) var arrows: [Arrow] = []
  /// What is said below the picture, a sentence each.
  private(set) var remarks: [String] = []

  let chart: Screens
  let words: ScreenWords
  let failures: DiagramSettings.Failures
  let groups: [Group]
  /// The screens, in document order, and the box of each.
  let screens: [Int]
  private(set) var places: [Int: Int] = [:]
  /// The screens that are reached without a failure.
  let reached: Set<Int>
  /// The work that is drawn as a box.
  let work: SharedWork?
  /// The moves that are said once, because they are the same on most screens, and the errors that most screens show.
  private(set) var common: Set<CommonMove> = []
  private(set) var commonErrors: Set<String> = []
  private(set) var commonStays: Set<String> = []

  /// A cause with where it leads, from whatever screen.
  struct CommonMove: Hashable {
    var cause: String
    var to: Int
  }

  /// What one cause does on one screen.
  struct Group {
    var from: Int?
    var cause: ScreenCause?
    var moves: [ScreenMove]

    var name: String { cause?.name ?? "" }

    /// Where it leads when nothing fails, in the order found.
    var targets: [Int] { unique(moves.filter { $0.errors.isEmpty && $0.to != from }.map(\.to)) }
  }

  init(_ walk: Walk, _ known: DocumentedChart, failures: DiagramSettings.Failures) {
    chart = walk.screens
    self.failures = failures
    let words = ScreenWords(walk.screens, known.words)
    self.words = words
    let steps = walk.steps.filter { !$0.isMeanwhile && Self.concerns($0, walk.screens) }
    let work = SharedWork(steps.filter(\.errors.isEmpty), walk.screens)
    self.work = work
    var places: [String: Int] = [:]
    var groups: [Group] = []
    func add(_ move: ScreenMove) {
      let key = "\(move.from ?? -1) \(move.cause?.name ?? "")"
      if let place = places[key] {
        groups[place].moves.append(move)
      } else {
        places[key] = groups.count
        groups.append(Group(from: move.from, cause: move.cause, moves: [move]))
      }
    }
    for step in steps {
      let chain = words.chain(step)
      let whole = Array(chain.joined())
      let conditions = Array(words.chain(step, hasConditions: true).joined())
      let cause = ScreenCause(step.links[0])
      if let work, work.isPassed(by: step), let entrance = work.entrance(of: step, walk.screens) {
        let rest = Array(chain[(entrance + 1)...].joined())
        add(
          ScreenMove(
            from: step.from, cause: cause, chain: Array(chain[...entrance].joined()), wholeChain: whole,
            conditions: conditions, to: work.state, errors: []))
        add(
          ScreenMove(
            from: work.state, cause: nil, chain: rest, wholeChain: rest, conditions: conditions, to: step.to,
            errors: []))
      } else {
        add(
          ScreenMove(
            from: step.from, cause: cause, chain: whole, wholeChain: whole, conditions: conditions,
            to: step.to,
            errors: step.errors))
      }
    }
    self.groups = groups
    screens = Set(groups.flatMap(\.moves).map(\.to)).sorted()
    reached = Self.reached(groups.flatMap(\.moves).filter(\.errors.isEmpty))
    (common, commonErrors, commonStays) = commonMoves()
    remarks = commonRemarks()
    if walk.hasUntriedCauses {
      remarks.append("The chart is too large to follow every step, so some arrows are missing.")
    }
    addBoxes()
    addArrows()
    addNotes()
  }

  /// Adds a box.
  ///
  /// - Returns: Its number.
  @discardableResult
  mutating func add(_ box: Box) -> Int {
    if let state = box.state { places[state] = boxes.count }
    boxes.append(box)
    return boxes.count - 1
  }

  mutating func add(_ arrow: Arrow) { arrows.append(arrow) }

  /// Says in the box of a screen what the event of its arrows is.
  mutating func setEvent(_ title: String, at screen: Int) {
    if let place = places[screen] { boxes[place].event = title }
  }

  mutating func note(_ text: String, at screen: Int) {
    guard let place = places[screen], !boxes[place].notes.contains(text) else { return }
    boxes[place].notes.append(text)
  }

  /// Whether a step has to do with the screen, and not with what runs beside it.
  private static func concerns(_ step: Walk.Step, _ screens: Screens) -> Bool {
    guard let from = step.from, from == step.to else { return true }
    return step.links.flatMap(\.taken).contains { transition in
      let source = screens.chart.transitions[transition].source
      return screens.isAround(source, from) || screens.isAround(from, source)
    }
  }

  private static func reached(_ moves: [ScreenMove]) -> Set<Int> {
    var targets: [Int?: [Int]] = [:]
    for move in moves { targets[move.from, default: []].append(move.to) }
    var reached: Set<Int> = []
    var rest = targets[nil] ?? []
    while let screen = rest.popLast() {
      if reached.insert(screen).inserted { rest += targets[screen] ?? [] }
    }
    return reached
  }

  func isEnd(_ screen: Int) -> Bool { chart.chart.states[screen].kind == .final }
}

/// Each element once, in the order of its first place.
func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var seen: Set<Element> = []
  return elements.filter { seen.insert($0).inserted }
}
