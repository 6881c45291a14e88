public import FlowTransport
public import NextAuthSessionFlow

/// A server that stands in for nextAuth's: of our own design, in memory, with the sessions of one device.
///
/// The vendor's protocol is not public, so this is not a copy of it. It is for tests and demos. On request it does
/// everything that the flow's reference says about a server.
public final class NextAuthStandIn: Sendable {
  // Decision: Docs/decisions/flow-nextauth.md#the-stand-in-is-called-a-stand-in
  /// A session that was started.
  struct Live: Sendable {
    var login: StandInLogin
    let isAppLogin: Bool
    var account: String?
    var events: [IncomingEvent.Message] = []
    var isLoggedIn = false
    var isClosed = false
  }

  struct State: Sendable {
    var accounts: [String] = []
    var pin: Secret?
    var biometric: Secret?
    var hasBiometricChanged = false
    var attempts = NextAuthStandIn.attempts
    var codes: [[UInt8]: StandInLogin] = [:]
    /// Push messages; nil for those that are no login.
    var pushes: [Secret: Secret?] = [:]
    var appLogin = StandInLogin()
    var sessions: [String: Live] = [:]
    var refusesPings = false
    var scripted: [RoundResult] = []
    var userInputs: [Secret] = []
    var started: [String] = []
    /// Everything secret that was handed out.
    var issued: [Secret] = []
  }

  /// How many wrong factors block the PIN. With a biometric that has failed then, nothing is left.
  public static let attempts = 3

  /// The server's name.
  public let name: String
  let state = Locked(State())

  /// Makes a server without accounts.
  public init(name: String = "ns.example.org") { self.name = name }

  // MARK: What there is

  /// Adds an account. It is one of those that can log in.
  public func addAccount(_ account: String) {
    state.withLock { if !$0.accounts.contains(account) { $0.accounts.append(account) } }
  }

  /// The accounts.
  public var accounts: [String] { state.withLock { $0.accounts } }

  /// Sets the factors, as a first enrollment does.
  public func setFactors(pin: Secret?, biometric: Secret? = nil) {
    state.withLock { state in
      state.pin = pin
      state.biometric = biometric
      state.hasBiometricChanged = false
      state.attempts = Self.attempts
    }
  }

  /// Lets the key behind the biometric be gone, as when fingerprints on the device change.
  public func changeBiometric() { state.withLock { $0.hasBiometricChanged = true } }

  /// Prepares a login or an enrollment.
  ///
  /// - Returns: the bytes of its QR code, good once.
  public func code(for login: StandInLogin = StandInLogin()) -> Secret {
    let code = StandInCode(login.kind, server: name)
    return state.withLock { state in
      state.codes[code.nonce] = login
      let bytes = Secret(code.bytes)
      state.issued.append(bytes)
      return bytes
    }
  }

  /// Prepares a login as a deep link.
  public func link(for login: StandInLogin = StandInLogin(), scheme: String = "com.nextauth.client") -> Secret
  {
    Secret(scheme + ":" + code(for: login).withBytes { Base64.urlText($0) })
  }

  /// Prepares a login as a push message; nil makes a message that is something else.
  public func push(for login: StandInLogin?) -> Secret {
    let content = login.map { code(for: $0) }
    return state.withLock { state in
      let message = Secret(SecureRandom.bytes(48))
      state.pushes[message] = content
      state.issued.append(message)
      return message
    }
  }

  /// Says how logins to the app itself go.
  public func setAppLogin(_ login: StandInLogin) { state.withLock { $0.appLogin = login } }

  // MARK: What happens

  /// The sessions that were started, in order.
  public var sessions: [String] { state.withLock { $0.started } }

  /// Whether somebody is logged in, as the server's owner would ask.
  public func isLoggedIn(_ session: String) -> Bool {
    state.withLock { $0.sessions[session].map { $0.isLoggedIn && !$0.isClosed } ?? false }
  }

  /// Whether a session is over at the server.
  public func isClosed(_ session: String) -> Bool {
    state.withLock { $0.sessions[session]?.isClosed ?? true }
  }

  /// Finishes a login.
  public func finishLogin(_ session: String) {
    state.withLock { state in
      guard var live = state.sessions[session] else { return }
      Self.finish(&live, &state)
      state.sessions[session] = live
    }
  }

  /// Sends a message to a session, whatever its state is.
  public func send(_ session: String, _ message: IncomingEvent.Message) {
    state.withLock { $0.sessions[session]?.events.append(message) }
  }

  /// Closes a session without a word.
  public func close(_ session: String) { state.withLock { $0.sessions[session]?.isClosed = true } }

  /// Refuses keep-alives from now on, or takes them again.
  public func refusePings(_ refuses: Bool = true) { state.withLock { $0.refusesPings = refuses } }

  /// Answers the next round so, whatever it is.
  public func answerNext(with result: RoundResult) { state.withLock { $0.scripted.append(result) } }

  /// The texts that came with accounts.
  package var userInputs: [Secret] { state.withLock { $0.userInputs } }

  /// Everything secret that was handed out.
  package var issued: [Secret] { state.withLock { $0.issued } }

  static func finish(_ live: inout Live, _ state: inout State) {
    live.isLoggedIn = true
    var webSession: Secret?
    if live.isAppLogin {
      let secret = Secret(Base64.urlText(SecureRandom.bytes(24)))
      state.issued.append(secret)
      webSession = secret
    }
    live.events.append(.loggedIn(sessionInfo: live.login.sessionInfo, webSession: webSession))
  }
}
