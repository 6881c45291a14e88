import FlowTransport
import LoopbackServer
import RegistrationLoopback

/// The server that plays a tenant of Auth0 and ClueRide's back-end, with somebody in front of the browser.
enum DemoTenant {
  /// What it takes.
  static let settings = Auth0Settings()

  /// What a client has to know, in lines.
  static func help(schemes: [String]) -> [String] {
    let callbacks = allowedCallbacks(schemes).map { $0.replacing("*", with: "…") }
    return [
      "The applications (client_id) are \(settings.clientIDs.sorted().reversed().joined(separator: " and ")).",
      "The site may call apps at \(callbacks.joined(separator: ", ")). Allow others with --scheme.",
      "ClueRide's API is under /rest: access/state, access/state/account, access/state/init and member/active.",
    ]
  }

  /// Where the site may call apps: at their schemes, and at any port of this machine.
  private static func allowedCallbacks(_ schemes: [String]) -> [String] {
    settings.allowedCallbacks + schemes.map { "\($0)://*" } + ["http://127.0.0.1:*", "http://localhost:*"]
  }

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - schemes: schemes of apps at which the site may call them, besides ClueRide's.
  ///   - mailed: gets the code of each email as it is sent.
  static func start(
    port: Int, schemes: [String] = [], mailed: (@Sendable (String) -> Void)? = nil
  ) async throws -> (LoopbackServer, RegistrationLoopback) {
    let (server, service) = try await LoopbackServer.start(port: port) { url in
      var settings = settings
      settings.allowedCallbacks = allowedCallbacks(schemes)
      return MailedService(RegistrationLoopback(base: url, settings: settings), { $0.mailedCodes }, mailed)
    }
    return (server, service.service)
  }
}
