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
    case ends(State.Ending?)
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

  private let chart: Screens
  let words: ScreenWords
  private let failures: DiagramSettings.Failures
  private let groups: [Group]
  /// The screens, in document order, and the box of each.
  private let screens: [Int]
  private var places: [Int: Int] = [:]
  /// The screens that are reached without a failure.
  private let reached: Set<Int>
  /// The work that is drawn as a box.
  let work: SharedWork?
  /// The moves that are said once, because they are the same on most screens, and the errors that most screens show.
  private var common: Set<CommonMove> = []
  private var commonErrors: Set<String> = []
  private var commonStays: Set<String> = []

  /// A cause with where it leads, from whatever screen.
  private struct CommonMove: Hashable {
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
    findCommonMoves()
    addBoxes()
    addArrows()
    addNotes()
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

  private func isEnd(_ screen: Int) -> Bool { chart.chart.states[screen].kind == .final }

  // MARK: Boxes

  private mutating func addBoxes() {
    for screen in screens {
      places[screen] = boxes.count
      let model = chart.models[screen]
      let meaning: Meaning =
        screen == work?.state
        ? .works
        : isEnd(screen)
          ? .ends(model.ending ?? (reached.contains(screen) ? nil : .failure))
          : reached.contains(screen) ? .waits : .fails
      let title = model.title ?? model.id.text
      boxes.append(Box(state: screen, title: screen == work?.state ? "\(title) …" : title, meaning: meaning))
    }
  }

  /// The box that stands for several screens.
  private mutating func severalBox() -> Int {
    if let place = boxes.firstIndex(where: { $0.state == nil }) { return place }
    boxes.append(Box(state: nil, title: "from several screens", meaning: .several))
    return boxes.count - 1
  }

  // MARK: What most screens have in common

  private var waiting: [Int] { screens.filter { !isEnd($0) && $0 != work?.state } }

  /// Finds what leads to one screen from most others, and errors that most screens show: they are said once.
  private mutating func findCommonMoves() {
    let most = max(3, (waiting.count * 55 + 99) / 100)
    var sources: [CommonMove: Set<Int>] = [:]
    var staying: [String: Set<Int>] = [:]
    var shown: [String: Set<Int>] = [:]
    for group in groups {
      guard let from = group.from, group.cause != nil else { continue }
      for to in group.targets { sources[CommonMove(cause: group.name, to: to), default: []].insert(from) }
      if isStaying(group) { staying[group.name, default: []].insert(from) }
      for move in group.moves where move.to == from {
        for code in move.errors { shown[code, default: []].insert(from) }
      }
    }
    common = Set(sources.filter { $0.value.count >= most }.keys)
    commonStays = Set(staying.filter { $0.value.count >= most }.keys)
    let stays = groups.filter { commonStays.contains($0.name) }.compactMap { $0.cause.map(words.title) }
    if !stays.isEmpty {
      remarks.append("Possible on most screens, which stay: \(unique(stays).joined(separator: ", ")).")
    }
    commonErrors = Set(shown.filter { $0.value.count >= max(3, (waiting.count + 1) / 2) }.keys)
    if !commonErrors.isEmpty, failures != .off {
      remarks.append(
        "Shown on most screens: \(unique(commonErrors.map(words.errorTitle)).sorted().joined(separator: ", "))."
      )
    }
  }

  /// Whether the cause of a group is an event that leaves the screen as it is.
  private func isStaying(_ group: Group) -> Bool {
    guard let from = group.from, let cause = group.cause, cause.isEvent, group.targets.isEmpty else {
      return false
    }
    return group.moves.contains { $0.to == from && $0.errors.isEmpty }
  }

  private func isCommon(_ group: Group, to target: Int) -> Bool {
    common.contains(CommonMove(cause: group.name, to: target))
  }

  // MARK: Arrows

  private mutating func addArrows() {
    var causes: [[Int]: [String]] = [:]
    var order: [[Int]] = []
    func add(_ from: Int?, _ to: Int, _ cause: String) {
      let key = [from ?? -1, to]
      if causes[key] == nil { order.append(key) }
      if causes[key]?.contains(cause) != true { causes[key, default: []].append(cause) }
    }
    let forwards = forwardMoves()
    for screen in screens {
      let own = groups.filter { $0.from == screen }
      let leading = own.filter { group in
        group.targets.contains { forwards.contains([screen, $0]) && !isCommon(group, to: $0) }
      }
      // One event with several outcomes stands in the box, its outcomes at the arrows.
      let single = leading.count == 1 && leading[0].targets.count > 1 ? leading[0].cause : nil
      if let single, let place = places[screen] { boxes[place].event = words.title(of: single) }
      for group in own {
        for (target, label) in labels(of: group, isNamed: group.cause == nil || group.name == single?.name)
        where forwards.contains([screen, target]) && !isCommon(group, to: target) {
          add(screen, target, label)
        }
      }
    }
    let ordinary = groups.first { $0.from == nil }?.moves.first { $0.errors.isEmpty }?.to
    for group in groups where group.from == nil {
      for (target, label) in labels(of: group, isNamed: true) {
        // What the inputs of the app decide stands in the box.
        if target == ordinary { add(nil, target, "") } else { note("starts here: \(label)", at: target) }
      }
    }
    for key in order {
      guard let to = places[key[1]] else { continue }
      arrows.append(Arrow(from: key[0] < 0 ? nil : places[key[0]], to: to, causes: causes[key] ?? []))
    }
    addBackwardNotes(forwards)
    addCommonArrows()
    addFailureArrows()
  }

  /// Says in the boxes what leads back: causes that lead to the same screens together.
  private mutating func addBackwardNotes(_ forwards: Set<[Int]>) {
    for screen in screens {
      var causes: [[Int]: [String]] = [:]
      var order: [[Int]] = []
      for group in groups where group.from == screen {
        let back = group.targets.filter { !forwards.contains([screen, $0]) && !isCommon(group, to: $0) }
        guard !back.isEmpty else { continue }
        let isWhole =
          back.count == group.targets.count && !group.moves.contains { $0.to == screen && $0.errors.isEmpty }
        let labels = isWhole ? [] : self.labels(of: group, isNamed: false)
        let said =
          isWhole
          ? [(back.sorted(), group.cause.map(words.title) ?? "")]
          : labels.filter { back.contains($0.to) }.map { ([$0.to], $0.label) }
        for (targets, cause) in said {
          if causes[targets] == nil { order.append(targets) }
          causes[targets, default: []].append(cause)
        }
      }
      for targets in order {
        note(
          "\(unique(causes[targets] ?? []).joined(separator: ", ")) → \(targets.map(title).joined(separator: " or "))",
          at: screen)
      }
    }
  }

  /// The pairs of screens between which arrows are drawn: those that close no circle, as the chart is written.
  private func forwardMoves() -> Set<[Int]> {
    var targets: [Int: [Int]] = [:]
    for group in groups {
      guard let from = group.from else { continue }
      // From where only a failure leads, the words in the box are enough.
      for to in group.targets
      where !isCommon(group, to: to) && targets[from]?.contains(to) != true
        && (reached.contains(from) || !reached.contains(to))
      {
        targets[from, default: []].append(to)
      }
    }
    var forwards: Set<[Int]> = []
    var done: Set<Int> = []
    var open: Set<Int> = []
    let starts = unique(groups.filter { $0.from == nil }.flatMap(\.targets)) + screens
    for start in starts where !done.contains(start) {
      // Depth first, with a stack of its own: screens that are open are above.
      var stack = [(screen: start, next: 0)]
      open.insert(start)
      while let (screen, next) = stack.last {
        let children = (targets[screen] ?? []).sorted()
        guard next < children.count else {
          open.remove(screen)
          done.insert(screen)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let child = children[next]
        if open.contains(child) { continue }
        forwards.insert([screen, child])
        if !done.contains(child) {
          open.insert(child)
          stack.append((child, 0))
        }
      }
    }
    return forwards
  }

  private mutating func addCommonArrows() {
    for move in common.sorted(by: { ($0.to, $0.cause) < ($1.to, $1.cause) }) {
      guard let place = places[move.to], let cause = groups.first(where: { $0.name == move.cause })?.cause
      else { continue }
      let title = words.title(of: cause)
      if arrows.contains(where: { $0.to == place }) {
        note("from \(spread(of: move)): \(title)", at: move.to)
      } else {
        arrows.append(Arrow(from: severalBox(), to: place, causes: [title]))
      }
    }
  }

  private func spread(of move: CommonMove) -> String {
    let sources = Set(
      groups.filter { $0.name == move.cause && $0.targets.contains(move.to) }.compactMap(\.from))
    return waiting.allSatisfy { $0 == move.to || sources.contains($0) } ? "every screen" : "most screens"
  }

  /// Screens that only a failure reaches have arrows too: what fails.
  private mutating func addFailureArrows() {
    guard failures != .off else { return }
    for screen in screens where !reached.contains(screen) {
      guard let place = places[screen] else { continue }
      let failing = groups.flatMap(\.moves).filter {
        $0.to == screen && $0.from != screen && !$0.errors.isEmpty
      }
      let sources = unique(failing.map { $0.from ?? -1 })
      guard sources.count <= 2 else {
        arrows.append(Arrow(from: severalBox(), to: place, causes: ["error"]))
        continue
      }
      for source in sources {
        let codes = titles(of: failing.filter { ($0.from ?? -1) == source }.flatMap(\.errors), at: screen)
        arrows.append(Arrow(from: source < 0 ? nil : places[source], to: place, causes: [listed(codes)]))
      }
    }
  }

  // MARK: Notes

  private mutating func addNotes() {
    for screen in screens where screen != work?.state {
      let own = groups.filter { $0.from == screen }
      let staying = own.filter { group in
        isStaying(group) && !commonStays.contains(group.name)
          && !common.contains(CommonMove(cause: group.name, to: screen))
      }
      var titles = staying.compactMap { $0.cause.map(words.title) }
      // An event that also leads on stays in some cases.
      for group in own where !group.targets.isEmpty && group.cause?.isEvent == true {
        titles += labels(of: group, isNamed: false).filter { $0.to == screen }.map(\.label)
      }
      if !titles.isEmpty { note("stays: \(listed(titles, most: 4))", at: screen) }
      guard failures != .off else { continue }
      let moves = own.flatMap(\.moves)
      let back = moves.filter { $0.to == screen }.flatMap(\.errors).filter { !commonErrors.contains($0) }
      if !back.isEmpty { note("stays after: \(listed(self.titles(of: back, at: screen)))", at: screen) }
      guard failures == .on else { continue }
      for target in screens where target != screen && reached.contains(target) {
        let codes = moves.filter { $0.to == target }.flatMap(\.errors)
        if !codes.isEmpty {
          note("error: \(listed(self.titles(of: codes, at: target))) → \(title(target))", at: screen)
        }
      }
    }
  }

  /// The titles of errors, those first that a screen declares.
  private func titles(of codes: [String], at screen: Int) -> [String] {
    let declared = chart.models[screen].errors.map(\.text)
    return unique((declared.filter(codes.contains) + codes).map(words.errorTitle))
  }

  private func listed(_ texts: [String], most: Int = 2) -> String {
    guard texts.count > most + 1 else { return texts.joined(separator: ", ") }
    return "\(texts.prefix(most).joined(separator: ", ")) and\u{A0}\(texts.count - most)\u{A0}more"
  }

  private mutating func note(_ text: String, at screen: Int) {
    guard let place = places[screen], !boxes[place].notes.contains(text) else { return }
    boxes[place].notes.append(text)
  }

  private func title(_ screen: Int) -> String { places[screen].map { boxes[$0].title } ?? "" }
}

/// Each element once, in the order of its first place.
func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
  var seen: Set<Element> = []
  return elements.filter { seen.insert($0).inserted }
}
