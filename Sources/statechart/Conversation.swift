import Statecharts
import StatechartsModel
import StatechartsTesting

/// A walk through a chart in the terminal: says where the flow is, offers what can happen, takes an answer.
///
/// It takes texts and gives lines only, so that a test can hold it.
struct Conversation {
  /// Something that the person can pick by its number.
  enum Choice {
    case event(EnabledEvent)
    case done(service: String)
    case failed(service: String, code: String)
    case wait(Duration)
  }

  /// Where the walk was before a step.
  struct Earlier {
    var simulation: Simulation
    var report: SimulationReport
  }

  let chart: Statechart
  let narration: Narration
  private let services: ServiceDeclarations
  var simulation: Simulation
  var report: SimulationReport
  /// What `b` goes back to, the latest last; the recording has a step for each.
  private var earlier: [Earlier] = []
  private(set) var recording: WalkRecording
  private var questions: (choice: Choice, fields: FieldQuestions)?

  /// Whether the person asked to stop.
  private(set) var isOver = false

  /// Starts the chart.
  ///
  /// - Parameters:
  ///   - input: What the simulation was given at its start.
  ///   - begin: Makes a simulation of the same chart with other inputs.
  init(
    _ simulation: Simulation, chart: Statechart, input: [String: ChartValue],
    begin: ([String: ChartValue]) throws -> Simulation
  ) {
    self.chart = chart
    narration = Narration(chart)
    services = ServiceDeclarations(simulation)
    recording = WalkRecording(chart, input: input, simulation, begin: begin)
    var started = simulation
    report = started.start()
    self.simulation = started
  }

  /// The chart's title and description.
  static func heading(_ chart: Statechart) -> [ScreenLine] {
    var lines = [ScreenLine.text(Narration(chart).title, .strong)]
    if let description = chart.description?.oneLine, !description.allSatisfy(\.isWhitespace) {
      lines.append(.text(description))
    }
    return lines + [.empty]
  }

  /// What the person reads first.
  func opening() -> [ScreenLine] {
    let reminders = ConversationCommand.allCases.map(\.reminder).joined(separator: ", ")
    let keys = "Type a number to choose what happens next. Keys: \(reminders)."
    return Self.heading(chart) + [.text(keys, .faint)] + story(report) + menu()
  }

  /// Takes what the person typed and says what came of it.
  mutating func answer(_ line: String) -> [ScreenLine] {
    if questions != nil { return answerQuestion(line) }
    if let (command, argument) = ConversationCommand.read(line) {
      switch command {
      case .time: return wait(argument)
      case .back: return goBack()
      case .data: return data()
      case .guards: return switchGuard(argument)
      case .save: return [.text("Type the name of a file too: save walk.jsonl")]
      case .help: return Self.help
      case .quit:
        isOver = true
        return [.text("Stopped.")]
      }
    }
    let word = line.trimmingSpaces
    if word.isEmpty { return menu() }
    let choices = choices()
    guard let number = Int(word), number >= 1, number <= choices.count else { return Self.noChoice }
    return choose(choices[number - 1])
  }

  /// The file that a line asks to save the walk in; nil for any other line.
  func fileToSave(_ line: String) -> String? {
    guard questions == nil, let (command, argument) = ConversationCommand.read(line), command == .save else {
      return nil
    }
    return argument
  }

  /// What stands before the place where the person types.
  var prompt: Prompt { questions?.fields.prompt ?? Prompt(text: "> ") }

  /// What of a line may be shown where no terminal shows it. A secret may be typed at the wrong place.
  func shown(_ line: String) -> String {
    if let questions { return questions.fields.asksForSecret ? "" : line.oneLine }
    let isChoice = Int(line) != nil && line.count < 4
    return isChoice || ConversationCommand.read(line) != nil ? line.oneLine : ""
  }

