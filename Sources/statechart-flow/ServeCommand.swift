import ArgumentParser
import FirebaseLoopback
import FlowTransport
import Foundation
import FxaLoopback
import LoopbackServer
import RegistrationFlow

/// A server that plays the ones of a flow, for clients of other languages.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Runs a server on this machine that plays the ones of a flow.",
    discussion: """
      Prints its address, and nothing else on standard output. What a client needs besides stands on standard error: \
      accounts and their passwords, what comes by email, firebase's project and API key, registration's applications and \
      callbacks, and nextauth's codes. Ends with `quit`, and when its \
      input does.

      A line of its input lets the next request fail, has `nextauth` make a code for a client, or opens an email's link at \
      `firebase`. It may be typed in any case:

      \(ServeFaults.help(with: NextAuthCodes.help + DemoProject.help))
      """)

  /// The flows that have such a server.
  enum Flow: String, ExpressibleByArgument, CaseIterable {
    case fxa, discourse, firebase, registration, nextauth
  }

  @Argument(help: "The flow: \(Flow.allCases.map(\.rawValue).joined(separator: ", ")).") var flow: Flow
  @Option(parsing: .unconditional, help: "The port; 0 for any that is free.") var port = 0
  @Option(
    name: .customLong("scheme"),
    help: "A scheme of an app's own at which `registration` may call it. Can be given again.")
  var schemes: [String] = []

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
    guard schemes.isEmpty || flow == .registration else {
      throw ValidationError("--scheme is for `registration` alone.")
    }
    for scheme in schemes { try RegistrationCommand.check(scheme: scheme) }
  }

  func run() async throws {
    let tell: @Sendable (String) -> Void = { Terminal.complain($0) }
    let (server, own) = try await start(tell)
    Terminal().say(server.url.absoluteString)
    serving: while let line = await TypedLines.nextInFront() {
      if let answer = own?.answer(line) {
        tell(answer)
        continue
      }
      switch ServeFaults.Line(line) {
      case .fault(let name, let fault):
        server.log.failNext(with: fault)
        tell("The next request meets `\(name)`.")
      case .restore:
        server.log.mend()
        tell("Nothing goes wrong any more.")
      case .help: tell(ServeFaults.help(with: own?.help ?? []))
      case .quit: break serving
      case .nothing: break
      case .unknown: tell("! That is not known here; `help` lists what can be typed.")
      }
    }
    await server.stop()
  }

  /// What can be typed to the server of one flow alone, and what is answered; nil for another line.
  private typealias OwnLines = (help: [(line: String, meaning: String)], answer: (String) -> String?)

  /// Starts the server, and tells what its clients need.
  private func start(_ tell: @escaping @Sendable (String) -> Void) async throws -> (LoopbackServer, OwnLines?)
  {
    do {
      switch flow {
      case .fxa:
        let server = try await DemoAccounts.start(port: port) { mail in
          tell("An email comes to \(mail.email): the code is \(mail.code.text).")
        }.0
        let accounts = DemoAccounts.emails.joined(separator: ", ")
        tell("The accounts are \(accounts); the password of each is `\(DemoAccounts.password)`.")
        tell(
          "The key in the authenticator app of totp@example.org is \(Base32.text(DemoAccounts.totpKey.utf8))."
        )
        return (server, nil)
      case .discourse:
        let server = try await DemoSite.start(port: port).0
        tell("The account is \(DemoSite.name), its password `\(DemoSite.password)`.")
        return (server, nil)
      case .firebase:
        let (server, firebase) = try await DemoProject.start(port: port) { email in
          tell("An email comes to \(email); `confirm \(email)` opens its link.")
        }
        let settings = FirebaseSettings()
        tell("The project is \(settings.projectID), its API key \(settings.apiKey).")
        tell("The account is \(DemoProject.email), its password `\(DemoProject.password)`.")
        return (server, (DemoProject.help, { DemoProject.answer(to: $0, firebase) }))
      case .registration:
        let server = try await DemoTenant.start(port: port, schemes: schemes) {
          tell("An email comes: the code is \($0).")
        }.0
        for line in DemoTenant.help(schemes: schemes) { tell(line) }
        return (server, nil)
      case .nextauth:
        let (server, standIn) = try await DemoServer.start(port: port)
        let accounts = DemoServer.accounts.joined(separator: ", ")
        tell("The accounts are \(accounts); the PIN is \(DemoServer.pin).")
        return (server, (NextAuthCodes.help, NextAuthCodes(server: standIn).answer))
      }
    } catch {
      throw Taken(description: "--port: \(port) cannot be had; another program may have it.")
    }
  }

  /// The port is not free. The command was called well.
  private struct Taken: Error, CustomStringConvertible {
    let description: String
  }
}
