package import Statecharts
package import StatechartsModel

/// The views of a chart for a page that has the style of sheets, `style`, as its own: pictures without a style sheet inside
/// them, and the reference as HTML.
package struct ChartViews {
  /// A state of a list.
  package struct State: Hashable, Sendable {
    /// The id.
    package let id: String
    /// The title, else the id.
    package let title: String
    /// How many groups are around it.
    package let depth: Int
    /// What the state is for, as the legend of a sheet says it.
    package let meaning: String
    /// The end of the id of its card, after the prefix of the picture.
    package let anchor: String
    /// Where it was written.
    package let origin: ModelOrigin
  }

  /// A picture of the screens of a chart or of one of its regions.
  package struct ScreenPicture: Hashable, Sendable {
    /// The title of the region; nil if the chart has one picture.
    package let title: String?
    /// The picture.
    package let svg: String
  }

  /// The style of all sheets.
  package static let style = SheetColors.style
  /// Before the ids of the cards in the sheet of all states.
  package static let sheetPrefix = "sheet-"
  /// Before the ids of the sections of the reference.
  package static let referencePrefix = "reference-"

  private let chart: DocumentedChart

  /// Takes a chart, which need not be free of problems.
  package init(_ chart: Statechart) { self.chart = DocumentedChart(chart) }

  /// The title of the chart.
  package var title: String { chart.title }

  /// The states in document order, without the chart itself.
  package var states: [State] {
    let flat = chart.flat
    return flat.states.indices.dropFirst().map { number in
      let entry = flat.states[number]
      let id = entry.state.id.text
      let meaning = StateMeaning(of: entry, sending: chart.words.sendingServices)
      return State(
        id: id, title: flat.title(number), depth: entry.depth - 1, meaning: meaning.word,
        anchor: XMLText.anchor(id), origin: entry.state.origin)
    }
  }

  /// The sheet of all states.
  package var sheet: String {
    SVGSheet(
      chart, DiagramSettings(), SheetAddresses(prefix: Self.sheetPrefix, hasStyle: false)
    ).text
  }

  /// The screens of the chart; empty if it has none.
  ///
  /// - Parameter compiled: The same chart.
  package func screens(of compiled: CompiledChart) -> [ScreenPicture] {
    let diagrams = ScreenDiagram.diagrams(of: compiled, chart, DiagramSettings(), format: .svg) {
      SheetAddresses(prefix: "screens-\($0)-", hasStyle: false)
    }
    guard diagrams.contains(where: { !$0.screens.isEmpty }) else { return [] }
    return diagrams.map { ScreenPicture(title: $0.region, svg: $0.text) }
  }

  /// The reference of all states.
  package var reference: String { html(of: ChartReference(chart, anchors).sections()) }

  /// The section of a state in the reference; empty for an id that no state has.
  package func section(of id: String) -> String {
    guard let number = chart.flat.number(of: ChartName(id)) else { return "" }
    var anchors = anchors
    anchors.areDefinedHere = false
    return ChartReference(chart, anchors).section(of: number).map(html) ?? ""
  }

  private var anchors: StateAnchors { StateAnchors(prefix: Self.referencePrefix) }

  private func html(of markdown: String) -> String {
    var blocks = MarkdownBlocks(MarkdownInline.Targets(link: { $0 }, image: { _, _ in nil }))
    return blocks.html(of: markdown)
  }
}
