/// What a site shows for a picture of a page. No script runs there, so that nothing can draw Mermaid.
package enum SitePicture {
  // Decision: Docs/decisions/diagrams-and-pages.md#a-site-shows-sheets-in-place-of-diagrams
  /// A sheet of a chart, or of nothing but what a run went through.
  case sheet(DocumentedChart, DiagramSettings, isPath: Bool)
  /// A sheet for each region that has screens.
  case screens(DocumentedChart, DiagramSettings)

  /// The picture for a view; nil for a view that is no picture.
  package init?(_ view: DocumentView, _ chart: DocumentedChart, _ settings: DiagramSettings) {
    switch view {
    case .sheet, .diagram, .overview: self = .sheet(chart, settings, isPath: false)
    case .path:
      let run = settings.run ?? DocumentRun()
      self = .sheet(DocumentedChart(run.walked(chart.chart)), settings, isPath: true)
    case .screens: self = .screens(chart, settings)
    case .story, .states, .transitions, .reference, .matrix, .properties, .context, .events, .errors,
      .outputs,
      .handlers:
      return nil
    }
  }
}
