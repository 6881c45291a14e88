import FirebaseLoopback
import FlowTransport
import LoopbackServer

/// The server that plays a project of Firebase, with one account.
enum DemoProject {
  static let email = "ada@example.org"
  static let password = "correct horse"

  /// Starts the server.
  static func start(port: Int) async throws -> (LoopbackServer, FirebaseLoopback) {
    var settings = FirebaseSettings()
    // What the vendor's guide says of the last factor.
    settings.afterLastFactor = .tokenExpired
    let firebase = FirebaseLoopback(settings: settings)
    firebase.add(
      FirebaseLoopbackUser(
        email: email, credential: .password(Secret(password)), isEmailVerified: false))
    return (try await LoopbackServer(port: port) { _ in firebase }, firebase)
  }
}
