import ArgumentParser
import Statecharts
import StatechartsDocs
import StatechartsLint
import StatechartsModel

/// `statechart diagram`: draws one chart.
struct Diagram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram", abstract: "Draws a chart as a Mermaid or Graphviz diagram, or as an SVG image.",
    discussion: """
      Writes a Mermaid state diagram to the standard output. Put it into a ```mermaid fence of a Markdown page, or into \
      any tool that shows Mermaid. With --format dot it writes Graphviz, from which `dot -Tsvg` makes a picture. \
      With --format svg it writes a finished image: a page with a card for each state, a row for each transition, and \
      links between them. \
      The same chart always gives the same text. Comments at the end list what is not drawn, such as an arrow to a state \
      that does not exist.

      --view screens draws the flow as a person meets it: the screens in which it waits for somebody, and what leads from one \
      to the next. What runs in between is folded into the arrows. With --format svg it has a card for each screen, and a row \
      for whatever may happen there.

      A Mermaid picture that is too wide for a page is drawn with its groups of states folded and without conditions, actions \
      and services. --depth says how many levels to draw instead, with everything. --state draws one group with the states \
      around it. Messages on the standard error say what was done and what the colors mean.

      Exit codes: 1 when the chart has errors and cannot be drawn, or a state of the options does not exist, 2 when the \
      file cannot be opened.
      """
  )

  @Argument(
    help: ArgumentHelp("The chart, or - for the standard input.", valueName: "file"),
    completion: Completions.charts)
  var file: String

  @Option(
    help: ArgumentHelp(
      "Draw only this state, with what is inside it and the states around it. With --view screens: the region whose screens "
        + "are drawn.", valueName: "id"))
  var state: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many levels of states to draw. Deeper levels are folded.", valueName: "levels"))
  var depth: Int?

  @Flag(help: "Leave out conditions, actions and services.")
  var overview = false

  /// What a diagram is about.
  enum View: String, ExpressibleByArgument, CaseIterable {
    case states, screens
  }

  @Option(help: "Draw all states, or only the screens in which the flow waits for somebody.")
  var view = View.states

  /// Failures as they are typed.
  struct FailuresName: ExpressibleByArgument {
    var failures = DiagramSettings.Failures.notes

    static var allValueStrings: [String] { DiagramSettings.Failures.allCases.map(\.rawValue) }
    var defaultValueDescription: String { failures.rawValue }

    init() {}

    init?(argument: String) {
      guard let failures = DiagramSettings.Failures(rawValue: argument) else { return nil }
      self.failures = failures
    }
  }

  @Option(
    help: ArgumentHelp(
      "With --view screens: leave errors out, note those after which the screen stays, or show all.",
      valueName: "failures"))
  var failures: FailuresName?

  // A negative number is a value too, so that the message says what is wrong with it.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Another order of boxes and arrows, from 1 to \(DiagramSettings.orders.upperBound), which Mermaid places differently. 0 is the "
        + "order of the chart.",
      valueName: "number"))
  var order = 0

  /// The languages of diagrams.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case mermaid, dot, svg
  }

  /// A direction as it is typed.
  struct DirectionName: ExpressibleByArgument {
    var direction = DiagramSettings.Direction.down

    static var allValueStrings: [String] { DiagramSettings.Direction.allCases.map(\.rawValue) }
    var defaultValueDescription: String { direction.rawValue }

    init() {}

    init?(argument: String) {
      guard let direction = DiagramSettings.Direction(rawValue: argument) else { return nil }
      self.direction = direction
    }
  }

  @Option(help: ArgumentHelp("The direction of most arrows.", valueName: "direction"))
  var direction = DirectionName()

  @Flag(
    name: .customLong("error-notes"), help: "Add notes with the error codes of the services of each state.")
  var notesErrors = false

  @Option(help: ArgumentHelp("Mark a state as active. May be repeated.", valueName: "id"))
  var active: [String] = []

  @Option(help: "The language of the diagram.")
  var format = Format.mermaid

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "Mark the states of a saved run, as `save` in `statechart simulate` writes it.",
      valueName: "file"),
    completion: Completions.runs)
  var recording: String?

  @Option(
    help: "The title for screen readers, and at the top of an SVG image. The default is the chart's title.")
  var title: String?

  func validate() throws {
    if let depth, depth < 1 { throw ValidationError("--depth must be at least 1.") }
    if recording != nil, file == "-" {
      throw ValidationError(
        "--run cannot be used with a chart from the standard input. Save the chart in a file.")
    }
    if view == .screens {
      let others = [
        ("--depth", depth != nil), ("--overview", overview),
        ("--error-notes", notesErrors), ("--active", !active.isEmpty), ("--run", recording != nil),
        ("--format dot", format == .dot),
      ]
      if let other = others.first(where: \.1) {
        throw ValidationError("\(other.0) cannot be used with --view screens. Leave one of them out.")
      }
    } else if failures != nil {
      throw ValidationError("--failures needs --view screens.")
    }
    guard DiagramSettings.orders.contains(order) else {
      throw ValidationError("--order must be a whole number from 0 to \(DiagramSettings.orders.upperBound).")
    }
    if format == .svg {
      let others = [
        ("--depth", depth != nil), ("--overview", overview), ("--error-notes", notesErrors),
        ("--direction", direction.direction != .down), ("--order", order != 0),
      ]
      if let other = others.first(where: \.1) {
        throw ValidationError(
          "\(other.0) cannot be used with --format svg. The image shows everything, from the top to the bottom."
        )
      }
    }
  }

  func run() throws {
    let recorded = try recording.map { try RecordedRun.read($0, of: ChartInput.loadedChart(at: file)) }
    let chart = try ChartInput.chart(at: file, requiresSense: false)
    if view == .screens { return try drawScreens(of: chart) }
    for id in [state].compactMap({ $0 }) + active { try requireState(id, in: chart) }
    let settings = DiagramSettings(
      title: title, part: state.map { ChartName($0) }, depth: depth,
      detail: overview ? .overview : .everything,
      direction: direction.direction, notesErrors: notesErrors, order: order, active: Set(active),
      run: recorded)
    let undrawn: [String]
    var legend = ""
    switch format {
    case .mermaid:
      let diagram = DiagramNotes.readable(chart, settings)
      Output.write(diagram.text)
      undrawn = diagram.undrawn
      legend = diagram.legend
    case .dot:
      let diagram = DotDiagram(chart, settings)
      Output.write(diagram.text)
      undrawn = diagram.undrawn
      legend = diagram.legend
    case .svg:
      let sheet = SVGSheet(chart, settings)
      Output.write(sheet.text)
      undrawn = sheet.undrawn
    }
    for sentence in undrawn { Output.report("not drawn: \(sentence)") }
    if !legend.isEmpty { Output.report("note: \(legend)") }
  }

  private func drawScreens(of chart: Statechart) throws(ExitCode) {
    guard let compiled = try? CompiledChart(chart) else {
      Output.report("error: The screens of a chart with errors cannot be drawn.")
      Output.report("  help: Run `statechart lint \(VisibleText.escaped(file))` and correct what it reports.")
      throw ExitCode(1)
    }
    let settings = DiagramSettings(
      title: title, direction: direction.direction, failures: failures?.failures ?? .notes,
      order: order)
    let diagrams = ScreenDiagram.diagrams(of: compiled, settings, format: format == .svg ? .svg : .mermaid)
    guard diagrams.contains(where: { !$0.screens.isEmpty }) else {
      Output.report("error: \(ScreenDiagram.nothingToDraw)")
      Output.report("  help: Leave --view out to draw the states.")
      throw ExitCode(1)
    }
    let regions = diagrams.compactMap(\.regionID)
    guard let shown = state.map({ regions.firstIndex(of: $0) }) ?? 0 else {
      Output.report(
        "error: `\(VisibleText.escaped(state ?? ""))` is not one of the regions whose screens are drawn.")
      Output.report(
        regions.isEmpty
          ? "  help: Leave --state out. This chart has one picture of its screens."
          : "  help: Write one of these: \(regions.map { VisibleText.escaped($0) }.joined(separator: ", ")).")
      throw ExitCode(1)
    }
    Output.write(diagrams[shown].text)
    if format == .mermaid, let count = diagrams[shown].tooManyCharacters { DiagramNotes.reportLength(count) }
    for remark in [diagrams[shown].legend] + diagrams[shown].remarks where !remark.isEmpty {
      Output.report("note: \(VisibleText.escaped(remark))")
    }
    for diagram in diagrams where diagram.regionID != diagrams[shown].regionID {
      let new = diagram.screens.filter { !diagrams[shown].screens.contains($0) }
      let region = VisibleText.escaped(diagram.regionID ?? "")
      let names = new.isEmpty ? "the region `\(region)`" : VisibleText.escaped(new.joined(separator: ", "))
      Output.report(
        "not drawn: \(names). Draw \(new.count == 1 || new.isEmpty ? "it" : "them") with --state \(region).")
    }
    if let missing = diagrams.last?.missing { Output.report("note: \(VisibleText.escaped(missing))") }
  }

  private func requireState(_ state: String, in chart: Statechart) throws(ExitCode) {
    let known = chart.stateIDs
    guard !known.contains(state) else { return }
    let near = NearNames.suggestion(for: state, in: known).map { " Did you mean `\($0)`?" } ?? ""
    Output.report("error: This chart has no state `\(VisibleText.escaped(state))`.\(near)")
    throw ExitCode(1)
  }
}
