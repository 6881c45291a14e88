public import Statecharts
import StatechartsModel
internal import StatechartsWalk

/// The screens of a chart, in which it waits for somebody, and what leads from one to the next, as a Mermaid state diagram or
/// as an SVG image.
///
/// What runs in between, services, choices and states that are passed, is folded into the arrows. It is found by running the
/// chart with sample data, so each arrow can really be taken. Of a chart whose regions each have screens there is a diagram for
/// each of the first 12 such regions.
public struct ScreenDiagram: Hashable, Sendable {
  /// What the text of a diagram is.
  public enum Format: Hashable, Sendable {
    /// A Mermaid state diagram.
    case mermaid
    /// A finished image, with a card for each screen and a row for whatever may happen on it, like `SVGSheet`.
    case svg
  }

  /// The title of the region whose screens it shows; nil for the only or most important ones.
  public let region: String?
  /// The id of that region, also of the most important ones; nil where the chart has no regions with screens.
  public let regionID: String?
  /// The titles of its screens.
  public let screens: [String]
  /// The diagram's text; lines end with LF, the last one too.
  public let text: String
  /// How many characters the text of a Mermaid diagram has, when these are more than Mermaid draws; else nil.
  public var tooManyCharacters: Int? { MermaidDiagram.tooManyCharacters(in: text) }
  /// What is true of most screens and therefore not drawn, a sentence each.
  public private(set) var remarks: [String]
  /// What the colors mean, one sentence.
  public let legend: String
  /// The screens that are in no diagram, as one sentence; only the last diagram of a chart has it. Every text says it too.
  public private(set) var missing: String?

  /// What to say of a chart that cannot be run.
  static let notDrawn = "The screens of a chart with errors cannot be drawn."

  /// What to say of a chart without screens.
  package static let nothingToDraw = "This chart has no screens, because it never waits and never ends."

  /// Draws the screens of a chart, a diagram for each of the first 12 regions that have some; at least one.
  ///
  /// Of the settings `title`, `direction`, `failures` and `order` count. An SVG image has room for all failures, so that there
  /// `failures` only says whether they are shown, and the other two do not count.
  public static func diagrams(
    of chart: CompiledChart, _ settings: DiagramSettings = DiagramSettings(), format: Format = .mermaid
  ) -> [ScreenDiagram] {
    diagrams(of: chart, DocumentedChart(chart.chart), settings, format: format)
  }

  /// Draws the screens of a chart that is already prepared for other views.
  ///
  /// - Parameter steps: How many steps the chart takes at most while they are looked for, in all regions together.
  package static func diagrams(
    of chart: CompiledChart, _ known: DocumentedChart, _ settings: DiagramSettings, steps: Int? = nil,
    format: Format = .mermaid
  ) -> [ScreenDiagram] {
    diagrams(of: chart, known, settings, steps: steps, format: format) { _ in SheetAddresses() }
  }

  /// Draws the screens into a page.
  ///
  /// - Parameter addresses: The ids and links of an image, by the number of its region.
  static func diagrams(
    of chart: CompiledChart, _ known: DocumentedChart, _ settings: DiagramSettings, steps: Int? = nil,
    format: Format, addresses: (Int) -> SheetAddresses
  ) -> [ScreenDiagram] {
    let first = Screens(chart)
    let regions: [String?] = [nil] + first.movingRegions.prefix(maximumRegions).dropFirst().map { $0 }
    var limits = Walk.Limits()
    limits.steps = (steps ?? limits.steps) / regions.count
    let flows = regions.map { region in
      let screens = region.map { Screens(chart, region: $0) } ?? first
      return ScreenFlow(Walk(screens, limits: limits), known, failures: settings.failures)
    }
    let missing = missing(first, in: flows)
    var diagrams = zip(regions, flows).enumerated().map { number, drawn in
      let (region, flow) = drawn
      let title = region.flatMap { region in first.models.first { $0.id.text == region } }.map {
        $0.title ?? $0.id.text
      }
      let regionID = region ?? first.movingRegions.first
      let titles = flow.boxes.filter { $0.state != nil }.map(\.title)
      switch format {
      case .mermaid:
        var writer = ScreenWriter(flow, known.flat)
        return ScreenDiagram(
          region: title, regionID: regionID, screens: titles,
          text: writer.text(settings, region: title, missing: missing),
          remarks: flow.remarks, legend: ScreenFlow.Meaning.legend(of: flow.boxes))
      case .svg:
        let model = ScreenSheet(flow, known.flat).model(settings, region: title, missing: missing)
        var layouter = SheetLayouter(model)
        var writer = SheetWriter(layouter.run(), model, addresses(number))
        // The image has its own legend, and says everything at each screen.
        return ScreenDiagram(
          region: title, regionID: regionID, screens: titles, text: writer.write(), remarks: [], legend: "")
      }
    }
    diagrams[diagrams.count - 1].missing = missing
    return diagrams
  }

