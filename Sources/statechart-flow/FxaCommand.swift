public import ArgumentParser
import FlowTransport
import Foundation
public import FxaAuthenticationFlow
import FxaLoopback
import LoopbackBrowser
import LoopbackServer

extension FxaAuthentication.Platform: ExpressibleByArgument {}
extension FxaAuthentication.Method: ExpressibleByArgument {}

/// Mozilla VPN's sign-in.
struct FxaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fxa", abstract: "Signs in to Mozilla VPN, or to a test server on this machine.",
    discussion: """
      Without --guardian and --accounts, the command starts a test server on this machine. The server has these accounts, \
      all with the password "\(DemoAccounts.password)": \(DemoAccounts.emails.joined(separator: ", ")). Any other email \
      address signs up. The command prints the codes that a person would get by email or from an authenticator app.
      """)

  /// Where the browser comes back to. Nobody listens there: the person says where the browser has ended.
  private static let callback = URL(string: "http://127.0.0.1:7777/")

  @Option(help: "The URL of the VPN service.") var guardian: String?
  @Option(
    name: .customLong("redirect-origin"),
    help: "The URL of another server of the VPN service that the sign-in may lead to. Can be repeated.")
  var redirectOrigins: [String] = []
  @Option(help: "The URL of the account server.") var accounts: String?
  @Option(
    help:
      "The platform of the app: \(FxaAuthentication.Platform.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var platform = FxaAuthentication.Platform.ios
  @Option(help: "The sign-in method, if it is not the platform's default.") var method:
    FxaAuthentication.Method?
  @Option(help: "An email address to use without asking. If it has no account, --delete-account ends.")
  var email: String?
  @Flag(help: "Sign in to delete the account.") var deleteAccount = false
  @Flag(help: "Open the system's browser, and let it come back to a port of this machine.")
  var systemBrowser = false
  @Flag(help: "Sign requests with Hawk instead of sending the session ID.") var hawk = false

  func validate() throws {
    guard (guardian == nil) == (accounts == nil) else {
      throw ValidationError("Give both --guardian and --accounts, or neither.")
    }
    for address in [guardian, accounts].compactMap({ $0 }) + redirectOrigins {
      _ = try ServerAddress.url(address)
    }
  }

  func run() async throws {
    let terminal = Terminal()
    var server: LoopbackServer?
    var fxa: FxaLoopback?
    if guardian == nil {
      (server, fxa) = try await DemoAccounts.start(port: 0)
      terminal.say("Started a test server that imitates Mozilla VPN: \(server?.url.absoluteString ?? "")")
    }
    guard let guardian = try guardian.map(ServerAddress.url) ?? server?.url,
      let accounts = try accounts.map(ServerAddress.url) ?? server?.url
    else { return }
    let answers = BrowserAnswers()
    let outputs = EmittedOutputs()
    let browser: any SystemBrowserSession =
      if systemBrowser {
        LoopbackBrowserSession(open: terminal.openSystemBrowser)
      } else if fxa == nil {
        TerminalBrowserSession(terminal: terminal, answers: answers)
      } else {
        FxaBrowserSession(URLSessionTransport(), report: { terminal.say($0) })
      }
    let callback = systemBrowser ? try LoopbackBrowserSession.freeCallback(path: "/") : Self.callback
    terminal.say("At any prompt, type `back` to start again, if that is possible, or `quit` to end the flow.")
    var end: FxaConversation.End
    repeat {
      let auth = try MZAuthInApp(
        MZAuthConfiguration(
          guardian: guardian, redirectOrigins: redirectOrigins.map(ServerAddress.url), accounts: accounts,
          authorization: hawk ? .hawk : .bearer, browser: browser,
          browserCallback: callback),
        input: FxaAuthentication.Input(
          platform: platform, method: method, sessionType: deleteAccount ? .accountDeletion : nil,
          prefilledEmail: email), inspector: outputs)
      let conversation = FxaConversation(
        auth: auth, terminal: terminal, fxa: fxa, outputs: outputs, answers: answers, deletes: deleteAccount)
      end = try await conversation.run()
      // Nobody is asked for an address that was given: what is typed next may be the password.
    } while end == .noAccount && email == nil
    await server?.stop()
    guard end == .well else { throw ExitCode(1) }
  }
}
