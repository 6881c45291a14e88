import ArgumentParser
import Statecharts
import StatechartsDocs
import StatechartsLint

/// `statechart diagram`: draws one chart.
struct Diagram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram", abstract: "Draws a chart as a Mermaid diagram, or for Graphviz.",
    discussion: """
      Writes a stateDiagram-v2 to the standard output: put it into a ```mermaid fence of a Markdown page, or into \
      any tool that shows Mermaid. With --format dot it is the language of Graphviz, of which for instance \
      `dot -Tsvg` makes a picture. The same chart always gives the same text. What cannot be drawn, such as an \
      arrow to a state that does not exist, is listed in comments at its end.

      A chart with many states is hard to read in one picture: --depth 1 folds its groups of states, and --state draws \
      one group with the states around it.

      Exits with 1 when the file has mistakes because of which there is no chart to draw or the chart has no such state, \
      with 2 when it cannot be opened.
      """
  )

  @Argument(help: ArgumentHelp("The chart, or - for the standard input.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "Draw only this state, with what is inside it and the states around it.", valueName: "id"))
  var state: String?

  @Option(
    help: ArgumentHelp("How many levels of states to draw; deeper ones are folded.", valueName: "levels"))
  var depth: Int?

  @Flag(help: "Leave out conditions, actions and services.")
  var overview = false

  /// The languages of diagrams.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case mermaid, dot
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

  @Option(help: ArgumentHelp("Where most arrows lead.", valueName: "direction"))
  var direction = DirectionName()

  @Flag(name: .customLong("error-notes"), help: "Note at each state with which codes its services may fail.")
  var notesErrors = false

  @Option(help: ArgumentHelp("Mark a state as active; may be given several times.", valueName: "id"))
  var active: [String] = []

  @Option(help: "The language of the diagram.")
  var format = Format.mermaid

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "Mark the states that a run went through: a file of JSON lines as `statechart simulate` takes them.",
      valueName: "file"))
  var recording: String?

  @Option(help: "What screen readers call the diagram; by default the chart's title.")
  var title: String?

  func validate() throws {
    if let depth, depth < 1 { throw ValidationError("A depth is a number from 1 on.") }
    if recording != nil, file == "-" {
      throw ValidationError("The chart is read twice for a run. Write it into a file and name it.")
    }
  }

  func run() throws {
    let recorded = try recording.map { try RecordedRun.read($0, of: ChartInput.loadedChart(at: file)) }
    let chart = try ChartInput.chart(at: file, requiresSense: false)
    for id in [state].compactMap({ $0 }) + active { try requireState(id, in: chart) }
    let settings = DiagramSettings(
      title: title, part: state.map { Name($0) }, depth: depth, detail: overview ? .overview : .everything,
      direction: direction.direction, notesErrors: notesErrors, active: Set(active), run: recorded)
    let undrawn: [String]
    switch format {
    case .mermaid:
      let diagram = MermaidDiagram(chart, settings)
      Output.write(diagram.text)
      undrawn = diagram.undrawn
      if let count = diagram.tooManyCharacters {
        Output.report(
          "note: The diagram has \(count) characters, and Mermaid draws no more than \(MermaidDiagram.mostCharacters)."
        )
        Output.report("  help: --overview and --depth 1 show less, --state ID draws one group of states.")
      }
    case .dot:
      let diagram = DotDiagram(chart, settings)
      Output.write(diagram.text)
      undrawn = diagram.undrawn
    }
    for sentence in undrawn { Output.report("not drawn: \(sentence)") }
    let count = chart.stateIDs.count - 1
    if state == nil, depth == nil, count > DiagramPlan.mostStates {
      Output.report("note: \(count) states in one picture are hard to read.")
      Output.report("  help: --depth 1 folds its groups of states, --state ID draws one of them.")
    }
  }

  private func requireState(_ state: String, in chart: Statechart) throws(ExitCode) {
    let known = chart.stateIDs
    guard !known.contains(state) else { return }
    let near = NearNames.suggestion(for: state, in: known).map { " Did you mean `\($0)`?" } ?? ""
    Output.report("error: This chart has no state `\(VisibleText.escaped(state))`.\(near)")
    throw ExitCode(1)
  }
}
