import ArgumentParser
import Foundation
import LoopbackServer

/// A server that plays the ones of a flow, for clients of other languages.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Runs a server on this machine that plays the ones of a flow.",
    discussion: "Prints its address. Ends when its input does.")

  /// The flows that have such a server.
  enum Flow: String, ExpressibleByArgument, CaseIterable {
    case fxa, discourse, firebase, registration, nextauth
  }

  @Argument(help: "The flow: \(Flow.allCases.map(\.rawValue).joined(separator: ", ")).") var flow: Flow
  @Option(help: "The port; 0 for any that is free.") var port = 0

  func run() async throws {
    let server =
      switch flow {
      case .fxa: try await DemoAccounts.start(port: port).0
      case .discourse: try await DemoSite.start(port: port).0
      case .firebase: try await DemoProject.start(port: port).0
      case .registration: try await DemoTenant.start(port: port).0
      case .nextauth: try await DemoServer.start(port: port).0
      }
    Terminal().say(server.url.absoluteString)
    while readLine() != nil {}
    await server.stop()
  }
}