  /// What to say of the screens that are in no diagram.
  private static func missing(_ screens: Screens, in flows: [ScreenFlow]) -> String? {
    // A box of shared work says nothing of the screens in its group.
    let drawn = Set(flows.flatMap { flow in flow.screens.filter { $0 != flow.work?.state } })
    let titles = unique(
      screens.all.filter { !drawn.contains($0) }.map {
        screens.models[$0].title ?? screens.models[$0].id.text
      })
    guard !titles.isEmpty else { return nil }
    let names = titles.prefix(mostNames).joined(separator: ", ")
    let more = titles.count > mostNames ? " and \(titles.count - mostNames) more" : ""
    return "Not drawn: \(names)\(more)."
  }

  /// What a diagram says of itself.
  static func description(of title: String, _ missing: String?) -> String {
    (["The screens of \(title) and what leads from one to the next."] + [missing].compactMap(\.self))
      .joined(separator: " ")
  }

  /// How many regions have a diagram at most: each takes a walk of its own.
  private static let maximumRegions = 12

  /// How many screens that are not drawn are named.
  private static let mostNames = 8
}

extension ScreenFlow.Meaning {
  /// The styles of boxes with what they mean, each with letters that can be read on it in a dark page too. Frames differ where
  /// colors are not seen.
  static let styles: [(name: String, style: String, meaning: String)] = [
    ("waits", BoxMeaning.waits.mermaidStyle(), "blue boxes wait for somebody"),
    ("works", BoxMeaning.works.mermaidStyle(), BoxMeaning.works.words),
    (
      "afterFailure", BoxMeaning.afterFailure.mermaidStyle(),
      "amber boxes are reached only after an error"
    ), ("endsWell", BoxMeaning.endsWell.mermaidStyle(frame: thick), "green boxes end well"),
    ("endsBadly", BoxMeaning.endsBadly.mermaidStyle(frame: thick), "red boxes end badly"),
    ("ends", BoxMeaning.ends.mermaidStyle(frame: thick), BoxMeaning.ends.words),
    (
      "several", "fill:#ffffff,stroke:#5f6368,stroke-dasharray:4 3,color:#1f1f1f",
      "dashed boxes stand for several screens"
    ),
  ]

  private static let thick = "stroke-width:3px"

  /// The name of its style.
  var style: String {
    switch self {
    case .waits: "waits"
    case .ends(.success): "endsWell"
    case .ends(.failure): "endsBadly"
    case .ends: "ends"
    case .fails: "afterFailure"
    case .works: "works"
    case .several: "several"
    }
  }

  /// What the styles of some boxes and their words in italics mean.
  static func legend(of boxes: [ScreenFlow.Box]) -> String {
    let used = Set(boxes.map(\.meaning.style))
    let words = styles.filter { used.contains($0.name) }.map(\.meaning)
    let hasEvents = boxes.contains { $0.event != nil }
    return BoxMeaning.legend(
      [words.joined(separator: "; ")]
        + (hasEvents ? ["words in italics are the event of the arrows below"] : []))
  }
}
