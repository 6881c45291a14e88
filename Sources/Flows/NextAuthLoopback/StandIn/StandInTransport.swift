public import FlowTransport
public import Foundation
public import NextAuthSessionFlow

/// Speaks to the stand-in through HTTP. What it speaks is our own, for the vendor's protocol is not public.
///
/// Each session has a token, which the server gives and which no address of a request holds.
public final class StandInTransport: NextAuthTransport, CustomReflectable {
  private let server: URL
  private let transport: any HTTPTransport
  private let pollInterval: PollInterval
  /// The tokens of the sessions.
  private let tokens = Locked<[String: Secret]>([:])

  /// Looks for events that may fail in a row before the connection counts as lost.
  public static let maximumFailedLooks = 3

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - server: such as `http://127.0.0.1:8080`; `https` where it is not this machine, see `isSafe`.
  ///   - interval: how often it looks for events.
  ///   - clock: what the interval goes by; the system's clock when nil.
  public init(
    _ server: URL, transport: any HTTPTransport = URLSessionTransport(), interval: Duration = .seconds(1),
    clock: (any Clock<Duration>)? = nil
  ) {
    self.server = server
    self.transport = transport
    pollInterval = PollInterval(interval, clock ?? StandardClock.current)
  }

  /// Whether a PIN may go to the server: with `https`, or on this machine. To another one nothing is sent, and each request
  /// is a `protocolFailure`.
  public var isSafe: Bool { WebOrigin(server)?.isSafe ?? false }

  // MARK: Sessions

  /// Has the server open a push message. The vendor's SDK does that itself.
  public func open(push message: Secret) async throws(NextAuthFailure) -> Secret? {
    let answer = try await post("push", ["message": .string(Base64.text(message.bytes))])
    guard let data = answer["data"] else { return nil }
    guard let text = data.text, let bytes = Data(base64Encoded: text) else { throw .protocolFailure }
    return Secret(bytes)
  }

  /// Starts a session.
  public func start(_ start: SessionStart) async throws(NextAuthFailure) -> String {
    var body: [String: JSONValue] = [:]
    switch start {
    case .data(let data, let origin):
      body["origin"] = .string(origin.rawValue)
      body["data"] = .string(Base64.text(data.bytes))
    case .appLogin(let account, let server):
      body["origin"] = "appLogin"
      body["account"] = account.map { .string($0) }
      body["server"] = server.map { .string($0) }
    }
    let answer = try await post("sessions", .object(body))
    // The identifier becomes part of addresses, and the token of a header.
    guard let session = answer["id"]?.text, (16...64).contains(session.utf8.count), Hex.bytes(session) != nil,
      let token = answer["token"]?.text, (1...512).contains(token.utf8.count),
      token.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { throw .protocolFailure }
    tokens.withLock { $0[session] = Secret(token) }
    return session
  }

  /// Asks what a session is about.
  public func fetch(_ session: String) async throws(NextAuthFailure) -> SessionOffer {
    guard let offer = SessionOffer(try await get("sessions/\(session)", of: session)) else {
      throw .protocolFailure
    }
    return offer
  }

  /// Sends the account.
  public func submitAccount(
    _ account: String, userInput: Secret?, factorFollows: Bool, to session: String
  ) async throws(NextAuthFailure) -> RoundResult {
    var body: [String: JSONValue] = ["account": .string(account), "factorFollows": .bool(factorFollows)]
    body["userInput"] = userInput.map { .string($0.text) }
    return try result(await post("sessions/\(session)/account", .object(body), of: session))
  }

  /// Sends the factor.
  public func submitFactor(
    _ factor: SecondFactor, to session: String
  ) async throws(NextAuthFailure) -> RoundResult {
    try result(await post("sessions/\(session)/factor", factor.json, of: session))
  }

  private func result(_ json: JSONValue) throws(NextAuthFailure) -> RoundResult {
    guard let result = RoundResult(json) else { throw .protocolFailure }
    return result
  }

  /// Says that the session is alive.
  public func keepAlive(_ session: String) async throws(NextAuthFailure) {
    let answer = try await post("sessions/\(session)/ping", [:], of: session)
    guard answer["alive"]?.bool == true else { throw .protocolFailure }
  }

