import Statecharts
import StatechartsLint
import StatechartsModel
import StatechartsTesting
import StatechartsWalk

/// Says in words what a step of a simulated chart did.
struct Narration {
  /// One thing that a step did.
  struct Line {
    /// How the line is meant.
    enum Kind {
      case news, problem
    }

    var text: String
    var kind = Kind.news
  }

  private let titles: [String: String]
  /// The state around each state.
  let parents: [String: String]
  private let descriptions: [String: String]
  private let chart: Statechart
  private let services: ServiceDeclarations

  init(_ chart: Statechart) {
    self.chart = chart
    services = ServiceDeclarations(chart)
    var titles: [String: String] = [:]
    var parents: [String: String] = [:]
    var descriptions: [String: String] = [:]
    func visit(_ state: StateNode, parent: String?) {
      titles[state.id.text] = state.title.visibleTitle ?? state.id.text.oneLine
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

  /// The chart's title, else its id.
  var title: String { chart.title.visibleTitle ?? chart.id.text.oneLine }

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

  /// The chart's description of a state, in one line; nil when it has none.
  func description(of state: String) -> String? {
    guard let text = descriptions[state] else { return nil }
    return text.oneLine
  }

  /// Where the chart is: the titles of its innermost active states.
  func place(_ report: SimulationReport) -> String {
    if report.configuration.isEmpty { return "nowhere" }
    return report.configuration.map { path(of: $0) }.joined(separator: ", ")
  }

  /// What happens next, with the titles that the chart gives; nil for the start.
  func words(for request: SimulationRequest?) -> String {
    guard let request else { return "The flow starts" }
    return switch request.kind {
    case .event(let name, _): event(name).words
    case .failed(let id, let code, _): "\(service(id)) fails: \(error(code).words)"
    case .done(let id, _): "\(service(id)) is done"
    case .sent(let id, let name, _): "\(service(id)) sends: \(event(name).words)"
    case .advance(let duration): "Time passes: \(Self.words(for: duration))"
    case .restart, .begin: "The flow starts"
    case .nothing:
      request.guards.map { "\($0.name): \($0.answer ? "yes" : "no")" }.joined(separator: ", ")
    }
  }

  /// A service's title in quotation marks, else its id.
  func service(_ id: String) -> String {
    services.title(of: id).visibleTitle.map { "“\($0)”" } ?? id.oneLine
  }

  /// An event's title, and its name where that says more.
  func event(_ name: String) -> (words: String, name: String?) {
    Self.titled(chart.events?.first { $0.name.text == name }?.title, name)
  }

  /// An error's title, and its code where that says more.
  func error(_ code: String) -> (words: String, name: String?) {
    switch code {
    case "timeout": return ("the time limit is over", nil)
    case "execution": return ("an unexpected error", nil)
    default: break
    }
    return Self.titled(chart.errors?.first { $0.code.text == code }?.title, code)
  }

  /// The titles of the errors that a step sends to the app.
  func emittedErrors(_ report: SimulationReport) -> [String] {
    report.outputs.flatMap { output -> [String] in
      let payload = chart.outputs?.first { $0.name.text == output.name }?.payload ?? []
      return fields(of: output.data).compactMap { name, value in
        guard case .string(let code) = value, let field = payload.first(where: { $0.name.text == name }),
          field.type == .error || field.type == .optional(.error)
        else { return nil }
        return error(code).words
      }
    }
  }

  private static func titled(_ title: String?, _ name: String) -> (words: String, name: String?) {
    guard let title = title.visibleTitle, title != name else { return (name.oneLine, nil) }
    return (title, name.oneLine)
  }

  /// What a timer waits for.
  func words(ofTimer name: String) -> String {
    func rest(after mark: String) -> String? {
      name.hasPrefix(mark) ? String(name.dropFirst(mark.count)) : nil
    }
    if let id = rest(after: "timeout ") { return "time limit of \(service(id))" }
    if let id = rest(after: "retry ") { return "\(service(id)) starts again" }
    if let name = name.eventOfSendTimer { return "the flow sends itself \(name)" }
    // The delay may hold dots, and the id of an imported state too.
    guard let rest = rest(after: "after."),
      let state = titles.keys.filter({ rest.hasPrefix($0 + ".") }).max(by: { $0.count < $1.count })
    else { return name.oneLine }
    return "timer of \(state == chart.root.id.text ? "the flow" : path(of: state))"
  }

  /// What a step did, a line for each thing, and which services run after it.
  func story(_ report: SimulationReport) -> [Line] {
    let started = Set(report.starts.map(\.key.run.id))
    let restarted = report.performedEffects.compactMap { if case .restart(let id) = $0 { id } else { nil } }
    let running = report.services.filter { !restarted.contains($0) }.map { id in
      guard started.contains(id) else { return "\(service(id)) is still running" }
      return "starts \(id)" + (services.title(of: id).visibleTitle.map { " (\($0))" } ?? "")
    }
    return performedEffects(report) + running.map { Line(text: $0) }
  }

  /// What a step did, a line for each thing, in the order of the chart's actions.
  func performedEffects(_ report: SimulationReport) -> [Line] {
    // Decision: Docs/decisions/diagrams-and-pages.md#a-story-follows-the-charts-order
    var lines: [Line] = []
    if let text = standstill(report) { lines.append(Line(text: text)) }
    for doing in report.performedEffects {
      switch doing {
      case .action(let action):
        lines.append(
          Line(text: "runs the action \(call(action.name, action.arguments.map { ($0.name, $0.value) }))"))
      case .output(let output):
        lines.append(Line(text: "sends to the app: \(call(output.name, fields(of: output.data)))"))
      case .send(let message):
        let receiver = message.receiver ?? "the service"
        lines.append(Line(text: "sends to \(receiver): \(call(message.name, fields(of: message.data)))"))
      case .log(let value): lines.append(Line(text: "logs \(value)"))
      case .retry(let retry):
        let wait = retry.wait > .zero ? "in \(Self.words(for: retry.wait))" : "at once"
        lines.append(Line(text: "Retry \(retry.attempt) of \(retry.limit) \(wait)."))
      case .restart(let id): lines.append(Line(text: "The wait is over: `\(id)` starts again."))
      case .waiting: break
      }
    }
    for problem in report.problems { lines.append(Line(text: "Problem: \(problem)", kind: .problem)) }
    return Self.shortened(lines)
  }

  /// Why no transition was taken; nil when one was, or when the lines of the step say what happened instead.
  private func standstill(_ report: SimulationReport) -> String? {
    switch report.outcome {
    case .taken: return nil
    case .rejected: return "Not possible\(report.reason.map { ": \($0)" } ?? ".")"
    case .ignored: break
    }
    let hasRetry = report.performedEffects.contains {
      switch $0 {
      case .retry, .restart: true
      default: false
      }
    }
    if hasRetry || !report.lateResults.isEmpty { return nil }
    let conditions = report.refused.map { "`\($0.guard)` in `\($0.state)`" }.joined(separator: ", ")
    switch report.refused.count {
    case 0: break
    case 1: return "The flow stays here: the condition \(conditions) is not met."
    default: return "The flow stays here: the conditions \(conditions) are not met."
    }
    switch report.fired {
    case nil: return "The flow stays here: no transition handles this now."
    case 0? where report.timers.isEmpty: return "Time passes. No timer is running."
    case 0?: return "Time passes. No timer is due yet."
    default: return "A timer is over, and no transition waits for it."
    }
  }

  /// A duration as people write it: `15 s`, `10 min`.
  static func words(for duration: Duration) -> String {
    let text = ChartValue.duration(duration).description
    let number = text.prefix { !$0.isLetter }
    switch text.dropFirst(number.count) {
    case "m": return "\(number) min"
    case "d": return number == "1" ? "1 day" : "\(number) days"
    case let unit: return "\(number) \(unit)"
    }
  }

  /// How much time has passed, as a clock shows it: `0:15`, `1:00:00`, `2 d 0:00:00`.
  static func clock(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = seconds / 60 % 60
    let short = "\(padded(minutes)):\(padded(seconds % 60))"
    if seconds < 3600 { return "\(minutes):\(padded(seconds % 60))" }
    if seconds < 86_400 { return "\(seconds / 3600):\(short)" }
    return "\(seconds / 86_400) d \(seconds / 3600 % 24):\(short)"
  }

  /// The most lines about one step, and the most characters of a line, that people are shown.
  private static let mostLines = 100
  private static let longestLine = 1000

  /// What fits a screen, with a note about what is left out.
  static func shortened(_ lines: [Line]) -> [Line] {
    let shown = lines.prefix(mostLines).map { line in
      // Counting characters costs work, so only lines that may be too long are looked at.
      guard line.text.utf8.count > longestLine, line.text.count > longestLine else { return line }
      let text = "\(line.text.prefix(longestLine)) … (shortened: \(line.text.count) characters)"
      return Line(text: text, kind: line.kind)
    }
    let more = lines.count - shown.count
    return more > 0 ? shown + [Line(text: "… and \(more) more, which are not shown")] : shown
  }

  private func fields(of data: ChartValue) -> [(String, ChartValue)] {
    guard case .map(let map) = data else { return [] }
    return map.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func call(_ name: String, _ fields: [(String, ChartValue)]) -> String {
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

extension String? {
  /// The title in one line; nil for one that shows nothing.
  var visibleTitle: String? {
    guard let title = self, !title.allSatisfy(\.isWhitespace) else { return nil }
    return title.oneLine
  }
}
