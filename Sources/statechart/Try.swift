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
    commandName: "try", abstract: "Checks example charts and walks through a sign-in.",
    discussion: """
      The charts are those of the project's folder, or those that are installed with the command. It does the same as \
      these two commands, in fewer lines:

        statechart lint charts
        statechart simulate charts/fxa-authentication.yaml --replay Docs/examples/fxa-sign-in.jsonl
      """
  )

  private static let charts = "charts"
  private static let chart = "charts/fxa-authentication.yaml"
  private static let script = "Docs/examples/fxa-sign-in.jsonl"

  /// The folder of the examples, as the beginning of a path: the current one, or the one that is installed with the command.
  private static var folder: String? {
    var folders = [""]
    if let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      let root = program.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
      folders.append((root + ["share", "statechart", "examples", ""]).joined(separator: "/"))
    }
    return folders.first { folder in
      [Self.chart, Self.script].allSatisfy { FileManager.default.fileExists(atPath: folder + $0) }
    }
  }

  func run() throws {
    guard let folder = Self.folder else {
      Output.report("error: The example charts, such as `\(Self.chart)`, are not in this folder.")
      Output.report("  help: Run `statechart try` in a checkout of swift-statecharts.")
      throw ExitCode(2)
    }
    let screen = Screen.standardOutput(.auto)
    var lint = LintRun(try Lint.parse([folder + Self.charts, "--quiet"]))
    let charts = PathSearch([folder + Self.charts], for: .charts).paths
    lint.check(charts)
    try lint.finish()
    screen.show([
      .text("1. All \(charts.count) charts are correct: `statechart lint` finds no problems."), .empty,
      .text(
        "2. A person signs in to Mozilla VPN and mistypes a code. The chart decides where each step leads:"),
    ])
    let loaded = try ChartInput.loadedChart(at: folder + Self.chart)
    let script = try RunScript(at: folder + Self.script)
    var replay = Replay(
      try script.simulation(of: loaded), chart: loaded.chart.chart, on: screen, isBrief: true)
    let report = try replay.play(script)
    guard report.isFinal else {
      Output.report("\(folder + Self.script): error: This run does not reach the end of the flow.")
      throw ExitCode(1)
    }
    // What a checkout has built is not among the commands of the shell.
    let command =
      (CommandLine.arguments.first?.contains(".build/") ?? false) ? "swift run statechart" : "statechart"
    let next = [
      ("Start your own flow", "\(command) new"),
      ("Walk through this one", "\(command) simulate \(folder + Self.chart)"),
      ("See the pictures", folder + "Docs/flows/fxa-authentication.md"),
      ("Read the guide", folder + "Docs/guide/starting-a-flow.md"),
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
