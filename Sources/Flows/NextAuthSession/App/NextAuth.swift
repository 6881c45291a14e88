import FlowKit
public import FlowTransport
public import Foundation
public import Statecharts

/// Logins and enrollments with nextAuth: any number of sessions at once, and what is remembered of them.
///
/// The methods have the names of the vendor's SDK. The transport speaks to servers: the vendor's protocol is not
/// public.
///
/// ```swift
/// let nextAuth = NextAuth(NextAuthConfiguration(transport: …, callbacks: …))
/// let session = try await nextAuth.startSession(code)
/// ```
public final class NextAuth: Sendable, CustomReflectable {
  private let hub: SessionHub
  private let clock: any Clock<Duration>
  private let inspector: (any SessionInspector)?

  /// Makes it.
  ///
  /// - Parameters:
  ///   - clock: what time limits go by; the system's clock when nil.
  ///   - inspector: gets the traces of all sessions, without secrets.
  ///   - now: seconds since 1970, for the history.
  public init(
    _ configuration: NextAuthConfiguration, clock: (any Clock<Duration>)? = nil,
    inspector: (any SessionInspector)? = nil,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) {
    let clock = clock ?? StandardClock.current
    self.clock = clock
    self.inspector = inspector
    hub = SessionHub(configuration, now: now, uptime: clock.uptime)
  }

  // MARK: Starting sessions

  /// Starts a session with a scanned QR code. The code decides whether it is a login or an enrollment.
  ///
  /// - Parameter preselectedAccount: the one that the app wants to use; when it is possible at all, it is the only
  ///   candidate.
  /// - Throws: `ModelProblems` and `BindingProblems`, which are mistakes in the program and not in its use, here and for
  ///   all ways to start a session.
  @discardableResult
  public func startSession(
    _ code: ScannedCode, preselectedAccount: String? = nil
  ) async throws -> AuthSession {
    try await start(.code(code), preselectedAccount)
  }

  /// Starts a session with a deep link, the whole address.
  @discardableResult
  public func startSession(
    data link: Secret, preselectedAccount: String? = nil
  ) async throws -> AuthSession {
    try await start(.link(link, scheme: hub.configuration.linkScheme), preselectedAccount)
  }

  /// Opens a push message. If it is a login, a session is started.
  ///
  /// - Returns: the session; nil when the message is something else.
  /// - Throws: `NextAuthFailure` when the message cannot be opened; there is no session then.
  @discardableResult
  public func processPush(_ message: Secret) async throws -> AuthSession? {
    guard let login = try await hub.configuration.transport.open(push: message) else { return nil }
    return try await start(.push(login), nil)
  }

  /// Starts a login to the app itself.
  ///
  /// - Parameter account: whose; nil where there is one.
  @discardableResult
  public func startAppLogin(account: String? = nil) async throws -> AuthSession {
    try await start(nil, account)
  }

  private func start(_ data: StartingData?, _ account: String?) async throws -> AuthSession {
    let session = try AuthSession(
      data, preselectedAccount: account, hub: hub, clock: clock, inspector: inspector)
    await session.start()
    return session
  }

  // MARK: Sessions and history

  /// The sessions that are not over, in the order of their start.
  public var sessions: [AuthSession] { hub.running }

  /// What is remembered, in the order of the sessions' start. Records go when they are older than the settings say.
  public var history: [HistoryRecord] { hub.records }

  /// Deletes an account and its keys, and reports that to all sessions and the history.
  ///
  /// - Parameter server: the account's; nil for the accounts of that name at all servers.
  /// - Throws: what the server says; nothing has changed then.
  public func deleteAccount(_ account: String, server: String? = nil) async throws(NextAuthFailure) {
    try await hub.delete(account, at: server)
  }

  /// Reports an account that was deleted elsewhere to all sessions and the history.
  ///
  /// - Parameter server: the account's; nil for the accounts of that name at all servers.
  public func accountDeleted(_ account: String, server: String? = nil) async {
    await hub.accountDeleted(account, at: server)
  }

  /// Nothing: what it holds is not to be printed.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
