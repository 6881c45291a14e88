import Statecharts

/// A session of a running app, with the newest of its steps.
struct InspectedSession {
  /// How many steps are kept, how many lines of one, and how many bytes in all.
  static let mostSteps = 1_000
  static let mostLines = 200
  static let mostBytes = 1 << 20

  struct Step {
    let number: Int
    /// The first lines of the trace, as they came.
    var lines: [String] = []
    /// How many lines came after those.
    var more = 0
    var time: Double
    /// The active states after it, outermost first.
    var states: [String]
    /// Whether lines before it or in it are missing, so that more states may be active.
    var isIncomplete: Bool

    /// The bytes that it takes, roughly.
    var bytes: Int { (lines + states).reduce(0) { $0 + $1.utf8.count + 16 } }
  }

  let key: Int
  /// The number of its app.
  let app: Int
  let name: String
  /// The id of its chart.
  let chart: String
  private(set) var steps: [Step] = []
  /// The line that ended it; nil while it runs.
  private(set) var end: String?
  private var count = 0
  private var bytes = 0
  /// Whether lines are missing since the last change of states.
  private var isUncertain = false

  init(key: Int, app: Int, _ event: TracedEvent) {
    (self.key, self.app) = (key, app)
    (name, chart) = (event.session, event.chart)
  }

  /// Adds what happened.
  mutating func add(_ event: TracedEvent, _ line: String) {
    if event.isCause || steps.isEmpty {
      count += 1
      let states = steps.last?.states ?? []
      steps.append(
        Step(number: count, time: event.time, states: states, isIncomplete: isUncertain || !event.isCause))
      bytes += steps[steps.count - 1].bytes
    }
    let last = steps.count - 1
    bytes -= steps[last].bytes
    steps[last].time = event.time
    if steps[last].lines.count < Self.mostLines {
      steps[last].lines.append(line)
    } else {
      steps[last].more += 1
    }
    switch event.kind {
    case "restored": steps[last].states = event.members.texts("states")
    case "stepped":
      // After missing lines it is not known which of the other states are still active.
      let known = isUncertain ? [] : steps[last].states
      let left = Set(event.members.texts("exited") + event.members.texts("entered"))
      steps[last].states = known.filter { !left.contains($0) } + event.members.texts("entered")
      steps[last].isIncomplete = steps[last].isIncomplete || isUncertain
      isUncertain = false
    default: break
    }
    if event.isEnd { end = line }
    bytes += steps[last].bytes
    while steps.count > Self.mostSteps || bytes > Self.mostBytes && steps.count > 1 {
      bytes -= steps.removeFirst().bytes
    }
  }

  /// Notes that lines are missing.
  mutating func loseLines() { isUncertain = true }
}
