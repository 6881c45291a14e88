import StatechartsModel

internal import Statecharts

/// What a diagram is of: a chart, or a part of one.
struct DiagramSubject {
  /// The states.
  let flat: FlatChart
  /// How many levels of them are drawn.
  let depth: Int
  /// For each state the one that is drawn for it: itself, or what holds it at the greatest depth drawn.
  let shown: [Int]
  /// The ids of states that stand around the part that is drawn.
  var outside: Set<String> = []
  /// What there is to say because it cannot be drawn.
  var undrawn: [String] = []

  /// The states to which nobody comes unless something fails.
  let failures: FailurePaths

  init(_ known: DocumentedChart, _ settings: DiagramSettings) {
    let depth = max(1, settings.depth ?? .max)
    let whole = known.flat
    // Decision: Docs/decisions/diagrams-and-pages.md#pictures-keep-the-order-of-the-chart
    let order = DrawingOrder(settings.order)
    let place = settings.part.map { whole.number(of: $0) } ?? 0
    guard let number = place, number > 0 else {
      self.init(settings.order == 0 ? whole : FlatChart(whole.chart, order), depth, known.failures)
      if let part = settings.part, place == nil {
        undrawn = ["`\(part.text)` alone, because it is not a state"]
      }
      return
    }
    let part = ChartPart(whole, of: number, known.arrivals ?? Arrivals(whole))
    // Around a part there is a level more.
    self.init(FlatChart(part.chart, order), depth == .max ? depth : depth + 1, known.failures)
    outside = part.outside
  }

  private init(_ flat: FlatChart, _ depth: Int, _ failures: FailurePaths) {
    var shown: [Int] = []
    shown.reserveCapacity(flat.states.count)
    // Without iterators, which take copies.
    let states = flat.states
    for number in states.indices {
      shown.append(states[number].depth <= depth ? number : shown[states[number].parent])
    }
    self.flat = flat
    self.depth = depth
    self.shown = shown
    self.failures = failures
  }
}
