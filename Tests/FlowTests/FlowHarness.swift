import Foundation
import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsYAML
import Testing

/// One of the shipped charts, loaded once, with what the tests ask of it.
struct Flow: Sendable {
  let name: String
  private let loading: Result<LoadedChart, ChartLoadingFailure>

  init(_ name: String) {
    self.name = name
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("charts/\(name).yaml").path
    do {
      loading = .success(try ChartLoader().load(path))
    } catch {
      loading = .failure(error)
    }
  }

  /// The chart as it is written, or the findings that stand in the way.
  func chart() throws -> Statechart { try loaded().chart.chart }

  /// The chart and the charts that it invokes, ready to run.
  func loaded() throws -> LoadedChart {
    switch loading {
    case .success(let loaded): return loaded
    case .failure(.file(let problem)):
      Issue.record("charts/\(name).yaml: \(problem)")
    case .failure(.findings(let files)):
      for file in files {
        for finding in file.diagnostics {
          let place = file.source.position(at: finding.range.lowerBound)
          Issue.record(
            "charts/\(name).yaml:\(place.line):\(place.column): \(finding.message) [\(finding.rule)]")
        }
      }
    }
    return try loading.get()
  }

  /// The codes with which a service may fail.
  func errors(ofService service: String) throws -> [String] {
    let services = try chart().handlers.services ?? []
    return try #require(services.first { $0.name.text == service }, "no service \(service)").errors.map(
      \.text)
  }

  /// All states, in document order.
  func states() throws -> [StateNode] {
    var found: [StateNode] = []
    var open = try chart().root.states
    while !open.isEmpty {
      let state = open.removeFirst()
      found.append(state)
      open.insert(contentsOf: state.states, at: 0)
    }
    return found
  }

  func state(_ id: String) throws -> StateNode {
    try #require(try states().first { $0.id.text == id }, "no state \(id)")
  }

  /// The states whose `errors:` list a code.
  func statesThatShow(_ code: String) throws -> [String] {
    try states().filter { $0.errors.contains { $0.text == code } }.map(\.id.text)
  }

  /// A started chart after some steps, whose expectations are checked on the way.
  func simulation(_ input: [String: ChartValue], _ steps: [Step]) throws -> Simulation {
    try run(Walk(name, input: input, steps))
  }

  /// A chart that is not started yet.
  func simulation(_ input: [String: ChartValue] = [:]) throws -> Simulation {
    let loaded = try loaded()
    return try Simulation(loaded.chart, children: loaded.children, input: input)
  }

  /// Runs a chart through a walk and checks what it expects.
  @discardableResult
  func run(_ walk: Walk) throws -> Simulation {
    let loaded = try loaded()
    var simulation = try Simulation(loaded.chart, children: loaded.children, input: walk.input)
    var report = simulation.start()
    let listed = Dictionary(
      try states().map { ($0.id.text, $0.errors.map(\.text)) }, uniquingKeysWith: { first, _ in first })
    for (index, step) in walk.steps.enumerated() {
      let place = Comment(
        rawValue: "\(name), \(walk.name), step \(index + 1), \(step), in \(report.configuration)")
      switch step {
      case .send(let event, let data):
        report = simulation.send(event, data: data)
        #expect(report.outcome == .taken, place)
      case .refused(let event, let data):
        let before = report.configuration
        report = simulation.send(event, data: data)
        #expect(report.outcome != .taken && report.configuration == before, place)
      case .complete(let service, let value):
        report = simulation.complete(service: service, with: value)
        #expect(report.outcome == .taken, place)
      case .fail(let service, let code, let data):
        report = simulation.fail(service: service, code: code, data: data)
        #expect(report.outcome == .taken, place)
      case .wait(let duration): report = simulation.advance(by: duration)
      case .answer(let handlerGuard, let answer): simulation.guards[handlerGuard] = answer
      default: check(step, report, place)
      }
      checkErrors(report, listed, place)
    }
    return simulation
  }

  private func check(_ step: Step, _ report: SimulationReport, _ place: Comment) {
    let shown = report.shownErrors
    switch step {
    case .at(let state): #expect(report.states.contains(state), place)
    case .shows(let code): #expect(shown == [code], place)
    case .showsNothing: #expect(shown.isEmpty, place)
    case .emits(let output, let data):
      #expect(report.outputs.contains { $0.name == output && $0.data == data }, place)
    case .emitsNo(let output): #expect(!report.outputs.contains { $0.name == output }, place)
    case .calls(let action): #expect(report.actions.contains { $0.name == action }, place)
    case .callsNo(let action): #expect(!report.actions.contains { $0.name == action }, place)
    case .callsWith(let action, let arguments):
      #expect(report.actions.contains { $0.name == action && $0.values == arguments }, place)
    case .runs(let service): #expect(report.services.contains(service), place)
    case .runsNo(let service): #expect(!report.services.contains(service), place)
    case .timers(let remaining): #expect(report.timers.map(\.remaining) == remaining, place)
    case .has(let variable, let value):
      #expect((report.context.first { $0.name == variable }?.value ?? .unset) == value, place)
    case .ended(let state): #expect(report.isFinal && report.states.contains(state), place)
    default: break
    }
  }

  /// What every step of every flow must keep: nothing goes wrong unnoticed, and an error is shown only where it is
  /// listed.
  private func checkErrors(_ report: SimulationReport, _ listed: [String: [String]], _ place: Comment) {
    #expect(report.unhandledErrors.isEmpty && report.failures.isEmpty && report.stopped == nil, place)
    if report.isFinal { return }
    for code in report.shownErrors {
      #expect(
        report.states.contains { listed[$0]?.contains(code) == true }, "\(code) is not listed, \(place)")
    }
  }
}

