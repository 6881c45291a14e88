import Statecharts
import StatechartsTesting

/// A walk through a chart in the terminal: says where the flow is, offers what can happen, takes an answer.
///
/// It reads and writes texts only, so that a test can hold it.
struct Conversation {
  /// Something that the person can pick by its number.
  private enum Choice {
    case event(EnabledEvent)
    case done(service: String)
    case failed(service: String, code: String)
    case wait(Duration)
  }

  /// A question for data that is being answered, field by field.
  private struct Questions {
    var choice: Choice
    var fields: [Field]
    var answers: [String: Value] = [:]
  }

  private let chart: Statechart
  private let narration: Narration
  private let services: ServiceDeclarations
  private var simulation: Simulation
  private var report: Report
  private var earlier: [(simulation: Simulation, report: Report)] = []
  private var questions: Questions?

  /// Whether the person asked to stop.
  private(set) var isOver = false

  /// Starts the chart.
  init(_ simulation: Simulation, chart: Statechart) {
    self.chart = chart
    self.narration = Narration(chart)
    self.services = ServiceDeclarations(chart)
    var started = simulation
    self.report = started.start()
    self.simulation = started
  }

  /// What the person reads first.
  func opening() -> String {
    var lines = [(chart.title ?? chart.id.text).oneLine]
    if let description = chart.description {
      lines.append(description.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
    lines.append("")
    lines += narration.story(report).map { "  \($0)" }
    return (lines + [menu()]).joined(separator: "\n")
  }

  /// Takes what the person typed and says what came of it.
  mutating func answer(_ line: String) -> String {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).map(String.init)
    if questions != nil { return answerQuestion(line) }
    switch (words.first, words.dropFirst().first) {
    case (nil, _): return menu()
    case ("q", nil):
      isOver = true
      return "Stopped."
    case ("?", nil), ("h", nil): return Self.help
    case ("d", nil): return data()
    case ("b", nil): return goBack()
    case ("g", let name): return turnGuard(name)
    case ("t", let span): return wait(span)
    case (let word?, nil):
      let choices = choices()
      guard let number = Int(word), number >= 1, number <= choices.count else {
        return Self.noChoice
      }
      return choose(choices[number - 1])
    default: return Self.noChoice
    }
  }

  /// What stands before the place where the person types.
  var prompt: String {
    guard let field = questions?.fields.first else { return "> " }
    return "  \(field.name)\(Self.hint(field)): "
  }

  /// Whether what is typed next is declared secret, so that nothing may show it.
  var asksForSecret: Bool { questions?.fields.first?.isSecret ?? false }

  /// What was typed is not repeated: it may be a secret that was meant for a question.
  private static let noChoice = "That is not one of the choices. \(help)"

  static let help = """
    Type a number to make it happen, t to let time pass (t 30s for a span), g NAME to turn a guard, b to go back, \
    d for the data, q to stop. Where something is asked for, an empty line goes back.
    """
}

// MARK: - What can happen

extension Conversation {
  private func choices() -> [Choice] {
    guard !report.isFinal, report.stopped == nil else { return [] }
    var choices = simulation.enabledEvents.map { Choice.event($0) }
    for service in report.services {
      choices.append(.done(service: service))
      choices += services.codes(of: service).map { .failed(service: service, code: $0) }
    }
    if let next = report.timers.first { choices.append(.wait(next.remaining)) }
    return choices
  }

  private func menu() -> String {
    var lines = ["", "You are at \(narration.place(report))"]
    for leaf in report.configuration {
      if let text = narration.description(of: leaf) { lines.append("  \(text)") }
    }
    if report.isFinal {
      lines.append("The flow has ended. Type b to go back, q to stop.")
      return lines.joined(separator: "\n")
    }
    if report.stopped != nil {
      lines.append("The flow was stopped and does nothing more. Type b to go back, q to stop.")
      return lines.joined(separator: "\n")
    }
    for (index, choice) in choices().enumerated() { lines.append("  \(index + 1)  \(label(choice))") }
    return lines.joined(separator: "\n")
  }

  private func label(_ choice: Choice) -> String {
    switch choice {
    case .event(let event):
      return event.title.map { "\(event.name) — \($0.oneLine)" } ?? event.name
    case .done(let service): return "\(service) is done"
    case .failed(let service, let code):
      let title = chart.errors?.first { $0.code.text == code }?.title
      return "\(service) fails: \(code)" + (title.map { " — \($0.oneLine)" } ?? "")
    case .wait(let duration):
      let timerName = report.timers.first.map { " (\($0.name))" } ?? ""
      return "\(Value.duration(duration)) pass\(timerName)"
    }
  }

  private func data() -> String {
    if report.context.isEmpty { return "This flow keeps no data." }
    return Narration.shortened(report.context.map { "  \($0.name): \($0.value)" }).joined(separator: "\n")
  }
}

// MARK: - Making it happen

extension Conversation {
  private mutating func choose(_ choice: Choice) -> String {
    let fields: [Field]
    switch choice {
    case .event(let event): fields = event.payload
    case .done(let service):
      switch services.result(of: service) {
      case .record(let declared)?: fields = declared
      case nil: fields = []
      case let type?: fields = [Field("result", type)]
      }
    case .failed(_, let code):
      fields = chart.errors?.first { $0.code.text == code }?.payload ?? []
    case .wait: fields = []
    }
    if fields.isEmpty { return carryOut(choice, data: [:]) }
    questions = Questions(choice: choice, fields: fields)
    return ""
  }

