import Statecharts
public import StatechartsModel

/// What is wrong with a diagram of a page.
package enum DiagramRemark: Hashable, Sendable {
  /// Mermaid will not draw so many characters.
  case tooManyCharacters(Int)
  /// It is so wide that its letters have about this size on a page, in pixels.
  case smallLetters(Double)
}

/// What a region of a document shows of a chart.
public enum DocumentView: String, Hashable, Sendable, CaseIterable {
  /// The screens in which the flow waits for somebody, and what leads from one to the next, in a fence, with what is true of
  /// most screens below it.
  case screens
  /// An image beside the page, with a card for each state and a row for each transition. Its file, which `SVGSheet` makes, is
  /// written by the command.
  case sheet
  /// The Mermaid diagram, in a fence; of a large chart an overview and a diagram for each group of states.
  case diagram
  /// The Mermaid diagram without conditions, actions and services, in a fence; of a large chart only its outer levels.
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
  /// What the chart sends to the app.
  case outputs
  /// What Swift code must provide.
  case handlers

  /// The view of a chart as Markdown whose lines end with LF, the last one too.
  ///
  /// - Parameters:
  ///   - chart: The chart.
  ///   - settings: How diagrams show it; those of a large chart are several, unless a state or a depth is given. The
  ///     views `path` and `story` show the run, and nothing without one.
  ///   - signatures: The Swift of handlers, by kind and name, such as `service checkPassword`.
  public func markdown(
    of chart: Statechart, _ settings: DiagramSettings = DiagramSettings(), signatures: [String: String] = [:]
  ) -> String {
    markdown(of: DocumentedChart(chart), settings, signatures: signatures)
  }

  /// The view of a chart of which others have been made.
  ///
  /// - Parameters:
  ///   - anchors: Where the sections of the chart's states are on the page, for links; nil if it has none.
  ///   - remark: Called for each diagram that is hard to read or that Mermaid will not draw.
  package func markdown(
    of chart: DocumentedChart, _ settings: DiagramSettings, signatures: [String: String] = [:],
    anchors: StateAnchors? = nil, remark: (DiagramRemark) -> Void = { _ in }
  ) -> String {
    var settings = settings
    switch self {
    case .screens: return screens(of: chart, settings, remark)
    case .sheet: return SheetImage(chart, settings).markdown
    case .diagram where settings.part == nil && settings.depth == nil:
      return diagrams(of: chart, settings, remark)
    case .diagram: return fence(chart, settings, remark)
    case .overview:
      settings.detail = .overview
      if settings.part == nil, settings.depth == nil {
        settings.depth = DiagramPlan.overviewDepth(chart, settings)
      }
      return fence(chart, settings, remark)
    case .path:
      settings.detail = .overview
      let run = settings.run ?? DocumentRun()
      // Nothing else is drawn, so that there is nothing to mark.
      settings.run = nil
      return fence(DocumentedChart(run.walked(chart.chart)), settings, remark)
    case .story: return (settings.run ?? DocumentRun()).story()
    case .states: return ChartTables(chart, anchors).states()
    case .transitions: return ChartTables(chart, anchors).transitions()
    case .reference: return ChartReference(chart, anchors ?? StateAnchors()).sections()
    case .matrix: return ChartTables(chart, anchors).matrix()
    case .properties: return ChartTables(chart, anchors).properties()
    case .context: return ChartTables(chart, anchors).context()
    case .events: return ChartTables(chart, anchors).events()
    case .errors: return ChartTables(chart, anchors).errors()
    case .outputs: return ChartTables(chart, anchors).outputs()
    case .handlers: return ChartTables(chart, anchors).handlers(signatures)
    }
  }

  /// Whether it is a picture, which has a title and a depth.
  var isDiagram: Bool {
    self == .screens || self == .sheet || self == .diagram || self == .overview || self == .path
  }

  /// Whether it shows a run, without which it has nothing to show.
  var needsRun: Bool { self == .path || self == .story }

  /// The names of the pictures, for advice.
  static var diagramNames: String {
    allCases.filter(\.isDiagram).map { "view=\($0.rawValue)" }.joined(separator: " or ")
  }

  /// The chart in as many diagrams as it takes, those of its parts under their names.
  private func diagrams(
    of chart: DocumentedChart, _ settings: DiagramSettings, _ remark: (DiagramRemark) -> Void
  ) -> String {
    let plan = DiagramPlan(chart, settings)
    var chart = chart
    if plan.pieces.count > 1 { chart.arrivals = Arrivals(chart.flat) }
    return plan.pieces.map { piece in
      let heading = piece.title.map { "**\(Markdown.text($0))**\n\n" } ?? ""
      var settings = settings
      // Without a title of its own a part's says of which chart it is.
      settings.title =
        piece.title.flatMap { part in settings.title.map { "\($0): \(part)" } } ?? settings.title
      settings.part = piece.part
      (settings.depth, settings.detail, settings.direction) = (piece.depth, piece.detail, piece.direction)
      return heading + fence(chart, settings, remark)
    }.joined(separator: "\n")
  }

  /// The screens, in a picture for each region that has some.
  private func screens(
    of chart: DocumentedChart, _ settings: DiagramSettings, _ remark: (DiagramRemark) -> Void
  ) -> String {
    guard let compiled = try? CompiledChart(chart.chart) else {
      return ScreenDiagram.notDrawn + "\n"
    }
    let diagrams = ScreenDiagram.diagrams(of: compiled, chart, settings)
    guard diagrams.contains(where: { !$0.screens.isEmpty }) else { return ScreenDiagram.nothingToDraw + "\n" }
    return diagrams.map { diagram in
      let heading = diagram.region.map { "**\(Markdown.text($0))**\n\n" } ?? ""
      let missing = diagram.missing.map { ["\($0) view=sheet and view=reference show all states."] } ?? []
      let remarks = ([diagram.legend] + diagram.remarks + missing)
        .map { "\n\(Markdown.text($0))\n" }.joined()
      let note = lengthNote(diagram.tooManyCharacters, remark)
      return "\(heading)```mermaid\n\(diagram.text)```\n\(remarks)\(note)"
    }.joined(separator: "\n")
  }

  private func fence(
    _ chart: DocumentedChart, _ settings: DiagramSettings, _ remark: (DiagramRemark) -> Void
  ) -> String {
    let diagram = MermaidDiagram(chart, settings)
    let legend = diagram.legend.isEmpty ? "" : "\n\(Markdown.text(diagram.legend))\n"
    let fence = "```mermaid\n\(diagram.text)```\n\(legend)"
    let letters = diagram.estimatedLetters
    if letters < MermaidDiagram.smallestLetters { remark(.smallLetters(letters)) }
    return fence + lengthNote(diagram.tooManyCharacters, remark)
  }

  /// What a page says below a diagram with more characters than Mermaid draws.
  private func lengthNote(_ count: Int?, _ remark: (DiagramRemark) -> Void) -> String {
    guard let count else { return "" }
    remark(.tooManyCharacters(count))
    return
      "\nThis diagram has \(count) characters. Mermaid draws at most \(MermaidDiagram.maximumCharacters) by default; "
      + "raise `maxTextSize` in its settings.\n"
  }
}