/// What a test does to a running chart, and what it expects to see.
enum Step: Sendable {
  /// The app sends an event, which must be taken.
  case send(String, ChartValue = .unset)
  /// The app sends an event, which must change nothing.
  case refused(String, ChartValue = .unset)
  /// A running service gives its result.
  case complete(String, ChartValue = .unset)
  /// A running service fails.
  case fail(String, String, ChartValue = .unset)
  /// Time passes.
  case wait(Duration)
  /// From now on a handler guard answers so.
  case answer(String, Bool)
  /// A state is active, itself or through a descendant.
  case at(String)
  /// The last step emitted exactly this error.
  case shows(String)
  /// The last step emitted no error.
  case showsNothing
  /// The last step emitted this.
  case emits(String, ChartValue)
  /// The last step did not emit this.
  case emitsNo(String)
  /// The last step called a handler's action.
  case calls(String)
  /// The last step did not call a handler's action.
  case callsNo(String)
  /// The last step called a handler's action with these arguments.
  case callsWith(String, ChartValue)
  /// A service runs.
  case runs(String)
  /// A service does not run.
  case runsNo(String)
  /// Exactly these timers wait, the next one first, each due in this time.
  case timers([Duration])
  /// A variable of the context has a value.
  case has(String, ChartValue)
  /// The chart has ended in a final state.
  case ended(String)
}

/// A named run of a chart: a row of a table of tests.
struct Walk: Sendable, CustomTestStringConvertible {
  var name: String
  var input: [String: ChartValue] = [:]
  var steps: [Step]

  init(_ name: String, input: [String: ChartValue] = [:], _ steps: [Step]) {
    self.name = name
    self.input = input
    self.steps = steps
  }

  var testDescription: String { name }
}

extension SimulationReport {
  /// The codes of the errors that were emitted.
  fileprivate var shownErrors: [String] {
    outputs.filter { ["errorOccurred", "userErrorMessage"].contains($0.name) }.map { output in
      guard case .map(let fields) = output.data, case .string(let code)? = fields["error"] else {
        return "none"
      }
      return code
    }
  }
}

extension Macrostep.PerformedAction {
  /// The arguments by name.
  fileprivate var values: ChartValue {
    .map(Dictionary(arguments.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last }))
  }
}
