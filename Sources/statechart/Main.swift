import ArgumentParser
import Statecharts
import StatechartsLint

/// The command line tool; each subcommand lives in a file of its own.
@main
struct StatechartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statechart",
    abstract: "Checks, draws and runs flows written as YAML statecharts.",
    discussion: """
      New here? `statechart try` shows the tool at work, and `statechart new` writes a first chart.

      Exit codes: 0 success, 1 a problem in a chart or a file that is out of date, 2 a file that cannot be opened or \
      written, 64 a wrong option or argument.
      """,
    version: "0.2.0",
    subcommands: [
      Try.self, New.self, Preview.self, Lint.self, Format.self, Rename.self, Diagram.self, DocsCommand.self,
      Simulate.self,
      Generate.self,
      Convert.self,
      Rules.self,
      Explain.self, Schema.self, LanguageServerCommand.self,
    ]
  )

  /// Runs the command that the arguments name.
  ///
  /// All output goes through `Output`, help too, so that a failed write is reported.
  static func main() {
    Output.prepare()
    do {
      try refuseUnknownCommand()
      try refuseFilesLikeOptions()
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

  /// A file such as `-draft.yaml`, to which the shell expands `*.yaml`, would be read as options. One of them may be `-h`.
  private static func refuseFilesLikeOptions() throws {
    let endings = [".yaml", ".yml", ".md", ".scxml", ".mmd", ".jsonl", ".swift"]
    for word in CommandLine.arguments.dropFirst().prefix(while: { $0 != "--" })
    where word.hasPrefix("-") && !word.hasPrefix("--") && endings.contains(where: word.hasSuffix) {
      let file = VisibleText.escaped(word)
      throw ValidationError("`\(file)` begins with `-`, so it is read as options. Write `./\(file)`.")
    }
  }

  /// Names the command that was probably meant by an unknown word.
  private static func refuseUnknownCommand() throws {
    var arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "help" { arguments = arguments.dropFirst() }
    guard let word = arguments.first, !word.hasPrefix("-") else { return }
    let known = configuration.subcommands.map { $0._commandName } + ["help"]
    guard !known.contains(word) else { return }
    let near = NearNames.suggestion(for: word, in: known).map { "Did you mean `\($0)`?" }
    throw ValidationError(
      "`\(VisibleText.escaped(word))` is not a command. \(near ?? "The commands are \(known.joined(separator: ", ")).")"
    )
  }
}
