import Statecharts
import StatechartsYAML

/// A line of the stream that an app sends to the preview. `Docs/reference/trace-stream.md` describes it.
enum TraceLine {
  /// The first line.
  case hello(app: String, process: Int?)
  /// Lines are missing here.
  case missing(count: Int, paused: Double)
  case event(TracedEvent)

  /// Why the stream is refused.
  struct Problem: Error {
    /// One plain sentence.
    var message: String
  }

  /// In bytes.
  static let longest = 64 << 10
  /// Objects and lists inside one another: those of the deepest value of a chart, and of the line around it.
  static let deepest = JSONReader.deepest + 4

  /// Reads a line.
  init(_ text: String) throws(Problem) {
    let members: [String: ChartValue]
    do throws(JSONReader.Problem) {
      guard case .map(let map) = try JSONReader.value(of: text, deepest: Self.deepest) else {
        throw JSONReader.Problem(message: "This line is not a JSON object.")
      }
      members = map
    } catch {
      throw Problem(message: error.message)
    }
    if let version = members["statechartTrace"] {
      guard version == 1 else {
        throw Problem(message: "This version of the preview takes only streams with `\"statechartTrace\":1`.")
      }
      self = .hello(app: members.text("app")?.oneLine ?? "an app", process: members.count("process"))
    } else if let count = members.count("dropped") {
      self = .missing(count: count, paused: members.seconds("paused"))
    } else {
      self = .event(try TracedEvent(members))
    }
  }
}

/// What a session did, as a line of its trace says it.
struct TracedEvent {
  let session: String
  /// The id of the chart.
  let chart: String
  /// Seconds since the session was made.
  let time: Double
  /// The kind in one word.
  let kind: String
  let members: [String: ChartValue]

  fileprivate init(_ members: [String: ChartValue]) throws(TraceLine.Problem) {
    guard let session = members.text("session"), let chart = members.text("chart"),
      let kind = members.text("event")
    else { throw TraceLine.Problem(message: "This line has no `session`, `chart` or `event`.") }
    self.session = session
    self.chart = chart
    self.kind = kind
    self.members = members
    time = members.seconds("t")
  }

  /// Reads a line that was read before.
  init?(_ text: String) {
    guard case .event(let event)? = try? TraceLine(text) else { return nil }
    self = event
  }

  /// Whether a step begins with it.
  var isCause: Bool {
    ["started", "restored", "received", "completed", "failed", "timerFired", "stopRequested"].contains(kind)
  }

  /// Whether all active states are known from it on.
  var isStart: Bool { kind == "started" || kind == "restored" }

  /// Whether the session has ended with it.
  var isEnd: Bool { kind == "ended" || kind == "stopped" }
}

extension [String: ChartValue] {
  /// A member that is a text.
  func text(_ name: String) -> String? {
    guard case .string(let text)? = self[name] else { return nil }
    return text
  }

  /// A member that is a list of texts.
  func texts(_ name: String) -> [String] {
    guard case .list(let values)? = self[name] else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// A member that is a number of things.
  fileprivate func count(_ name: String) -> Int? {
    guard case .int(let count)? = self[name], count >= 0 else { return nil }
    return count
  }

  /// A member that is a time in seconds: one that a clock can show.
  func seconds(_ name: String) -> Double {
    let seconds =
      switch self[name] {
      case .int(let seconds)?: Double(seconds)
      case .number(let seconds)?: seconds
      default: 0.0
      }
    return Swift.min(Swift.max(seconds, 0), 1e9)
  }
}
