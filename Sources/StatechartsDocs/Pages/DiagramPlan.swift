public import Statecharts

/// The diagrams in which a chart can be read: one, or an overview and one for each group of states.
///
/// A diagram of more than `mostStates` states is hard to read. Such a chart is drawn with its groups folded, and then
/// each group by itself, in document order, again in several when it is too large. A chart that has no groups, or more than
/// a thousand of them, stays in one piece.
public struct DiagramPlan: Hashable, Sendable {
  /// How many states one diagram may hold before it is split.
  public static let mostStates = 25
  private static let mostPieces = 1_000

  /// One diagram.
  public struct Piece: Hashable, Sendable {
    /// The state whose inside it shows; nil for the chart.
    public let part: Name?
    /// What that state is called; nil for the chart.
    public let title: String?
    /// How many levels of states it shows; nil for all.
    public let depth: Int?
    /// How many of its states it shows.
    public let states: Int
  }

  /// The diagrams, that of the chart first.
  public let pieces: [Piece]

  /// Whether a diagram of it stays hard to read, because its states stand in no groups.
  public var isCrowded: Bool { pieces.contains { $0.states > Self.mostStates } }

  /// How many levels an overview of a chart in one picture shows, so that it can be read: all (nil), or as many as hold
  /// `mostStates` and a few more. It shows a second level rather than two or three boxes.
  static func overviewDepth(_ known: DocumentedChart) -> Int? {
    var counts: [Int] = []
    for entry in known.flat.states.dropFirst() {
      while counts.count < entry.depth { counts.append(0) }
      counts[entry.depth - 1] += 1
    }
    var total = 0
    for (level, count) in counts.enumerated() {
      total += count
      let isFirst = level == 0 || total - count < 5
      if !isFirst, total > mostStates + mostStates / 5 { return level }
    }
    return nil
  }

  /// Plans the diagrams of a chart.
  public init(_ chart: Statechart) { self.init(FlatChart(chart)) }

  /// Plans the diagrams of a chart.
  package init(_ known: DocumentedChart) { self.init(known.flat) }

  private init(_ flat: FlatChart) {
    var pieces: [Piece] = []
    var pending = [0]
    while let number = pending.popLast() {
      let end = flat.states[number].end
      let id = number == 0 ? nil : flat.states[number].state.id
      let title = number == 0 ? nil : flat.title(number)
      var children: [Int] = []
      var child = number + 1
      while child < end {
        children.append(child)
        child = flat.states[child].end
      }
      let groups = children.filter { flat.states[$0].end > $0 + 1 }
      let count = end - number - 1
      if count <= Self.mostStates || groups.isEmpty {
        pieces.append(Piece(part: id, title: title, depth: nil, states: count))
      } else {
        pieces.append(Piece(part: id, title: title, depth: 1, states: children.count))
        pending += groups.reversed()
      }
    }
    if pieces.count > Self.mostPieces {
      pieces = [Piece(part: nil, title: nil, depth: nil, states: flat.states.count - 1)]
    }
    self.pieces = pieces
  }
}

extension Statechart {
  /// The ids of all states in document order, that of the chart itself first.
  package var stateIDs: [String] { FlatChart(self).states.map(\.state.id.text) }
}
