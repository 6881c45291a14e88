import FlowTransport
import Foundation
import LoopbackServer
import RegistrationLoopback
import StatechartsTesting
import TestExtent
import TestSupport
import Testing

/// The Swift on the page `Docs/swift/registration-in-code.md` is the Swift of `RegistrationPage`, which is compiled with these
/// tests and prints what the page says.
@Suite("The page about the registration in apps", .timeLimit(.minutes(20)))
struct RegistrationPageTests {
  private let page = PageSnippets(page: "registration-in-code.md", source: "RegistrationPage.swift")

  @Test("each snippet of the page is, line for line, in the source that is compiled")
  func isCompiled() throws {
    #expect(try page.fences("swift").count == 8)
    #expect(try page.missing().isEmpty)
  }

  @Test(
    "the runs in the terminal come to the letters that the page says, all eight together",
    .enabled(
      if: TestExtent.includesClock,
      "only alone, because the processes depend on the clock: STATECHARTS_TESTS=clock"))
  func runs() throws {
    var letters: Set<Character> = []
    for fence in try page.fences("console") {
      guard let line = fence.first, line.hasPrefix("$ printf '%s\\n' ") else { continue }
      let parts = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
      try #require(parts.count == 3 && parts[2] == ["grep", "=="])
      let words = parts[0].dropFirst(3)
      let arguments = parts[1].drop { $0 != "registration" }
      let shown = try Terminal.run(Array(arguments), typing: words.map { $0 + "\n" }.joined()).output
        .split(separator: "\n").filter { $0.contains("==") }.map(String.init)
      #expect(shown == Array(fence.dropFirst()))
      letters.formUnion(shown.compactMap { $0.split(separator: " ").dropFirst().first?.first })
    }
    #expect(letters == Set("ABCDEFGH-"))
  }

  @Test("the snippets print what the page says, with a server on a port")
  func prints() async throws {
    // Other tests may keep the machine busy for longer than a deadline.
    let (printed, server) = try await StandardClock.$current.withValue(ManualClock()) {
      let (server, browser) = try await RegistrationPage.tenant()
      return (try await RegistrationPage.run(server.url, browser: browser), server)
    }
    #expect(try printed == page.fences("text").flatMap { $0 })
    await server.stop()
  }
}
