import FirebaseLoopback
import FlowTransport
import LoopbackServer

/// The server that plays a project of Firebase, with one account.
enum DemoProject {
  static let email = "ada@example.org"
  static let password = "correct horse"

  /// What can be typed to a server of `serve firebase`.
  static let help: [(line: String, meaning: String)] = [
    ("confirm EMAIL", "opens the link that confirms an email address")
  ]

  /// What is answered to a line; nil for a line about something else.
  static func answer(to line: String, _ firebase: FirebaseLoopback) -> String? {
    let words = line.split(separator: " ").map(String.init)
    guard words.first?.lowercased() == "confirm" else { return nil }
    guard words.count == 2, firebase.user(words[1]) != nil else {
      return "! No account has that email address."
    }
    firebase.change(words[1]) { $0.isEmailVerified = true }
    return "\(words[1]) is confirmed."
  }

  /// Starts the server.
  ///
  /// - Parameter mailed: gets the address of each email as it is sent.
  static func start(
    port: Int, mailed: (@Sendable (String) -> Void)? = nil
  ) async throws -> (LoopbackServer, FirebaseLoopback) {
    var settings = FirebaseSettings()
    // What the vendor's guide says of the last factor.
    settings.afterLastFactor = .tokenExpired
    let firebase = FirebaseLoopback(settings: settings)
    firebase.add(
      FirebaseLoopbackUser(
        email: email, credential: .password(Secret(password)), isEmailVerified: false))
    let service = MailedService(
      firebase, { $0.mails.filter { $0.purpose == .verifyEmail }.map(\.email) }, mailed)
    return (try await LoopbackServer(port: port) { _ in service }, firebase)
  }
}
