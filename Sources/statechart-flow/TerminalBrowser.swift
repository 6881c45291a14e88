import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback

/// In place of a browser: the address to open is printed, and the one that it ends at is asked for. The server on this
/// machine needs no person.
struct TerminalBrowser: SignInBrowser {
  static let callback = URL(string: "http://127.0.0.1:7777/")
  let terminal: Terminal
  let fxa: FxaLoopback?

  func visit(_ page: URL, cameBack: @escaping @Sendable (URL) async -> Bool)
    async throws(SignInBrowserProblem)
  {
    if let fxa {
      let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
      let challenge = items.first { $0.name == "code_challenge" }?.value ?? ""
      let email = items.first { $0.name == "email" }?.value ?? "somebody@example.org"
      terminal.say("(The browser opens, and \(email) signs in there.)")
      let code = fxa.browserCode(challenge: challenge, email: email)
      guard let url = URL(string: "http://127.0.0.1:7777/?code=\(code.text)"), await cameBack(url) else {
        throw .unavailable
      }
      return
    }
    terminal.say("Open this page in a browser: \(page.absoluteString)")
    while true {
      guard let line = try? terminal.ask("The address at which it ends (nothing to give up):"), !line.isEmpty
      else {
        throw .closed
      }
      if let url = URL(string: line), await cameBack(url) { return }
      terminal.say("That is not the address that the app waits for.")
    }
  }
}
