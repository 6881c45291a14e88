import Foundation
import Locks
import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Rules on all cores")
struct LintStressTests {
  /// The shipped charts, each with a few mistakes.
  private static let sources: [SourceText] = {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../charts").standardizedFileURL
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "yaml" }.compactMap { file in
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
      let wrong = text.replacing("timeout: 30s", with: "timeout: 30h").replacing("title: S", with: "titel: S")
      return SourceText(name: file.lastPathComponent, bytes: Array(wrong.utf8))
    }
  }()

  @Test("charts have the same findings at the same time as one after the other")
  func sameFindings() async {
    #expect(Self.sources.count == 5)
    let linter = Linter()
    let expected = Self.sources.map { linter.lint($0).diagnostics }
    #expect(expected.allSatisfy { !$0.isEmpty })
    await withTaskGroup(of: (Int, [Diagnostic]).self) { group in
      for number in Array(repeating: Self.sources.indices, count: 8).joined() {
        group.addTask { (number, linter.lint(Self.sources[number]).diagnostics) }
      }
      for await (number, found) in group { #expect(found == expected[number]) }
    }
  }

  @Test("the elements of a list keep their order")
  func order() {
    #expect(concurrentMap(Array(0..<1_000)) { $0 * 2 } == Array(0..<1_000).map { $0 * 2 })
  }
}
