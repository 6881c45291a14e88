import ArgumentParser

/// The command line tool; each subcommand lives in a file of its own.
@main
struct StatechartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statechart",
    abstract: "Checks, draws and runs flows that are written as YAML statecharts.",
    version: "0.1.0",
    subcommands: [
      Try.self, Lint.self, Diagram.self, DocsCommand.self, Simulate.self, Rules.self, Explain.self,
      Convert.self, Schema.self, Generate.self,
    ]
  )
}