  /// What was typed is not repeated: it may be a secret that was meant for a question.
  private static let noChoice: [ScreenLine] = [
    .text("That is not one of the choices. Type a number, or ? for the keys.")
  ]

  private static let help: [ScreenLine] = {
    let rows =
      [("a number", "make that happen")] + ConversationCommand.allCases.map { ($0.usage, $0.meaning) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { usage, meaning in
      // proven not to overflow: `width` is the largest count.
      let lead = usage + String(repeating: " ", count: width - usage.count + 2)
      return ScreenLine(
        lead: ScreenLine.Part(text: lead, style: .mark),
        parts: [ScreenLine.Part(text: meaning, style: .plain)], indent: 2, hangingIndent: lead.count + 2)
    } + [
      .text(
        "When a value is asked for: an empty line goes back, `-` leaves out an optional value, `\"\"` is an empty text."
      )
    ]
  }()
}

extension String {
  var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
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

  private func menu() -> [ScreenLine] {
    var lines: [ScreenLine] = [
      .empty, .place(narration.place(report), after: Narration.clock(simulation.now)),
    ]
    for leaf in report.configuration {
      if let text = narration.description(of: leaf) { lines.append(.text(text, .faint, indent: 2)) }
    }
    if report.isFinal {
      return lines + [.text("The flow has ended. Type b to go back, save FILE to save this run, q to quit.")]
    }
    if report.stopped != nil {
      return lines + [.text("The flow was stopped and does nothing more. Type b to go back, q to quit.")]
    }
    let choices = choices()
    for (index, choice) in choices.enumerated() {
      let (words, name) = label(choice)
      lines.append(.choice(index + 1, words, name: name))
    }
    if choices.isEmpty { lines.append(.text("Nothing can happen here. Type b to go back, q to quit.")) }
    return lines
  }

  private func label(_ choice: Choice) -> (words: String, name: String?) {
    switch choice {
    case .event(let event):
      return event.title.visibleTitle == nil ? (event.name, nil) : narration.event(event.name)
    case .done(let service): return ("\(narration.service(service)) is done", nil)
    case .failed(let service, let code):
      let error = narration.error(code)
      return ("\(narration.service(service)) fails: \(error.words)", error.name)
    case .wait(let duration):
      let timer = report.timers.first.map { ": \(narration.words(ofTimer: $0.name))" } ?? ""
      return ("wait \(Narration.words(for: duration))\(timer)", nil)
    }
  }

  private func story(_ report: SimulationReport) -> [ScreenLine] { narration.story(report).map { .step($0) } }

  private func data() -> [ScreenLine] {
    if report.context.isEmpty { return [.text("This flow keeps no data.")] }
    let lines = report.context.map {
      Narration.Line(text: "\($0.name): \($0.value == .unset ? "no value" : "\($0.value)")")
    }
    return Narration.shortened(lines).map { .step($0) }
  }
}

// MARK: - Making it happen

extension Conversation {
  private mutating func choose(_ choice: Choice) -> [ScreenLine] {
    let fields = fields(of: choice)
    if fields.isEmpty { return carryOut(choice, data: [:]) }
    let asked = FieldQuestions(fields)
    questions = (choice, asked)
    return [.text("An empty line goes back.", .faint, indent: 2)] + [asked.hint].compactMap { $0 }
  }

  /// What the data of a choice are declared to be; nil for nothing.
  private func declaredType(of choice: Choice) -> ChartValueType? {
    switch choice {
    case .event(let event): .record(event.payload)
    case .done(let service): services.result(of: service)
    case .failed(let service, let code): .record(services.error(code, of: service)?.payload ?? [])
    case .wait: nil
    }
  }

  private func fields(of choice: Choice) -> [FieldDeclaration] {
    switch declaredType(of: choice) {
    case .record(let fields)?: fields
    case nil: []
    case let type?: [FieldDeclaration("result", type)]
    }
  }

