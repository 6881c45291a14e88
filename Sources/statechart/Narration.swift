import Statecharts
import StatechartsTesting

/// Tells in words what a step of a simulated chart did.
struct Narration {
  private let titles: [String: String]
  private let parents: [String: String]
  private let chart: Statechart

  init(_ chart: Statechart) {
    self.chart = chart
    var titles: [String: String] = [:]
    var parents: [String: String] = [:]
    func visit(_ state: State, parent: String?) {
      titles[state.id.text] = state.title ?? state.id.text
      parents[state.id.text] = parent
      // The reader and the compiler bound the depth of states.
      for child in state.states { visit(child, parent: parent == nil ? "" : state.id.text) }
    }
    visit(chart.root, parent: nil)
    self.titles = titles
    self.parents = parents
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

  /// Where the chart is: the titles of its innermost active states.
  func place(_ report: Report) -> String {
    if report.configuration.isEmpty { return "nowhere" }
    return report.configuration.map { "\(path(of: $0)) (\($0))" }.joined(separator: ", ")
  }

  /// What a step did, a line for each thing.
  func story(_ report: Report) -> [String] {
    var lines: [String] = []
    switch report.outcome {
    case .taken: break
    case .ignored: lines.append("Nothing happens\(report.reason.map { ": \($0)" } ?? ".")")
    case .rejected: lines.append("Not possible\(report.reason.map { ": \($0)" } ?? ".")")
    }
    for action in report.actions { lines.append("does \(call(action.name, action.arguments))") }
    for output in report.outputs { lines.append("tells the app \(call(output.name, output.data))") }
    for problem in report.problems { lines.append("problem: \(problem)") }
    return lines
  }

  private func call(_ name: String, _ data: Value) -> String {
    guard case .map(let map) = data, !map.isEmpty else { return name }
    let fields = map.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.displayText)" }
    return "\(name) (\(fields.joined(separator: ", ")))"
  }
}
