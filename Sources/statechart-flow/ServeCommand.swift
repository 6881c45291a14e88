import ArgumentParser
import FirebaseLoopback
import FlowTransport
import Foundation
import FxaLoopback
import LoopbackServer

/// A server that plays the ones of a flow, for clients of other languages.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Runs a server on this machine that plays the ones of a flow.",
    discussion: """
      Prints its address, and nothing else on standard output. What a client needs besides stands on standard error: \
      the codes of fxa's emails, firebase's project and API key, and nextauth's codes. Ends when its input does.

      A line of its input lets the next request fail, or has `nextauth` make a code for a client:

      \(ServeFaults.help(with: NextAuthCodes.help))
      """)

  /// The flows that have such a server.
  enum Flow: String, ExpressibleByArgument, CaseIterable {
    case fxa, discourse, firebase, registration, nextauth
  }

  @Argument(help: "The flow: \(Flow.allCases.map(\.rawValue).joined(separator: ", ")).") var flow: Flow
  @Option(help: "The port; 0 for any that is free.") var port = 0

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
  }

  func run() async throws {
    let tell: @Sendable (String) -> Void = {
      FileHandle.standardError.write(Data((Terminal.shown($0) + "\n").utf8))
    }
    var codes: NextAuthCodes?
    let server: LoopbackServer
    switch flow {
    case .fxa:
      server =
        try await DemoAccounts.start(port: port) { mail in
          tell("An email comes to \(mail.email): the code is \(mail.code.text).")
        }.0
    case .discourse: server = try await DemoSite.start(port: port).0
    case .firebase:
      server = try await DemoProject.start(port: port).0
      let settings = FirebaseSettings()
      tell("The project is \(settings.projectID), its API key \(settings.apiKey).")
    case .registration: server = try await DemoTenant.start(port: port).0
    case .nextauth:
      let (loopback, standIn) = try await DemoServer.start(port: port)
      server = loopback
      codes = NextAuthCodes(server: standIn)
    }
    Terminal().say(server.url.absoluteString)
    let others = codes == nil ? [] : NextAuthCodes.help
    while let line = readLine() {
      if let answer = codes?.answer(to: line) {
        tell(answer)
        continue
      }
      switch ServeFaults.Line(line) {
      case .fault(let name, let fault):
        server.log.failNext(with: fault)
        tell("The next request meets `\(name)`.")
      case .mend:
        server.log.mend()
        tell("Nothing goes wrong any more.")
      case .help: tell(ServeFaults.help(with: others))
      case .nothing: break
      case .unknown: tell("! That is not known here; `help` lists what can be typed.")
      }
    }
    await server.stop()
  }
}
