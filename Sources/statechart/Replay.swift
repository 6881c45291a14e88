import ArgumentParser
import Statecharts
import StatechartsTesting
import StatechartsYAML

/// Plays a file of JSON lines through a chart and tells in words what happens.
struct Replay {
  private let chart: Statechart
  private let narration: Narration
  private var simulation: Simulation
  private var place = ""

  init(_ simulation: Simulation, chart: Statechart) {
    self.simulation = simulation
    self.chart = chart
    self.narration = Narration(chart)
  }

  /// Plays a script and gives each step to be printed.
  ///
  /// - Throws: `ExitCode(2)` after a message when a line cannot be understood.
  mutating func play(_ script: SourceText) throws -> Report {
    Output.tell(chart.title ?? chart.id.text)
    var report = simulation.start()
    tell("The flow starts.", report)
    for number in 1...max(script.lineStarts.count, 1) {
      let line = script.lineText(number)
      if line.allSatisfy(\.isWhitespace) { continue }
      do {
        let request = try SimulationRequest(line)
        report = try simulation.perform(request)
        tell(request.words, report)
      } catch {
        Output.report("\(script.name):\(number): error: \(error.message)\n  help: \(error.help)")
        throw ExitCode(2)
      }
    }
    Output.tell(report.isFinal ? "The flow has ended." : "The flow goes on from here.")
    return report
  }

  private mutating func tell(_ what: String, _ report: Report) {
    Output.tell("• \(what)")
    for line in narration.story(report) { Output.tell("    \(line)") }
    let now = narration.place(report)
    if now != place { Output.tell("  → \(now)") }
    place = now
  }
}
