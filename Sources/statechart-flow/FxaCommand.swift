public import ArgumentParser
import FlowTransport
import Foundation
public import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer

extension FxaAuthentication.Platform: ExpressibleByArgument {}
extension FxaAuthentication.Method: ExpressibleByArgument {}

/// Mozilla VPN's sign-in.
struct FxaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fxa", abstract: "Signs in to Mozilla VPN, or to a server on this machine that plays it.",
    discussion: """
      Without addresses a server is started on this machine. It knows these accounts, all with the password \
      "\(DemoAccounts.password)": \(DemoAccounts.emails.joined(separator: ", ")). Every other address signs up. \
      What would come by email, or stand in an authenticator app, is printed.
      """)

  /// Where the browser comes back to. Nobody listens there: the person says where the browser has ended.
  private static let callback = URL(string: "http://127.0.0.1:7777/")

  @Option(help: "The address of the VPN service.") var guardian: String?
  @Option(help: "The address of the account server.") var accounts: String?
  @Option(
    help:
      "Where the app would run: \(FxaAuthentication.Platform.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var platform = FxaAuthentication.Platform.ios
  @Option(help: "How to sign in, instead of the platform's way.") var method: FxaAuthentication.Method?
  @Option(help: "An email address that is known already. Where it has no account, --delete-account ends.")
  var email: String?
  @Flag(help: "Sign in to delete the account.") var deleteAccount = false
  @Flag(help: "Sign requests with Hawk instead of sending the session's id.") var hawk = false

  func validate() throws {
    guard (guardian == nil) == (accounts == nil) else {
      throw ValidationError("Give both addresses, or none.")
    }
    for address in [guardian, accounts].compactMap({ $0 }) { _ = try ServerAddress.url(address) }
  }

  func run() async throws {
    let terminal = Terminal()
    var server: LoopbackServer?
    var fxa: FxaLoopback?
    if guardian == nil {
      (server, fxa) = try await DemoAccounts.start(port: 0)
      terminal.say("A server on this machine plays Mozilla VPN: \(server?.url.absoluteString ?? "")")
    }
    guard let guardian = try guardian.map(ServerAddress.url) ?? server?.url,
      let accounts = try accounts.map(ServerAddress.url) ?? server?.url
    else { return }
    let answers = BrowserAnswers()
    let told = ToldOutputs()
    let browser: any SystemBrowserSession =
      fxa == nil
      ? TerminalBrowserSession(terminal: terminal, answers: answers)
      : FxaBrowserSession(URLSessionTransport(), tell: { terminal.say($0) })
    terminal.say("At every question: `back` starts again where it can, `quit` ends the flow.")
    var end: FxaConversation.End
    repeat {
      let auth = try MZAuthInApp(
        MZAuthConfiguration(
          guardian: guardian, accounts: accounts, authorization: hawk ? .hawk : .bearer, browser: browser,
          browserCallback: Self.callback),
        input: FxaAuthentication.Input(
          platform: platform, method: method, sessionType: deleteAccount ? .accountDeletion : nil,
          prefilledEmail: email), inspector: told)
      let conversation = FxaConversation(
        auth: auth, terminal: terminal, fxa: fxa, told: told, answers: answers, deletes: deleteAccount)
      end = try await conversation.run()
      // Nobody is asked for an address that was given: what is typed next may be the password.
    } while end == .noAccount && email == nil
    await server?.stop()
    guard end == .well else { throw ExitCode(1) }
  }
}