  private mutating func answerQuestion(_ line: String) -> String {
    guard var asked = questions, let field = asked.fields.first else { return menu() }
    if line.isEmpty {
      questions = nil
      return "  Back again: nothing happened.\n\(menu())"
    }
    guard let value = Self.typed(line, for: field) else {
      let wanted = field.values.map { "one of \($0.joined(separator: ", "))" } ?? Self.kind(field.type)
      return "  That is not \(wanted). An empty line goes back."
    }
    if value != .unset { asked.answers[field.name.text] = value }
    asked.fields.removeFirst()
    if asked.fields.isEmpty {
      questions = nil
      return carryOut(asked.choice, data: asked.answers)
    }
    questions = asked
    return ""
  }

  private mutating func carryOut(_ choice: Choice, data: [String: Value]) -> String {
    earlier.append((simulation, report))
    switch choice {
    case .event(let event):
      report = simulation.send(event.name, data: data.isEmpty ? .unset : .map(data))
    case .done(let service):
      let result: Value
      if case .record? = services.result(of: service) {
        result = .map(data)
      } else {
        result = data["result"] ?? .unset
      }
      report = simulation.complete(service: service, with: result)
    case .failed(let service, let code):
      report = simulation.fail(service: service, code: code, data: data.isEmpty ? .unset : .map(data))
    case .wait(let duration):
      report = simulation.advance(by: duration)
    }
    let story = narration.story(report).map { "  \($0)" }
    return (story + [menu()]).joined(separator: "\n")
  }

  private mutating func goBack() -> String {
    guard let last = earlier.popLast() else { return "This is where the flow began." }
    simulation = last.simulation
    report = last.report
    return menu()
  }

  private mutating func wait(_ span: String?) -> String {
    if let span {
      do throws(DurationLiteralProblem) {
        return carryOut(.wait(try Duration(literal: span)), data: [:])
      } catch {
        let help = error.help.prefix(1).uppercased() + error.help.dropFirst()
        return "`\(span)` is not a span of time: \(error.message). \(help). For instance: t 30s or t 2m."
      }
    }
    guard let next = report.timers.first else { return "No timer is running." }
    return carryOut(.wait(next.remaining), data: [:])
  }

  private mutating func turnGuard(_ name: String?) -> String {
    let known = simulation.guardNames
    guard let name else {
      if known.isEmpty { return "This flow asks no handler's guard." }
      return known.map { "  \($0): \(simulation.guards[$0] ?? true ? "yes" : "no")" }.joined(separator: "\n")
    }
    guard known.contains(name) else {
      let near = NearNames.suggestion(for: name, in: known).map { " Did you mean \($0)?" } ?? ""
      return "`\(name)` is not a guard of this flow.\(near)"
    }
    let answer = !(simulation.guards[name] ?? true)
    simulation.guards[name] = answer
    return "From now on \(name) says \(answer ? "yes" : "no").\n\(menu())"
  }
}

// MARK: - Typed answers

extension Conversation {
  /// Reads what was typed for a field, where `-` leaves out what may be missing, and `""` is the empty text.
  private static func typed(_ text: String, for field: Field) -> Value? {
    if case .optional = field.type, text == "-" { return .unset }
    if text == "\"\"" {
      switch field.type {
      case .string, .optional(.string): return field.values == nil ? .string("") : nil
      default: break
      }
    }
    return value(text, for: field)
  }

  /// Reads a text as a field's type; nil when it is not of that type.
  static func value(_ text: String, for field: Field) -> Value? {
    if text.isEmpty {
      if case .optional = field.type { return .unset }
      return field.type == .string && field.values == nil ? .string("") : nil
    }
    if let values = field.values, !values.contains(text) { return nil }
    return value(text, of: field.type)
  }

  private static func value(_ text: String, of type: ValueType) -> Value? {
    switch type {
    case .optional(let inner): return value(text, of: inner)
    case .string, .error: return .string(text)
    case .bool:
      switch text {
      case "true", "yes", "y": return .bool(true)
      case "false", "no", "n": return .bool(false)
      default: return nil
      }
    case .int: return Int(text).map { .int($0) }
    case .number:
      guard let number = Double(text), number.isFinite else { return nil }
      return .number(number)
    case .duration: return (try? Duration(literal: text)).map { .duration($0) }
    case .any, .list, .map, .record: return try? JSONReader.value(of: text)
    }
  }

  private static func hint(_ field: Field) -> String {
    var words = field.values ?? [kind(field.type)]
    if case .optional = field.type { words.append("- for none") }
    return " (\(words.joined(separator: ", ")), or an empty line to go back)"
  }

  private static func kind(_ type: ValueType) -> String {
    switch type {
    case .any: return "a JSON value"
    case .bool: return "yes or no"
    case .int: return "a whole number"
    case .number: return "a number"
    case .string: return "a text"
    case .duration: return "a span of time such as 15s"
    case .error: return "an error code"
    case .list: return "a JSON list"
    case .map, .record: return "a JSON object"
    case .optional(let inner): return kind(inner)
    }
  }
}
