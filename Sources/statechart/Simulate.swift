import ArgumentParser
import Statecharts
import StatechartsTesting
import StatechartsYAML

/// `statechart simulate`: runs a chart in virtual time, for people or for machines.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Runs a chart without an app: you say what happens, the chart answers.",
    discussion: """
      Without options it is for people: it shows where the flow is and what can happen, and lets you pick. \
      With --jsonl it reads one JSON object a line and answers each with one, as Docs/guide/simulating.md describes.

      Exits with 1 when the chart has mistakes or a replayed run is one of another chart, with 2 when a file or the standard input cannot be read, or a line \
      or an input does not fit.
      """
  )

  @Argument(
    help: ArgumentHelp("The chart, or with --replay FILE also - for the standard input.", valueName: "chart"))
  var chart: String

  @Flag(help: "Read and write JSON lines.")
  var jsonl = false

  @Option(
    help: ArgumentHelp(
      "Play a file of JSON lines, or - for the standard input, and tell in words what happens.",
      valueName: "file"))
  var replay: String?

  @Option(
    name: .customLong("guard"),
    help: ArgumentHelp("What a handler's guard answers: true or false.", valueName: "name=answer"))
  var guards: [String] = []

  @Option(help: ArgumentHelp("A value that the chart takes at its start.", valueName: "name=value"))
  var input: [String] = []

  func validate() throws {
    if jsonl, replay != nil { throw ValidationError("--jsonl and --replay exclude each other.") }
    guard chart == "-", replay == nil || replay == "-" else { return }
    let rest = replay != nil ? "the lines to replay" : jsonl ? "the lines" : "the answers"
    throw ValidationError(
      "The chart and \(rest) cannot both come from the standard input. Write the chart into a file and name it."
    )
  }

  func run() throws {
    let loaded = try ChartInput.loadedChart(at: chart)
    let model = loaded.chart.chart
    var simulation = try ChartInput.simulation(of: loaded, input: parsedInput(for: model))
    for (name, answer) in try parsedGuards(for: simulation) { simulation.guards[name] = answer }
    if jsonl {
      try answerLines(
        JSONLines(simulation) { try Simulation(loaded.chart, children: loaded.children, input: $0) })
    } else if let replay {
      var player = Replay(simulation, chart: model)
      _ = try player.play(RunScript(at: replay))
    } else {
      try converse(Conversation(simulation, chart: model))
    }
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
    case .tooLong(let message, let help), .noText(let message, let help):
      Output.report("stdin:\(line): error: \(message)\n  help: \(help)")
    }
    return ExitCode(2)
  }

  private func converse(_ conversation: Conversation) throws {
    var conversation = conversation
    var input = InputLines()
    var number = 0
    Output.tell(conversation.opening())
    while !conversation.isOver {
      Output.write(conversation.prompt)
      number += 1
      let line: String?
      do {
        line = conversation.asksForSecret ? try HiddenTyping.during { try input.next() } : try input.next()
      } catch InputLines.Problem.noText {
        Output.tell(
          "That is not UTF-8 text, so it was passed over. Set the terminal to UTF-8, and type it again.")
        continue
      } catch let problem as InputLines.Problem {
        Output.writeLine("")
        throw Self.report(problem, line: number)
      }
      guard let line else { return Output.writeLine("") }
      let reply = conversation.answer(line)
      if !reply.isEmpty { Output.tell(reply) }
    }
  }

  private func parsedGuards(for simulation: Simulation) throws -> [(String, Bool)] {
    var seen: Set<String> = []
    return try guards.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let answer = Bool(String(parts[1])) else {
        throw Self.wrongUsage(
          "`\(text)` does not say what a guard answers. Write --guard NAME=true or NAME=false.")
      }
      let name = String(parts[0])
      guard simulation.guardNames.contains(name) else {
        let near =
          NearNames.suggestion(for: name, in: simulation.guardNames).map { " Did you mean `\($0)`?" } ?? ""
        throw Self.wrongUsage("`\(name)` is not a guard that this chart asks.\(near)")
      }
      guard seen.insert(name).inserted else {
        throw Self.wrongUsage("The answer of `\(name)` is given twice. Write --guard \(name)=… once.")
      }
      return (name, answer)
    }
  }

  private func parsedInput(for chart: Statechart) throws -> [String: Value] {
    var values: [String: Value] = [:]
    for text in input {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Self.wrongUsage("`\(text)` does not give a value. Write --input NAME=VALUE.")
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
      values[name] = Conversation.value(String(parts[1]), for: variable.field) ?? .string(String(parts[1]))
    }
    return values
  }
}
