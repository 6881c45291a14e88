import ArgumentParser
import Statecharts
import StatechartsTesting
import StatechartsYAML

/// A file of JSON lines that is played through a chart.
struct RunScript {
  private let source: SourceText

  /// Reads a file, or the standard input for `-`.
  ///
  /// - Parameter folder: The folder that the file belongs to where a page names it; nil for the command line.
  /// - Throws: `ExitCode(2)` after a report when it cannot be read.
  init(at path: String, inside folder: String? = nil) throws(ExitCode) {
    source = try ChartInput.source(at: path, inside: folder)
    guard let problem = source.encodingProblem else { return }
    Output.report("\(source.name):1:1: error: \(problem.message)\n  help: \(problem.help)")
    throw ExitCode(2)
  }

  /// A run of a chart in virtual time, with the inputs and guards of the first line where it has some.
  ///
  /// - Parameter input: Inputs of the command line, which come before those of the file.
  /// - Throws: `ExitCode(2)` after a report when the line cannot be understood or an input does not fit.
  func simulation(of loaded: LoadedChart, input: [String: ChartValue] = [:]) throws(ExitCode) -> Simulation {
    guard let number = firstLine, let first = try? SimulationRequest(source.lineText(number), opens: true),
      case .begin(let recorded) = first.kind
    else { return try ChartInput.simulation(of: loaded, input: input) }
    let known = recorded.readingDurations(inputsOf: loaded.chart.chart)
    var simulation = try ChartInput.simulation(of: loaded, input: known.merging(input) { _, given in given })
    do throws(SimulationRequest.BadLine) {
      try simulation.set(first.guards)
      return simulation
    } catch {
      throw fail(number, error)
    }
  }

  /// Starts a chart and plays the lines, and gives what each led to; no request led to the start.
  ///
  /// Steps that the chart refuses, that no state of it could ever handle, or that go wrong in it are reported with their
  /// lines: such a run belongs to another chart, or to an earlier version of this one.
  ///
  /// - Returns: Whether there are steps, and all of them are steps of this chart.
  /// - Throws: `ExitCode(2)` after a report when a line cannot be understood.
  func play(
    _ simulation: inout Simulation, _ show: (SimulationRequest?, SimulationReport, _ time: Duration) -> Void
  ) throws(ExitCode) -> Bool {
    let start = simulation.start()
    show(nil, start, simulation.now)
    if let failure = start.failure {
      Output.report("\(source.name): error: The flow does not work at its start: \(failure)")
      return false
    }
    var steps = 0
    var strays = 0
    var failures = 0
    let first = firstLine
    for number in 1...max(source.lineStarts.count, 1) {
      let line = source.lineText(number)
      if line.allSatisfy(\.isWhitespace) { continue }
      do throws(SimulationRequest.BadLine) {
        let request = try SimulationRequest(line, opens: number == first)
        if case .begin = request.kind { continue }
        let report = try simulation.perform(request)
        show(request, report, simulation.now)
        steps += 1
        let message: String
        if let reason = simulation.refusal(of: request, report) {
          strays += 1
          message = "This step is not possible in the chart: \(reason)"
        } else if let failure = report.failure {
          failures += 1
          message = "This step does not work in the chart: \(failure)"
        } else {
          continue
        }
        if strays + failures <= Self.mostReported {
          Output.report("\(source.name):\(number): error: \(message)")
        }
        // Nothing is possible after that, and the rest is no news.
        if report.stopped != nil { break }
      } catch {
        throw fail(number, error)
      }
    }
    guard steps > 0 else {
      Output.report("\(source.name): error: The file has no steps.")
      Output.report("  help: Record a walk with `save` in `statechart simulate`.")
      return false
    }
    let wrong = strays + failures
    guard wrong > 0 else { return true }
    let what = failures == 0 ? "are not possible" : "are not possible or do not work"
    let more = wrong > Self.mostReported ? "\(wrong - Self.mostReported) more steps \(what). " : ""
    let help = strays > 0 ? Self.help : Self.helpForFailures
    Output.report("  help: \(more)\(help)")
    return false
  }

  /// The number of the first line that is not empty.
  private var firstLine: Int? {
    (1...max(source.lineStarts.count, 1)).first { !source.lineText($0).allSatisfy(\.isWhitespace) }
  }

  /// Reports a line that cannot be used; gives what to throw.
  private func fail(_ line: Int, _ problem: SimulationRequest.BadLine) -> ExitCode {
    Output.report("\(source.name):\(line): error: \(problem.message)\n  help: \(problem.help)")
    return ExitCode(2)
  }

  /// In a run of another chart nearly every line is wrong, and a few are enough.
  private static let mostReported = 3

  private static let help =
    "The run belongs to another chart, or the chart has changed. Fix the lines, or record the run again with `save` "
    + "in `statechart simulate`."

  private static let helpForFailures =
    "Walk through these steps in `statechart simulate` to see what happens, then fix the chart or the lines."
}

extension SimulationReport {
  /// Why the step did not do what it should; nil when it did. A chart may handle its own errors.
  fileprivate var failure: String? {
    if let stopped { return stopped.description }
    return unhandledErrors.isEmpty && passed == nil ? nil : problems.first
  }
}

extension Simulation {
  /// Why a step does not belong to this chart; nil when it does.
  fileprivate func refusal(of request: SimulationRequest, _ report: SimulationReport) -> String? {
    if report.outcome == .rejected { return report.reason ?? "The chart does not accept it." }
    // A guard that is false is part of the flow.
    guard report.outcome == .ignored, report.refused.isEmpty, case .event(let name, _) = request.kind else {
      return nil
    }
    if answers(name) { return "No active state handles `\(name)` now." }
    let near = NearNames.suggestion(for: name, in: eventNames).map { " Did you mean `\($0)`?" } ?? ""
    return "No state handles `\(name)`.\(near)"
  }
}
