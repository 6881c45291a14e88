import ArgumentParser
import Statecharts
import StatechartsFiles
import StatechartsModel
import StatechartsTesting
import StatechartsYAML

/// `statechart simulate`: runs a chart in virtual time, for people or for machines.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Runs a chart without an app: you choose what happens.",
    discussion: """
      Shows where the flow is and what can happen next, and lets you choose. Type ? for the keys. `save FILE` saves the \
      walk, and --replay FILE plays it again. With --jsonl the command reads one JSON object per line and answers each \
      with one. Docs/guide/simulating.md describes both.

      Exit codes: 1 when the chart has errors or a replayed run does not fit it, 2 when a file or the standard input \
      cannot be read, a line of --jsonl is not valid, or --input has a wrong value.
      """
  )

  @Argument(
    help: ArgumentHelp("The chart. With --replay FILE also - for the standard input.", valueName: "chart"),
    completion: Completions.charts)
  var chart: String

  @Flag(help: "Read and write JSON lines.")
  var jsonl = false

  @Option(
    help: ArgumentHelp(
      "Play a saved run, or - for the standard input, and say in words what happens.",
      valueName: "file"),
    completion: Completions.runs)
  var replay: String?

  @Option(
    name: .customLong("guard"),
    help: ArgumentHelp("Whether a guard that the app answers is true or false.", valueName: "name=answer"))
  var guards: [String] = []

  @Option(help: ArgumentHelp("A value that the chart needs at its start.", valueName: "name=value"))
  var input: [String] = []

  @Option(help: "Whether to use colors. `auto` uses them in a terminal unless NO_COLOR is set.")
  var color = ColorChoice.auto

  func validate() throws {
    if jsonl, replay != nil { throw ValidationError("--jsonl and --replay cannot be used together.") }
    guard chart == "-", replay == nil || replay == "-" else { return }
    let rest = replay != nil ? "the lines to replay" : jsonl ? "the lines" : "the answers"
    throw ValidationError(
      "The chart and \(rest) cannot both come from the standard input. Save the chart in a file."
    )
  }

  func run() throws {
    let loaded = try ChartInput.loadedChart(at: chart)
    let model = loaded.chart.chart
    let given = try parsedInput(for: model)
    if let replay {
      let script = try RunScript(at: replay)
      var simulation = try script.simulation(of: loaded, input: given)
      try setGuards(of: &simulation)
      var player = Replay(simulation, chart: model, on: .standardOutput(color))
      _ = try player.play(script)
    } else if jsonl {
      var simulation = try ChartInput.simulation(of: loaded, input: given)
      try setGuards(of: &simulation)
      try answerLines(
        JSONLines(simulation) { try Simulation(loaded.chart, children: loaded.children, input: $0) })
    } else {
      try converse(about: loaded, given)
    }
  }

  private func setGuards(of simulation: inout Simulation) throws {
    for (name, answer) in try parsedGuards(for: simulation) { simulation.guards[name] = answer }
  }

  private func answerLines(_ lines: JSONLines) throws {
    var lines = lines
    var input = InputLines()
    var number = 0
    do {
      try Output.writeLine(lines.start())
      while true {
        number += 1
        guard let line = try input.next() else { return }
        if line.allSatisfy(\.isWhitespace) { continue }
        try Output.writeLine(lines.answer(line))
      }
    } catch let bad as SimulationRequest.BadLine {
      Output.report("stdin:\(number): error: \(bad.message)\n  help: \(bad.help)")
      throw ExitCode(2)
    } catch let problem as InputLines.Problem {
      throw Self.report(problem, line: number)
    }
  }

  /// Reports why there is no next line; gives what to throw.
  private static func report(_ problem: InputLines.Problem, line: Int) -> ExitCode {
    switch problem {
    case .unreadable(let problem): Output.report("error: \(problem.message)")
    case .tooLong:
      let message = "This line has more than \(InputLines.longest) bytes."
      Output.report("stdin:\(line): error: \(message)\n  help: Write shorter data, in one line each.")
    case .noText:
      Output.report("stdin:\(line): error: This line is not UTF-8 text.\n  help: Save the lines as UTF-8.")
    }
    return ExitCode(2)
  }

  private func converse(about loaded: LoadedChart, _ given: [String: ChartValue]) throws {
    let screen = Screen.standardOutput(color)
    var reader = PromptReader(screen)
    var number = 0
    let model = loaded.chart.chart
    // A wrong input is reported before questions are asked.
    let missing = model.context.filter { given[$0.name.text] == nil && $0.isNeededInput }.map(\.field)
    if missing.isEmpty { _ = try ChartInput.simulation(of: loaded, input: given) }
    let asked = missing.isEmpty ? [:] : try inputs(missing, of: model, &reader, screen, &number)
    let input = given.merging(asked) { given, _ in given }
    var simulation = try ChartInput.simulation(of: loaded, input: input)
    try setGuards(of: &simulation)
    var conversation = Conversation(simulation, chart: model, input: input) {
      try Simulation(loaded.chart, children: loaded.children, input: $0)
    }
    screen.show(conversation.opening())
    var saved: [String: [UInt8]] = [:]
    while !conversation.isOver {
      guard let line = try Self.next(conversation.prompt, &reader, &number, { conversation.shown($0) }) else {
        return
      }
      if let file = conversation.fileToSave(line) {
        screen.show(save(conversation.recording, in: file, &saved))
      } else {
        screen.show(conversation.answer(line))
      }
    }
  }

  /// The next line that is text; nil at the end of the input.
  private static func next(
    _ prompt: Prompt, _ reader: inout PromptReader, _ number: inout Int, _ shown: (String) -> String
  ) throws -> String? {
    while true {
      number += 1
      do {
        guard let line = try reader.line(prompt) else {
          Output.writeLine("")
          return nil
        }
        if !reader.isTerminal { Output.tell(shown(line)) }
        return line
      } catch InputLines.Problem.noText {
        Output.tell(
          "That is not UTF-8 text, so it was ignored. Set the terminal to UTF-8, and type it again.")
      } catch let problem as InputLines.Problem {
        Output.writeLine("")
        throw report(problem, line: number)
      }
    }
  }

  /// Asks for the inputs that the chart needs; what is missing at the end of the input stays missing.
  private func inputs(
    _ fields: [FieldDeclaration], of chart: Statechart, _ reader: inout PromptReader, _ screen: Screen,
    _ number: inout Int
  ) throws -> [String: ChartValue] {
    var questions = FieldQuestions(fields)
    let noun = fields.count == 1 ? "a value" : "\(fields.count) values"
    screen.show(Conversation.heading(chart) + [.text("The app gives this flow \(noun) at its start.")])
    if let hint = questions.hint { screen.show([hint]) }
    while let line = try Self.next(
      questions.prompt, &reader, &number, { questions.asksForSecret ? "" : $0.oneLine })
    {
      switch questions.take(line) {
      case .complete(let values):
        screen.show([.empty])
        return values
      case .next: if let hint = questions.hint { screen.show([hint]) }
      case .empty: screen.show([.text("The flow cannot start without this value.", indent: 2)])
      case .wrong(let wanted): screen.show([.text("That is not \(wanted).", indent: 2)])
      }
    }
    return [:]
  }

  /// Saves a walk; gives what to say about it.
  ///
  /// - Parameter saved: What this walk has written into its files. Only such a file may be replaced, while nobody has
  ///   changed it.
  private func save(
    _ recording: WalkRecording, in path: String, _ saved: inout [String: [UInt8]]
  ) -> [ScreenLine] {
    var file: FileReplacement
    do throws(FileProblem) {
      file = try FileReplacement(reading: path)
    } catch {
      return [.text(error.message, .problem)]
    }
    if file.old != nil {
      guard let written = saved[path] else {
        return [.text("`\(path)` already exists, so nothing was saved. Choose another name.", .problem)]
      }
      file = FileReplacement(path, old: written)
    }
    file.advice = "Save the run under another name."
    let bytes = Array(recording.text.utf8)
    do throws(FileReplacement.Refusal) {
      try file.write(bytes)
    } catch {
      return [.text(error.message, .problem)]
    }
    saved[path] = bytes
    let steps = recording.count == 1 ? "1 step" : "\(recording.count) steps"
    var lines: [ScreenLine] = [
      .text(
        "Saved \(steps) in `\(path)`. \(recording.count == 0 ? "A replay needs a step." : "To play them again:")"
      )
    ]
    if recording.count > 0 {
      lines.append(
        .text("statechart simulate \(chart.shellWord) --replay \(path.shellWord)", .strong, indent: 2))
    }
    if recording.hidesSecrets {
      lines.append(.text("Made-up values stand in the file in place of secrets."))
    }
    if let line = recording.divergingLine {
      lines.append(
        .text(
          "With these values, line \(line) does not do what it did in this run. Write values there that fit the chart.",
          .problem))
    }
    return lines
  }

  private func parsedGuards(for simulation: Simulation) throws -> [(String, Bool)] {
    var seen: Set<String> = []
    return try guards.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let answer = Bool(String(parts[1])) else {
        throw Self.wrongUsage(
          "`\(text)` does not set a guard. Write --guard NAME=true or --guard NAME=false.")
      }
      let name = String(parts[0])
      guard simulation.guardNames.contains(name) else {
        let near =
          NearNames.suggestion(for: name, in: simulation.guardNames).map { " Did you mean `\($0)`?" } ?? ""
        throw Self.wrongUsage("`\(name)` is not a guard of this chart.\(near)")
      }
      guard seen.insert(name).inserted else {
        throw Self.wrongUsage("The guard `\(name)` is set twice. Write --guard \(name)=… once.")
      }
      return (name, answer)
    }
  }

  private func parsedInput(for chart: Statechart) throws -> [String: ChartValue] {
    var values: [String: ChartValue] = [:]
    for text in input {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Self.wrongUsage("`\(text)` has no value. Write --input NAME=VALUE.")
      }
      let name = String(parts[0])
      guard let variable = chart.context.first(where: { $0.name.text == name && $0.isInput }) else {
        let known = chart.context.filter(\.isInput).map(\.name.text)
        let near = NearNames.suggestion(for: name, in: known).map { " Did you mean `\($0)`?" } ?? ""
        throw Self.wrongUsage("`\(name)` is not an input of this chart.\(near)")
      }
      guard values[name] == nil else {
        throw Self.wrongUsage("The input `\(name)` is given twice. Write --input \(name)=… once.")
      }
      values[name] = FieldQuestions.value(String(parts[1]), for: variable.field) ?? .string(String(parts[1]))
    }
    return values
  }
}

extension ContextVariable {
  /// Whether the flow cannot start unless the app gives a value.
  var isNeededInput: Bool {
    guard isInput, initial == nil else { return false }
    if case .optional = field.type { return false }
    return true
  }
}
