import ArgumentParser

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Walks a flow in the terminal.
@main
struct StatechartFlow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statechart-flow",
    abstract: "Runs the shipped flows in the terminal, with a test server on this machine or a real server.",
    subcommands: [
      FxaCommand.self, DiscourseCommand.self, FirebaseCommand.self, RegistrationCommand.self,
      NextAuthCommand.self, ServeCommand.self, CodesCommand.self,
    ])

  static func main() async {
    // A reader that is gone, a command that cannot be started for one, is an error of the write and no end of all.
    signal(SIGPIPE, SIG_IGN)
    await main(nil)
  }
}
