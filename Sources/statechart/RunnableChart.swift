import ArgumentParser
import Statecharts
import StatechartsLint
import StatechartsTesting
import StatechartsYAML

/// A chart that a command was asked to draw or run.
struct RunnableChart {
  private let loaded: LoadedChart

  /// The chart as it was written.
  var chart: Statechart { loaded.chart.chart }

  /// Loads a chart from a file, or from the standard input for `-`.
  ///
  /// - Throws: `ExitCode(1)` after the findings were told when the chart has mistakes, `ExitCode(2)` after a message when it
  ///   cannot be read.
  init(path: String) throws {
    do {
      loaded = try ChartLoader().load(try ChartInput.source(at: path))
    } catch ChartLoadingFailure.findings(let files) {
      for file in files { ChartInput.report(file.diagnostics, in: file.source) }
      throw ExitCode(1)
    } catch ChartLoadingFailure.file(let problem) {
      Output.report("error: \(problem.message)")
      throw ExitCode(2)
    }
  }

  /// A run of the chart in virtual time.
  ///
  /// - Throws: `ExitCode(2)` after a message when an input does not fit the chart.
  func simulation(input: [String: Value] = [:]) throws -> Simulation {
    do {
      return try Simulation(loaded.chart, children: loaded.children, input: input)
    } catch {
      Output.report("error: \(error)")
      throw ExitCode(2)
    }
  }
}
