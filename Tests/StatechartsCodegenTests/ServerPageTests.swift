import TestSupport
import Testing

/// The Swift on the page `Docs/swift/sessions-on-a-server.md` is the Swift of `ServerPage`, which is compiled with these
/// tests and prints what the page says.
@Suite struct ServerPageTests {
  private let page = PageSnippets(page: "sessions-on-a-server.md", source: "ServerPage.swift")

  @Test("each snippet of the page stands, line for line, in the source that is compiled")
  func isCompiled() throws {
    #expect(try page.fences("swift").count == 6)
    #expect(try page.missing().isEmpty)
  }

  @Test("the snippets print what the page says")
  func prints() async throws {
    #expect(try await ServerPage().run() == page.fences("text").flatMap { $0 })
  }
}
