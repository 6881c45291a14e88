import Foundation
import Statecharts
import StatechartsCodegen
import StatechartsYAML
import Testing

/// The Swift on the page `Docs/swift.md` is the Swift of `SwiftPage`, which is compiled with these tests and prints what the page
/// says.
@Suite struct SwiftPageTests {
  private static let page = ShippedFlow.folder.appendingPathComponent("Docs/swift.md")
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("SwiftPage.swift")

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
    #expect(snippets.count == 5)
    for snippet in snippets {
      let isThere = source.indices.contains { source[$0...].starts(with: snippet) }
      #expect(isThere, "not in SwiftPage.swift: \(snippet.first ?? "")")
    }
  }

  @Test("the snippets print what the page says")
  func prints() async throws {
    let printed = try await SwiftPage.run()
    #expect(printed == (try fences("text")))
  }

  @Test("the page's chart is that of the client package, and its Swift is what is compiled here")
  func isFresh() throws {
    let chart = try ChartLoader().load(
      ShippedFlow.folder.appendingPathComponent("Tests/ClientPackage/Sources/door/door.yaml").path)
    let file = Self.source.deletingLastPathComponent().appendingPathComponent(
      "Generated/Door.generated.swift")
    let text = SwiftChart(chart.chart, file: "door.yaml").text
    if ProcessInfo.processInfo.environment["STATECHARTS_UPDATE_DOCUMENTS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }
}
