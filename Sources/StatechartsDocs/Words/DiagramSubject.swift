internal import Statecharts

/// What a diagram is of: a chart, or a part of one.
struct DiagramSubject {
  /// The states.
  let flat: FlatChart
  /// How many levels of them are drawn.
  let depth: Int
  /// The ids of states that stand around the part that is drawn.
  let outside: Set<String>
  /// What there is to say because it cannot be drawn.
  let undrawn: [String]

  /// The states to which nobody comes unless something fails.
  let failures: FailurePaths

  init(_ known: DocumentedChart, _ settings: DiagramSettings) {
    let depth = max(1, settings.depth ?? .max)
    let whole = known.flat
    guard let part = settings.part else {
      self.init(whole, depth, [], known.failures, [])
      return
    }
    guard let taken = ChartPart(whole, of: part) else {
      self.init(whole, depth, [], known.failures, ["`\(part.text)` alone, which is no state"])
      return
    }
    // Around a part there is a level more.
    let isWhole = part == whole.chart.root.id
    self.init(
      isWhole ? whole : FlatChart(taken.chart), isWhole || depth == .max ? depth : depth + 1, taken.outside,
      known.failures, [])
  }

  private init(
    _ flat: FlatChart, _ depth: Int, _ outside: Set<String>, _ failures: FailurePaths, _ undrawn: [String]
  ) {
    self.flat = flat
    self.depth = depth
    self.outside = outside
    self.failures = failures
    self.undrawn = undrawn
  }
}
