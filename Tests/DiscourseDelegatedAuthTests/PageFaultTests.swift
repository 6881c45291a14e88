import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// Pages of browser and web view that do not load, and answers that reach the wrong request.
@Suite("Pages of a Discourse site that do not load", .timeLimit(.minutes(20)))
struct PageFaultTests {
  /// Five pages of the browser (consent, login, its form, consent, its form), three of the web view.
  static let most = 8
  static let faults: [LoopbackFault] = [
    .reset, .silence, .garbage, .answer(status: 500, headers: [:], body: ""),
    .page(200, "<html></html>"), .answer(status: 403, headers: [:], body: "no"),
    .answer(status: 404, headers: [:], body: ""),
    .answer(status: 302, headers: ["Location": "https://evil.example/"], body: ""),
    .answer(status: 302, headers: ["Location": "discourse://auth_redirect?otp=true"], body: ""),
  ]

  @Test("whatever page does not load, the flow ends on a screen that goes on", arguments: 0..<most)
  func pages(number: Int) async throws {
    for fault in Self.faults {
      let bench = try DiscourseBench(pageFaults: [number: fault])
      try await bench.open()
      // A one-time password that nobody uses is given up after ten minutes.
      for _ in 0..<3 { await bench.clock.advance(by: .seconds(601)) }
      let update = await bench.app.current
      let name: Comment = "\(fault) at \(number): \(update)"
      let ends: [DiscourseDelegatedAuth.StateID] = [.idle, .authFailed, .siteLoggedOut, .loggedIn, .keyOnly]
      #expect(ends.contains { update.states == [$0] }, name)
      // A key is kept when the site's answer has come, and not before.
      #expect((bench.key != nil) == update.hasKey, name)
      if number < 5 { #expect(update.states != [.loggedIn] && bench.key == nil, name) }
      #expect(try await bench.leaks().isEmpty, name)
    }
  }

  /// What a network answers that wants a login of its own, with a form as the page of a one-time password has one.
  static let portal = LoopbackFault.page(
    200, "<html>Sign in to the network<form method=\"post\"></form></html>")

  @Test(
    "a page in the web view that Discourse has not made logs nobody on, and counts as no connection",
    arguments: 5...8)
  func portal(number: Int) async throws {
    let bench = try DiscourseBench(pageFaults: [number: Self.portal])
    try await bench.open()
    if number == 8 {
      // The site is visited with the key, and nobody is logged on in the web view.
      await bench.expect(.loggedIn)
      try await bench.act { try await $0.close() }
      bench.webView.forget()
      try await bench.act { try await $0.open("forum.example.org") }
    }
    await bench.expect(.siteLoggedOut)
    #expect(bench.told == [.networkError])
  }

  @Test("an answer is refused where the request was for another site, and is good for one reading")
  func otherSite() async throws {
    let bench = try DiscourseBench()
    try await bench.open()
    let answer = try #require(bench.browser.called.first?.absoluteString)
    let handlers = DiscourseHandlers(
      DelegatedAuthConfiguration(
        applicationName: "x", authRedirect: DiscourseBench.redirect, browser: bench.browser,
        webView: bench.webView,
        store: bench.store))
    let own = DiscourseDelegatedAuth.ReadCallbackInput(siteURL: "https://forum.example.org")
    let other = DiscourseDelegatedAuth.ReadCallbackInput(siteURL: "https://other.example.org")
    for (input, failure) in [
      (other, DiscourseDelegatedAuth.ReadCallbackFailure.invalidPayload), (own, .invalidPayload),
    ] {
      try await handlers.prepareKeys(DiscourseDelegatedAuth.PrepareKeysInput(siteURL: own.siteURL))
      handlers.keepCallback(url: answer)
      await #expect(throws: failure) { try await handlers.readCallback(input) }
      // Request and answer are used up.
      await #expect(throws: DiscourseDelegatedAuth.ReadCallbackFailure.badCallback) {
        try await handlers.readCallback(input)
      }
    }
  }
}
