/// Finds places for the lines of a sheet: in the gutters beside the cards, so that none crosses a card.
///
/// A line from one state to another runs in the gutter of the innermost frame that holds both. A gutter has few lanes. A line
/// for which no lane is free is left out, because its row is there.
struct SheetLines {
  private let model: SheetModel
  private let cards: [PlacedCard]
  /// The frame around each card; -1 for the outermost ones.
  private var parents: [Int] = []
  /// For each frame and lane what is taken of it.
  private var taken: [Int: [[Range<Int>]]] = [:]

  private static let lanes = 3

  init(_ model: SheetModel, _ cards: [PlacedCard]) {
    self.model = model
    self.cards = cards
    var open: [Int] = []
    for (number, card) in model.cards.enumerated() {
      while let last = open.last, model.cards[last].end <= number { open.removeLast() }
      parents.append(open.last ?? -1)
      if card.isFrame { open.append(number) }
    }
  }

  /// A line without its lane.
  private struct Candidate {
    var kind: SheetLine.Kind
    var frame: Int
    var from: (x: Int, y: Int)?
    var start: Int
    var target: Int
  }

  mutating func lines() -> [SheetLine] {
    var candidates: [Candidate] = []
    for (number, card) in model.cards.enumerated() where card.isFrame {
      for target in card.start.cards where number < target && target < card.end && card.meaning != .parallel {
        let start = cards[number].inside
        let frame = number == 0 && card.level < 0 ? -1 : number
        candidates.append(Candidate(kind: .start, frame: frame, start: start, target: target))
      }
    }
    for step in model.steps { candidates.append(contentsOf: candidate(step).map { [$0] } ?? []) }
    // Short lines are near the cards, so that few cross each other.
    candidates.sort { length($0) < length($1) }
    var lines: [SheetLine] = []
    for candidate in candidates { if let line = line(candidate) { lines.append(line) } }
    return lines
  }

  private func length(_ candidate: Candidate) -> Int {
    abs(cards[candidate.target].arrival - candidate.start)
  }

  private func candidate(_ step: SheetStep) -> Candidate? {
    guard let frame = frame(around: step.source, step.target), step.row < cards[step.source].rows.count else {
      return nil
    }
    let source = cards[step.source]
    let y = source.rows[step.row].box.y + 13
    return Candidate(kind: .step, frame: frame, from: (source.box.x, y), start: y, target: step.target)
  }

  /// The innermost frame that holds two states, neither of which is the frame itself.
  private func frame(around one: Int, _ other: Int) -> Int? {
    // The chart itself stands for every state, and has no place from which a line could begin.
    guard one > 0, other > 0 else { return nil }
    var frames: Set<Int> = [-1]
    var next = parents[one]
    while next >= 0 {
      frames.insert(next)
      next = parents[next]
    }
    next = parents[other]
    while !frames.contains(next) { next = parents[next] }
    return next
  }

  private mutating func line(_ candidate: Candidate) -> SheetLine? {
    let target = cards[candidate.target]
    let arrival = target.arrival
    let space = 5
    let span = min(candidate.start, arrival) - space..<max(candidate.start, arrival) + space
    var lanes = taken[candidate.frame] ?? [[Range<Int>]](repeating: [], count: Self.lanes)
    guard let lane = lanes.indices.first(where: { !lanes[$0].contains { $0.overlaps(span) } }) else {
      return nil
    }
    lanes[lane].append(span)
    taken[candidate.frame] = lanes
    let level = candidate.frame < 0 ? 0 : model.cards[candidate.frame].level + 1
    let cardsLeft = SheetLayout.margin + SheetLayout.gutter * (level + 1) - 6
    let x = cardsLeft - 13 - lane * SheetLayout.lane
    return SheetLine(
      kind: candidate.kind, from: candidate.from ?? (x, candidate.start), lane: x, to: (target.box.x, arrival)
    )
  }
}
