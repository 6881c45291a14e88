import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// The Swift on the page `Docs/swift/discourse-in-code.md` is the Swift of `DiscoursePage`, which is compiled with these tests
/// and prints what the page says.
@Suite("The page about Discourse in apps", .serialized, .timeLimit(.minutes(20)))
struct DiscoursePageTests {
  private let page = PageSnippets(page: "discourse-in-code.md", source: "DiscoursePage.swift")

  @Test("each snippet of the page is, line for line, in the source that is compiled")
  func isCompiled() throws {
    #expect(try page.fences("swift").count == 4)
    #expect(try page.missing().isEmpty)
  }

  @Test("the snippets print what the page says, with a site on a port")
  func prints() async throws {
    let (server, site) = try await LoopbackServer.start { DiscourseLoopback(base: $0) }
    site.add(DiscourseUser("ada", password: DiscourseBench.password))
    // Other tests may keep the machine busy for longer than a deadline.
    let printed = try await StandardClock.$current.withValue(ManualClock()) {
      let pages = URLSessionTransport()
      return try await DiscoursePage.run(
        server.url.absoluteString, redirect: DiscourseBench.redirect,
        browser: ScriptedBrowserSession(
          pages, person: ScriptedBrowserSession.Person(name: "ada", password: DiscourseBench.password)),
        webView: ScriptedWebView(pages))
    }
    #expect(try printed == page.fences("text").flatMap { $0 })
    #expect(site.openKeys == 0)
    await server.stop()
  }

  @Test("somebody logs in to the page's site with the page's browsers")
  func site() async throws {
    try await StandardClock.$current.withValue(ManualClock()) {
      let (server, browser, webView) = try await DiscoursePage.site()
      let printed = try await DiscoursePage.run(
        server.url.absoluteString, redirect: DiscourseBench.redirect, browser: browser, webView: webView)
      #expect(printed.first?.hasSuffix(" ada") == true)
      await server.stop()
    }
  }
}
