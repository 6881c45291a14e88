import StatechartsTesting
import StatechartsYAML

/// The steps that lead a run of the page of `preview` to a state.
struct RunJump: Encodable {
  /// The lines to add to the run.
  var lines: [String] = []
  /// Whether the run begins again before them, because the state is not reached from where it is.
  var isFromStart = false
  /// Why there are no lines; nil when there are.
  var message: String?

  /// Finds the fewest steps to a state, from where a run is, else from its start.
  init(to state: String, after run: SimulatedRun) {
    guard let fresh = run.fresh, let simulation = run.simulation, let report = run.report else {
      message = "The flow has not started."
      return
    }
    guard run.view.destinations.contains(where: { $0.id == state }) else {
      message = "This state cannot be reached: the chart has no such state."
      return
    }
    if report.states.contains(state) {
      message = "The flow is already there."
      return
    }
    if let steps = ShortestRun.steps(to: state, from: simulation, report) {
      lines = steps.compactMap { $0.line { $0 } }
      return
    }
    var start = fresh
    let first = start.start()
    guard let steps = ShortestRun.steps(to: state, from: start, first) else {
      message = "No steps to this state were found. It may need data that no sample stands for."
      return
    }
    lines = steps.compactMap { $0.line { $0 } }
    isFromStart = true
  }
}
