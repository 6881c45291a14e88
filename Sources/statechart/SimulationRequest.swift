import Statecharts
import StatechartsModel
import StatechartsYAML

/// One line of the machine interface: what happens next.
struct SimulationRequest {
  /// A line that could not be understood.
  struct BadLine: Error {
    let message: String
    let help: String
  }

  /// What happens.
  enum Kind {
    case event(String, data: ChartValue)
    case done(service: String, result: ChartValue)
    case failed(service: String, code: String, data: ChartValue)
    case sent(service: String, event: String, data: ChartValue)
    case advance(Duration)
    case restart(input: [String: ChartValue])
    /// The first line of a recorded run: what the chart is given at its start.
    case begin(input: [String: ChartValue])
    case nothing
  }

  var kind: Kind
  /// Answers of guards from now on, in the order of their names.
  var guards: [(name: String, answer: Bool)]

  init(_ kind: Kind, guards: [(name: String, answer: Bool)] = []) {
    self.kind = kind
    self.guards = guards
  }

  /// Reads a line.
  ///
  /// - Parameter opens: Whether the line is the first of a recorded run, which may give the chart's inputs.
  /// - Throws: `BadLine` when the line is not one of the objects of `Docs/guide/simulating.md`.
  init(_ line: String, opens: Bool = false) throws(BadLine) {
    let value: ChartValue
    do throws(JSONReader.Problem) {
      value = try JSONReader.value(of: line)
    } catch {
      throw BadLine(message: error.message, help: Self.shapes)
    }
    guard case .map(let map) = value else {
      throw BadLine(message: "This line is not a JSON object.", help: Self.shapes)
    }
    let known = ["event", "data", "service", "done", "failed", "advance", "guards", "restart"]
    if opens, map["input"] != nil {
      guards = try Self.guards(map)
      kind = .begin(input: try Self.input(map))
      return
    }
    if let stranger = map.keys.filter({ !known.contains($0) }).min() {
      let near = NearNames.suggestion(for: stranger, in: known).map { " Did you mean `\($0)`?" } ?? ""
      throw BadLine(message: "`\(stranger)` is not allowed in a line.\(near)", help: Self.shapes)
    }
    guards = try Self.guards(map)
    // A service may send an event, so these two go together.
    let subjects = ["event", "service", "advance", "restart"].filter {
      map[$0] != nil && ($0 != "event" || map["service"] == nil)
    }
    guard subjects.count <= 1 else {
      throw BadLine(
        message: "This line has several steps at once: \(subjects.joined(separator: ", ")).",
        help: "Write one line for each.")
    }
    if let event = map["event"], let service = map["service"] {
      try Self.reject(["done", "failed"], in: map, beside: "event")
      kind = .sent(
        service: try Self.text(service, of: "service"), event: try Self.text(event, of: "event"),
        data: map["data"] ?? .unset)
    } else if let event = map["event"] {
      try Self.reject(["done", "failed"], in: map, beside: "event")
      kind = .event(try Self.text(event, of: "event"), data: map["data"] ?? .unset)
    } else if let advance = map["advance"] {
      try Self.reject(["done", "failed", "data"], in: map, beside: "advance")
      guard case .string(let text) = advance else {
        throw BadLine(
          message: "`advance` is not a text with a number and a unit.",
          help: #"Write for instance {"advance": "15s"}."#)
      }
      do throws(DurationLiteralProblem) {
        kind = .advance(try Duration(literal: text))
      } catch {
        throw BadLine(
          message: "`\(text.oneLine)` is not a duration: \(error.message).",
          help: error == .tooLong
            ? "\(error.help.asSentenceStart) in a line, and the rest in more lines."
            : "\(error.help.asSentenceStart).")
      }
    } else if let restart = map["restart"] {
      try Self.reject(["done", "failed", "data"], in: map, beside: "restart")
      guard case .map(let input) = restart else {
        throw BadLine(
          message: "`restart` is not an object.",
          help: #"Write {"restart": {}}, or with inputs {"restart": {"NAME": VALUE}}."#)
      }
      kind = .restart(input: input)
    } else if let service = map["service"] {
      kind = try Self.answer(of: try Self.text(service, of: "service"), in: map)
    } else {
      guard map["guards"] != nil else {
        throw BadLine(message: "This line does not say what happens.", help: Self.shapes)
      }
      try Self.reject(["done", "failed", "data"], in: map, beside: "guards")
      kind = .nothing
    }
  }

  private static let shapes = """
    Write one of {"event": NAME, "data": {…}}, {"service": ID, "done": RESULT}, \
    {"service": ID, "failed": CODE, "data": {…}}, {"service": ID, "event": NAME, "data": {…}}, {"advance": "15s"}, {"guards": {NAME: true}}, {"restart": {}}. \
    The first line of a saved run may be {"input": {NAME: VALUE}}.
    """

  private static func input(_ map: [String: ChartValue]) throws(BadLine) -> [String: ChartValue] {
    guard case .map(let input)? = map["input"] else {
      throw BadLine(message: "`input` is not an object.", help: #"Write {"input": {"NAME": VALUE}}."#)
    }
    try reject(map.keys.filter { $0 != "input" && $0 != "guards" }.sorted(), in: map, beside: "input")
    return input
  }

  private static func guards(_ map: [String: ChartValue]) throws(BadLine) -> [(name: String, answer: Bool)] {
    guard let guards = map["guards"] else { return [] }
    guard case .map(let answers) = guards else {
      throw BadLine(message: "`guards` is not an object.", help: #"Write {"guards": {"NAME": true}}."#)
    }
    var result: [(name: String, answer: Bool)] = []
    for (name, answer) in answers.sorted(by: { $0.key < $1.key }) {
      guard case .bool(let bool) = answer else {
        throw BadLine(
          message: "The value of the guard `\(name)` is not true or false.",
          help: #"Write {"guards": {"NAME": true}}."#)
      }
      result.append((name, bool))
    }
    return result
  }

  private static func answer(of service: String, in map: [String: ChartValue]) throws(BadLine) -> Kind {
    switch (map["done"], map["failed"]) {
    case (let result?, nil):
      try reject(["data"], in: map, beside: "done")
      return .done(service: service, result: result)
    case (nil, let code?):
      return .failed(service: service, code: try text(code, of: "failed"), data: map["data"] ?? .unset)
    default:
      throw BadLine(
        message: "The answer of the service `\(service)` needs either `done` or `failed`.", help: shapes)
    }
  }

  private static func text(_ value: ChartValue, of key: String) throws(BadLine) -> String {
    guard case .string(let text) = value else {
      throw BadLine(message: "`\(key)` is not a text.", help: shapes)
    }
    return text
  }

  private static func reject(
    _ keys: [String], in map: [String: ChartValue], beside key: String
  ) throws(BadLine) {
    for stranger in keys where map[stranger] != nil {
      throw BadLine(message: "`\(stranger)` does not go with `\(key)`.", help: shapes)
    }
  }
}

extension SimulationRequest {
  /// The line of a recorded run for this step; nil for a start.
  ///
  /// - Parameter shown: What stands in the line for the data of the step.
  func line(_ shown: (ChartValue) -> ChartValue) -> String? {
    func text(_ text: String) -> String { JSONValue(.string(text)).text }
    func data(_ value: ChartValue) -> String {
      value == .unset ? "" : ", \"data\": \(JSONValue(shown(value)).text)"
    }
    var parts: [String] = []
    switch kind {
    case .event(let name, let value): parts.append("\"event\": \(text(name))\(data(value))")
    case .done(let service, let result):
      parts.append("\"service\": \(text(service)), \"done\": \(JSONValue(shown(result)).text)")
    case .failed(let service, let code, let value):
      parts.append("\"service\": \(text(service)), \"failed\": \(text(code))\(data(value))")
    case .sent(let service, let name, let value):
      parts.append("\"service\": \(text(service)), \"event\": \(text(name))\(data(value))")
    case .advance(let duration): parts.append("\"advance\": \"\(ChartValue.duration(duration))\"")
    case .nothing: break
    case .restart, .begin: return nil
    }
    if !guards.isEmpty {
      let answers = guards.map { "\(text($0.name)): \($0.answer)" }
      parts.append("\"guards\": {\(answers.joined(separator: ", "))}")
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  /// The first line of a recorded run, which says how it begins; nil if there is nothing to say.
  ///
  /// - Parameter input: The values at the start; nil for none.
  static func opening(input: [String: ChartValue]?, guards: [String: Bool]) -> String? {
    guard input != nil || !guards.isEmpty else { return nil }
    var parts = ["\"input\": \(JSONValue(.map(input ?? [:])).text)"]
    if !guards.isEmpty {
      parts.append("\"guards\": \(JSONValue(.map(guards.mapValues { .bool($0) })).text)")
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  /// The step with texts in its data read as durations where the type declares some.
  func readingDurations(as type: ChartValueType) -> SimulationRequest {
    var request = self
    switch kind {
    case .event(let name, let data): request.kind = .event(name, data: data.readingDurations(as: type))
    case .done(let id, let data): request.kind = .done(service: id, result: data.readingDurations(as: type))
    case .failed(let id, let code, let data):
      request.kind = .failed(service: id, code: code, data: data.readingDurations(as: type))
    case .sent(let id, let name, let data):
      request.kind = .sent(service: id, event: name, data: data.readingDurations(as: type))
    case .advance, .restart, .begin, .nothing: break
    }
    return request
  }
}

extension String {
  /// The text as the beginning of a sentence.
  var asSentenceStart: String { prefix(1).uppercased() + dropFirst() }
}
