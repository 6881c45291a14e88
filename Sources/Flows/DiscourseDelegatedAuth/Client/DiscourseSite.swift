package import FlowTransport
package import Foundation

/// A site, and the addresses on it.
package struct DiscourseSite: Hashable, Sendable {
  /// Without a slash at the end. Scheme and host are in lower case, and the scheme's usual port is not written: one site
  /// has one name, however it was typed.
  package let url: URL

  /// Reads what a person typed: white space and slashes at the end go, `https://` comes before an address without a
  /// scheme, and takes the place of `http://` except on this machine.
  package init?(term: String) {
    var text = term.trimmingCharacters(in: .whitespacesAndNewlines)
    if !text.contains("://") { text = "https://" + text }
    while text.hasSuffix("/") { text.removeLast() }
    guard let typed = URLComponents(string: text), typed.query == nil, typed.fragment == nil,
      let url = typed.url, let origin = WebOrigin(url), var parts = Self.parts(url, origin)
    else { return nil }
    if !origin.isSafe { parts.scheme = "https" }
    guard let safe = parts.url else { return nil }
    self.init(safe.absoluteString)
  }

  /// Reads an address that was kept.
  package init?(_ text: String?) {
    guard let text, let kept = URL(string: text), let origin = WebOrigin(kept), origin.isSafe,
      let url = Self.parts(kept, origin)?.url
    else { return nil }
    self.url = url
  }

  /// The parts of an address in the one spelling.
  private static func parts(_ url: URL, _ origin: WebOrigin) -> URLComponents? {
    // Decision: Docs/decisions/flow-discourse.md#a-discourse-site-has-one-spelling
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
    parts.scheme = origin.scheme
    parts.encodedHost = parts.encodedHost?.lowercased()
    let usual = origin.scheme == "https" ? 443 : 80
    parts.port = origin.port == usual ? nil : origin.port
    return parts
  }

  /// What names it in stores: the address.
  package var name: String { url.absoluteString }

  /// An address on the site; the query as it is.
  package func address(_ path: String, query: [(name: String, value: String)] = []) -> URL? {
    URL(string: name + path + (query.isEmpty ? "" : "?" + FormData.text(query)))
  }

  /// Whether an address is on the site: same scheme, host and port, and below its path.
  package func contains(_ other: URL) -> Bool {
    guard let origin = WebOrigin(other), origin == WebOrigin(url) else { return false }
    return url.path.isEmpty || other.path == url.path || other.path.hasPrefix(url.path + "/")
  }

  /// The path of an address below the site's own; `/` for the site itself.
  package func path(of other: URL) -> String? {
    guard contains(other) else { return nil }
    let rest = other.path.dropFirst(url.path.count)
    return rest.isEmpty ? "/" : String(rest)
  }

  /// Whether a callback that names a host means this site.
  package func isNamed(_ host: String?) -> Bool {
    guard let host = host?.lowercased(), let origin = WebOrigin(url) else { return host == nil }
    return host == origin.host || host == "\(origin.host):\(origin.port)"
  }
}

// MARK: - Pages

extension DiscourseSite {
  /// The page on which the person allows a key.
  package func authorize(_ app: DiscourseApp, publicKey: String, nonce: Secret, scopes: [String]) -> URL? {
    var query: [(name: String, value: String)] = [
      ("application_name", app.name), ("client_id", app.clientID), ("scopes", scopes.joined(separator: ",")),
      ("public_key", publicKey), ("nonce", nonce.text), ("auth_redirect", app.authRedirect),
    ]
    if let push = app.pushURL { query.append(("push_url", push)) }
    if app.padding != .pkcs1 { query.append(("padding", app.padding.rawValue)) }
    query.append(("discourse_app", "1"))
    return address("/user-api-key/new", query: query)
  }

  /// The page on which the person allows a one-time password.
  package func authorizeOTP(_ app: DiscourseApp, publicKey: String) -> URL? {
    var query: [(name: String, value: String)] = [
      ("application_name", app.name), ("public_key", publicKey), ("auth_redirect", app.authRedirect),
    ]
    if app.padding != .pkcs1 { query.append(("padding", app.padding.rawValue)) }
    return address("/user-api-key/otp", query: query)
  }

  /// The site's start page, which calls the app when nobody is logged on.
  package func open(_ app: DiscourseApp, publicKey: String) -> URL? {
    address("/", query: [("user_api_public_key", publicKey), ("auth_redirect", app.authRedirect)])
  }

  /// The site's start page for an app that can't be called.
  package func openPlainly() -> URL? { address("/", query: [("discourse_app", "1")]) }

  /// The page that logs on with a one-time password; nil if the password is not valid.
  package func logOn(otp: Secret) -> URL? {
    let text = otp.text
    guard UserAPIKeyPayload.isToken(text) else { return nil }
    return address("/session/otp/" + text)
  }

  /// An address without `user_api_public_key` and `auth_redirect`; the rest stays as it is written.
  package static func stripped(_ url: URL) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let query = parts.percentEncodedQuery
    else { return url }
    let kept = query.split(separator: "&", omittingEmptySubsequences: false).filter { pair in
      let name = FormData.fields(pair)?.first?.name
      return name != "user_api_public_key" && name != "auth_redirect"
    }
    parts.percentEncodedQuery = kept.isEmpty || kept == [""] ? nil : kept.joined(separator: "&")
    return parts.url ?? url
  }
}
