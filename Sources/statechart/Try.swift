import ArgumentParser
import Statecharts
import StatechartsDocs
import StatechartsTesting
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `statechart try`: the first minute with the project.
struct Try: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "try", abstract: "Checks the shipped charts, draws one, and walks it to its end.",
    discussion: """
      Run it in the project's folder. It does what these three commands do:

        statechart lint charts
        statechart diagram charts/fxa-authentication.yaml
        statechart simulate charts/fxa-authentication.yaml --replay Docs/examples/fxa-sign-in.jsonl
      """
  )

  private static let folder = "charts"
  private static let chart = "charts/fxa-authentication.yaml"
  private static let script = "Docs/examples/fxa-sign-in.jsonl"

  func run() throws {
    guard [Self.chart, Self.script].allSatisfy(FileManager.default.fileExists(atPath:)) else {
      Output.report("error: The project's charts are not here: there is no file `\(Self.chart)`.")
      Output.report("  help: Run `statechart try` in the project's folder.")
      throw ExitCode(2)
    }
    Output.writeLine("1. Checking the charts: statechart lint \(Self.folder)\n")
    try Lint.parse([Self.folder]).run()
    Output.writeLine("\n2. Drawing a flow: statechart diagram \(Self.chart)\n")
    let loaded = try ChartInput.loadedChart(at: Self.chart)
    Output.writeLine(MermaidDiagram(loaded.chart.chart).text)
    Output.writeLine("3. Walking through it: statechart simulate \(Self.chart) --replay \(Self.script)\n")
    var replay = Replay(try ChartInput.simulation(of: loaded), chart: loaded.chart.chart)
    let report = try replay.play(RunScript(at: Self.script))
    guard report.isFinal else {
      Output.report("\(Self.script): error: this walk does not reach the end of the flow")
      throw ExitCode(1)
    }
    Output.writeLine(
      "\nNext: open Docs/guide/editing-a-flow.md, or walk through a flow yourself: statechart simulate \(Self.chart)"
    )
  }
}
