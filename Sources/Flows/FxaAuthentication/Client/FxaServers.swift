import FlowTransport
package import Foundation

/// Where the two servers are, and who asks.
package struct FxaServers: Sendable {
  /// The VPN service, called Guardian.
  package let guardian: URL
  /// The servers of Guardian to which a sign-in may lead.
  let guardianOrigins: Set<WebOrigin>
  /// The account server.
  package let accounts: URL
  /// The platform as Guardian names it, a part of a path.
  package let platform: String
  /// Sent to Guardian, and to nobody else.
  package let userAgent: String

  /// Makes it.
  ///
  /// - Parameter redirectOrigins: other servers of Guardian to which a sign-in may lead.
  package init(
    guardian: URL, redirectOrigins: [URL] = [], accounts: URL, platform: String, userAgent: String
  ) {
    self.guardian = guardian
    guardianOrigins = Set(([guardian] + redirectOrigins).compactMap(WebOrigin.init))
    self.accounts = accounts
    self.platform = platform
    self.userAgent = userAgent
  }

  /// An address of the account server.
  func account(_ path: String) -> URL { accounts.appendingPathComponent("v1/" + path) }

  /// The address that starts a sign-in, as JSON for the app or as a page for a browser.
  ///
  /// - Parameter port: where an app on a desktop listens on this machine for the browser to come back.
  func login(challenge: String, email: String?, port: Int? = nil) -> URL {
    let url = guardian.appendingPathComponent("api/v2/vpn/login").appendingPathComponent(platform)
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    var fields = [
      (name: "code_challenge", value: challenge), (name: "code_challenge_method", value: "S256"),
      (name: "user_agent", value: userAgent),
    ]
    if let email { fields.append((name: "email", value: email)) }
    if let port { fields.append((name: "port", value: String(port))) }
    parts?.percentEncodedQuery = FormData.text(fields)
    return parts?.url ?? url
  }

  /// The address that ends a sign-in.
  var verify: URL { guardian.appendingPathComponent("api/v2/vpn/login/verify") }
}
