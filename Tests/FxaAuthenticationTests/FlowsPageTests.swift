import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import StatechartsTesting
import Testing

/// The Swift on the page `Docs/flows-in-code.md` is the Swift of `FlowsPage`, which is compiled with these tests and prints
/// what the page says.
@Suite("The page about flows in apps", .serialized)
struct FlowsPageTests {
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("FlowsPage.swift")
  private static let page = source.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Docs/flows-in-code.md")

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
    #expect(snippets.count == 6)
    for snippet in snippets {
      let isThere = source.indices.contains { source[$0...].starts(with: snippet) }
      #expect(isThere, "not in FlowsPage.swift: \(snippet.first ?? "")")
    }
  }

  @Test("the snippets print what the page says, with a server on a port")
  func prints() async throws {
    let account = try FxaBench.account(email: "plain@example.org") {
      $0.authPW = try KeyStretching.authPW(Secret("correct horse"), email: "plain@example.org")
    }
    let server = try await LoopbackServer { url in
      let fxa = FxaLoopback(base: url)
      fxa.add(account)
      return fxa
    }
    // Other tests may keep the machine busy for longer than a deadline.
    let printed = try await StandardClock.$current.withValue(ManualClock()) {
      try await FlowsPage.run(server)
    }
    #expect(try printed == fences("text").flatMap { $0 })
    await server.stop()
  }

  @Test("a wrong password is sent once by what the page shows")
  func wrongPassword() async throws {
    let account = try FxaBench.account(email: "plain@example.org")
    let server = try await LoopbackServer { url in
      let fxa = FxaLoopback(base: url)
      fxa.add(account)
      return fxa
    }
    let printed = try await StandardClock.$current.withValue(ManualClock()) {
      try await FlowsPage.run(server)
    }
    #expect(printed.prefix(2) == ["not signed in: incorrectPassword", "nobody"])
    #expect(server.log.received.filter { $0.path == "/v1/account/login" }.count == 1)
    await server.stop()
  }
}
