import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// The Swift on the page `Docs/swift/flows-in-code.md` is the Swift of `FlowsPage`, which is compiled with these tests and prints
/// what the page says.
@Suite("The page about flows in apps", .serialized)
struct FlowsPageTests {
  private let page = PageSnippets(page: "flows-in-code.md", source: "FlowsPage.swift")

  @Test("each snippet of the page is, line for line, in the source that is compiled")
  func isCompiled() throws {
    #expect(try page.fences("swift").count == 9)
    #expect(try page.missing().isEmpty)
  }

  @Test("the snippets print what the page says, with a server on a port")
  func prints() async throws {
    let server = try await FlowsPage.server()
    // Other tests may keep the machine busy for longer than a deadline.
    let printed = try await StandardClock.$current.withValue(ManualClock()) {
      try await FlowsPage.run(server)
    }
    #expect(try printed == page.fences("text").flatMap { $0 })
    await server.stop()
  }
}
