import ArgumentParser

/// Walks a flow in the terminal.
@main
struct StatechartFlow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statechart-flow",
    abstract: "Runs the shipped flows in the terminal, against a server on this machine or a real one.",
    subcommands: [
      FxaCommand.self, DiscourseCommand.self, FirebaseCommand.self, RegistrationCommand.self,
      NextAuthCommand.self, ServeCommand.self, CodesCommand.self,
    ])
}
