package import FlowTransport
import Foundation
import Statecharts

/// Speaks with the account server and with Guardian. Each method makes one request, or two with Hawk when the clocks
/// differ, and repeats nothing else.
package struct FxaClient: Sendable {
  let servers: FxaServers
  private let transport: any HTTPTransport
  private let authorizer: any SessionAuthorizer
  let now: @Sendable () -> Double
  /// Seconds that the account server's clock is ahead.
  private let skew = Locked(0)
  /// How many redirects of Guardian are followed for one request.
  private static let mostRedirects = 4
  /// What can be the time of a server: seconds from 1970 to 2096.
  private static let times = 0...Int(clamping: Int64(4_000_000_000))

  /// Makes a client.
  ///
  /// - Parameter now: seconds since 1970.
  package init(
    _ servers: FxaServers, transport: any HTTPTransport, authorizer: any SessionAuthorizer,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) {
    self.servers = servers
    self.transport = transport
    self.authorizer = authorizer
    self.now = now
  }

  // MARK: Requests

  /// Asks and reads the answer; anything but a success is an error.
  func call(
    _ request: TransportRequest, _ operation: FxaOperation = .other
  ) async throws(FxaError) -> JSONValue {
    try content(await answer(to: request), operation)
  }

  /// Asks the account server in the name of a session.
  func call(
    _ request: TransportRequest, _ keys: SessionKeys, _ operation: FxaOperation = .other
  ) async throws(FxaError) -> JSONValue {
    try content(await answer(to: request, keys), operation)
  }

  /// Asks in the name of a session; whatever the answer, it is one.
  func answer(to request: TransportRequest, _ keys: SessionKeys) async throws(FxaError) -> JSONAnswer {
    let answer = try await answer(to: authorized(request, keys))
    guard authorizer.isTimed, answer.errno == 111, let time = answer.json["serverTime"]?.int,
      Self.times.contains(time)
    else { return answer }
    // The signature was refused before anything was done: the clocks differ.
    skew.withLock { $0 = time - Int(now()) }
    return try await self.answer(to: authorized(request, keys))
  }

  /// What a successful answer says; every other is an error.
  func content(_ answer: JSONAnswer, _ operation: FxaOperation) throws(FxaError) -> JSONValue {
    guard answer.status == 200, answer.json.isObject || answer.json.list != nil else {
      throw FxaError(answer, operation)
    }
    return answer.json
  }

  private func authorized(_ request: TransportRequest, _ keys: SessionKeys) throws(FxaError)
    -> TransportRequest
  {
    var request = request
    do throws(TransportFailure) {
      request.headers["Authorization"] = try authorizer.authorization(
        for: request, keys, skew: skew.withLock { $0 })
    } catch {
      throw .authenticationFailure
    }
    return request
  }

  private func answer(to request: TransportRequest) async throws(FxaError) -> JSONAnswer {
    JSONAnswer(try await response(to: request), now: now())
  }

  private func response(to request: TransportRequest) async throws(FxaError) -> TransportResponse {
    try await transport.sendSafely(request) { FxaError($0) }
  }

  /// Asks Guardian with the cookies of a sign-in, and follows redirects of reading requests to its servers.
  ///
  /// The cookies are kept here and not by the transport, so that any transport will do.
  func answer(to request: TransportRequest, cookies: CookieJar) async throws(FxaError) -> JSONAnswer {
    var request = request
    for _ in 0...Self.mostRedirects {
      request.headers["Cookie"] = cookies.header(for: request.url)
      let response = try await response(to: request)
      cookies.take(response.headers, from: request.url)
      guard request.method == .get, (300..<400).contains(response.status),
        let location = response.headers["Location"]
      else { return JSONAnswer(response, now: now()) }
      guard let next = URL(string: location, relativeTo: request.url)?.absoluteURL,
        let origin = WebOrigin(next)
      else { throw .authenticationFailure }
      try check(origin)
      request.url = next
    }
    throw .authenticationFailure
  }

  /// - Throws: `redirectRefused` if an origin is not one of Guardian's.
  func check(_ origin: WebOrigin) throws(FxaError) {
    // Decision: Docs/decisions/flow-mozilla-vpn.md#only-redirects-to-guardian-are-followed
    guard servers.guardianOrigins.contains(origin) else {
      throw FxaError(.redirectRefused, ["origin": .string("\(origin)")])
    }
  }

  /// A request with a JSON body.
  func post(_ path: String, _ body: JSONValue) -> TransportRequest { post(servers.account(path), body) }

  func post(_ url: URL, _ body: JSONValue) -> TransportRequest {
    TransportRequest(
      .post, url, headers: ["Content-Type": "application/json", "Accept": "application/json"],
      body: body.bytes)
  }

  func get(_ url: URL) -> TransportRequest {
    TransportRequest(.get, url, headers: ["Accept": "application/json"])
  }
}
