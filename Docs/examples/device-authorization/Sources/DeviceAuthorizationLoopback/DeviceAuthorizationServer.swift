import FlowTransport
import Foundation
import LoopbackServer
import Synchronization

/// An authorization server with the device grant of RFC 8628, in memory. It takes public clients of any id.
public final class DeviceAuthorizationServer: LoopbackService {
  /// What the person did on the other device.
  public enum Decision: String, Sendable {
    case allow
    case decline
  }

  private struct Grant {
    let deviceCode: String
    let clientID: String
    let end: Duration
    var interval: Duration
    var decision: Decision?
    var lastRequest: Duration?
  }

  private struct State {
    /// By user code.
    var grants: [String: Grant] = [:]
    var userCodes: [String] = []
    var secrets: [String] = []
  }

  private let state = Mutex(State())
  private let base: URL
  private let interval: Int
  private let lifetime: Int
  private let uptime: @Sendable () -> Duration

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - base: its address.
  ///   - interval: the polling interval in seconds. 5, the default of the RFC, is not sent.
  ///   - lifetime: the seconds for which a code can be used.
  ///   - clock: the clock of intervals and lifetimes.
  public init<C: Clock>(
    base: URL, interval: Int = 5, lifetime: Int = 600, clock: C = ContinuousClock()
  ) where C.Duration == Duration {
    self.base = base
    self.interval = interval
    self.lifetime = lifetime
    let start = clock.now
    uptime = { start.duration(to: clock.now) }
  }

  // MARK: For tests

  /// The device codes and tokens that were handed out, in order.
  public var secrets: [String] { state.withLock { $0.secrets } }

  /// The codes for people that were handed out, in order.
  public var userCodes: [String] { state.withLock { $0.userCodes } }

  /// Enters a code on the page of the server. Codes that do not exist change nothing.
  public func enter(_ userCode: String, _ decision: Decision) {
    state.withLock { $0.grants[userCode]?.decision = decision }
  }

  /// Makes the polling intervals longer, which devices do not know yet.
  public func slowDown() {
    state.withLock { state in
      for code in state.grants.keys { state.grants[code]?.interval += .seconds(5) }
    }
  }

  // MARK: Answers

  /// The answer to a request.
  public func answer(_ request: ReceivedRequest) -> TransportResponse {
    let now = uptime()
    return state.withLock { state in
      switch (request.method, request.path) {
      case ("POST", "/device_authorization"): authorize(Self.form(request), &state, now)
      case ("POST", "/token"): token(Self.form(request), &state, now)
      case ("GET", "/device"): page(request.query, &state)
      default: TransportResponse(status: 404)
      }
    }
  }

  /// Section 3.2.
  private func authorize(
    _ form: [String: String], _ state: inout State, _ now: Duration
  ) -> TransportResponse {
    guard let clientID = form["client_id"], !clientID.isEmpty else {
      return Self.refusal("invalid_request")
    }
    let userCode =
      Self.random(4, of: "BCDFGHJKLMNPQRSTVWXZ") + "-" + Self.random(4, of: "BCDFGHJKLMNPQRSTVWXZ")
    let deviceCode = Self.random(40, of: "abcdefghijklmnopqrstuvwxyz0123456789")
    state.grants[userCode] = Grant(
      deviceCode: deviceCode, clientID: clientID, end: now + .seconds(lifetime), interval: .seconds(interval))
    state.userCodes.append(userCode)
    state.secrets.append(deviceCode)
    let page = base.appendingPathComponent("device").absoluteString
    var answer: [String: Any] = [
      "device_code": deviceCode, "user_code": userCode, "verification_uri": page,
      "verification_uri_complete": page + "?user_code=" + userCode, "expires_in": lifetime,
    ]
    if interval != 5 { answer["interval"] = interval }
    return Self.json(answer)
  }

  /// Sections 3.4 and 3.5.
  private func token(_ form: [String: String], _ state: inout State, _ now: Duration) -> TransportResponse {
    guard ["grant_type", "device_code", "client_id"].allSatisfy({ form[$0]?.isEmpty == false }) else {
      return Self.refusal("invalid_request")
    }
    guard form["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code" else {
      return Self.refusal("unsupported_grant_type")
    }
    guard
      let (userCode, grant) = state.grants.first(where: { $0.value.deviceCode == form["device_code"] }),
      grant.clientID == form["client_id"]
    else { return Self.refusal("invalid_grant") }
    guard now < grant.end else { return Self.refusal("expired_token") }
    switch grant.decision {
    case nil:
      state.grants[userCode]?.lastRequest = now
      if let last = grant.lastRequest, now - last < grant.interval { return Self.refusal("slow_down") }
      return Self.refusal("authorization_pending")
    case .decline: return Self.refusal("access_denied")
    case .allow:
      // A code is good for one sign-in.
      state.grants[userCode] = nil
      let tokens = (0..<2).map { _ in Self.random(40, of: "abcdefghijklmnopqrstuvwxyz0123456789") }
      state.secrets += tokens
      return Self.json([
        "access_token": tokens[0], "refresh_token": tokens[1], "token_type": "Bearer", "expires_in": 3600,
      ])
    }
  }

  /// The page for the person (sections 3.3 and 3.3.1): shows the code, and takes the decision.
  private func page(_ query: [String: String], _ state: inout State) -> TransportResponse {
    guard let userCode = query["user_code"], state.grants[userCode] != nil else {
      return Self.html("<form>Code: <input name=user_code><button>Continue</button></form>")
    }
    guard let decision = query["decision"].flatMap(Decision.init) else {
      return Self.html(
        "<form><p>Does your device show \(userCode)?<input type=hidden name=user_code value=\(userCode)>"
          + "<button name=decision value=allow>Allow</button>"
          + "<button name=decision value=decline>Decline</button></form>")
    }
    state.grants[userCode]?.decision = decision
    return Self.html("<p>Go back to your device.")
  }

  // MARK: Parts of answers

  private static func refusal(_ error: String) -> TransportResponse {
    json(["error": error], status: 400)
  }

  private static func json(_ object: [String: Any], status: Int = 200) -> TransportResponse {
    let body = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    return TransportResponse(
      status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: Array(body))
  }

  private static func html(_ text: String) -> TransportResponse {
    TransportResponse(
      status: 200, headers: ["Content-Type": "text/html; charset=utf-8"],
      body: Array("<!DOCTYPE html><title>Loopback</title>\(text)".utf8))
  }

  /// The fields of a form, which has the syntax of a query.
  private static func form(_ request: ReceivedRequest) -> [String: String] {
    ReceivedRequest(
      method: request.method, target: "?" + String(decoding: request.body, as: UTF8.self),
      headers: request.headers, body: [], port: request.port
    ).query
  }

  private static func random(_ count: Int, of letters: String) -> String {
    String((0..<count).compactMap { _ in letters.randomElement() })
  }
}
