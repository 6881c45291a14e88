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

  /// Plays the lines, and gives what each led to.
  ///
  /// Steps that the chart refuses, or that no state of it could ever answer, are reported with their lines: such a run
  /// is one of another chart, or of what this one was.
  ///
  /// - Returns: Whether all steps are steps of this chart.
  /// - Throws: `ExitCode(2)` after a report when a line cannot be understood.
  func play(
    _ simulation: inout Simulation, _ tell: (SimulationRequest, Report) -> Void
  ) throws(ExitCode) -> Bool {
    var strays = 0
    for number in 1...max(source.lineStarts.count, 1) {
      let line = source.lineText(number)
      if line.allSatisfy(\.isWhitespace) { continue }
      do throws(SimulationRequest.BadLine) {
        let request = try SimulationRequest(line)
        let report = try simulation.perform(request)
        tell(request, report)
        guard let reason = simulation.refusal(of: request, report) else { continue }
        strays += 1
        guard strays <= Self.mostTold else { continue }
        Output.report(
          "\(source.name):\(number): error: This step is not possible in the chart: \(reason)")
      } catch {
        Output.report("\(source.name):\(number): error: \(error.message)\n  help: \(error.help)")
        throw ExitCode(2)
      }
    }
    guard strays > 0 else { return true }
    let more = strays > Self.mostTold ? "\(strays - Self.mostTold) more steps are not possible. " : ""
    Output.report("  help: \(more)\(Self.help)")
    return false
  }

  /// Of a run of another chart nearly every line is wrong, and a few tell it.
  private static let mostTold = 3

  private static let help =
    "Mend the lines, or record the run anew: it belongs to another chart, or the chart has changed."
}

extension Simulation {
  /// Why a step is none of this chart's; nil when it is one.
  fileprivate func refusal(of request: SimulationRequest, _ report: Report) -> String? {
    if report.outcome == .rejected { return report.reason ?? "The chart does not take it." }
    guard report.outcome == .ignored, case .event(let name, _) = request.kind, !answers(name) else {
      return nil
    }
    let near = NearNames.suggestion(for: name, in: eventNames).map { " Did you mean `\($0)`?" } ?? ""
    return "No state answers `\(name)`.\(near)"
  }
}
