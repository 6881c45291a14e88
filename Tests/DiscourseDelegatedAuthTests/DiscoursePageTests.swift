import DiscourseDelegatedAuthFlow
import DiscourseLoopback
import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import Testing

/// The Swift on the page `Docs/discourse-in-code.md` is the Swift of `DiscoursePage`, which is compiled with these tests
/// and prints what the page says.
@Suite("The page about Discourse in apps", .timeLimit(.minutes(5)))
struct DiscoursePageTests {
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("DiscoursePage.swift")
  private static let page = source.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Docs/discourse-in-code.md")

  /// The fences of one language, without their indentation.
  private func fences(_ language: String) throws -> [[String]] {
    var fences: [[String]] = []
    var isInside = false
    for line in try String(contentsOf: Self.page, encoding: .utf8).components(separatedBy: "\n") {
      if line == "```\(language)" {
        fences.append([])
        isInside = true
      } else if line == "```" {
        isInside = false
      } else if isInside, let last = fences.indices.last {
        fences[last].append(line.trimmingCharacters(in: .whitespaces))
      }
    }
    return fences
  }

  @Test("each snippet of the page stands, line for line, in the source that is compiled")
  func isCompiled() throws {
    let source = try String(contentsOf: Self.source, encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces).replacing("out(", with: "print(") }
    let snippets = try fences("swift")
    #expect(snippets.count == 3)
    for snippet in snippets {
      let isThere = source.indices.contains { source[$0...].starts(with: snippet) }
      #expect(isThere, "not in DiscoursePage.swift: \(snippet.first ?? "")")
    }
  }

  @Test("the snippets print what the page says, with a site on a port")
  func prints() async throws {
    let made = Locked<DiscourseLoopback?>(nil)
    let server = try await LoopbackServer { url in
      let site = DiscourseLoopback(base: url)
      site.add(DiscourseUser("ada", password: DiscourseBench.password))
      made.withLock { $0 = site }
      return site
    }
    let site = try #require(made.withLock { $0 })
    // Other tests may keep the machine busy for longer than a deadline.
    let printed = try await StandardClock.$current.withValue(ManualClock()) {
      let pages = URLSessionTransport()
      return try await DiscoursePage.run(
        server.url.absoluteString, redirect: DiscourseBench.redirect,
        browser: ScriptedBrowserSession(
          pages, person: ScriptedBrowserSession.Person(name: "ada", password: DiscourseBench.password)),
        webView: ScriptedWebView(pages))
    }
    #expect(try printed == fences("text").flatMap { $0 })
    #expect(site.openKeys == 0)
    await server.stop()
  }
}
