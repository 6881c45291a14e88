import Statecharts
import StatechartsLint
import StatechartsTesting

/// Tells in words what a step of a simulated chart did.
struct Narration {
  private let titles: [String: String]
  private let parents: [String: String]
  private let descriptions: [String: String]
  private let chart: Statechart

  init(_ chart: Statechart) {
    self.chart = chart
    var titles: [String: String] = [:]
    var parents: [String: String] = [:]
    var descriptions: [String: String] = [:]
    func visit(_ state: State, parent: String?) {
      let title = state.title.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
      titles[state.id.text] = (title ?? state.id.text).oneLine
      parents[state.id.text] = parent
      descriptions[state.id.text] = state.description
      // The compiler bounds the depth of states.
      for child in state.states { visit(child, parent: state.id.text) }
    }
    visit(chart.root, parent: nil)
    self.titles = titles
    self.parents = parents
    self.descriptions = descriptions
  }

  /// The title of a state with its ancestors': `Finalizing › Exchanging tokens`.
  func path(of state: String) -> String {
    var parts: [String] = []
    var next = state
    while next != chart.root.id.text, let parent = parents[next] {
      parts.append(titles[next] ?? next)
      next = parent
    }
    return parts.reversed().joined(separator: " › ")
  }

  /// What the chart says of a state, in one line; nil when it says nothing.
  func description(of state: String) -> String? {
    guard let text = descriptions[state] else { return nil }
    return text.oneLine
  }

  /// Where the chart is: the titles of its innermost active states.
  func place(_ report: Report) -> String {
    if report.configuration.isEmpty { return "nowhere" }
    return report.configuration.map { "\(path(of: $0)) (\($0))" }.joined(separator: ", ")
  }

  /// What happens next, by the titles that the chart gives.
  func words(for request: SimulationRequest) -> String {
    switch request.kind {
    case .event(let name, _): chart.events?.first { $0.name.text == name }?.title ?? name
    case .failed(let service, let code, _):
      "\(service) fails: \(chart.errors?.first { $0.code.text == code }?.title ?? code)"
    case .done(let service, _): "\(service) is done"
    default: request.words
    }
  }

  /// What a step did, a line for each thing, and which services run after it.
  func story(_ report: Report) -> [String] {
    let started = Set(report.starts.map(\.key.run.id))
    return doings(report)
      + report.services.map { started.contains($0) ? "runs the service \($0)" : "\($0) still runs" }
  }

  /// What a step did, a line for each thing, in the order of the chart's actions.
  func doings(_ report: Report) -> [String] {
    var lines: [String] = []
    switch report.outcome {
    case .taken: break
    case .ignored: lines.append("Nothing happens\(report.reason.map { ": \($0)" } ?? ".")")
    case .rejected: lines.append("Not possible\(report.reason.map { ": \($0)" } ?? ".")")
    }
    for doing in report.doings {
      switch doing {
      case .action(let action):
        lines.append("does \(call(action.name, action.arguments.map { ($0.name, $0.value) }))")
      case .output(let output):
        lines.append("tells the app \(call(output.name, fields(of: output.data)))")
      case .send(let message):
        lines.append(
          "tells \(message.receiver ?? "the service") \(call(message.name, fields(of: message.data)))")
      case .log(let value): lines.append("notes \(value)")
      case .waiting: break
      }
    }
    for problem in report.problems { lines.append("problem: \(problem)") }
    return Self.shortened(lines)
  }

  /// The most lines about one step, and the most characters of a line, that people are told.
  private static let mostLines = 100
  private static let longestLine = 1000

  /// What fits a screen, with a word about what is left out.
  static func shortened(_ lines: [String]) -> [String] {
    let shown = lines.prefix(mostLines).map { line in
      // Counting characters costs work, so only lines that may be too long are looked at.
      guard line.utf8.count > longestLine, line.count > longestLine else { return line }
      return "\(line.prefix(longestLine)) … (shortened: \(line.count) characters)"
    }
    let more = lines.count - shown.count
    return more > 0 ? shown + ["… and \(more) more, which are not shown"] : shown
  }

  private func fields(of data: Value) -> [(String, Value)] {
    guard case .map(let map) = data else { return [] }
    return map.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func call(_ name: String, _ fields: [(String, Value)]) -> String {
    if fields.isEmpty { return name }
    return "\(name) (\(fields.map { "\($0.0): \($0.1)" }.joined(separator: ", ")))"
  }
}

extension String {
  /// The text in one line, without characters that would steer a terminal.
  var oneLine: String {
    VisibleText.escaped(split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
