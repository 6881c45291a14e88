import Statecharts
public import StatechartsModel

/// The diagrams in which a chart can be read: one, or an overview and one for each group of states.
///
/// A diagram is hard to read when it is so wide that its letters become small on a page. One that leads down is then drawn from
/// left to right, if that fits. Else it is drawn with its groups folded, and then each group by itself, in document order,
/// again in several when it is too wide. What has no groups loses its conditions, actions and services. A chart of more than 200
/// groups stays in one piece.
public struct DiagramPlan: Hashable, Sendable {
  // Decision: Docs/decisions/diagrams-and-pages.md#diagrams-are-split-by-their-width
  private static let mostPieces = 200
  /// Mermaid draws no diagram with more states, because its text is too long. So none is tried, which keeps the work in
  /// proportion to the chart.
  private static let mostStates = 1_000

  /// One diagram.
  public struct Piece: Hashable, Sendable {
    /// The state whose inside it shows; nil for the chart.
    public let part: ChartName?
    /// What that state is called; nil for the chart.
    public let title: String?
    /// How many levels of states it shows; nil for all.
    public let depth: Int?
    /// How many of its states it shows.
    public let states: Int
    /// How much it shows of them.
    public let detail: DiagramSettings.Detail
    /// Where most of its arrows lead.
    public let direction: DiagramSettings.Direction
  }

  /// The diagrams, that of the chart first.
  public let pieces: [Piece]

  /// Plans the diagrams of a chart.
  public init(_ chart: Statechart, _ settings: DiagramSettings = DiagramSettings()) {
    self.init(DocumentedChart(chart), settings)
  }

  /// Plans the diagrams of a chart.
  package init(_ known: DocumentedChart, _ settings: DiagramSettings) {
    let flat = known.flat
    var known = known
    var pieces: [Piece] = []
    var pending = [0]
    while let number = pending.popLast(), pieces.count <= Self.mostPieces {
      let children = flat.children(of: number)
      let groups = children.filter { flat.states[$0].end > $0 + 1 }
      let count = flat.states[number].end - number - 1
      var settings = settings
      settings.part = number == 0 ? nil : flat.states[number].state.id
      if number > 0, known.arrivals == nil { known.arrivals = Arrivals(flat) }
      func add(_ chosen: DiagramSettings, states: Int) {
        pieces.append(
          Piece(
            part: chosen.part, title: number == 0 ? nil : flat.title(number), depth: chosen.depth,
            states: states,
            detail: chosen.detail, direction: chosen.direction))
      }
      if groups.isEmpty {
        let choices = settings.directionsToTry + settings.forOverview.directionsToTry
        add(Self.readable(known, choices), states: count)
      } else if count <= Self.mostStates,
        let whole = settings.directionsToTry.first(where: { Self.canBeRead(known, $0) })
      {
        add(whole, states: count)
      } else {
        // What is folded has a picture of its own, which says more.
        var folded = settings.forOverview
        folded.depth = 1
        add(Self.readable(known, folded.directionsToTry), states: children.count)
        pending += groups.reversed()
      }
    }
    if pieces.count > Self.mostPieces {
      pieces = [
        Piece(
          part: nil, title: nil, depth: nil, states: flat.states.count - 1, detail: settings.detail,
          direction: settings.direction)
      ]
    }
    self.pieces = pieces
  }

  /// The first settings with which a diagram fits on a page, else those with which its letters are largest.
  private static func readable(_ known: DocumentedChart, _ choices: [DiagramSettings]) -> DiagramSettings {
    var best: (settings: DiagramSettings, letters: Double)?
    for settings in choices {
      let letters = MermaidDiagram(known, settings).estimatedLetters
      if letters >= MermaidDiagram.smallestLetters { return settings }
      if letters > best?.letters ?? 0 { best = (settings, letters) }
    }
    return best?.settings ?? choices.first ?? DiagramSettings()
  }

  private static func fits(_ known: DocumentedChart, _ settings: DiagramSettings) -> Bool {
    MermaidDiagram(known, settings).fitsOnPage
  }

  /// Whether Mermaid draws a diagram, and it fits on a page.
  private static func canBeRead(_ known: DocumentedChart, _ settings: DiagramSettings) -> Bool {
    let diagram = MermaidDiagram(known, settings)
    return diagram.tooManyCharacters == nil && diagram.fitsOnPage
  }

  /// How many levels an overview of a chart in one picture shows: as many as fit on a page, and nil for all. It shows a second
  /// level rather than two or three boxes.
  static func overviewDepth(_ known: DocumentedChart, _ settings: DiagramSettings) -> Int? {
    let counts = known.flat.counts(below: settings.part.flatMap(known.flat.number) ?? 0)
    let fallback = counts.first.map { $0 < 5 } == true ? 2 : 1
    var settings = settings
    for depth in stride(from: counts.count, to: fallback, by: -1)
    where counts.prefix(depth).reduce(0, +) <= mostStates {
      settings.depth = depth == counts.count ? nil : depth
      if fits(known, settings) { return settings.depth }
    }
    return fallback < counts.count ? fallback : nil
  }

  /// Settings for a picture of a chart, or of a part, that is too wide for a page: an overview with groups folded, as far as
  /// there are any. Nil when nothing has to change, or without groups nothing helps.
  public static func folded(_ chart: Statechart, _ settings: DiagramSettings) -> DiagramSettings? {
    let known = DocumentedChart(chart)
    guard settings.depth == nil, !fits(known, settings) else { return nil }
    var folded = settings.forOverview
    folded.depth = overviewDepth(known, folded)
    guard folded.depth == nil else { return folded }
    return settings.detail == .everything && fits(known, folded) ? folded : nil
  }
}

extension MermaidDiagram {
  fileprivate var fitsOnPage: Bool { estimatedLetters >= Self.smallestLetters }
}

extension DiagramSettings {
  /// The same for an overview.
  fileprivate var forOverview: DiagramSettings {
    var settings = self
    settings.detail = .overview
    return settings
  }

  /// The same, and if it leads down, as most do, also from left to right.
  fileprivate var directionsToTry: [DiagramSettings] {
    guard direction == .down else { return [self] }
    var right = self
    right.direction = .right
    return [self, right]
  }
}

extension FlatChart {
  /// How many states there are on each level inside a state.
  fileprivate func counts(below number: Int) -> [Int] {
    var counts: [Int] = []
    for entry in states[number..<states[number].end].dropFirst() {
      let level = entry.depth - states[number].depth
      while counts.count < level { counts.append(0) }
      counts[level - 1] += 1
    }
    return counts
  }
}

extension Statechart {
  /// The ids of all states in document order, that of the chart itself first.
  package var stateIDs: [String] { FlatChart(self).states.map(\.state.id.text) }

  /// How many levels of states there are.
  package var stateLevels: Int { FlatChart(self).counts(below: 0).count }

  /// The ids of the groups directly inside a state, or inside the chart.
  package func groupIDs(in state: ChartName?) -> [String] {
    let flat = FlatChart(self)
    return flat.children(of: state.flatMap(flat.number) ?? 0).filter { flat.states[$0].end > $0 + 1 }.map {
      flat.states[$0].state.id.text
    }
  }
}
