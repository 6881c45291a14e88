import Statecharts
public import StatechartsModel

/// A chart as a sheet: a picture in SVG, 830 wide and as long as needed, that needs no other program.
///
/// - A state is a card, and a state with states inside is a frame around them. A card says what runs in the state, what is
///   done on entry and on exit, and has a row for each transition: what it waits for, its guard and actions, and a link to
///   each of its targets.
/// - Lines beside the cards show where each group starts, and one path: that of the run of the settings, else one that the
///   first transitions make. Where no place is left for a line it is left out; its row is there.
/// - Of the settings only `title`, `part`, `active` and `run` count. Of a part, only what is inside it is drawn.
/// - Each state has the id `state-ID` and the class of its meaning. Marked states have the class `active` or `visited`.
/// - Screen readers get lists of states and transitions, with all that the picture shows.
/// - Expressions that mention a secret are shown without their literals.
///
/// The same chart always gives the same bytes.
public struct SVGSheet: Hashable, Sendable {
  /// The heading.
  let title: String
  /// The picture; lines end with LF, the last one too.
  public let text: String
  /// What could not be drawn, one sentence each. Empty for every chart that lint has no errors for.
  public let undrawn: [String]

  /// Draws a chart, which need not be free of problems.
  public init(_ chart: Statechart, _ settings: DiagramSettings = DiagramSettings()) {
    self.init(DocumentedChart(chart), settings)
  }

  /// Draws a chart that is already prepared for other views.
  init(
    _ chart: DocumentedChart, _ settings: DiagramSettings, _ addresses: SheetAddresses = SheetAddresses()
  ) {
    var reader = SheetReader(chart, settings)
    let model = reader.model()
    var layouter = SheetLayouter(model)
    var writer = SheetWriter(layouter.run(), model, addresses)
    title = model.title
    text = writer.write()
    undrawn = reader.undrawn
  }
}

/// The ids in a sheet, and where its links lead.
struct SheetAddresses {
  /// Before each id, because a page may hold several sheets.
  var prefix = ""
  /// Where the sections of the states are on the page around the sheet, to which links lead; nil if they lead to cards.
  var sections: StateAnchors?
  /// Whether it has a style sheet of its own.
  var hasStyle = true
}
