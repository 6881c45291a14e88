import FlowTransport
import NextAuthSessionFlow

/// The codes that a server of `serve nextauth` makes when somebody types what for, so that a client elsewhere has one to
/// scan.
struct NextAuthCodes {
  let server: NextAuthStandIn

  /// All that can be typed for one.
  static let help: [(line: String, meaning: String)] = [
    ("login [ACCOUNT…]", "a code for a login, of those accounts or of all"),
    ("enrol ACCOUNT", "a code that makes an account"),
  ]

  /// What is answered to a line: the text of a code, or what is wrong with the line. Nil for a line about something else.
  func answer(to line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    let named = Array(words.dropFirst())
    var login = StandInLogin()
    switch words.first?.lowercased() {
    case "login":
      if let unknown = named.first(where: { !server.accounts.contains($0) }) {
        return "! There is no account `\(unknown)`; there is \(server.accounts.joined(separator: ", "))."
      }
      if !named.isEmpty { login.accounts = server.accounts.filter { named.contains($0) } }
    case "enrol":
      guard named.count == 1 else { return "! `enrol` goes with one account." }
      login = .enrolment(of: named[0])
    default: return nil
    }
    login.announceInfo = "Shop"
    login.sessionInfo = "Welcome"
    // The text that `text` of a client takes, and a picture of it `code`.
    let text = Base64.text(server.code(for: login).bytes)
    return "A code, good once: \(text)"
  }
}