  /// Looks for events until there are some. A look without an answer is repeated: it changes nothing at the server.
  public func events(
    of session: String, after number: Int
  ) async throws(NextAuthFailure) -> [IncomingEvent]? {
    var failed = 0
    while true {
      do throws(NextAuthFailure) {
        let answer = try await get("sessions/\(session)/events?after=\(number)", of: session)
        failed = 0
        guard let list = answer["events"]?.list, let isClosed = answer["closed"]?.bool else {
          throw .protocolFailure
        }
        let events = list.compactMap { IncomingEvent($0) }
        guard events.count == list.count else { throw .protocolFailure }
        if !events.isEmpty { return events }
        if isClosed { return nil }
      } catch {
        failed += 1
        // Decision: Docs/decisions/flow-nextauth.md#one-missed-poll-is-not-a-lost-connection
        guard error == .networkError, failed < Self.maximumFailedLooks else { throw error }
      }
      try await pollInterval.wait()
    }
  }

  /// Ends the session.
  public func stop(_ session: String) async {
    _ = try? await post("sessions/\(session)/stop", [:], of: session)
    tokens.withLock { $0[session] = nil }
  }

  /// Deletes an account.
  public func deleteAccount(_ account: String, server: String?) async throws(NextAuthFailure) {
    var body: [String: JSONValue] = ["account": .string(account)]
    body["server"] = server.map { .string($0) }
    let answer = try await post("accounts/delete", .object(body))
    guard answer["deleted"]?.bool == true else { throw .protocolFailure }
  }

  /// Nothing: what it holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }

  // MARK: Requests

  private func get(_ path: String, of session: String) async throws(NextAuthFailure) -> JSONValue {
    try await answer(to: .get, path, body: [], of: session)
  }

  private func post(
    _ path: String, _ body: JSONValue, of session: String? = nil
  ) async throws(NextAuthFailure) -> JSONValue {
    try await answer(to: .post, path, body: body.bytes, of: session)
  }

  private func answer(
    to method: TransportRequest.Method, _ path: String, body: [UInt8], of session: String?
  ) async throws(NextAuthFailure) -> JSONValue {
    guard isSafe, let url = URL(string: path, relativeTo: server.appendingPathComponent(""))?.absoluteURL,
      WebOrigin(url) == WebOrigin(server)
    else { throw .protocolFailure }
    var request = TransportRequest(method, url, headers: ["Accept": "application/json"], body: body)
    if method == .post { request.headers["Content-Type"] = "application/json" }
    if let session {
      guard let token = tokens.withLock({ $0[session] }) else { throw .protocolFailure }
      request.headers["Authorization"] = "Bearer " + token.text
    }
    let response = try await transport.sendSafely(request) { _ in NextAuthFailure.networkError }
    // The server speaks in objects. A page from in between may well hold something that reads as JSON.
    // Decision: Docs/decisions/flow-nextauth.md#a-non-answer-of-the-stand-in-counts-as-no-connection
    guard response.headers.declareJSON, let json = JSONValue.read(response.body), json.isObject
    else { throw .networkError }
    guard response.status == 200, json["error"] == nil else { throw Self.failure(response.status, json) }
    return json
  }

  /// What an answer other than success means.
  private static func failure(_ status: Int, _ json: JSONValue) -> NextAuthFailure {
    if let failure = json["error"]?.text.flatMap({ NextAuthFailure(rawValue: $0) }) { return failure }
    switch status {
    case 429, 502...504: return .networkError
    default: return .protocolFailure
    }
  }
}

/// The pause between two looks.
private struct PollInterval: Sendable {
  private let sleep: @Sendable () async throws -> Void

  init(_ interval: Duration, _ clock: any Clock<Duration>) {
    sleep = { try await Self.sleep(interval, clock) }
  }

  private static func sleep<C: Clock<Duration>>(_ interval: Duration, _ clock: C) async throws {
    try await clock.sleep(until: clock.now.advanced(by: interval), tolerance: nil)
  }

  /// Waits.
  ///
  /// - Throws: when nobody waits any more.
  func wait() async throws(NextAuthFailure) {
    do { try await sleep() } catch { throw .networkError }
  }
}
