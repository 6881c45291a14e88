import ArgumentParser
import Statecharts
import StatechartsTesting
import StatechartsYAML

/// `statechart simulate`: runs a chart in virtual time, for people or for machines.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a chart without an app: you say what happens, the chart answers.",
    discussion: """
      Without options it is for people: it shows where the flow is and what can happen, and lets you pick. \
      With --jsonl it reads one JSON object a line and answers each with one, as Docs/simulate.md describes.
      """
  )

  @Argument(help: "The chart's file.")
  var chart: String

  @Flag(help: "Read and write JSON lines.")
  var jsonl = false

  @Option(help: "Play a file of JSON lines and tell in words what happens.")
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
      try answerLines(JSONLines(simulation))
    } else if let replay {
      var player = Replay(simulation, chart: model)
      _ = try player.play(ChartInput.source(at: replay))
    } else {
      try converse(Conversation(simulation, chart: model))
    }
  }

  private func answerLines(_ lines: JSONLines) throws {
    var lines = lines
    try Output.writeLine(lines.start())
    var number = 0
    while let line = readLine(strippingNewline: true) {
      number += 1
      if line.allSatisfy(\.isWhitespace) { continue }
      do {
        try Output.writeLine(lines.answer(line))
      } catch let bad as SimulationRequest.BadLine {
        Output.report("stdin:\(number): error: \(bad.message)\n  help: \(bad.help)")
        throw ExitCode(2)
      }
    }
  }

  private func converse(_ conversation: Conversation) throws {
    var conversation = conversation
    Output.tell(conversation.opening())
    while !conversation.isOver {
      Output.write(conversation.prompt)
      guard let line = readLine(strippingNewline: true) else {
        Output.writeLine("")
        return
      }
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
