import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// A flow with a site in the process, browsers with a person in front of them, and a clock that the test moves.
final class DiscourseBench: Sendable {
  static let base = URL(string: "https://forum.example.org") ?? URL(fileURLWithPath: "/")
  static let redirect = URL(string: "discourse://auth_redirect") ?? base
  static let password = Secret("c4n4ry-P4ass0rd!!")
  /// Making keys takes time; the tests share two pairs.
  static let pair = Result { try InstallationKeyPair() }
  static let otherPair = Result { try InstallationKeyPair() }

  let clock: ManualClock
  let time = Locked(1_700_000_000)
  let site: DiscourseLoopback
  let log: RequestLog
  /// The requests of browser and web view.
  let pageLog: RequestLog
  let browser: ScriptedBrowserSession
  let webView: ScriptedWebView
  let store: MemorySecretStore
  let app: DelegatedAuthentication
  let watcher = Watcher()

  init(
    base: URL = DiscourseBench.base, store: MemorySecretStore = MemorySecretStore(),
    clock: ManualClock = ManualClock(),
    input: DiscourseDelegatedAuth.Input = DiscourseDelegatedAuth.Input(), faults: [Int: LoopbackFault] = [:],
    pageFaults: [Int: LoopbackFault] = [:],
    _ change: (inout DelegatedAuthConfiguration) -> Void = { _ in },
    site settings: (inout DiscourseSettings) -> Void = { _ in }
  ) throws {
    // Making keys takes longer than a test's clock waits.
    _ = try Self.pair.get()
    var own = DiscourseSettings()
    settings(&own)
    self.clock = clock
    let time = time
    site = DiscourseLoopback(base: base, settings: own, now: { time.withLock { $0 } })
    var ada = DiscourseUser("ada", password: Self.password)
    ada.unread = (2, 1)
    site.add(ada)
    log = RequestLog(faults: faults)
    self.store = store
    pageLog = RequestLog(faults: pageFaults)
    let pages = InProcessTransport(site, log: pageLog, clock: clock)
    browser = ScriptedBrowserSession(
      pages, person: ScriptedBrowserSession.Person(name: "ada", password: Self.password))
    webView = ScriptedWebView(pages, clock: clock)
    var configuration = DelegatedAuthConfiguration(
      applicationName: "Forum Reader", authRedirect: Self.redirect, browser: browser, webView: webView,
      store: store,
      transport: InProcessTransport(site, log: log, clock: clock))
    configuration.makeKeyPair = { try Self.pair.get() }
    change(&configuration)
    app = try DelegatedAuthentication(
      configuration, input: input, clock: clock, inspector: watcher,
      now: { Double(time.withLock { $0 }) })
  }

  /// Starts the flow and opens a site.
  func open(_ term: String = "forum.example.org") async throws {
    await app.start()
    try await act { try await $0.open(term) }
  }

  /// Does something as the person, and waits until nothing happens any more.
  func act(_ body: (DelegatedAuthentication) async throws -> Void) async throws {
    try await body(app)
    await clock.settle()
  }

  /// Fails unless the flow is here, with this error.
  func expect(
    _ state: DiscourseDelegatedAuth.StateID, _ error: DiscourseDelegatedAuth.ErrorCode? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let update = await app.current
    #expect(update.states == [state], "\(update)", sourceLocation: sourceLocation)
    #expect(update.error == error, sourceLocation: sourceLocation)
  }

  /// The errors that the flow has emitted, in order.
  var told: [DiscourseDelegatedAuth.ErrorCode] {
    watcher.events.withLock { $0 }.compactMap { event in
      guard case .output("errorOccurred", .map(let data)) = event.kind,
        case .string(let code)? = data["error"]
      else { return nil }
      return DiscourseDelegatedAuth.ErrorCode(rawValue: code)
    }
  }

  /// The key that is kept for the site.
  var key: Secret? { store.secret("user-api-key:" + Self.base.absoluteString) }
}
