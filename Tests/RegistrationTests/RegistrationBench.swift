import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// A flow with servers in the process, and a clock that the test moves.
final class RegistrationBench: Sendable {
  static let begin = 1_700_000_000
  static let scheme = "com.clueride.player"
  static let base = URL(string: "https://tenant.example.org") ?? URL(fileURLWithPath: "/")
  static let agreedToken = Secret("loopback-agreed")
  /// Set up where it is to check too; else a test adds it.
  static let backend = base.appendingPathComponent("rest")
  /// What the flow waits for as long as the person is at the site.
  static let atSite: Set<Registration.ServiceID> = [.openAgent]

  let clock: ManualClock
  let server: RegistrationLoopback
  let log: RequestLog
  let store: BenchStore
  let notifications = Notifications()
  let watcher = Watcher()
  let app: RegStateService
  let router = CallbackRouter()
  /// How often the splash screen was hidden.
  let hidden = Locked(0)
  /// Changes answers, by the request's number.
  let tamper = Locked<TamperingTransport.Change?>(nil)
  /// How long the answer to a request for tokens is on its way.
  let delay = Locked<Duration?>(nil)
  /// What the browser has asked for.
  let pages: RequestLog
  /// With which addresses the browser calls the app in place of one.
  let calls = Locked<@Sendable (URL) -> [URL]>({ [$0] })

  /// Keeps what was to be shown.
  final class Notifications: NotificationService {
    let shown = Locked<[Registration.ErrorCode]>([])
    func handle(_ exception: Registration.ErrorCode) { shown.withLock { $0.append(exception) } }
  }

  init(
    stored: CapturedData? = nil, store kept: BenchStore? = nil, isNative: Bool = true,
    input: Registration.Input = Registration.Input(), person: Auth0Person = Auth0Person(),
    faults: [Int: LoopbackFault] = [:], patience: Duration = .seconds(20), at start: Int = 0,
    deadline: Duration = .seconds(15),
    server shared: RegistrationLoopback? = nil, revocationDeletesGrant: Bool = false,
    _ change: (inout RegistrationConfiguration) -> Void = { _ in },
    settings: (inout Auth0Settings) -> Void = { _ in }
  ) throws {
    let clock = ManualClock(patience: patience)
    self.clock = clock
    let seconds: @Sendable () -> Int = { Self.begin + start + Int(clock.now.offset.components.seconds) }
    var own = Auth0Settings()
    own.revocationDeletesGrant = revocationDeletesGrant
    settings(&own)
    server = shared ?? RegistrationLoopback(base: Self.base, settings: own, person: person, now: seconds)
    log = RequestLog(faults: faults)
    let store = kept ?? BenchStore()
    self.store = store
    if let stored { try TokenStore(store).replace(with: stored) }
    let wire = InProcessTransport(
      server, log: log, limits: TransportLimits(deadline: deadline), clock: clock)
    let server = server
    let calls = calls
    let delay = delay
    // The browser's own requests are none of the flow's: no faults are meant for them.
    let pages = RequestLog()
    self.pages = pages
    let browser = ScriptedBrowserSession(
      InProcessTransport(server, log: pages, clock: clock), mailedCode: { server.mailedCode },
      calls: { calls.withLock { $0 }($0) })
    var configuration = RegistrationConfiguration(
      tenants: [
        .social: try Auth0Tenant(base: Self.base, clientID: "loopback-social"),
        .passwordless: try Auth0Tenant(base: Self.base, clientID: "loopback-email", connection: "email"),
      ], backend: input.backendCheck == true ? Self.backend : nil, agreedToken: Self.agreedToken,
      platform: ReadyPlatform(isNative: isNative), browser: browser, store: store,
      transport: TamperingTransport(wire, tamper: tamper) { _, request throws(TransportFailure) in
        guard request.url.path == "/oauth/token", let delay = delay.withLock({ $0 }) else { return }
        do { try await clock.sleep(for: delay) } catch { throw .cancelled }
      })
    if !revocationDeletesGrant {
      for type in Registration.RegistrationType.allCases {
        configuration.tenants[type]?.revocationDeletesGrant = false
      }
    }
    configuration.router = router
    configuration.notifications = notifications
    let hidden = hidden
    configuration.hideSplash = { hidden.withLock { $0 += 1 } }
    change(&configuration)
    app = try RegStateService(
      configuration, input: input, clock: clock, inspector: watcher, now: { Double(seconds()) })
  }

