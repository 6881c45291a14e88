public import Statecharts

/// What a region of a document shows of a chart.
public enum DocumentView: String, Hashable, Sendable, CaseIterable {
  /// The Mermaid diagram, in a fence; of a large chart an overview and a diagram for each group of states.
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
  ///   - state: The id of a state that a diagram shows alone; nil shows the chart.
  ///   - depth: How many levels of states a diagram shows; nil shows all, those of a large chart in several diagrams.
  ///   - run: A run that diagrams mark; the views `path` and `story` show it, and nothing without one.
  ///   - signatures: The Swift of handlers, by kind and name, such as `service checkPassword`.
  public func markdown(
    of chart: Statechart, title: String? = nil, state: Name? = nil, depth: Int? = nil,
    run: DocumentRun? = nil,
    signatures: [String: String] = [:]
  ) -> String {
    switch self {
    case .diagram where state == nil && depth == nil: diagrams(of: chart, title: title, run: run)
    case .diagram: fence(MermaidDiagram(chart, title: title, part: state, depth: depth, run: run))
    case .overview:
      fence(
        MermaidDiagram(chart, title: title, part: state, depth: depth, detail: .overview, run: run))
    case .path:
      fence(
        MermaidDiagram(
          (run ?? DocumentRun()).walked(chart), title: title, part: state, depth: depth, detail: .overview))
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

  /// The chart in as many diagrams as it takes, those of its parts under their names.
  private func diagrams(of chart: Statechart, title: String?, run: DocumentRun?) -> String {
    DiagramPlan(chart).pieces.map { piece in
      let heading = piece.title.map { "**\(Markdown.text($0))**\n\n" } ?? ""
      // Without a title of its own a part's says of which chart it is.
      let title = piece.title.flatMap { part in title.map { "\($0): \(part)" } } ?? title
      return heading
        + fence(MermaidDiagram(chart, title: title, part: piece.part, depth: piece.depth, run: run))
    }.joined(separator: "\n")
  }

  private func fence(_ diagram: MermaidDiagram) -> String { "```mermaid\n\(diagram.text)```\n" }
}
