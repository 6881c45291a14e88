public import Statecharts

/// What a region of a document shows of a chart.
public enum DocumentView: String, Hashable, Sendable, CaseIterable {
  /// The Mermaid diagram, in a fence.
  case diagram
  /// The Mermaid diagram without conditions, actions and services, in a fence.
  case overview
  /// The states with what happens in them.
  case states
  /// The transitions.
  case transitions
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
  public func markdown(of chart: Statechart, title: String? = nil, depth: Int? = nil) -> String {
    switch self {
    case .diagram: fence(MermaidDiagram(chart, title: title, depth: depth))
    case .overview: fence(MermaidDiagram(chart, title: title, depth: depth, detail: .overview))
    case .states: ChartTables(chart).states()
    case .transitions: ChartTables(chart).transitions()
    case .events: ChartTables(chart).events()
    case .errors: ChartTables(chart).errors()
    case .outputs: ChartTables(chart).outputs()
    case .handlers: ChartTables(chart).handlers()
    }
  }

  /// Whether it is a picture, which has a title and a depth.
  var isDiagram: Bool { self == .diagram || self == .overview }

  /// The names of the pictures, for advice.
  static var diagramNames: String {
    allCases.filter(\.isDiagram).map { "view=\($0.rawValue)" }.joined(separator: " or ")
  }

  private func fence(_ diagram: MermaidDiagram) -> String { "```mermaid\n\(diagram.text)```\n" }
}
