import FlowTransport
public import Foundation

/// An application of Auth0: where its accounts are, and who asks for them. Nothing of it is secret.
public struct Auth0Tenant: Hashable, Sendable {
  /// How a page asks which account, in place of using a login of the browser again (OpenID Connect Core, 3.1.2.1).
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum AccountPrompt: String, Hashable, Sendable {
    /// The person chooses among the accounts of the browser, or another one.
    case selectAccount = "select_account"
    /// The person signs in again. For connections that do not know `select_account`.
    case login
  }

  /// The tenant's host, such as `example.eu.auth0.com`. It is a part of the address at which the site calls the app.
  public var domain: String
  /// The application's id.
  public var clientID: String
  /// Where the site is: `https` and the domain, unless it is a server elsewhere.
  public var base: URL
  /// Who issues ID tokens, character for character.
  public var issuer: String
  /// For whom access tokens are: the site's own `userinfo`, so that they are opaque.
  public var audience: String
  /// The way of signing in that the page offers, such as `email` or `google-oauth2`; nil for those that the application
  /// has.
  public var connection: String?
  // Decision: Docs/decisions/flow-registration.md#another-try-asks-for-the-account
  /// How the page asks which account, where the person tries again. With nil it uses a login of the browser, so that
  /// another try brings the same account.
  public var retryPrompt: AccountPrompt? = .selectAccount
  // Decision: Docs/decisions/flow-registration.md#left-over-refresh-tokens-are-not-revoked-by-default
  /// Whether revoking one refresh token ends all that the person has of this application, on other devices too: *Refresh
  /// Token Revocation Deletes Grant* among the tenant's settings. It is on in tenants made before 13 January 2021 unless
  /// somebody has switched it off. With `true` only leaving a registration revokes: a refresh token that is left over, by
  /// another try or a sign-in that was canceled, is forgotten: leaving ends it too where it is of the same person, and
  /// otherwise it is good until the site lets it expire. With `false` each is revoked.
  public var revocationDeletesGrant = true

  /// Makes an application.
  ///
  /// - Parameter domain: the tenant's host.
  /// - Throws: `RegistrationConfigurationProblem.domain` if it is not a host.
  public init(
    domain: String, clientID: String, connection: String? = nil
  ) throws(RegistrationConfigurationProblem) {
    guard Self.isHost(domain), let base = URL(string: "https://\(domain)"), Self.isSite(base) else {
      throw .domain
    }
    self.init(base: base, domain: domain, clientID: clientID, connection: connection)
  }

  /// Makes an application of a server elsewhere, which speaks as Auth0 does.
  ///
  /// - Parameter base: its address, such as `http://127.0.0.1:9000`.
  /// - Throws: `RegistrationConfigurationProblem.tenantAddress` when it is neither encrypted nor on this machine, has
  ///   more than a host, a port and a path, or its host has characters that a callback address of the app cannot have.
  public init(
    base: URL, clientID: String, connection: String? = nil
  ) throws(RegistrationConfigurationProblem) {
    let domain = (base.host ?? "") + (base.port.map { ":\($0)" } ?? "")
    guard Self.isSite(base), Self.isHost(domain) else { throw .tenantAddress }
    self.init(base: base, domain: domain, clientID: clientID, connection: connection)
  }

  private init(base: URL, domain: String, clientID: String, connection: String?) {
    self.base = base
    self.domain = domain
    self.clientID = clientID
    self.connection = connection
    let site = Self.plain(base)
    issuer = site + "/"
    audience = site + "/userinfo"
  }

  /// Where the site calls an app.
  ///
  /// - Parameter scheme: the app's own.
  public func redirectURI(scheme: String) -> String { "\(scheme)://\(domain)/cordova/\(scheme)/callback" }

  /// Who gives tokens here.
  var site: CapturedData.Site { CapturedData.Site(issuer: issuer, clientID: clientID) }

  /// An address of the site.
  func address(_ path: String, _ fields: [(name: String, value: String)] = []) -> URL? {
    let query = fields.isEmpty ? "" : "?" + FormData.text(fields)
    return URL(string: Self.plain(base) + "/" + path + query)
  }

  /// Whether a text is the name of a host, with a port or without: nothing that could lead elsewhere.
  static func isHost(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count <= 2, text.utf8.count <= 259 else { return false }
    if parts.count == 2 {
      guard let port = UInt16(parts[1]), port > 0, String(port) == parts[1] else { return false }
    }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.utf8.first != 0x2D && label.utf8.last != 0x2D
        && label.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
        }
    }
  }

  /// Whether an address says where a server is, and no more than that; and tokens may go there.
  static func isSite(_ url: URL) -> Bool {
    WebOrigin(url)?.isSafe == true && url.query == nil && url.fragment == nil
  }

  /// An address without slashes at its end.
  private static func plain(_ url: URL) -> String {
    var text = url.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