  private mutating func answerQuestion(_ line: String) -> [ScreenLine] {
    guard var asked = questions else { return menu() }
    switch asked.fields.take(line) {
    case .empty:
      questions = nil
      return [.text("Back again: nothing happened.", indent: 2)] + menu()
    case .wrong(let wanted):
      return [.text("That is not \(wanted). An empty line goes back.", indent: 2)]
    case .next:
      questions = asked
      return [asked.fields.hint].compactMap { $0 }
    case .complete(let answers):
      questions = nil
      return carryOut(asked.choice, data: answers)
    }
  }

  private mutating func carryOut(_ choice: Choice, data: [String: ChartValue]) -> [ScreenLine] {
    let before = Earlier(simulation: simulation, report: report)
    let request: SimulationRequest.Kind
    switch choice {
    case .event(let event):
      request = .event(event.name, data: data.isEmpty ? .unset : .map(data))
      report = simulation.send(event.name, data: data.isEmpty ? .unset : .map(data))
    case .done(let service):
      let result: ChartValue
      if case .record? = declaredType(of: choice) {
        result = .map(data)
      } else {
        result = data["result"] ?? .unset
      }
      request = .done(service: service, result: result)
      report = simulation.complete(service: service, with: result)
    case .failed(let service, let code):
      request = .failed(service: service, code: code, data: data.isEmpty ? .unset : .map(data))
      report = simulation.fail(service: service, code: code, data: data.isEmpty ? .unset : .map(data))
    case .wait(let duration):
      request = .advance(duration)
      report = simulation.advance(by: duration)
    }
    // The chart did not look at it, so it is no step.
    guard report.outcome != .rejected else { return story(report) + menu() }
    earlier.append(before)
    recording.add(
      SimulationRequest(request), words: label(choice, before), type: declaredType(of: choice) ?? .any, report
    )
    return story(report) + menu()
  }

  /// What happened, for the step back.
  private func label(_ choice: Choice, _ before: Earlier) -> String {
    guard case .wait(let duration) = choice else { return label(choice).words }
    return "wait \(Narration.words(for: duration))"
  }

  private mutating func goBack() -> [ScreenLine] {
    guard let last = earlier.popLast(), let words = recording.removeLast() else {
      return [.text("This is where the flow began.")]
    }
    simulation = last.simulation
    report = last.report
    return [.text("Undone: \(words)\(words.hasSuffix(".") ? "" : ".")", indent: 2)] + menu()
  }

  private mutating func wait(_ duration: String?) -> [ScreenLine] {
    if let duration {
      do throws(DurationLiteralProblem) {
        return carryOut(.wait(try Duration(literal: duration)), data: [:])
      } catch {
        let help = error.help.asSentenceStart
        let text = "`\(duration)` is not a duration: \(error.message). \(help). For instance: t 30s or t 2m."
        return [.text(text)]
      }
    }
    guard let next = report.timers.first else { return [.text("No timer is running.")] }
    return carryOut(.wait(next.remaining), data: [:])
  }

  private mutating func switchGuard(_ name: String?) -> [ScreenLine] {
    let known = simulation.guardNames
    guard let name else {
      if known.isEmpty { return [.text("This flow has no app conditions to switch.")] }
      return known.map { .text("\($0): \(simulation.guards[$0] ?? true ? "yes" : "no")", indent: 2) }
    }
    guard known.contains(name) else {
      let near = NearNames.suggestion(for: name, in: known).map { " Did you mean \($0)?" } ?? ""
      return [.text("`\(name)` is not an app condition of this flow.\(near)")]
    }
    let answer = !(simulation.guards[name] ?? true)
    earlier.append(Earlier(simulation: simulation, report: report))
    simulation.guards[name] = answer
    let request = SimulationRequest(.nothing, guards: [(name, answer)])
    recording.add(request, words: narration.words(for: request), type: .any, report)
    return [.text("\(name) is now: \(answer ? "yes" : "no").", indent: 2)] + menu()
  }
}
