import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import TestExtent
import Testing

/// The whole flow through real connections, with `URLSession`.
@Suite("Logging on to a Discourse site through connections", .timeLimit(.minutes(20)))
struct SocketTests {
  static let kinds: [LoopbackFault?] = [nil, .reset, .close, .truncated, .garbage, .huge, .silence]

  @Test("each fault of a connection at each request of the app leads to a screen", arguments: kinds)
  func faults(fault: LoopbackFault?) async throws {
    let positions = Array(0..<(fault == nil ? 1 : 4))
    for position in TestExtent.of(
      positions, every: positions.count, at: Self.kinds.firstIndex(of: fault) ?? 0)
    {
      let log = RequestLog(faults: fault.map { [position: $0] } ?? [:])
      let (server, site) = try await LoopbackServer.start(log: log) { DiscourseLoopback(base: $0) }
      site.add(DiscourseUser("ada", password: DiscourseBench.password))
      let clock = ManualClock()
      let transport = URLSessionTransport(limits: TransportLimits(deadline: .seconds(10)), clock: clock)
      let store = MemorySecretStore()
      // The pages of the browser are none of the app's requests.
      let browserTransport = InProcessTransport(site, clock: ManualClock())
      var configuration = DelegatedAuthConfiguration(
        applicationName: "Forum Reader", authRedirect: DiscourseBench.redirect,
        browser: ScriptedBrowserSession(
          browserTransport,
          person: ScriptedBrowserSession.Person(name: "ada", password: DiscourseBench.password)),
        webView: ScriptedWebView(browserTransport), store: store,
        transport: transport)
      configuration.makeKeyPair = { try DiscourseBench.pair.get() }
      let app = try DelegatedAuthentication(configuration, clock: ManualClock())
      let waiting = Task {
        guard fault == .silence else { return }
        await log.waitFor(position + 1)
        await clock.advance(by: .seconds(10))
      }
      await app.start()
      let updates = await app.updates()
      try await app.open(server.url.absoluteString)
      let ends: Set<DiscourseDelegatedAuth.StateID> = [
        .loggedIn, .probeFailed, .unsupported, .authFailed, .keyInvalid,
      ]
      for await update in updates where update.states.contains(where: ends.contains) { break }
      await app.settled(ignoring: ["webView"])
      let update = await app.current
      let name: Comment = "\(fault.map { "\($0)" } ?? "nothing") at \(position): \(update)"
      // `HEAD` has no body that could be cut off.
      let isWhole = fault == nil || (fault == .truncated && position == 0)
      if !isWhole, position < 2 {
        #expect(update.states == [.probeFailed], name)
        #expect(update.error == (fault == .huge ? .siteNotReachable : .networkError), name)
      } else {
        #expect(update.states == [.loggedIn], name)
        #expect(update.username == (isWhole ? "ada" : nil), name)
        #expect(site.openKeys == 1, name)
      }
      await waiting.value
      await server.stop()
    }
  }
}
