import ArgumentParser
import Statecharts
import StatechartsFiles
import StatechartsLint
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
    commandName: "try", abstract: "Checks the project's charts and walks through a sign-in.",
    discussion: """
      Run it in the project's folder. It does the same as these two commands, in fewer lines:

        statechart lint charts
        statechart simulate charts/fxa-authentication.yaml --replay Docs/examples/fxa-sign-in.jsonl
      """
  )

  private static let folder = "charts"
  private static let chart = "charts/fxa-authentication.yaml"
  private static let script = "Docs/examples/fxa-sign-in.jsonl"

  func run() throws {
    guard [Self.chart, Self.script].allSatisfy(FileManager.default.fileExists(atPath:)) else {
      Output.report("error: The current folder does not have the project's charts, such as `\(Self.chart)`.")
      Output.report("  help: Run `statechart try` in the project's folder.")
      throw ExitCode(2)
    }
    let screen = Screen.standardOutput(.auto)
    var lint = LintRun(try Lint.parse([Self.folder, "--quiet"]))
    let charts = PathSearch([Self.folder], for: .charts).paths
    lint.check(charts)
    try lint.finish()
    screen.show([
      .text("1. All \(charts.count) charts are correct: `statechart lint` finds no problems."), .empty,
      .text(
        "2. A person signs in to Mozilla VPN and mistypes a code. The chart decides where each step leads:"),
    ])
    let loaded = try ChartInput.loadedChart(at: Self.chart)
    let script = try RunScript(at: Self.script)
    var replay = Replay(
      try script.simulation(of: loaded), chart: loaded.chart.chart, on: screen, isBrief: true)
    let report = try replay.play(script)
    guard report.isFinal else {
      Output.report("\(Self.script): error: This run does not reach the end of the flow.")
      throw ExitCode(1)
    }
    let next = [
      ("Start your own flow", "statechart new"),
      ("Walk through this one", "statechart simulate \(Self.chart)"),
      ("See the pictures", "Docs/flows/fxa-authentication.md"),
      ("Read the guide", "Docs/guide/starting-a-flow.md"),
    ]
    let width = next.map(\.0.count).max() ?? 0
    screen.show([.empty, .text("3. Next:")])
    screen.show(
      next.map { what, how in
        let lead = what + String(repeating: " ", count: width - what.count + 2)
        return ScreenLine(
          lead: ScreenLine.Part(text: lead, style: .plain),
          parts: [ScreenLine.Part(text: how, style: .strong)], indent: 3, hangingIndent: width + 5)
      })
  }
}
