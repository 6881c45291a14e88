package import FlowTransport
import Foundation

/// Speaks with a site's API. Repeats nothing by itself, and does not ask with a key before the time that the site has given
/// to wait.
package struct DiscourseClient: Sendable {
  private let transport: any HTTPTransport
  private let userAgent: String?
  private let now: @Sendable () -> Double
  /// When a site may be asked again with its key, in seconds since 1970.
  private let waits = Locked<[DiscourseSite: Double]>([:])

  /// Makes a client.
  ///
  /// - Parameter now: seconds since 1970.
  package init(
    transport: any HTTPTransport, userAgent: String? = nil,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) {
    self.transport = transport
    self.userAgent = userAgent
    self.now = now
  }

  // MARK: What the site is

  /// What a site says about itself.
  package struct About: Hashable, Sendable {
    /// Where it is, after redirects.
    package let site: DiscourseSite
    /// Its version of the user API.
    package let apiVersion: Int
    /// Its name.
    package let title: String?
    /// Whether it shows nothing to strangers.
    package let loginRequired: Bool
  }

  /// Redirects that are followed to find a site.
  private static let mostRedirects = 5
  private static let newKey = "/user-api-key/new"

  /// Asks a site for its version of the user API, and for its name.
  ///
  /// Redirects are followed to any address that is encrypted; nothing secret is sent. A site elsewhere can't lead to this
  /// machine, encrypted or not; one on this machine may lead to another there.
  ///
  /// - Throws: `.siteNotSupported` only where Discourse itself says so: by a version, or by its name on a site without a
  ///   page for keys. The wait of `.rateLimited` is not kept.
  package func about(_ site: DiscourseSite) async throws(DiscourseError) -> About {
    guard var url = site.address(Self.newKey), var here = WebOrigin(url) else { throw .siteNotReachable }
    for _ in 0...Self.mostRedirects {
      let response = try await send(TransportRequest(.head, url, headers: headers()))
      switch response.status {
      case 301, 302, 303, 307, 308:
        guard let location = response.headers["Location"],
          let next = URL(string: location, relativeTo: url)?.absoluteURL, let origin = WebOrigin(next),
          origin.scheme == "https" || (origin.isLoopback && here.scheme == "http"),
          here.isLoopback || !origin.isLoopback
        else { throw .siteNotReachable }
        (url, here) = (next, origin)
      case 200:
        guard let version = response.headers["Auth-Api-Version"].flatMap({ Int($0) }),
          let found = Self.site(ofNewKeyPage: url)
        else { throw .siteNotReachable }
        let info = try await basicInfo(found)
        return About(
          site: found, apiVersion: version, title: info["title"]?.text,
          loginRequired: info["login_required"]?.bool ?? false)
      case 404:
        // Decision: Docs/decisions/flow-discourse.md#only-discourse-can-say-that-it-is-too-old
        guard let found = Self.site(ofNewKeyPage: url), try await basicInfo(found)["title"]?.text != nil
        else { throw .siteNotReachable }
        throw .siteNotSupported
      case 429: throw .rateLimited(retryAfter: retryAfter(response))
      default: throw .siteNotReachable
      }
    }
    throw .siteNotReachable
  }

  /// The site whose page this is; nil when a redirect has led to another page.
  private static func site(ofNewKeyPage url: URL) -> DiscourseSite? {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), parts.path.hasSuffix(newKey)
    else { return nil }
    parts.query = nil
    parts.fragment = nil
    parts.path = String(parts.path.dropLast(newKey.count))
    return DiscourseSite(parts.url?.absoluteString)
  }

  /// What a site says to strangers.
  private func basicInfo(_ site: DiscourseSite) async throws(DiscourseError) -> JSONValue {
    guard let url = site.address("/site/basic-info.json") else { throw .siteNotReachable }
    let response = try await send(TransportRequest(.get, url, headers: headers()))
    guard response.status != 429 else { throw .rateLimited(retryAfter: retryAfter(response)) }
    return try read(response)
  }

  // MARK: With a key

  /// A key, and the installation that it belongs to.
  package struct Credential: Sendable {
    let key: Secret
    let clientID: String
  }

  /// Asks a site with a key.
  ///
  /// Every request asks for JSON. An answer with anything else does not come from the site, but from a hotel's login
  /// page or a proxy, for example. The same is true of a redirect to another site. A 403 in any form may come from the
  /// site or from something else.
  ///
  /// - Returns: an answer of the site with JSON, or without a body; or a 403, whatever is in it.
  /// - Throws: `.rateLimited` too when the time to wait that the site has given is not over; nothing is sent then.
  package func call(
    _ method: TransportRequest.Method, _ path: String, on site: DiscourseSite, as credential: Credential,
    body: [UInt8] = []
  ) async throws(DiscourseError) -> TransportResponse {
    if let end = waits.withLock({ $0[site] }), end > now() {
      throw .rateLimited(retryAfter: Int(exactly: (end - now()).rounded(.up)))
    }
    guard let url = site.address(path) else { throw .siteNotReachable }
    var headers = headers()
    headers["User-Api-Key"] = credential.key.text
    headers["User-Api-Client-Id"] = credential.clientID
    headers["Content-Type"] = "application/json"
    // The message bus answers in pieces of plain text otherwise.
    // Decision: Docs/decisions/flow-discourse.md#answers-of-a-discourse-site-are-json
    headers["Dont-Chunk"] = "true"
    let response = try await send(TransportRequest(method, url, headers: headers, body: body))
    switch response.status {
    case 300..<400:
      guard let location = response.headers["Location"],
        let next = URL(string: location, relativeTo: url)?.absoluteURL, site.contains(next)
      else { throw .siteNotReachable }
      return response
    case 403: return response
    case 429:
      let seconds = retryAfter(response)
      if let seconds { waits.withLock { $0[site] = now() + Double(seconds) } }
      throw .rateLimited(retryAfter: seconds)
    default:
      // Decision: Docs/decisions/flow-discourse.md#answers-of-a-discourse-site-are-json
      guard response.body.isEmpty || Self.json(response) != nil else { throw .siteNotReachable }
      return response
    }
  }

  /// Whose key it is.
  package func username(_ site: DiscourseSite, _ credential: Credential) async throws(DiscourseError)
    -> String?
  {
    let json = try decide(await call(.get, "/session/current.json", on: site, as: credential))
    return json["current_user"]?["username"]?.text
  }

  /// How many notifications and personal messages are unread. Sites leave out what a person may not see.
  package func unread(_ site: DiscourseSite, _ credential: Credential) async throws(DiscourseError) -> Int {
    let json = try decide(await call(.get, "/notifications/totals.json", on: site, as: credential))
    let counts = ["unread_notifications", "unread_personal_messages"].compactMap { json[$0]?.int }
    guard !counts.isEmpty else { throw .siteNotReachable }
    return counts.reduce(0) { sum, count in sum.addingReportingOverflow(max(count, 0)).partialValue }
  }

  /// Gives a key back.
  package func revoke(_ site: DiscourseSite, _ credential: Credential) async throws(DiscourseError) {
    let response = try await call(.post, "/user-api-key/revoke.json", on: site, as: credential)
    if response.status == 404, Self.isRefusal(response) { throw .keyNotFound }
    guard try decide(response)["success"]?.text == "OK" else { throw .siteNotReachable }
  }

  /// The JSON of a success, of a request that any good key is allowed. Where Discourse itself refuses that, it refuses the
  /// key.
  private func decide(_ response: TransportResponse) throws(DiscourseError) -> JSONValue {
    if response.status == 403, Self.isRefusal(response) { throw .keyRejected }
    return try read(response)
  }

  // MARK: Requests

  private func headers() -> TransportHeaders {
    var headers: TransportHeaders = ["Accept": "application/json"]
    if let userAgent { headers["User-Agent"] = userAgent }
    return headers
  }

  private func send(_ request: TransportRequest) async throws(DiscourseError) -> TransportResponse {
    try await transport.sendSafely(request) { DiscourseError($0) }
  }

  /// The seconds to wait that an answer gives.
  private func retryAfter(_ response: TransportResponse) -> Int? {
    RetryAfter.seconds(
      header: response.headers["Retry-After"],
      body: JSONValue.read(response.body)?["extras"]?["wait_seconds"],
      now: now())
  }

  /// The JSON of a success.
  private func read(_ response: TransportResponse) throws(DiscourseError) -> JSONValue {
    guard response.status == 200, let json = Self.json(response), json.isObject
    else { throw .siteNotReachable }
    return json
  }

  /// The JSON of an answer.
  private static func json(_ response: TransportResponse) -> JSONValue? {
    response.headers.declareJSON ? JSONValue.read(response.body) : nil
  }

  /// Whether Discourse itself says no: it names its errors.
  private static func isRefusal(_ response: TransportResponse) -> Bool {
    json(response)?["errors"]?.list != nil
  }
}
