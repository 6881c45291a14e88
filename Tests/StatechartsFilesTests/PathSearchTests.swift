import Foundation
import StatechartsFiles
import StatechartsYAML
import Testing

@Suite("Which files are read")
struct PathSearchTests {
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

  private func names(_ found: PathSearch, in folder: String) -> [String] {
    found.paths.map { $0.hasPrefix(folder + "/") ? String($0.dropFirst(folder.count + 1)) : $0 }
  }

  @Test("a folder is searched for charts at any depth, sorted, without hidden ones")
  func folder() throws {
    try withFolder(["b.yaml", "a.yml", "c.json", ".hidden.yaml", ".git/x.yaml", "sub/d.yaml", "sub/.e.yaml"])
    {
      let found = PathSearch([$0], for: .charts)
      #expect(names(found, in: $0) == ["a.yml", "b.yaml", "sub/d.yaml"])
      #expect(found.problems.isEmpty)
    }
  }

  @Test("a folder without charts is a problem")
  func noCharts() throws {
    try withFolder(["readme.md"]) { folder in
      let found = PathSearch([folder], for: .charts)
      #expect(found.paths.isEmpty)
      #expect(
        found.problems.map(\.reason) == [.noCharts])
    }
  }

  @Test("a file that is named twice is read once, and any name will do")
  func twice() throws {
    try withFolder(["a.yaml", "b.txt"]) { folder in
      let found = PathSearch(
        ["\(folder)/b.txt", "\(folder)/a.yaml", folder, "\(folder)/./a.yaml"], for: .charts)
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
      let found = PathSearch(["\(folder)/\(pattern)"], for: .charts)
      #expect(names(found, in: folder) == expected)
      #expect(found.problems.isEmpty == !expected.isEmpty)
    }
  }

  @Test("a file whose name looks like a pattern is found by its name")
  func literal() throws {
    try withFolder(["a[1].yaml"]) { folder in
      #expect(names(PathSearch(["\(folder)/a[1].yaml"], for: .charts), in: folder) == ["a[1].yaml"])
    }
  }

  @Test(
    "a link to a folder is followed, one that leads back around is searched once, and links stay in the path")
  func links() throws {
    let files = [
      "Package.swift", "charts/a.yaml", "charts/sub/b.yaml", "elsewhere/c.yaml", "elsewhere/deep/d.yaml",
    ]
    try withFolder(files) { folder in
      func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(path)", withDestinationPath: target)
      }
      try link("charts/sub/around", to: "..")
      try link("charts/more", to: "../elsewhere")
      try link("elsewhere/deep/back", to: "../../charts")
      try link("charts/again.yaml", to: "a.yaml")
      let found = PathSearch(["\(folder)/charts"], for: .charts)
      #expect(
        names(found, in: "\(folder)/charts") == ["a.yaml", "more/c.yaml", "more/deep/d.yaml", "sub/b.yaml"])
      #expect(found.problems.isEmpty)
      // Named by a link, it is searched too; what lies there is known by then.
      try link("entry", to: "charts")
      #expect(names(PathSearch(["\(folder)/entry"], for: .charts), in: "\(folder)/entry").count == 4)
      #expect(names(PathSearch([folder], for: .charts), in: folder).count == 4)
      // Two links that lead to each other are no folder, and no file that could be read.
      try link("one.yaml", to: "two.yaml")
      try link("two.yaml", to: "one.yaml")
      #expect(names(PathSearch([folder], for: .charts), in: folder).contains("one.yaml"))
    }
  }

  @Test(
    "links that lead out of the package around a folder, or out of the folder, are problems",
    arguments: [true, false])
  func linksOut(isPackage: Bool) throws {
    try withFolder(["p/charts/a.yaml", "p/shared/b.yaml", "far/c.yaml"]) { folder in
      func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(path)", withDestinationPath: target)
      }
      try link("p/charts/file.yaml", to: "../../far/c.yaml")
      try link("p/charts/folder", to: "../../far")
      try link("p/charts/near.yaml", to: "../shared/b.yaml")
      let charts = "\(folder)/p/charts"
      func found(_ argument: String) -> (names: [String], problems: Set<FileProblem>) {
        let found = PathSearch([argument], for: .charts)
        return (names(found, in: charts), Set(found.problems))
      }
      func outside(_ names: [String]) -> Set<FileProblem> {
        Set(names.map { FileProblem(path: "\(charts)/\($0)", reason: .outside) })
      }
      if isPackage { try Data().write(to: URL(fileURLWithPath: "\(charts)/Package.swift")) }
      for argument in [charts, "\(charts)/**/*.yaml"] {
        #expect(found(argument).names == ["a.yaml"])
        #expect(found(argument).problems == outside(["file.yaml", "folder", "near.yaml"]))
      }
      if isPackage { try FileManager.default.removeItem(atPath: "\(charts)/Package.swift") }
      try Data().write(to: URL(fileURLWithPath: "\(folder)/p/Package.swift"))
      #expect(found(charts).names == ["a.yaml", "near.yaml"])
      #expect(found(charts).problems == outside(["file.yaml", "folder"]))
    }
  }

  /// Folders of which some cannot be searched; tests may run as somebody who can search everything.
  private struct LockedFolders: FolderReading {
    var locked: [String]

    func kind(of path: String) -> FolderEntryKind? { SystemFolders().kind(of: path) }

    func names(in folder: String) throws(FileProblem) -> [String] {
      if locked.contains(where: { folder.hasSuffix($0) }) {
        throw FileProblem(path: folder, reason: .unreadableFolder)
      }
      return try SystemFolders().names(in: folder)
    }

    func identity(of path: String) -> FileIdentity { SystemFolders().identity(of: path) }
  }

  @Test("a folder inside that cannot be searched is reported, and the rest is found")
  func locked() throws {
    try withFolder(["a.yaml", "s/c.yaml", "s/t/d.yaml"]) { folder in
      for argument in [folder, "\(folder)/**/*.yaml"] {
        let found = PathSearch([argument], for: .charts, in: LockedFolders(locked: ["/t"]))
        #expect(names(found, in: folder) == ["a.yaml", "s/c.yaml"])
        #expect(found.problems == [FileProblem(path: "\(folder)/s/t", reason: .unreadableFolder)])
      }
      let all = PathSearch([folder], for: .charts, in: LockedFolders(locked: [folder]))
      #expect(all.paths.isEmpty)
      #expect(all.problems.map(\.reason) == [.unreadableFolder])
    }
  }

  @Test("pages are searched for in the same way")
  func pages() throws {
    try withFolder(["a.md", "b.yaml", "s/c.md"]) { folder in
      #expect(names(PathSearch([folder], for: .pages), in: folder) == ["a.md", "s/c.md"])
      #expect(PathSearch(["\(folder)/*.txt"], for: .pages).problems.map(\.reason) == [.noMatch])
    }
    try withFolder(["b.yaml"]) { folder in
      #expect(PathSearch([folder], for: .pages).problems.map(\.reason) == [.noPages])
    }
  }
}
