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

  @Option(name: .customLong("guard"), help: "What a handler's guard answers: NAME=true or NAME=false.")
  var guards: [String] = []

  @Option(help: "A value that the chart takes at its start: NAME=VALUE.")
  var input: [String] = []

  func validate() throws {
    if jsonl, replay != nil { throw ValidationError("--jsonl and --replay exclude each other.") }
  }

  func run() throws {
    let loaded = try RunnableChart(path: chart)
    var simulation = try loaded.simulation(input: parsedInput(for: loaded.chart))
    for (name, answer) in try parsedGuards(for: simulation) { simulation.guards[name] = answer }
    if jsonl {
      try answerLines(JSONLines(simulation))
    } else if let replay {
      var player = Replay(simulation, chart: loaded.chart)
      _ = try player.play(ChartInput.source(at: replay))
    } else {
      try converse(Conversation(simulation, chart: loaded.chart))
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
    try guards.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let answer = Bool(String(parts[1])) else {
        throw ValidationError(
          "`\(text)` does not say what a guard answers. Write --guard NAME=true or NAME=false.")
      }
      let name = String(parts[0])
      guard simulation.guardNames.contains(name) else {
        let near =
          NearNames.suggestion(for: name, in: simulation.guardNames).map { " Did you mean `\($0)`?" } ?? ""
        throw ValidationError("`\(name)` is not a guard that this chart asks.\(near)")
      }
      return (name, answer)
    }
  }

  private func parsedInput(for chart: Statechart) throws -> [String: Value] {
    var values: [String: Value] = [:]
    for text in input {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw ValidationError("`\(text)` does not give a value. Write --input NAME=VALUE.")
      }
      let name = String(parts[0])
      guard let variable = chart.context.first(where: { $0.name.text == name && $0.isInput }) else {
        let known = chart.context.filter(\.isInput).map(\.name.text)
        let near = NearNames.suggestion(for: name, in: known).map { " Did you mean `\($0)`?" } ?? ""
        throw ValidationError("`\(name)` is not an input of this chart.\(near)")
      }
      values[name] = Conversation.value(String(parts[1]), for: variable.field) ?? .string(String(parts[1]))
    }
    return values
  }
}