  /// Who has given what the server gives for the way `social`.
  static let site = CapturedData.Site(issuer: "https://tenant.example.org/", clientID: "loopback-social")
  /// The same, as it is kept.
  static let keptSite = #""id_token":"\#(idToken(site).text)""#

  /// An ID token that says who has given it, and nothing else.
  static func idToken(_ site: CapturedData.Site) -> Secret {
    idToken(["iss": .string(site.issuer), "aud": .string(site.clientID)])
  }

  /// An ID token that says something, with a signature of nobody.
  static func idToken(_ claims: JSONValue) -> Secret {
    let header: JSONValue = ["alg": "RS256", "kid": "old"]
    return Secret([header.bytes, claims.bytes, [0]].map { Base64.urlText($0) }.joined(separator: "."))
  }

  /// A registration that was made before, with tokens of the server.
  ///
  /// - Parameter validFor: seconds for which the access token is good.
  static func registered(
    validFor: Int = 86_400, refreshToken: Secret? = nil, accessToken: String = "old-access-t0ken"
  ) -> CapturedData {
    CapturedData(
      profile: Profile(displayName: "Ada Lovelace", email: "ada@example.org"), jwtToken: idToken(site),
      accessToken: Secret(accessToken), refreshToken: refreshToken, expiresAt: (begin + validFor) * 1_000,
      registrationType: .social)
  }

  /// Asks for the state, and waits until nothing happens any more.
  func request() async {
    await app.requestRegState(urlScheme: Self.scheme)
    await settle()
  }

  /// Waits until nothing happens any more.
  func settle() async {
    await clock.settle()
    await app.settled(ignoring: Self.atSite)
    await clock.settle()
  }

  /// Does something as the person, and waits until nothing happens any more.
  func act(_ deed: (RegStateService) async throws(RegistrationRefusal) -> Void) async throws {
    try await deed(app)
    await clock.settle()
  }

  /// Somebody has waited for what does not come.
  struct Impatience: Error {}

  /// Does something until it says that all is over, and fails where that does not come in the real time of a minute.
  func until(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ isOver: () async -> Bool
  ) async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(60))
    while await !isOver() {
      guard ContinuousClock.now < end else {
        Issue.record(what, sourceLocation: sourceLocation)
        throw Impatience()
      }
      await Task.yield()
    }
  }

  /// Asks for the state, and signs in at the site.
  func signIn(_ type: Registration.SelectType = .social) async throws {
    await request()
    try await act { app throws(RegistrationRefusal) in try await app.select(type) }
  }

  /// Registers.
  func register(_ type: Registration.SelectType = .social) async throws {
    try await signIn(type)
    try await act { app throws(RegistrationRefusal) in try await app.confirm() }
  }

  /// What is stored.
  func stored() throws -> CapturedData? { try TokenStore(store).data() }

  /// Fails unless this is the latest state.
  func expect(
    _ letter: Registration.Letter?, _ exception: Registration.ErrorCode? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(app.latest.letter == letter, "\(app.latest)", sourceLocation: sourceLocation)
    #expect(app.latest.exception == exception, sourceLocation: sourceLocation)
  }
}

extension RegistrationBench {
  /// The outputs so far, in order, as they are traced.
  var told: [String] {
    watcher.events.withLock { $0 }.compactMap { event in
      guard case .output = event.kind else { return nil }
      return event.jsonLine
    }
  }
}
