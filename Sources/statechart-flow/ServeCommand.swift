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
    commandName: "serve", abstract: "Runs the test server of a flow on this machine.",
    discussion: """
      Prints only the server's URL on standard output. Standard error shows what else a client needs: accounts and \
      passwords, emails, firebase's project and API key, registration's applications and callbacks, and nextauth's codes. \
      The server stops when you type `quit`, and at the end of its input.

      Type a command to make the next request fail, to make a code for a client of `nextauth`, or to open the link in an \
      email of `firebase`. Upper and lower case make no difference:

      \(ServeFaults.help(with: NextAuthCodes.help + DemoProject.help))
      """)

  /// The flows that have such a server.
  enum Flow: String, ExpressibleByArgument, CaseIterable {
    case fxa, discourse, firebase, registration, nextauth
  }

  @Argument(help: "The flow: \(Flow.allCases.map(\.rawValue).joined(separator: ", ")).") var flow: Flow
  @Option(parsing: .unconditional, help: "The port, or 0 for any free port.") var port = 0
  @Option(
    name: .customLong("scheme"),
    help: "A custom URL scheme at which `registration` may call the app. Can be repeated.")
  var schemes: [String] = []

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be an integer from 0 to 65535.")
    }
    guard schemes.isEmpty || flow == .registration else {
      throw ValidationError("--scheme can only be used with `registration`.")
    }
    for scheme in schemes { try RegistrationCommand.check(scheme: scheme) }
  }

  func run() async throws {
    let report: @Sendable (String) -> Void = { Terminal.complain($0) }
    let (server, own) = try await start(report)
    Terminal().say(server.url.absoluteString)
    serving: while let line = await TypedLines.nextInFront() {
      if let answer = own?.answer(line) {
        report(answer)
        continue
      }
      switch ServeFaults.Line(line) {
      case .fault(let name, let fault):
        server.log.failNext(with: fault)
        report("The next request gets the fault `\(name)`.")
      case .restore:
        server.log.removeFaults()
        report("Requests work again.")
      case .help: report(ServeFaults.help(with: own?.help ?? []))
      case .quit: break serving
      case .nothing: break
      case .unknown: report("! Unknown command. Type `help` for the list.")
      }
    }
    await server.stop()
  }

  /// What can be typed to the server of one flow alone, and what is answered; nil for another line.
  private typealias OwnLines = (help: [(line: String, meaning: String)], answer: (String) -> String?)

  /// Starts the server, and reports what its clients need.
  private func start(_ report: @escaping @Sendable (String) -> Void) async throws -> (
    LoopbackServer, OwnLines?
  ) {
    do {
      switch flow {
      case .fxa:
        let server = try await DemoAccounts.start(port: port) { mail in
          report("Email to \(mail.email): the code is \(mail.code.text).")
        }.0
        let accounts = DemoAccounts.emails.joined(separator: ", ")
        report("The accounts are \(accounts). Their password is `\(DemoAccounts.password)`.")
        report(
          "The authenticator key of totp@example.org is \(Base32.text(DemoAccounts.totpKey.utf8))."
        )
        return (server, nil)
      case .discourse:
        let server = try await DemoSite.start(port: port).0
        report("The account is \(DemoSite.name). Its password is `\(DemoSite.password)`.")
        return (server, nil)
      case .firebase:
        let (server, firebase) = try await DemoProject.start(port: port) { email in
          report("Email to \(email). Type `confirm \(email)` to open its link.")
        }
        let settings = FirebaseSettings()
        report("The project is \(settings.projectID). Its API key is \(settings.apiKey).")
        report("The account is \(DemoProject.email). Its password is `\(DemoProject.password)`.")
        return (server, (DemoProject.help, { DemoProject.answer(to: $0, firebase) }))
      case .registration:
        let server = try await DemoTenant.start(port: port, schemes: schemes) {
          report("Email: the code is \($0).")
        }.0
        for line in DemoTenant.help(schemes: schemes) { report(line) }
        return (server, nil)
      case .nextauth:
        let (server, standIn) = try await DemoServer.start(port: port)
        let accounts = DemoServer.accounts.joined(separator: ", ")
        report("The accounts are \(accounts). Their PIN is \(DemoServer.pin).")
        return (server, (NextAuthCodes.help, NextAuthCodes(server: standIn).answer))
      }
    } catch {
      throw Taken(description: "--port: \(port) is not available. Another program may be using it.")
    }
  }

  /// The port is not free. The command was called well.
  private struct Taken: Error, CustomStringConvertible {
    let description: String
  }
}
