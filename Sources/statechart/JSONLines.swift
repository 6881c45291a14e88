import Statecharts
import StatechartsModel
import StatechartsTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The machine interface of `simulate`: a JSON object in, a JSON object out (`Docs/guide/simulating.md`).
struct JSONLines {
  private var simulation: Simulation
  private let begin: ([String: ChartValue]) throws -> Simulation

  /// Answers lines of a run.
  ///
  /// - Parameter begin: Makes a run of the same chart with these inputs, when a line asks for it. Its error is reported.
  init(_ simulation: Simulation, begin: @escaping ([String: ChartValue]) throws -> Simulation) {
    self.simulation = simulation
    self.begin = begin
  }

  /// Starts the chart and answers its first line.
  mutating func start() throws -> String { try Self.render(simulation.start()) }

  /// Carries out one line and answers it.
  ///
  /// - Throws: `SimulationRequest.BadLine` when the line is not one of the documented objects.
  mutating func answer(_ line: String) throws -> String {
    var request = try SimulationRequest(line)
    guard case .restart(let input) = request.kind else {
      return try Self.render(try simulation.perform(request))
    }
    // Only the guards of the line.
    request.kind = .nothing
    _ = try simulation.perform(request)
    let guards = simulation.guards
    do {
      simulation = try begin(input.readingDurations(inputsOf: simulation.chart.chart))
    } catch {
      throw SimulationRequest.BadLine(
        message: "The run cannot start again: \(error)",
        help: "Give inputs that the chart declares, with values of their types.")
    }
    simulation.guards = guards
    return try start()
  }

  private static func render(_ report: SimulationReport) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(Answer(report)), as: UTF8.self)
  }

  /// One line of output.
  private struct Answer: Encodable {
    struct Call: Encodable {
      var name: String
      var arguments: JSONValue?
      var data: JSONValue?
      var to: String?
    }

    var configuration: [String]
    var states: [String]
    var context: JSONValue
    var outputs: [Call]
    var actions: [Call]
    var services: [String]
    var final: Bool
    var outcome: String
    var reason: String?
    var sent: [Call]?
    var log: [JSONValue]?
    var problems: [String]?
    var result: JSONValue?
    var stopped: String?
    var passed: String?

    init(_ report: SimulationReport) {
      configuration = report.configuration
      states = report.states
      context = JSONValue(.map(report.context.byName))
      outputs = report.outputs.map { Call(name: $0.name, data: JSONValue($0.data)) }
      actions = report.actions.map { Call(name: $0.name, arguments: JSONValue(.map($0.arguments.byName))) }
      services = report.services
      final = report.isFinal
      outcome = report.outcome.rawValue
      reason = report.reason
      sent =
        report.sent.isEmpty
        ? nil
        : report.sent.map {
          Call(name: $0.name, data: JSONValue($0.data), to: $0.receiver)
        }
      log = report.log.isEmpty ? nil : report.log.map { JSONValue($0) }
      problems = report.problems.isEmpty ? nil : report.problems
      result = report.result == .unset ? nil : JSONValue(report.result)
      stopped = report.stopped.flatMap(Self.word)
      passed = report.passed.map { "\(ChartValue.duration($0))" }
    }

    /// The limit that stopped the chart, for programs; nil for one that was asked to stop.
    private static func word(for reason: StopReason) -> String? {
      switch reason {
      case .endlessSteps: "endless-steps"
      case .tooMuchWork: "too-much-work"
      case .requested: nil
      }
    }
  }
}

extension Simulation {
  /// Carries out one line of the machine interface.
  ///
  /// - Throws: when the line names a guard that nothing asks.
  mutating func perform(_ request: SimulationRequest) throws(SimulationRequest.BadLine) -> SimulationReport {
    try set(request.guards)
    let type = request.kind.dataType(in: chart.chart, ServiceDeclarations(self)) ?? .any
    switch request.kind {
    case .done(let service, let result):
      if let refusal = refusal(ofResult: result, from: service) { return refusal }
    case .failed(let service, let code, _):
      if let refusal = refusal(ofFailure: code, from: service) { return refusal }
    case .restart, .begin:
      throw SimulationRequest.BadLine(
        message: "A replayed run cannot start again.", help: "Write each run into its own file.")
    case .event, .sent, .advance, .nothing: break
    }
    return take(request.readingDurations(as: type))
  }

  /// Takes a step whose data have their declared types.
  mutating func take(_ step: SimulationRequest) -> SimulationReport {
    for (name, answer) in step.guards { guards[name] = answer }
    switch step.kind {
    case .event(let name, let data): return send(name, data: data)
    case .done(let service, let result): return complete(service: service, with: result)
    case .failed(let service, let code, let data): return fail(service: service, code: code, data: data)
    case .sent(let service, let name, let data): return send(name, data: data, fromService: service)
    case .advance(let duration): return advance(by: duration)
    case .restart, .begin, .nothing: return report
    }
  }
}

extension Simulation {
  /// Sets what guards answer from now on.
  ///
  /// - Throws: when one of them is not a guard of the chart.
  mutating func set(_ answers: [(name: String, answer: Bool)]) throws(SimulationRequest.BadLine) {
    let known = guardNames
    for (name, _) in answers where !known.contains(name) {
      let near = NearNames.suggestion(for: name, in: known)
      throw SimulationRequest.BadLine(
        message: "`\(name)` is not a guard of this chart.",
        help: near.map { "Did you mean `\($0)`?" }
          ?? (known.isEmpty
            ? "Leave it out: this chart has no guards that the app answers."
            : "Its guards are: \(known.joined(separator: ", "))."))
    }
    for (name, answer) in answers { guards[name] = answer }
  }
}

extension SimulationReport {
  /// What went wrong on the way and was not handled by the chart, in words.
  var problems: [String] {
    var problems = failures
    problems += unhandledErrors.map { "No transition handles the error `\($0)`." }
    problems += lateResults.map { "The answer of `\($0)` came too late and was dropped." }
    if let stopped { problems.append(stopped.description) }
    return problems
  }
}

extension [String: ChartValue] {
  /// The values with texts read as durations where the chart declares such an input.
  func readingDurations(inputsOf chart: Statechart) -> [String: ChartValue] {
    var values = self
    for variable in chart.context {
      guard let value = values[variable.name.text] else { continue }
      values[variable.name.text] = value.readingDurations(as: variable.field.type)
    }
    return values
  }
}

extension [NamedValue] {
  /// The values by their names.
  fileprivate var byName: [String: ChartValue] {
    Dictionary(map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
  }
}
