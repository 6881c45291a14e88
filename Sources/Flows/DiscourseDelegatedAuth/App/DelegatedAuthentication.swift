// Decision: Docs/decisions/flows.md#each-flow-exports-flowkit
@_exported public import FlowKit
public import FlowTransport
public import Foundation
public import Statecharts

/// Logging on to a Discourse site inside an app, with the login of the system's browser ("delegated authentication").
///
/// ```swift
/// let auth = try DelegatedAuthentication(DelegatedAuthConfiguration(applicationName: "Forum Reader", …))
/// await auth.start()
/// try await auth.open("meta.discourse.org")
/// ```
public final class DelegatedAuthentication: SignInFlow {
  /// The session.
  public let session: FlowSession<DiscourseDelegatedAuth>
  private let handlers: DiscourseHandlers

  /// Makes a flow that is ready to be started.
  ///
  /// - Parameters:
  ///   - clock: what timeouts go by; the system's clock when nil.
  ///   - inspector: gets the trace of the flow, without secrets.
  ///   - now: seconds since 1970, for the waits that sites ask for.
  /// - Throws: `ModelProblems` and `BindingProblems`, which are mistakes in the program and not in its use.
  public init(
    _ configuration: DelegatedAuthConfiguration,
    input: DiscourseDelegatedAuth.Input = DiscourseDelegatedAuth.Input(),
    clock: (any Clock<Duration>)? = nil, inspector: (any SessionInspector)? = nil,
    now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) throws {
    handlers = DiscourseHandlers(configuration, now: now)
    session = FlowSession(
      try Session(handlers, input: input, clock: clock ?? StandardClock.current, inspector: inspector))
  }

  // MARK: Where it is

  /// Starts the flow. Is called once.
  public func start() async { await session.typed.start() }

  // MARK: What the person does

  /// Opens a site; without an address, the last one.
  public func open(_ site: String? = nil) async throws(DelegatedAuthRefusal) {
    try await session.send(.open(site: site))
  }

  /// Starts again after the flow has ended.
  public func retry() async throws(DelegatedAuthRefusal) { try await session.send(.retry) }

  /// Gives up what is under way.
  public func cancel() async throws(DelegatedAuthRefusal) { try await session.send(.cancel) }

  /// Revokes the key at the site. Also removes the app's copy and the web view's cookies of the site, even if the site
  /// does not answer.
  public func logOut() async throws(DelegatedAuthRefusal) { try await session.send(.logout) }

  /// Closes the web view.
  public func close() async throws(DelegatedAuthRefusal) { try await session.send(.close) }

  /// Takes an address that has reached the app outside the browsers, such as a link that the system opens.
  ///
  /// - Returns: whether the flow was waiting for it. Other addresses change nothing.
  @discardableResult
  public func handle(_ url: URL) async -> Bool {
    await session.typed.send(.callback(url: url.absoluteString)) == .taken
  }

  // MARK: With the key

  /// Sends a request of the app to the site, with the key. The site allows the requests of the scopes.
  ///
  /// If the site refuses the key and is still open with that key, the login ends. If it reports too many requests, the
  /// chart emits an output, and nothing is sent until the time that the site asks for is over. Sites respond in the
  /// same way to a wrong key and to a request that the scopes do not allow. A second request, which the scopes do
  /// allow, finds out which it is.
  ///
  /// - Parameter path: on the site, such as `/notifications.json`.
  /// - Returns: the answer, whatever its status but 403.
  /// - Throws: `DelegatedAuthRequestProblem`.
  public func send(
    _ method: TransportRequest.Method, _ path: String, body: [UInt8] = []
  ) async throws(DelegatedAuthRequestProblem) -> TransportResponse {
    guard path.hasPrefix("/"), let site = DiscourseSite(await current.siteURL),
      let credential = try? handlers.credential(site)
    else { throw .noKey }
    let response: TransportResponse
    do throws(DiscourseError) {
      response = try await handlers.client.call(method, path, on: site, as: credential, body: body)
    } catch {
      guard case .rateLimited(let seconds) = error else { throw .noAnswer }
      throw await limited(seconds, credential, site)
    }
    guard response.status != 403 else { throw await refused(credential, site) }
    return response
  }

  /// What it means that a request was refused, by the site in one of its forms or by what stands in between. A key is given
  /// up only when the site refuses it for something that it is good for; without an answer to that nothing is known.
  private func refused(
    _ credential: DiscourseClient.Credential, _ site: DiscourseSite
  ) async -> DelegatedAuthRequestProblem {
    do throws(DiscourseError) {
      // Decision: Docs/decisions/flow-discourse.md#a-discourse-key-is-dropped-only-for-a-permitted-request
      try await handlers.ask(site, credential)
      return .notAllowed
    } catch {
      switch error {
      case .keyRejected:
        if handlers.keeps(credential, site) {
          await session.typed.send(.keyRejected(site: site.name))
        }
        return .keyRejected
      case .rateLimited(let seconds): return await limited(seconds, credential, site)
      case .networkError, .siteNotReachable, .siteNotSupported, .keyNotFound: return .noAnswer
      }
    }
  }

  private func limited(
    _ seconds: Int?, _ credential: DiscourseClient.Credential, _ site: DiscourseSite
  ) async -> DelegatedAuthRequestProblem {
    if handlers.keeps(credential, site) {
      await session.typed.send(.rateLimited(site: site.name, after: seconds))
    }
    return .rateLimited(retryAfter: seconds)
  }
}
