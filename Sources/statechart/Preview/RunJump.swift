import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsWalk

/// The steps that lead a run of the page of `preview` to a state.
struct RunJump: Encodable {
  /// The lines to add to the run, or those of a run in its place.
  var lines: [String] = []
  /// Whether the lines are a run in place of the present one, because the state is not reached from where it is.
  var isFromStart = false
  /// Why there are no lines; nil when there are.
  var message: String?

  /// Finds a few steps to a state, from where a run is, else from its start, else from a start with other inputs.
  init(to state: String, after run: SimulatedRun, limits: RunSearch.Limits = RunSearch.Limits()) {
    guard let simulation = run.simulation, let report = run.report else {
      message = "The flow has not started."
      return
    }
    if report.states.contains(state) {
      message = "The flow is already there."
      return
    }
    var search = RunSearch(to: state, in: simulation, limits: limits)
    if let (_, steps) = search.find(from: [RunSearch.Start(simulation: simulation, report: report)]) {
      lines = steps.compactMap { $0.line { $0 } }
      return
    }
    let starts = run.starts
    guard
      let (start, steps) = search.find(
        from: starts.map { start in
          var simulation = start.fresh
          let report = simulation.start()
          return RunSearch.Start(simulation: simulation, report: report)
        })
    else {
      message =
        "No steps to this state were found. They may need more time or other data. Get closer step by step, then jump again."
      return
    }
    lines = [starts[start].header].compactMap { $0 } + steps.compactMap { $0.line { $0 } }
    isFromStart = true
  }
}

extension SimulatedRun {
  /// How a run can begin.
  struct Beginning {
    /// The run before its start.
    var fresh: Simulation
    /// The first line of its recording; nil when there is nothing to say.
    var header: String?
  }

  /// The most starts that are tried.
  private static let mostStarts = 24

  /// The start of this run and that of a new one, and those that differ from them in one guard or input. A jump before this one
  /// may have set an input that leads elsewhere.
  var starts: [Beginning] {
    guard let fresh else { return [] }
    let samples = SampleValues(chart)
    var starts = [beginning(fresh, input)]
    var known: Set = [input]
    func add(_ input: [String: ChartValue]) {
      guard known.insert(input).inserted, let simulation = begun(with: input) else { return }
      starts.append(beginning(simulation, input))
    }
    add([:])
    for name in fresh.guardNames {
      var other = fresh
      other.guards[name] = !(fresh.guards[name] ?? true)
      starts.append(beginning(other, input))
    }
    for base in [[:], input] {
      for variable in chart.context where variable.isInput && samples.decides(variable.name.text) {
        for value in samples.values(of: variable.field) {
          add(base.merging([variable.name.text: value]) { $1 })
        }
      }
    }
    return Array(starts.prefix(Self.mostStarts))
  }

  private func beginning(_ fresh: Simulation, _ input: [String: ChartValue]) -> Beginning {
    // Secrets stay where they were typed: the page adds them again.
    let secret = Set(chart.context.filter(\.field.holdsSecret).map(\.name.text))
    let shown = input.isEmpty ? nil : input.filter { !secret.contains($0.key) }
    return Beginning(
      fresh: fresh, header: SimulationRequest.opening(input: shown, guards: fresh.guards))
  }
}
