import Foundation
import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Which files are read")
struct ChartFilesTests {
  /// A folder with files, removed afterwards.
  private func withFolder(_ files: [String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("charts-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in files {
      let url = folder.appendingPathComponent(file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("x: \(file)\n".utf8).write(to: url)
    }
    try body(folder.path)
  }

  private func names(_ found: ChartFiles, in folder: String) -> [String] {
    found.paths.map { $0.hasPrefix(folder + "/") ? String($0.dropFirst(folder.count + 1)) : $0 }
  }

  @Test("a folder is searched for charts at any depth, sorted, without hidden ones")
  func folder() throws {
    try withFolder(["b.yaml", "a.yml", "c.json", ".hidden.yaml", ".git/x.yaml", "sub/d.yaml", "sub/.e.yaml"])
    {
      let found = ChartFiles([$0])
      #expect(names(found, in: $0) == ["a.yml", "b.yaml", "sub/d.yaml"])
      #expect(found.problems.isEmpty)
    }
  }

  @Test("a folder without charts is a problem")
  func noCharts() throws {
    try withFolder(["readme.md"]) { folder in
      let found = ChartFiles([folder])
      #expect(found.paths.isEmpty)
      #expect(
        found.problems.map(\.reason) == [.noCharts])
    }
  }

  @Test("a file that is named twice is read once, and any name will do")
  func twice() throws {
    try withFolder(["a.yaml", "b.txt"]) { folder in
      let found = ChartFiles(["\(folder)/b.txt", "\(folder)/a.yaml", folder, "\(folder)/./a.yaml"])
      #expect(names(found, in: folder) == ["b.txt", "a.yaml"])
    }
  }

  @Test(
    "patterns choose files",
    arguments: [
      ("*.yaml", ["a.yaml", "ab.yaml"]), ("?.yaml", ["a.yaml"]),
      ("**/*.yaml", ["a.yaml", "ab.yaml", "s/c.yaml", "s/t/d.yaml"]),
      ("s/**", ["s/c.yaml", "s/t/d.yaml"]), ("[ac]*.yaml", ["a.yaml", "ab.yaml"]), ("[!a]*.yaml", []),
      ("*/c.yaml", ["s/c.yaml"]), ("**/t/*", ["s/t/d.yaml"]),
    ])
  func patterns(_ pattern: String, _ expected: [String]) throws {
    try withFolder(["a.yaml", "ab.yaml", "s/c.yaml", "s/t/d.yaml", ".h/a.yaml"]) { folder in
      let found = ChartFiles(["\(folder)/\(pattern)"])
      #expect(names(found, in: folder) == expected)
      #expect(found.problems.isEmpty == !expected.isEmpty)
    }
  }

  @Test("a file whose name looks like a pattern is found by its name")
  func literal() throws {
    try withFolder(["a[1].yaml"]) { folder in
      #expect(names(ChartFiles(["\(folder)/a[1].yaml"]), in: folder) == ["a[1].yaml"])
    }
  }
}
