import Statecharts
import StatechartsDocs
import StatechartsLint
import StatechartsModel

/// What `statechart diagram` says of the size of a picture, and what to ask for instead.
enum DiagramNotes {
  /// Draws a chart so that it can be read on a page: without a depth, a picture that is too wide has its groups folded.
  static func readable(_ chart: Statechart, _ settings: DiagramSettings) -> MermaidDiagram {
    let whole = MermaidDiagram(chart, settings)
    guard let folded = DiagramPlan.folded(chart, settings) else {
      report(whole, isFolded: false, chart, settings)
      return whole
    }
    Output.report("note: The whole picture would be \(size(whole)).")
    Output.report(
      folded.depth == nil
        ? "note: Conditions, actions and services are left out."
        : "note: Groups of states are folded, and conditions, actions and services are left out.")
    let picture = MermaidDiagram(chart, folded)
    report(picture, isFolded: true, chart, settings)
    return picture
  }

  /// A size in words: `about 2900 px wide, with letters of 5 px on a page`.
  private static func size(_ diagram: MermaidDiagram) -> String {
    let letters = Int(diagram.estimatedLetters.rounded())
    return "about \(hundreds(diagram.estimatedWidth)) px wide, with letters of \(letters) px on a page"
  }

  private static func hundreds(_ width: Double) -> Int { Int((width / 100).rounded()) * 100 }

  /// Reports that Mermaid does not draw a diagram of so many characters.
  static func reportLength(_ count: Int) {
    Output.report(
      "note: The diagram has \(count) characters, and Mermaid draws at most \(MermaidDiagram.maximumCharacters)."
    )
  }

  private static func report(
    _ diagram: MermaidDiagram, isFolded: Bool, _ chart: Statechart, _ settings: DiagramSettings
  ) {
    if let count = diagram.tooManyCharacters { reportLength(count) }
    let isSmall = diagram.estimatedLetters < MermaidDiagram.smallestLetters
    if isSmall { Output.report("note: The picture is \(size(diagram)).") }
    guard isSmall || isFolded || diagram.tooManyCharacters != nil else { return }
    let groups = chart.groupIDs(in: settings.part)
    var advice: [String] = []
    if !groups.isEmpty {
      let names = groups.prefix(4).map { VisibleText.escaped($0) }.joined(separator: ", ")
      advice.append("one group with --state ID (\(names)\(groups.count > 4 ? ", …" : ""))")
    }
    if !isFolded, settings.detail == .everything { advice.append("less with --overview") }
    if !isFolded, !groups.isEmpty, settings.depth != 1 { advice.append("folded groups with --depth 1") }
    if settings.part == nil { advice.append("the screens with --view screens") }
    advice.append("an image of cards with --format svg")
    if isFolded { advice.append("everything with --depth \(chart.stateLevels)") }
    Output.report("  help: Draw \(advice.joined(separator: "; ")).")
  }
}
