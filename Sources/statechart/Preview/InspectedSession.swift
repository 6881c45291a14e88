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
    private(set) var lines: [String] = []
    /// How many lines came after those.
    private(set) var more = 0
    private(set) var time: Double
    /// The active states after it, outermost first.
    private(set) var states: [String]
    /// Whether lines before it or in it are missing, so that more states may be active.
    var isIncomplete: Bool
    /// The bytes that lines and states take, roughly.
    private var bytesOfLines = 0
    private var bytesOfStates: Int

    init(number: Int, time: Double, states: [String], isIncomplete: Bool) {
      self.number = number
      self.time = time
      self.states = states
      self.isIncomplete = isIncomplete
      bytesOfStates = Self.bytes(states)
    }

    var bytes: Int { bytesOfLines + bytesOfStates }

    fileprivate mutating func add(_ line: String, at time: Double) {
      self.time = time
      let size = Self.bytes([line])
      if lines.count < mostLines, bytesOfLines + size < mostBytes / 2 {
        lines.append(line)
        bytesOfLines += size
      } else {
        more += 1
      }
    }

    fileprivate mutating func set(_ states: [String]) throws(TraceLine.Problem) {
      let size = Self.bytes(states)
      guard size < mostBytes / 2 else {
        throw TraceLine.Problem(message: "A session has more active states than a chart can have.")
      }
      self.states = states
      bytesOfStates = size
    }

    private static func bytes(_ texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count + 16 } }
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
  ///
  /// - Throws: `TraceLine.Problem` if more states are active than a chart can have.
  mutating func add(_ event: TracedEvent, _ line: String) throws(TraceLine.Problem) {
    if event.isCause || steps.isEmpty {
      count += 1
      steps.append(
        Step(
          number: count, time: event.time, states: steps.last?.states ?? [],
          isIncomplete: isUncertain || !event.isCause))
      bytes += steps[steps.count - 1].bytes
    }
    let last = steps.count - 1
    bytes -= steps[last].bytes
    defer {
      bytes += steps[last].bytes
      while steps.count > Self.mostSteps || bytes > Self.mostBytes && steps.count > 1 {
        bytes -= steps.removeFirst().bytes
      }
    }
    steps[last].add(line, at: event.time)
    switch event.kind {
    case "restored": try steps[last].set(event.members.texts("states"))
    case "stepped":
      // After missing lines it is not known which of the other states are still active.
      let known = isUncertain ? [] : steps[last].states
      let entered = event.members.texts("entered")
      let left = Set(event.members.texts("exited") + entered)
      try steps[last].set(known.filter { !left.contains($0) } + entered)
      steps[last].isIncomplete = steps[last].isIncomplete || isUncertain
      isUncertain = false
    default: break
    }
    if event.isEnd { end = line }
  }

  /// Notes that lines are missing.
  mutating func loseLines() { isUncertain = true }
}
