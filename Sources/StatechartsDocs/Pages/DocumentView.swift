public import Statecharts

/// What a region of a document shows of a chart.
public enum DocumentView: String, Hashable, Sendable, CaseIterable {
  /// The Mermaid diagram, in a fence.
  case diagram
  /// The Mermaid diagram without conditions, actions and services, in a fence.
  case overview
  /// The Mermaid diagram of nothing but what a run went through, in a fence.
  case path
  /// What happens in a run, as a numbered list.
  case story
  /// The states with what happens in them.
  case states
  /// The transitions.
  case transitions
  /// A section for each state: what happens there, what the app can do, where each way leads.
  case reference
  /// Where each event leads, by state.
  case matrix
  /// Id, version, beginning and ends, and how large the chart is.
  case properties
  /// The variables, with what is secret and what is cleared.
  case context
  /// The events that may be sent.
  case events
  /// The error codes with their words.
  case errors
  /// What the chart tells the app.
  case outputs
  /// What Swift code must provide.
  case handlers

  /// The view of a chart as Markdown whose lines end with LF, the last one too.
  ///
  /// - Parameters:
  ///   - chart: The chart.
  ///   - title: A diagram's title for screen readers; nil takes the chart's.
  ///   - depth: How many levels of states a diagram shows; nil shows all.
  ///   - run: A run that diagrams mark; the views `path` and `story` show it, and nothing without one.
  ///   - signatures: The Swift of handlers, by kind and name, such as `service checkPassword`.
  public func markdown(
    of chart: Statechart, title: String? = nil, depth: Int? = nil, run: DocumentRun? = nil,
    signatures: [String: String] = [:]
  ) -> String {
    switch self {
    case .diagram: fence(MermaidDiagram(chart, title: title, depth: depth, run: run))
    case .overview: fence(MermaidDiagram(chart, title: title, depth: depth, detail: .overview, run: run))
    case .path:
      fence(
        MermaidDiagram((run ?? DocumentRun()).walked(chart), title: title, depth: depth, detail: .overview))
    case .story: (run ?? DocumentRun()).story()
    case .states: ChartTables(chart).states()
    case .transitions: ChartTables(chart).transitions()
    case .reference: ChartReference(chart).sections()
    case .matrix: ChartTables(chart).matrix()
    case .properties: ChartTables(chart).properties()
    case .context: ChartTables(chart).context()
    case .events: ChartTables(chart).events()
    case .errors: ChartTables(chart).errors()
    case .outputs: ChartTables(chart).outputs()
    case .handlers: ChartTables(chart).handlers(signatures)
    }
  }

  /// Whether it is a picture, which has a title and a depth.
  var isDiagram: Bool { self == .diagram || self == .overview || self == .path }

  /// Whether it shows a run, without which it has nothing to show.
  var needsRun: Bool { self == .path || self == .story }

  /// The names of the pictures, for advice.
  static var diagramNames: String {
    allCases.filter(\.isDiagram).map { "view=\($0.rawValue)" }.joined(separator: " or ")
  }

  private func fence(_ diagram: MermaidDiagram) -> String { "```mermaid\n\(diagram.text)```\n" }
}
