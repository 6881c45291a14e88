public import FlowTransport
public import Foundation
public import LoopbackServer

/// The account server and Guardian, in memory. It does what they are documented to do: it checks the signature of every
/// request, or its bearer id, the proof of every password, each code, and the challenge of each sign-in.
///
/// One server plays both, for their paths differ.
public final class FxaLoopback: ScriptedService {
  struct Session {
    let email: String
    let keys: LoopbackKeys
    var isVerified: Bool
    var method: String?
  }

  /// A sign-in that Guardian has begun.
  struct Transaction {
    let state: String
    let challenge: String
    /// The cookie of the browser or app that has begun it.
    var visit = ""
    /// The account server's code, once there is one.
    var fxaCode: String?
    var email: String?
  }

  struct State {
    var accounts: [String: LoopbackAccount] = [:]
    var sessions: [String: Session] = [:]
    var transactions: [String: Transaction] = [:]
    /// When each unblock code was sent, by address in lower case.
    var unblockCodes: [String: [String: Int]] = [:]
    /// When somebody was wrong, by address in lower case.
    var failures: [String: [Int]] = [:]
    /// Guardian's codes, with the sign-in that each belongs to.
    var codes: [String: Transaction] = [:]
    var mails: [LoopbackMail] = []
    var nonces: Set<String> = []
    var tokens: [String] = []
    /// Tokens and codes, as they were written in answers.
    var issued: [String] = []
  }

  let state = Locked(State())
  /// The answers that are set.
  public let scripted = ScriptedAnswers()
  let base: URL
  /// The server to which the account server leads, which leads to `base`; nil where `base` is that server.
  let callback: URL?
  let now: @Sendable () -> Int
  /// How many seconds the times of requests may differ from the server's.
  let hawkTolerance: Int
  /// The client that Guardian is for the account server.
  static let clientID = "e6eb0d1e856335fc"
  static let redirectPath = "/vpn/client/login/success"
  /// Where the account server leads to on `callback`.
  static let callbackPath = "/oauth/success"
  /// The name of Guardian's session cookie.
  static let cookieName = "guardian.session"

  /// Makes a server that knows no account.
  ///
  /// - Parameters:
  ///   - base: where it can be reached.
  ///   - callback: another name of the same server, to which the account server leads, as on Mozilla's staging system.
  ///   - now: seconds since 1970.
  ///   - hawkTolerance: how many seconds the times of requests may differ from the server's.
  public init(
    base: URL, callback: URL? = nil, hawkTolerance: Int = 60,
    now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
  ) {
    self.base = base
    self.callback = callback
    self.now = now
    self.hawkTolerance = hawkTolerance
  }

  // MARK: For tests and for trying out

  /// Adds an account, in place of one with the same address.
  public func add(_ account: LoopbackAccount) {
    state.withLock { $0.accounts[account.email.lowercased()] = account }
  }

  /// The account of an address.
  public func account(_ email: String) -> LoopbackAccount? {
    state.withLock { $0.accounts[email.lowercased()] }
  }

  /// The emails so far.
  public var mails: [LoopbackMail] { state.withLock { $0.mails } }

  /// How many sessions are open.
  public var openSessions: Int { state.withLock { $0.sessions.count } }

  /// Guardian's tokens so far.
  public var tokens: [Secret] { state.withLock { $0.tokens.map { Secret($0) } } }

  /// What identifies Guardian's open sign-ins.
  package var states: [String] { state.withLock { Array($0.transactions.keys) } }

  /// Everything secret that was handed out, as it was written in answers.
  package var issued: [String] { state.withLock { $0.issued } }

  /// Lets the next request to a path fail with a number of the account server, with fields besides it.
  public func failNext(_ path: String, errno: Int, status: Int = 400, _ extra: [String: String] = [:]) {
    answerNext(path, with: Self.error(errno, status: status, extra: extra.mapValues { .string($0) }))
  }

  // MARK: Answers

  /// The answer to a request.
  public func answer(_ request: ReceivedRequest) -> TransportResponse {
    if let scripted = scripted.next(to: request.path) { return scripted }
    if request.method == "POST", JSONValue.read(request.body)?.isObject != true {
      return Self.error(106)
    }
    let body = JSONValue.read(request.body) ?? [:]
    return state.withLock { state in
      if let response = answerControl(request, body, &state) { return response }
      if let response = answerOpen(request, body, &state) { return response }
      if let response = answerGuardian(request, body, &state) { return response }
      return answerSession(request, body, &state)
    }
  }

  /// What needs no session.
  private func answerOpen(
    _ request: ReceivedRequest, _ body: JSONValue, _ state: inout State
  ) -> TransportResponse? {
    switch (request.method, request.path) {
    case ("POST", "/v1/account/status"): accountStatus(body, state)
    case ("POST", "/v1/account/create"): create(request, body, &state)
    case ("POST", "/v1/account/login"): login(request, body, &state)
    case ("POST", "/v1/account/login/send_unblock_code"): sendUnblockCode(body, &state)
    default: nil
    }
  }

  /// An error of the account server.
  static func error(_ errno: Int, status: Int = 400, extra: [String: JSONValue] = [:]) -> TransportResponse {
    var fields: [String: JSONValue] = [
      "code": .number(Double(status)), "errno": .number(Double(errno)), "error": "Error", "message": "no",
      "info": "https://github.com/mozilla/fxa",
    ]
    fields.merge(extra) { $1 }
    return .json(.object(fields), status: status)
  }

  /// A parameter that is not as it must be.
  static func invalid(_ key: String) -> TransportResponse {
    error(107, extra: ["validation": ["source": "payload", "keys": [.string(key)]]])
  }
}
