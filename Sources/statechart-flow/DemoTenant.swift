import FlowTransport
import LoopbackServer
import RegistrationLoopback

/// The server that plays a tenant of Auth0 and ClueRide's back-end, with somebody in front of the browser.
enum DemoTenant {
  /// Starts the server.
  ///
  /// - Parameter mailed: is told the code of each email as it is sent.
  static func start(
    port: Int, mailed: (@Sendable (String) -> Void)? = nil
  ) async throws -> (LoopbackServer, RegistrationLoopback) {
    let made = Locked<RegistrationLoopback?>(nil)
    let last = Locked<String?>(nil)
    let server = try await LoopbackServer(port: port) { url in
      let tenant = RegistrationLoopback(base: url)
      made.withLock { $0 = tenant }
      return ToldService(service: tenant) {
        guard let code = tenant.mailedCode, last.withLock({ $0 != code }) else { return }
        last.withLock { $0 = code }
        mailed?(code)
      }
    }
    return (server, made.withLock { $0 } ?? RegistrationLoopback(base: server.url))
  }
}
