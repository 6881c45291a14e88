import ArgumentParser
import StatechartsDocs

/// `statechart diagram`: draws one chart.
struct Diagram: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws a chart as a Mermaid diagram.",
    discussion: """
      Writes a stateDiagram-v2 to the standard output: put it into a ```mermaid fence of a Markdown page, or into \
      any tool that shows Mermaid. The same chart always gives the same text. What cannot be drawn, such as an \
      arrow to a state that does not exist, is listed in comments at its end.

      Exits with 1 when the file has mistakes because of which there is no chart to draw, with 2 when it cannot be \
      opened.
      """
  )

  @Argument(help: ArgumentHelp("The chart, or - for the standard input.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp("How many levels of states to draw; deeper ones are folded.", valueName: "levels"))
  var depth: Int?

  @Flag(help: "Leave out conditions, actions and services.")
  var overview = false

  @Option(help: "What screen readers call the diagram; by default the chart's title.")
  var title: String?

  func validate() throws {
    if let depth, depth < 1 { throw ValidationError("A depth is a number from 1 on.") }
  }

  func run() throws {
    let chart = try ChartInput.chart(at: file, requiresSense: false)
    let diagram = MermaidDiagram(
      chart, title: title, depth: depth, detail: overview ? .overview : .everything)
    Output.write(diagram.text)
    for sentence in diagram.undrawn { Output.report("not drawn: \(sentence)") }
  }
}
