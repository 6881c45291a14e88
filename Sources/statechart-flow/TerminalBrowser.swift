import FlowTransport
import Foundation
import FxaAuthenticationFlow

/// In place of a browser: the address to open is printed, and the one that it ends at is asked for. The server on this
/// machine needs no person.
struct TerminalBrowser: SignInBrowser {
  static let callback = URL(string: "http://127.0.0.1:7777/")
  let terminal: Terminal
  /// Whether the server is on this machine, where nobody has to do anything.
  let isLoopback: Bool

  func visit(_ page: URL, cameBack: @escaping @Sendable (URL) async -> Bool)
    async throws(SignInBrowserProblem)
  {
    if isLoopback {
      let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
      let email = items.first { $0.name == "email" }?.value ?? "somebody"
      terminal.say("(The browser opens, and \(email) signs in there.)")
      let answer = try? await URLSessionTransport().send(HTTPRequest(.get, page))
      guard let url = answer?.headers["Location"].flatMap({ URL(string: $0) }), await cameBack(url) else {
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
