import ArgumentParser
import Statecharts
import StatechartsDocs
import StatechartsModel
import StatechartsTesting
import StatechartsYAML

/// Plays a file of JSON lines through a chart, for pages that show the run.
enum RecordedRun {
  // Decision: Docs/decisions/diagrams-and-pages.md#a-run-defines-the-happy-path
  /// Plays a file.
  ///
  /// - Parameter folder: The folder that the file belongs to where a page names it; nil for the command line.
  /// - Throws: `ExitCode` after a report when a line cannot be used, or the run is one of another chart.
  static func read(
    _ file: String, inside folder: String? = nil, of loaded: LoadedChart
  ) throws -> DocumentRun {
    let script = try RunScript(at: file, inside: folder)
    let narration = Narration(loaded.chart.chart)
    var simulation = try script.simulation(of: loaded)
    var run = DocumentRun()
    var before: [String] = []
    func add(_ what: String, _ report: SimulationReport) {
      // Of regions only those that moved are news.
      let places = report.configuration.filter { !before.contains($0) }.map { narration.path(of: $0) }
      run.add(
        DocumentRun.Step(
          what: what, did: narration.performedEffects(report).map(\.text),
          place: places.isEmpty ? nil : places.joined(separator: ", ")),
        report.microsteps, configuration: report.configuration)
      before = report.configuration
    }
    guard try script.play(&simulation, { request, report, _ in add(narration.words(for: request), report) })
    else { throw ExitCode(1) }
    return run
  }
}
