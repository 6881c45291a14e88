import Foundation
import Statecharts
import StatechartsCodegen
import StatechartsTesting
import StatechartsYAML
import TestSupport
import Testing

/// The Swift on the page `Docs/swift/getting-started.md` is the Swift of `SwiftPage`, which is compiled with these tests and prints what the page
/// says.
@Suite struct SwiftPageTests {
  private let page = PageSnippets(page: "getting-started.md", source: "SwiftPage.swift")

  @Test("each snippet of the page stands, line for line, in the source that is compiled")
  func isCompiled() throws {
    #expect(try page.fences("swift").count == 22)
    #expect(try page.missing().isEmpty)
  }

  @Test("the snippets print what the page says")
  func prints() async throws {
    let printed = try await SwiftPage.run().map { lines in
      lines.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let expected = try page.fences("text")
    #expect(printed == expected)
  }

  @Test("the page's test of services passes")
  func services() async throws { try await SwiftPage.services() }

  @Test("the page's stored session continues where a screen has left it")
  func kept() async throws { #expect(try await SwiftPage.kept() == [[.open], [.open]]) }

  @Test("the page's trait reports a failed step at its own line")
  func stepLines() async throws {
    let test = try #require(Test.current)
    let line = #line + 1
    let steps: [TypedStep<Door>] = [.start(), .expect([.open])]
    try await withKnownIssue {
      try await HarnessLines().provideScope(for: test, testCase: nil) {
        try await TypedHarness<Door>(Lock()).run(steps)
      }
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.sourceLocation?.filePath == #filePath
        && issue.error is HarnessFailure
    }
  }

  @Test(
    "the page's errors become failures of a service by their codes",
    arguments: [SignIn.ErrorCode.mailNotSent, .wrongCode])
  func coded(error: SignIn.ErrorCode) async throws {
    let input = SignIn.SendCodeInput(address: "ada@example.com")
    await #expect(throws: SignIn.SendCodeFailure.mailNotSent) {
      try await CodedOffice(error: error).sendCode(input)
    }
    #expect(ServerError(error: error).data == .unset)
    #expect(SignIn.SendCodeFailure(ServerError(error: .mailNotSent)) == .mailNotSent)
    #expect(SignIn.SendCodeFailure(ServerError(error: .wrongCode)) == nil)
  }

  @Test("what the page shows of the example app stands in its sources")
  func app() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Docs/examples/sign-in-app/Sources/signIn")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".swift")
    }
    let sources = try names.map { name in
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).components(
        separatedBy: "\n"
      )
      .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let snippets = try page.fences("swift-app")
    #expect(snippets.count >= 6)
    for snippet in snippets {
      let isThere = sources.contains { lines in lines.indices.contains { lines[$0...].starts(with: snippet) }
      }
      #expect(isThere, "\(snippet)")
    }
  }

  @Test(
    "the page's charts are those of the client package and of the example app, and their Swift is what is compiled here",
    arguments: [
      ("Tests/ClientPackage/Sources/door/door.yaml", "Door"),
      ("Docs/examples/sign-in-app/Sources/signIn/sign-in.yaml", "SignIn"),
    ])
  func isFresh(path: String, type: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    let chart = try ChartLoader().load(root.appendingPathComponent(path).path)
    let file = folder.appendingPathComponent("Generated/\(type).generated.swift")
    let text = SwiftChart(chart.chart, file: path).text
    if ProcessInfo.processInfo.environment["STATECHARTS_UPDATE_DOCUMENTS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }
}
