import Statecharts
import StatechartsModel
import StatechartsTesting

/// The steps of a walk as JSON lines, as `--replay` and pages take them.
///
/// What is declared secret never gets into it: a made-up value stands in its place, the same for the same secret.
struct WalkRecording {
  private struct Step {
    var words: String
    var line: String
    var configuration: [String]
    var outcome: SimulationReport.Outcome
  }

  /// The simulation before its start.
  private let fresh: Simulation
  /// The same with made-up inputs; nil when the chart refuses them.
  private let replayed: Simulation?
  private let header: String?
  private var steps: [Step] = []
  private var secrets = MadeUpValues()

  /// - Parameters:
  ///   - input: What the simulation is given at its start.
  ///   - simulation: The simulation before its start.
  ///   - begin: Makes a simulation of the same chart with other inputs.
  init(
    _ chart: Statechart, input: [String: ChartValue], _ simulation: Simulation,
    begin: ([String: ChartValue]) throws -> Simulation
  ) {
    fresh = simulation
    var (shown, replayed) = (input, Optional(simulation))
    let hidden = secrets.hiding(.map(input), in: .record(chart.context.map(\.field)))
    if !secrets.isEmpty, case .map(let values) = hidden {
      shown = values
      replayed = try? begin(values)
      replayed?.guards = simulation.guards
    }
    self.replayed = replayed
    header = SimulationRequest.opening(input: input.isEmpty ? nil : shown, guards: simulation.guards)
  }

  /// How many steps there are.
  var count: Int { steps.count }

  /// Whether a made-up value stands for a secret.
  var hidesSecrets: Bool { !secrets.isEmpty }

  /// Adds what happened.
  ///
  /// - Parameters:
  ///   - words: What happened, for people.
  ///   - type: What its data are declared to be.
  ///   - report: Where it led.
  mutating func add(
    _ request: SimulationRequest, words: String, type: ChartValueType, _ report: SimulationReport
  ) {
    guard let line = request.line({ secrets.hiding($0, in: type) }) else { return }
    steps.append(
      Step(words: words, line: line, configuration: report.configuration, outcome: report.outcome))
  }

  /// Takes the last step back; gives what happened in it.
  mutating func removeLast() -> String? { steps.popLast()?.words }

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The line with what the walk had at its start, where it had something, and a line for each step.
  var lines: [String] { [header].compactMap { $0 } + steps.map(\.line) }

  /// The number of the first line that does something else when it is replayed, because a secret mattered; nil when
  /// none does.
  var divergingLine: Int? {
    guard hidesSecrets else { return nil }
    guard var simulation = replayed else { return 1 }
    var real = fresh
    guard simulation.start().configuration == real.start().configuration else { return 1 }
    for (index, step) in steps.enumerated() {
      guard let request = try? SimulationRequest(step.line),
        let report = try? simulation.perform(request), report.configuration == step.configuration,
        report.outcome == step.outcome
      else { return index + (header == nil ? 1 : 2) }
    }
    return nil
  }
}

/// Values that stand for secrets, the same for the same secret.
///
/// Nothing of a secret is left but how many values a list or a map has. Where only few values are possible, such as yes
/// and no, one of them stands for all: two would tell which is which.
struct MadeUpValues {
  private var known: [ChartValue] = []
  /// Whether no secret was met.
  private(set) var isEmpty = true

  /// A value with made-up ones in place of what its type declares secret.
  mutating func hiding(_ value: ChartValue, in type: ChartValueType) -> ChartValue {
    switch (type, value) {
    case (.optional(let inner), _): return hiding(value, in: inner)
    case (.list(let element), .list(let values)): return .list(values.map { hiding($0, in: element) })
    case (.record(let fields), .map(var values)):
      for field in fields {
        guard let inner = values[field.name.text], inner != .unset else { continue }
        values[field.name.text] =
          field.isSecret ? madeUp(for: inner, of: field) : hiding(inner, in: field.type)
      }
      return .map(values)
    default: return value
    }
  }

  private mutating func madeUp(for value: ChartValue, of field: FieldDeclaration) -> ChartValue {
    isEmpty = false
    if case .string = value, let first = field.values?.first { return .string(first) }
    return madeUp(for: value, of: field.type)
  }

  private mutating func madeUp(for value: ChartValue, of type: ChartValueType) -> ChartValue {
    switch (type, value) {
    case (_, .unset): return .unset
    case (.optional(let inner), _): return madeUp(for: value, of: inner)
    case (.list(let element), .list(let values)): return .list(values.map { madeUp(for: $0, of: element) })
    case (.record(let fields), .map(let values)):
      var result: [String: ChartValue] = [:]
      for field in fields {
        result[field.name.text] = values[field.name.text].map { madeUp(for: $0, of: field) }
      }
      return .map(result)
    // Every chart has this code.
    case (.error, _): return .string("timeout")
    case (_, .bool): return .bool(false)
    case (_, .int): return .int(number(of: value))
    case (_, .number): return .number(Double(number(of: value)))
    case (_, .duration): return .duration(.seconds(number(of: value)))
    case (_, .string): return .string("made-up-\(number(of: value))")
    case (_, .list(let values)): return .list(values.map { madeUp(for: $0, of: .any) })
    case (_, .map(let values)):
      var result: [String: ChartValue] = [:]
      for (name, inner) in values.sorted(by: { $0.key < $1.key }) {
        result["made-up-\(number(of: .string(name)))"] = madeUp(for: inner, of: .any)
      }
      return .map(result)
    }
  }

  private mutating func number(of value: ChartValue) -> Int {
    if let place = known.firstIndex(of: value) { return place + 1 }
    known.append(value)
    return known.count
  }
}
