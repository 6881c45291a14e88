import Statecharts
import StatechartsTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The steps of a walk as JSON lines, as `--replay` and pages take them.
///
/// What is declared secret never gets into it: a made-up value stands in its place, the same for the same secret.
struct WalkRecording {
  private struct Step {
    var words: String
    var line: String
    var leadsTo: [String]
  }

  private let chart: Statechart
  /// The simulation before its start.
  private let fresh: Simulation
  private let header: String?
  private var steps: [Step] = []
  private var secrets = MadeUpValues()

  /// - Parameters:
  ///   - input: What the simulation is given at its start.
  ///   - simulation: The simulation before its start.
  init(_ chart: Statechart, input: [String: Value], _ simulation: Simulation) {
    self.chart = chart
    fresh = simulation
    let fields = chart.context.filter { input[$0.name.text] != nil }.map(\.field)
    let shown = secrets.hiding(.map(input), as: fields)
    let guards = simulation.guards.mapValues { Value.bool($0) }
    var parts: [String] = []
    if !input.isEmpty || !guards.isEmpty { parts.append("\"input\": \(Self.json(shown))") }
    if !guards.isEmpty { parts.append("\"guards\": \(Self.json(.map(guards)))") }
    header = parts.isEmpty ? nil : "{\(parts.joined(separator: ", "))}"
  }

  /// How many steps there are.
  var count: Int { steps.count }

  /// Whether a made-up value stands for a secret.
  var hidesSecrets: Bool { !secrets.isEmpty }

  /// Adds what happened.
  ///
  /// - Parameters:
  ///   - words: What happened, for people.
  ///   - fields: The declared fields of the data.
  ///   - leadsTo: The active states afterwards.
  mutating func add(
    _ kind: SimulationRequest.Kind, words: String, fields: [Field], leadsTo: [String]
  ) {
    func data(_ value: Value) -> String {
      value == .unset ? "" : ", \"data\": \(Self.json(secrets.hiding(value, as: fields)))"
    }
    let line: String
    switch kind {
    case .event(let name, let value): line = "{\"event\": \(Self.json(.string(name)))\(data(value))}"
    case .done(let service, let result):
      let shown = Self.json(secrets.hiding(result, as: fields))
      line = "{\"service\": \(Self.json(.string(service))), \"done\": \(shown)}"
    case .failed(let service, let code, let value):
      let name = Self.json(.string(service))
      line = "{\"service\": \(name), \"failed\": \(Self.json(.string(code)))\(data(value))}"
    case .advance(let duration): line = "{\"advance\": \"\(Value.duration(duration))\"}"
    // Nobody picks these from a list.
    case .sent, .restart, .begin, .nothing: return
    }
    steps.append(Step(words: words, line: line, leadsTo: leadsTo))
  }

  /// Adds that the app's condition has another answer.
  mutating func add(guard name: String, _ answer: Bool, leadsTo: [String]) {
    let line = "{\"guards\": {\(Self.json(.string(name))): \(answer)}}"
    steps.append(Step(words: "\(name): \(answer ? "yes" : "no")", line: line, leadsTo: leadsTo))
  }

  /// Takes the last step back; gives what happened in it.
  mutating func removeLast() -> String? { steps.popLast()?.words }

  /// The lines of the file.
  var text: String { ([header].compactMap { $0 } + steps.map(\.line)).map { $0 + "\n" }.joined() }

  /// The number of the first line that leads elsewhere when it is replayed, because a secret mattered; nil when none does.
  var divergingLine: Int? {
    guard hidesSecrets else { return nil }
    let offset = header == nil ? 1 : 2
    // Inputs that are secret cannot be tried here: the simulation has the real ones.
    var simulation = fresh
    _ = simulation.start()
    for (index, step) in steps.enumerated() {
      guard let request = try? SimulationRequest(step.line),
        let report = try? simulation.perform(request), report.configuration == step.leadsTo
      else { return index + offset }
    }
    return nil
  }

  private static func json(_ value: Value) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Values of a chart are what JSON can say; numbers are finite.
    guard let data = try? encoder.encode(JSONValue(value)) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }
}

/// Values that stand for secrets, the same for the same secret.
struct MadeUpValues {
  private var known: [Value] = []

  /// Whether no secret was met.
  var isEmpty: Bool { known.isEmpty }

  /// A value with made-up ones in place of what its fields declare secret.
  mutating func hiding(_ value: Value, as fields: [Field]) -> Value {
    guard case .map(var values) = value else { return value }
    for field in fields {
      guard let inner = values[field.name.text], inner != .unset else { continue }
      values[field.name.text] = field.isSecret ? madeUp(for: inner, field) : hiding(inner, in: field.type)
    }
    return .map(values)
  }

  private mutating func hiding(_ value: Value, in type: ValueType) -> Value {
    switch (type, value) {
    case (.record(let fields), _): return hiding(value, as: fields)
    case (.optional(let inner), _): return hiding(value, in: inner)
    case (.list(let element), .list(let values)): return .list(values.map { hiding($0, in: element) })
    default: return value
    }
  }

  private mutating func madeUp(for value: Value, _ field: Field) -> Value {
    // One of a declared list of texts is no secret.
    if field.values != nil { return value }
    switch value {
    case .list(let values): return .list(values.map { madeUp(for: $0, field) })
    case .map(var map):
      for (name, inner) in map.sorted(by: { $0.key < $1.key }) { map[name] = madeUp(for: inner, field) }
      return .map(map)
    case .string: return .string("made-up-\(number(of: value))")
    case .int: return .int(number(of: value))
    case .number: return .number(Double(number(of: value)))
    default: return value
    }
  }

  private mutating func number(of value: Value) -> Int {
    if let place = known.firstIndex(of: value) { return place + 1 }
    known.append(value)
    return known.count
  }
}
