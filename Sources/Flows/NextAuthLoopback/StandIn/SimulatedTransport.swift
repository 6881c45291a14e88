public import FlowTransport
public import NextAuthSessionFlow

/// Speaks to a stand-in in the same process, for tests, previews and trying out.
public struct SimulatedTransport: NextAuthTransport {
  private let server: NextAuthStandIn
  private let pollInterval: PollInterval

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - interval: how often it looks for events.
  ///   - clock: what the interval goes by; the system's clock when nil.
  public init(
    _ server: NextAuthStandIn, interval: Duration = .seconds(1), clock: (any Clock<Duration>)? = nil
  ) {
    self.server = server
    pollInterval = PollInterval(interval, clock ?? StandardClock.current)
  }

  /// Opens a push message.
  public func open(push message: Secret) async throws(NextAuthFailure) -> Secret? {
    try server.open(push: message)
  }

  /// Starts a session.
  public func start(_ start: SessionStart) async throws(NextAuthFailure) -> String { try server.start(start) }

  /// Asks what a session is about.
  public func fetch(_ session: String) async throws(NextAuthFailure) -> SessionOffer {
    try server.fetch(session)
  }

  /// Sends the account.
  public func submitAccount(
    _ account: String, userInput: Secret?, factorFollows: Bool, to session: String
  ) async throws(NextAuthFailure) -> RoundResult {
    try server.submitAccount(account, userInput: userInput, factorFollows: factorFollows, to: session)
  }

  /// Sends the factor.
  public func submitFactor(
    _ factor: SecondFactor, to session: String
  ) async throws(NextAuthFailure) -> RoundResult {
    try server.submitFactor(factor, to: session)
  }

  /// Says that the session is alive.
  public func keepAlive(_ session: String) async throws(NextAuthFailure) { try server.keepAlive(session) }

  /// Waits for events.
  public func events(
    of session: String, after number: Int
  ) async throws(NextAuthFailure) -> [IncomingEvent]? {
    while true {
      let (events, isClosed) = try server.events(of: session, after: number)
      if !events.isEmpty { return events }
      if isClosed { return nil }
      try await pollInterval.wait()
    }
  }

  /// Ends the session.
  public func stop(_ session: String) async { server.stop(session) }

  /// Deletes an account.
  public func deleteAccount(_ account: String, server: String?) async throws(NextAuthFailure) {
    try self.server.deleteAccount(account, server: server)
  }
}

/// The pause between two looks.
struct PollInterval: Sendable {
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
