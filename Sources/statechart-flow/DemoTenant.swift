import FlowTransport
import LoopbackServer
import RegistrationLoopback

/// The server that plays a tenant of Auth0 and ClueRide's back-end, with somebody in front of the browser.
enum DemoTenant {
  /// Starts the server.
  static func start(port: Int) async throws -> (LoopbackServer, RegistrationLoopback) {
    let made = Locked<RegistrationLoopback?>(nil)
    let server = try await LoopbackServer(port: port) { url in
      let tenant = RegistrationLoopback(base: url)
      made.withLock { $0 = tenant }
      return tenant
    }
    return (server, made.withLock { $0 } ?? RegistrationLoopback(base: server.url))
  }
}
