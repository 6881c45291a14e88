import ArgumentParser
import Statecharts
import StatechartsDocs
import StatechartsTesting
import StatechartsYAML

/// Plays a file of JSON lines through a chart, for pages that show the run.
enum RecordedRun {
  /// Plays a file.
  ///
  /// - Throws: `ExitCode` after a report when the chart or a line cannot be used.
  static func read(_ file: String, of chart: String) throws -> DocumentRun {
    let loaded = try ChartInput.loadedChart(at: chart)
    let script = try ChartInput.source(at: file)
    let narration = Narration(loaded.chart.chart)
    var simulation = try ChartInput.simulation(of: loaded)
    var run = DocumentRun()
    var place = ""
    func add(_ what: String, _ report: Report) {
      let now = narration.titles(report)
      run.add(
        DocumentRun.Step(
          what: what, did: narration.doings(report), place: now == place ? nil : now),
        report.microsteps, configuration: report.configuration)
      place = now
    }
    add("The flow starts", simulation.start())
    for number in 1...max(script.lineStarts.count, 1) {
      let line = script.lineText(number)
      if line.allSatisfy(\.isWhitespace) { continue }
      do throws(SimulationRequest.BadLine) {
        let request = try SimulationRequest(line)
        add(narration.words(for: request), try simulation.perform(request))
      } catch {
        Output.report("\(script.name):\(number): error: \(error.message)\n  help: \(error.help)")
        throw ExitCode(2)
      }
    }
    return run
  }
}
