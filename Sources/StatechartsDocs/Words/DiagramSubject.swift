internal import Statecharts

/// What a diagram is of: a chart, or a part of one.
struct DiagramSubject {
  /// The states.
  let flat: FlatChart
  /// How many levels of them are drawn.
  let depth: Int
  /// For each state the one that is drawn for it: itself, or what holds it at the greatest depth drawn.
  let shown: [Int]
  /// Which forks are left out.
  let straight: StraightWays
  /// Whether there are any, or ways from outside pass some.
  var leavesOutForks: Bool
  /// The ids of states that stand around the part that is drawn.
  var outside: Set<String> = []
  /// Whether some of those stand for the states in them.
  var hasGroupsOutside = false
  /// What there is to say because it cannot be drawn.
  var undrawn: [String] = []

  /// The states to which nobody comes unless something fails.
  let failures: FailurePaths

  init(_ known: DocumentedChart, _ settings: DiagramSettings) {
    let depth = max(1, settings.depth ?? .max)
    let whole = known.flat
    let isMap = settings.detail == .map
    let place = settings.part.map { whole.number(of: $0) } ?? 0
    guard let number = place, number > 0 else {
      self.init(whole, depth, known.failures) { StraightWays(whole, shown: $0, isMap: isMap) }
      if let part = settings.part, place == nil {
        undrawn = ["`\(part.text)` alone, because it is not a state"]
      }
      return
    }
    // Around a part there is a level more.
    let depthOfPart = depth == .max ? depth : depth + 1
    guard isMap else {
      let part = ChartPart(whole, of: number, known.arrivals ?? Arrivals(whole))
      self.init(FlatChart(part.chart), depthOfPart, known.failures) { _ in StraightWays() }
      outside = part.outside
      return
    }
    var shown = Array(whole.states.indices)
    if depth < .max {
      let deepest = whole.states[number].depth + depth
      for inner in number..<whole.states[number].end where whole.states[inner].depth > deepest {
        shown[inner] = shown[whole.states[inner].parent]
      }
    }
    let part = MapPart(
      whole, of: number, without: StraightWays(whole, shown: shown, isMap: true, keeping: number))
    let flat = FlatChart(part.chart)
    self.init(flat, depthOfPart, known.failures) { _ in StraightWays(flat, leavingOut: part.forks) }
    outside = part.outside
    hasGroupsOutside = part.hasGroups
    leavesOutForks = !part.forks.isEmpty
  }

  private init(
    _ flat: FlatChart, _ depth: Int, _ failures: FailurePaths, _ straight: ([Int]) -> StraightWays
  ) {
    var shown: [Int] = []
    shown.reserveCapacity(flat.states.count)
    // Without iterators, which take copies.
    let entries = flat.states
    let states = entries.span
    for number in states.indices {
      shown.append(states[number].depth <= depth ? number : shown[states[number].parent])
    }
    self.flat = flat
    self.depth = depth
    self.shown = shown
    self.straight = straight(shown)
    self.leavesOutForks = !self.straight.forks.isEmpty
    self.failures = failures
  }
}
