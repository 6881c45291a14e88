import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import Testing

/// What the web view shows decides whether somebody is logged in.
@Suite("Logged in is what the web view shows", .timeLimit(.minutes(20)))
struct LoginStateTests {
  private static func url(_ path: String) throws -> URL {
    try #require(URL(string: "https://forum.example.org" + path))
  }

  @Test("without a one-time password the app has only the key", arguments: [2, 3])
  func old(version: Int) async throws {
    let bench = try DiscourseBench(site: { $0.apiVersion = version })
    try await bench.open()
    await bench.expect(.keyOnly)
    try await bench.act { try await $0.close() }
    await bench.expect(.siteLoggedOut)
  }

  @Test("who loses the login in the web view is not logged in any more")
  func lost() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    await bench.expect(.loggedIn)
    bench.webView.forget()
    let updates = await bench.app.updates()
    bench.webView.go(to: try Self.url("/about"))
    for await update in updates where update.isActive(.keyOnly) { break }
    await bench.expect(.keyOnly)
  }

  @Test("after the button, any page of the site that shows a login counts")
  func otherLanding() async throws {
    let bench = try DiscourseBench()
    bench.site.answerNext(
      "/", with: TransportResponse(status: 302, headers: ["Location": "https://forum.example.org/about"]))
    try await bench.open()
    await bench.expect(.loggedIn)
    #expect(bench.webView.address == (try Self.url("/about")))
  }

  @Test("after signing out, the web view is logged in no longer", arguments: [true, false])
  func cookies(isReachable: Bool) async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    await bench.expect(.loggedIn)
    if !isReachable { bench.log.failNext(with: .reset) }
    try await bench.act { try await $0.logOut() }
    await bench.expect(.signedOut, isReachable ? nil : .networkError)
    bench.webView.pressButtons(false)
    // A stopped state opens a site at once.
    try await bench.act { try await $0.open("forum.example.org") }
    // The button of the one-time password is needed again.
    await bench.expect(.consumingOTP)
  }
}
