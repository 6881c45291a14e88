internal import Statecharts

/// What a diagram is of: a chart, or a part of one.
struct DiagramSubject {
  let chart: Statechart
  /// How many levels of states of `chart` are drawn.
  let depth: Int
  /// The ids of states that stand around the part that is drawn.
  let outside: Set<String>
  /// What there is to say because it cannot be drawn.
  let undrawn: [String]

  init(_ chart: Statechart, _ settings: DiagramSettings) {
    let depth = max(1, settings.depth ?? .max)
    guard let part = settings.part else {
      self.init(chart, depth, [], [])
      return
    }
    guard let taken = ChartPart(chart, of: part) else {
      self.init(chart, depth, [], ["`\(part.text)` alone, which is no state"])
      return
    }
    // Around a part there is a level more.
    self.init(taken.chart, part == chart.root.id || depth == .max ? depth : depth + 1, taken.outside, [])
  }

  private init(_ chart: Statechart, _ depth: Int, _ outside: Set<String>, _ undrawn: [String]) {
    self.chart = chart
    self.depth = depth
    self.outside = outside
    self.undrawn = undrawn
  }
}
