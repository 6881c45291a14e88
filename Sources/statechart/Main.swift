import ArgumentParser
import Statecharts
import StatechartsLint

/// The command line tool; each subcommand lives in a file of its own.
@main
struct StatechartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statechart",
    abstract: "Checks, draws and runs flows that are written as YAML statecharts.",
    discussion: """
      Exit codes: 0 when all is well, 1 when something was found (mistakes in a chart, a file that is out of date), 2 \
      when the work could not be done (a file cannot be opened or written, a page cannot be made), 64 when the command \
      was called wrongly.
      """,
    version: "0.1.0",
    subcommands: [
      Try.self, Lint.self, Diagram.self, DocsCommand.self, Simulate.self, Generate.self, Convert.self,
      Rules.self,
      Explain.self, Schema.self,
    ]
  )

  /// Runs the command that the arguments name.
  ///
  /// What is printed goes through `Output`, help too: what cannot be written is not lost in silence.
  static func main() {
    Output.prepare()
    do {
      try refuseUnknownCommand()
      try run(parseAsRoot())
    } catch {
      let code = exitCode(for: error)
      let message = fullMessage(for: error)
      if !message.isEmpty {
        if code == .success { Output.writeLine(message) } else { Output.report(message) }
      }
      Output.end(with: code.rawValue)
    }
  }

  private static func run(_ command: any ParsableCommand) throws {
    var command = command
    try command.run()
  }

  /// Names the command that was probably meant by a word that is none.
  private static func refuseUnknownCommand() throws {
    var arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "help" { arguments = arguments.dropFirst() }
    guard let word = arguments.first, !word.hasPrefix("-") else { return }
    let known = configuration.subcommands.map { $0._commandName } + ["help"]
    guard !known.contains(word) else { return }
    let near = NearNames.suggestion(for: word, in: known).map { "Did you mean `\($0)`?" }
    throw ValidationError(
      "There is no command `\(VisibleText.escaped(word))`. \(near ?? "The commands are \(known.joined(separator: ", ")).")"
    )
  }
}
