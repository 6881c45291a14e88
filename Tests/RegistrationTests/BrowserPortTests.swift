import FlowTransport
import Foundation
import LoopbackBrowser
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import Testing

/// A registration whose browser comes back to a port of this machine.
@Suite("The registration with a port", .timeLimit(.minutes(20)))
struct BrowserPortTests {
  @Test(
    "somebody registers and leaves, and the site calls the port and not the app's scheme",
    arguments: [false, true])
  func registers(isExact: Bool) async throws {
    let shown = Locked<[String]>([])
    let callback = try LoopbackBrowserSession.freeCallback(path: isExact ? "/callback" : nil)
    let settings = isExact ? Self.settings(callback.absoluteString) : Self.settings()
    let bench = try await Self.bench(settings, callback, shown, endsBrowserSession: true)
    #expect(await bench.app.settled().key == .confirmationRequired)
    try await bench.app.confirm()
    #expect(await bench.app.settled().key == .active)
    try await bench.app.logOut()
    #expect(await bench.app.settled().key == .registrationRequired)
    await bench.app.settled(ignoring: [])
    let addresses = shown.withLock { $0 }
    #expect(addresses.count == 2)
    #expect(addresses.first?.hasPrefix(callback.absoluteString + "?code=") == true)
    #expect(addresses.last == callback.absoluteString)
  }

  @Test("an answer to another request, which any page can send, changes nothing, and the right one counts")
  func forged() async throws {
    let callback = try LoopbackBrowserSession.freeCallback()
    let forged = callback.appending(queryItems: [.init(name: "state", value: "x")])
    let bench = try await Self.bench(Self.settings(), callback, Locked([])) { () throws(BrowserProblem) in
      try await Self.load(forged, status: 400)
    }
    #expect(await bench.app.settled().key == .confirmationRequired)
  }

  private static func settings(_ allowed: String = "http://127.0.0.1:*") -> Auth0Settings {
    var settings = Auth0Settings()
    settings.allowedCallbacks = [allowed]
    return settings
  }

  /// A registration whose page is opened in a browser that comes back to a port.
  private static func bench(
    _ settings: Auth0Settings, _ callback: URL, _ shown: Locked<[String]>, endsBrowserSession: Bool = false,
    before: @escaping @Sendable () async throws(BrowserProblem) -> Void = {}
  ) async throws -> RegistrationBench {
    let server = RegistrationLoopback(
      base: RegistrationBench.base, settings: settings, now: { RegistrationBench.begin })
    let input = Registration.Input(endBrowserSession: endsBrowserSession)
    let bench = try RegistrationBench(input: input, server: server) {
      $0.browserCallback = callback
      $0.browser = LoopbackBrowserSession(clock: ManualClock()) { page throws(BrowserProblem) in
        try await before()
        try await browse(page, server, shown)
      }
    }
    await bench.app.requestRegState(urlScheme: "")
    #expect(await bench.app.settled().key == .registrationRequired)
    try await bench.app.select(.social)
    return bench
  }

  /// Goes where the site leads, and at last to the port.
  private static func browse(
    _ page: URL, _ server: RegistrationLoopback, _ shown: Locked<[String]>
  ) async throws(BrowserProblem) {
    let site = InProcessTransport(server, log: RequestLog(), clock: ManualClock())
    guard
      case .left(let address)? = try? await WebAgent(site).go(
        to: page, mayGo: { $0.host == RegistrationBench.base.host })
    else { throw .unavailable }
    shown.withLock { $0.append(address.absoluteString) }
    try await load(address)
  }

  /// Loads a page of the port. The end of the visit cancels the opener, but no browser.
  private static func load(_ address: URL, status: Int = 200) async throws(BrowserProblem) {
    let browser = Task {
      try? await URLSessionTransport(clock: ManualClock()).send(TransportRequest(.get, address)).status
    }
    #expect(await browser.value == status)
  }
}
