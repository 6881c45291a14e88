import FlowTransport
import NextAuthLoopback
import NextAuthSessionFlow

/// The codes that a server of `serve nextauth` makes when somebody types what for, so that a client elsewhere has one to
/// scan.
struct NextAuthCodes {
  let server: NextAuthStandIn

  /// All that can be typed for one.
  static let help: [(line: String, meaning: String)] = [
    ("login [ACCOUNT…]", "makes a login code for these accounts, or for all"),
    ("enroll ACCOUNT", "makes a code that creates an account"),
  ]

  /// What is answered to a line: the text of a code, or what is wrong with the line. Nil for a line about something else.
  func answer(to line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    let named = Array(words.dropFirst())
    var login = StandInLogin()
    switch words.first?.lowercased() {
    case "login":
      if let unknown = named.first(where: { !server.accounts.contains($0) }) {
        return
          "! `\(unknown)` is not an account. The accounts are \(server.accounts.joined(separator: ", "))."
      }
      if !named.isEmpty { login.accounts = server.accounts.filter { named.contains($0) } }
    case "enroll":
      guard named.count == 1 else { return "! `enroll` needs one account." }
      login = .enrolment(of: named[0])
    default: return nil
    }
    login.announceInfo = "Shop"
    login.sessionInfo = "Welcome"
    // The text that `text` of a client takes, and a picture of it `code`.
    let text = Base64.text(server.code(for: login).bytes)
    return "A code that works once: \(text)"
  }
}
