import FlowTransport
import Foundation
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import StatechartsTesting
import TestExtent
import TestSupport
import Testing

/// The Swift on the page `Docs/swift/nextauth-in-code.md` is the Swift of `NextAuthPage`, which is compiled with these tests and
/// prints what the page says.
@Suite("The page about nextAuth in apps", .timeLimit(.minutes(20)))
struct NextAuthPageTests {
  private let page = PageSnippets(page: "nextauth-in-code.md", source: "NextAuthPage.swift")

  @Test("each snippet of the page is, line for line, in the source that is compiled")
  func isCompiled() throws {
    #expect(try page.fences("swift").count == 6)
    #expect(try page.missing().isEmpty)
  }

  @Test("the page lists every setting, with the value that it has where nobody sets it")
  func settings() throws {
    var named: Set<String> = []
    for row in try page.rows() where row.count == 3 {
      for name in row[0].components(separatedBy: ", ") {
        named.insert(name)
        guard !row[1].isEmpty else { continue }
        #expect(try NextAuthSettings([name: row[1]]) == NextAuthSettings(), "\(name)")
      }
    }
    let all = Mirror(reflecting: NextAuthSettings()).children.compactMap(\.label)
    #expect(named == Set(all + ["appLoginInactivityTimeout"]) && named.count > 15)
  }

  @Test(
    "the snippets print what the page says, with a server on a port",
    .enabled(
      if: TestExtent.includesClock, "only alone, because it depends on the clock: STATECHARTS_TESTS=clock"))
  func prints() async throws {
    let standIn = NextAuthStandIn()
    for account in ["anna", "berta"] { standIn.addAccount(account) }
    standIn.setFactors(pin: Secret("2580"))
    var login = StandInLogin()
    login.announceInfo = "The shop"
    login.sessionInfo = "Welcome to the shop"
    let server = try await LoopbackServer { _ in NextAuthLoopback(standIn) }
    let printed = try await NextAuthPage.run(
      server.url, code: standIn.code(for: login), link: standIn.link(), push: standIn.push(for: login))
    // Callbacks and updates come in any order.
    #expect(try printed.sorted() == page.fences("text").flatMap { $0 }.sorted())
    await server.stop()
  }

  @Test("the page's test of an app passes")
  func testsApp() async throws {
    try await StandardClock.$current.withValue(ManualClock()) { try await NextAuthPage.test() }
  }
}
