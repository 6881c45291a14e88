import ArgumentParser
import Statecharts
import StatechartsTesting
import StatechartsYAML

/// Plays a file of JSON lines through a chart and tells in words what happens.
struct Replay {
  private let chart: Statechart
  private let narration: Narration
  private let simulation: Simulation
  private var place = ""

  init(_ simulation: Simulation, chart: Statechart) {
    self.simulation = simulation
    self.chart = chart
    self.narration = Narration(chart)
  }

  /// Plays a script and tells each step.
  ///
  /// - Returns: Where the chart is in the end.
  /// - Throws: `ExitCode(2)` after a message when a line cannot be understood, `ExitCode(1)` when a step does not fit this
  ///   chart or the chart was stopped.
  mutating func play(_ script: RunScript) throws(ExitCode) -> Report {
    Output.tell(chart.title ?? chart.id.text)
    var simulation = simulation
    var report = simulation.start()
    tell("The flow starts.", report)
    let fits = try script.play(&simulation) { request, result in
      report = result
      tell(request.words, result)
    }
    let isStopped = report.stopped != nil
    Output.tell(
      report.isFinal
        ? "The flow has ended."
        : isStopped ? "The flow was stopped and does nothing more." : "The flow goes on from here.")
    if !fits || isStopped { throw ExitCode(1) }
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
