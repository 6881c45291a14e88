public import FlowTransport

/// Speaks to a server.
///
/// The protocol between the vendor's SDK and its servers is not public. This protocol has everything that the flow
/// needs, so it can be the vendor's SDK, your own server, or one in memory.
///
/// A transport must send everything once and not repeat it by itself, end when its task is canceled, and keep no secret
/// longer than it needs it. The chart has the timeouts.
public protocol NextAuthTransport: Sendable {
  /// Opens an encrypted push message.
  ///
  /// - Returns: what a login is started with; nil when the message is something else.
  func open(push message: Secret) async throws(NextAuthFailure) -> Secret?

  /// Makes a session at the server.
  ///
  /// Its task is never canceled, so that a session is also stopped if its answer comes too late.
  ///
  /// - Returns: the session's identifier, which is no secret.
  func start(_ start: SessionStart) async throws(NextAuthFailure) -> String

  /// Reads what the session is about.
  func fetch(_ session: String) async throws(NextAuthFailure) -> SessionOffer

  /// Says which account the person has agreed to.
  ///
  /// - Parameter factorFollows: whether the app insists on a second factor. The server must then ask for one before it
  ///   lets anybody in: what it answers is `success` with `secondFactor` as more input.
  func submitAccount(
    _ account: String, userInput: Secret?, factorFollows: Bool, to session: String
  ) async throws(NextAuthFailure) -> RoundResult

  /// Has a second factor checked, or set where it is the first one. Of both together, the PIN is checked and the biometric
  /// is added or replaced.
  func submitFactor(
    _ factor: SecondFactor, to session: String
  ) async throws(NextAuthFailure) -> RoundResult

  /// Says that the session is alive.
  ///
  /// - Throws: whatever it is, the session is lost.
  func keepAlive(_ session: String) async throws(NextAuthFailure)

  /// Waits for what the server says by itself.
  ///
  /// - Parameter number: the last event that has come; 0 before the first.
  /// - Returns: events, at least one, in order; nil when the server has closed the session.
  func events(
    of session: String, after number: Int
  ) async throws(NextAuthFailure) -> [IncomingEvent]?

  /// Says that the session is over here. The outcome is of no interest.
  func stop(_ session: String) async

  /// Deletes an account and its keys.
  ///
  /// - Parameter server: the account's; nil for the accounts of that name at all servers.
  func deleteAccount(_ account: String, server: String?) async throws(NextAuthFailure)
}

/// The outcome of an answer of the person, in the words of the chart.
public typealias RoundResult = NextAuthSession.SendInputResult
