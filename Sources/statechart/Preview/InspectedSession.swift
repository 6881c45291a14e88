import Statecharts

/// A session of a running app, with the newest of its steps.
struct InspectedSession {
  /// How many steps are kept, how many lines and active states of one, and how many bytes in all.
  static let mostSteps = 1_000
  static let mostLines = 200
  static let mostStates = 1_000
  static let maximumBytes = 1 << 20

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
    private(set) var isIncomplete: Bool
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
      if lines.count < mostLines, bytesOfLines + size < maximumBytes / 2 {
        lines.append(line)
        bytesOfLines += size
      } else {
        more += 1
      }
    }

    fileprivate mutating func set(_ states: [String], isIncomplete: Bool) {
      self.states = states
      self.isIncomplete = self.isIncomplete || isIncomplete
      bytesOfStates = Self.bytes(states)
    }

    fileprivate static func bytes(_ texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count + 16 } }
  }

  let key: Int
  /// The number of its app.
  let app: Int
  let name: String
  /// The id of the session whose chart runs this one; nil if none does.
  let root: String?
  /// The id of its chart.
  let chart: String
  private(set) var steps: [Step] = []
  /// The line that ended it; nil while it runs.
  private(set) var end: String?
  private var count = 0
  private var bytes = 0
  /// The states that are active for certain.
  private var active: [String] = []
  /// Whether more may be active, because lines are missing since the session was started or restored.
  private var isUncertain = true

  init(key: Int, app: Int, _ event: TracedEvent) {
    (self.key, self.app) = (key, app)
    (name, chart) = (event.session, event.chart)
    root = Self.root(of: event.session)
  }

  /// The id of the session whose chart runs one with this id; nil if none does.
  static func root(of name: String) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, last.hasPrefix("child"), Int(last.dropFirst(5)) != nil
    else {
      return nil
    }
    return parts.dropLast().joined(separator: ".")
  }

  /// Adds what happened.
  mutating func add(_ event: TracedEvent, _ line: String) {
    if event.isStart { (active, isUncertain) = ([], false) }
    if event.isCause || steps.isEmpty {
      count += 1
      steps.append(
        Step(
          number: count, time: event.time, states: active, isIncomplete: isUncertain))
      bytes += steps[steps.count - 1].bytes
    }
    let last = steps.count - 1
    bytes -= steps[last].bytes
    defer {
      bytes += steps[last].bytes
      while steps.count > Self.mostSteps || bytes > Self.maximumBytes && steps.count > 1 {
        bytes -= steps.removeFirst().bytes
      }
    }
    steps[last].add(line, at: event.time)
    switch event.kind {
    case "restored": setActive(event.members.texts("states"))
    case "stepped":
      let (exited, entered) = (event.members.texts("exited"), event.members.texts("entered"))
      let left = Set(exited + entered)
      setActive(active.filter { !left.contains($0) } + entered)
      // The end of a chart inside another one has no line of its own, but only then its root is left.
      if root != nil, exited.contains(chart) { finish(line) }
    default: break
    }
    if event.isEnd { finish(line) }
  }

  private mutating func setActive(_ states: [String]) {
    var bytes = 0
    active = states.prefix(Self.mostStates).prefix { state in
      bytes += Step.bytes([state])
      return bytes < Self.maximumBytes / 2
    }.map { $0 }
    if active.count < states.count { isUncertain = true }
    steps[steps.count - 1].set(active, isIncomplete: isUncertain)
  }

  /// Notes the line that ended it.
  mutating func finish(_ line: String) { end = end ?? line }

  /// Notes that lines are missing: then it is not known which states are still active.
  mutating func loseLines() { (active, isUncertain) = ([], true) }
}
