public import FlowTransport
import Foundation
public import LoopbackServer
import NextAuthSessionFlow

/// The stand-in for a nextAuth server, behind HTTP and JSON of our own design: the vendor's protocol is not public.
///
/// | request | answer |
/// |---|---|
/// | `POST /push` `{message}` | `{data}`, or `{}` for a message that is no login |
/// | `POST /sessions` `{origin, data}` or `{origin: appLogin, account, server}` | `{id, token}` |
/// | `GET /sessions/ID` | what the session is about |
/// | `POST /sessions/ID/account` `{account, userInput, factorFollows}` | `{result, moreInput, sessionEnds, loggedIn}` |
/// | `POST /sessions/ID/factor` `{pin, biometric}`, one or both | the same, with `remaining` |
/// | `POST /sessions/ID/ping` | `{alive: true}`, or 410 |
/// | `GET /sessions/ID/events?after=N` | `{events, closed}` |
/// | `POST /sessions/ID/stop` | `{}` |
/// | `GET /status/ID` | `{loggedin}`, for the owner of the server |
/// | `POST /accounts/delete` `{account, server}` | `{deleted: true}` |
///
/// Each answer is a JSON object, and its `Content-Type` is `application/json`, whatever its status: `StandInTransport`
/// accepts nothing else as an answer of the server. All requests of a session need its token. Errors are `{error}`,
/// with a name of `NextAuthFailure`.
public final class NextAuthLoopback: LoopbackService {
  /// The server behind it.
  public let server: NextAuthStandIn
  private let tokens = Locked<[String: Secret]>([:])

  /// Puts a stand-in behind HTTP.
  public init(_ server: NextAuthStandIn) { self.server = server }

  /// The tokens that were handed out.
  package var issued: [Secret] { tokens.withLock { Array($0.values) } }

  /// The answer to a request.
  public func answer(_ request: ReceivedRequest) -> TransportResponse {
    do throws(NextAuthFailure) {
      return .json(try answer(NextAuthRequest(request)))
    } catch {
      return .json(["error": .string(error.rawValue)], status: Self.status(error))
    }
  }

  private func answer(_ request: NextAuthRequest) throws(NextAuthFailure) -> JSONValue {
    switch (request.method, request.parts.count, request.parts.first, request.parts.last) {
    case ("POST", 1, "push"?, _):
      let data = try server.open(push: try request.data("message"))
      return data.map { ["data": .string(Base64.text($0.bytes))] } ?? [:]
    case ("POST", 1, "sessions"?, _): return try start(request)
    case ("POST", 2, "accounts"?, "delete"?):
      try server.deleteAccount(try request.text("account"), server: request.body["server"]?.text)
      return ["deleted": true]
    case ("GET", 2, "status"?, let session?): return ["loggedin": .bool(server.isLoggedIn(session))]
    case (_, 2..., "sessions"?, _): return try answer(request, of: request.parts[1])
    default: throw .protocolFailure
    }
  }

  private func start(_ request: NextAuthRequest) throws(NextAuthFailure) -> JSONValue {
    guard let origin = NextAuthSession.Origin(rawValue: try request.text("origin")) else { throw .badData }
    let start: SessionStart =
      origin == .appLogin
      ? .appLogin(account: request.body["account"]?.text, server: request.body["server"]?.text)
      : .data(try request.data("data"), origin: origin)
    let session = try server.start(start)
    let token = Secret(Base64.urlText(SecureRandom.bytes(24)))
    tokens.withLock { $0[session] = token }
    return ["id": .string(session), "token": .string(token.text)]
  }

  private func answer(
    _ request: NextAuthRequest, of session: String
  ) throws(NextAuthFailure) -> JSONValue {
    guard let token = tokens.withLock({ $0[session] }), request.token == token else { throw .fetchFailed }
    switch (request.method, request.parts.count, request.parts.last) {
    case ("GET", 2, _): return try server.fetch(session).json
    case ("POST", 3, "account"?):
      let input = request.body["userInput"]?.text.map { Secret($0) }
      let factorFollows = request.body["factorFollows"]?.bool ?? false
      return try server.submitAccount(
        try request.text("account"), userInput: input, factorFollows: factorFollows, to: session
      ).json
    case ("POST", 3, "factor"?):
      guard let factor = SecondFactor(request.body) else { throw .protocolFailure }
      return try server.submitFactor(factor, to: session).json
    case ("POST", 3, "ping"?):
      try server.keepAlive(session)
      return ["alive": true]
    case ("POST", 3, "stop"?):
      server.stop(session)
      return [:]
    case ("GET", 3, "events"?):
      let after = request.query["after"].flatMap { Int($0) } ?? 0
      let (events, isClosed) = try server.events(of: session, after: after)
      return ["events": .list(events.map(\.json)), "closed": .bool(isClosed)]
    default: throw .protocolFailure
    }
  }

  private static func status(_ failure: NextAuthFailure) -> Int {
    switch failure {
    case .fetchFailed, .noAccounts: 404
    case .protocolFailure: 410
    default: 400
    }
  }
}

/// A request, as the server looks at it.
struct NextAuthRequest {
  let method: String
  let parts: [String]
  let query: [String: String]
  let token: Secret?
  let body: JSONValue

  init(_ request: ReceivedRequest) throws(NextAuthFailure) {
    method = request.method
    parts = request.path.split(separator: "/").map(String.init)
    query = request.query
    let bearer = "Bearer "
    token = request.headers["Authorization"].flatMap {
      $0.hasPrefix(bearer) ? Secret(String($0.dropFirst(bearer.count))) : nil
    }
    guard method == "POST" else {
      body = [:]
      return
    }
    guard let json = JSONValue.read(request.body), json.isObject else { throw .badData }
    body = json
  }

  func text(_ name: String) throws(NextAuthFailure) -> String {
    guard let text = body[name]?.text else { throw .badData }
    return text
  }

  func data(_ name: String) throws(NextAuthFailure) -> Secret {
    guard let data = Data(base64Encoded: try text(name)) else { throw .badData }
    return Secret(data)
  }
}
