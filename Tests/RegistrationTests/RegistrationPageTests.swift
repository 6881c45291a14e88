import FlowTransport
import Foundation
import LoopbackServer
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// The Swift on the page `Docs/registration-in-code.md` is the Swift of `RegistrationPage`, which is compiled with these
/// tests and prints what the page says.
@Suite("The page about the registration in apps", .timeLimit(.minutes(20)))
struct RegistrationPageTests {
  private let page = PageSnippets(page: "registration-in-code.md", source: "RegistrationPage.swift")

  @Test("each snippet of the page stands, line for line, in the source that is compiled")
  func isCompiled() throws {
    #expect(try page.fences("swift").count == 5)
    #expect(try page.missing().isEmpty)
  }

  @Test("the snippets print what the page says, with a server on a port")
  func prints() async throws {
    let server = try await LoopbackServer { url in RegistrationLoopback(base: url) }
    // Other tests may keep the machine busy for longer than a deadline.
    let printed = try await StandardClock.$current.withValue(ManualClock()) {
      try await RegistrationPage.run(
        server.url, browser: ScriptedBrowserSession(URLSessionTransport()))
    }
    #expect(try printed == page.fences("text").flatMap { $0 })
    await server.stop()
  }
}
