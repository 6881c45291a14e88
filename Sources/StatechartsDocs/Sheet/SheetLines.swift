/// Finds places for the lines of a sheet: in the gutters beside the cards, so that none crosses a card.
///
/// A line from one state to another runs in the gutter of the innermost frame that holds both. A gutter has few lanes. A line
/// for which no lane is free is left out, because its row is there.
struct SheetLines {
  private let model: SheetModel
  private let cards: [PlacedCard]
  /// The frame around each card; -1 for the outermost ones.
  private var parents: [Int] = []
  /// For each frame and each of its lanes, where it is free from on.
  private var free: [Int: [Int]] = [:]

  /// A line that is longer runs outside of shorter ones, so that few lines cross each other.
  private static let longLine = 300

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
        candidates.append(Candidate(kind: .start, frame: number, start: start, target: target))
      }
    }
    candidates += model.steps.compactMap(candidate)
    candidates.sort { span($0).lowerBound < span($1).lowerBound }
    var lines: [SheetLine] = []
    for candidate in candidates { if let line = line(candidate) { lines.append(line) } }
    return lines
  }

  /// The part of a lane that a line takes.
  private func span(_ candidate: Candidate) -> Range<Int> {
    let arrival = cards[candidate.target].arrival
    let space = 5
    return min(candidate.start, arrival) - space..<max(candidate.start, arrival) + space
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
    let span = span(candidate)
    let level = candidate.frame < 0 ? 0 : model.cards[candidate.frame].level + 1
    let places = SheetLayout.lanes(level)
    let free = free[candidate.frame] ?? [Int](repeating: .min, count: places.count)
    let isLong = span.count > Self.longLine
    let lanes = isLong ? Array(free.indices.dropFirst()) + [0] : Array(free.indices)
    guard let lane = lanes.first(where: { free[$0] <= span.lowerBound }) else { return nil }
    self.free[candidate.frame, default: free][lane] = span.upperBound
    let x = places[lane]
    return SheetLine(
      kind: candidate.kind, from: candidate.from ?? (x, candidate.start), lane: x,
      to: (target.box.x, target.arrival))
  }
}
