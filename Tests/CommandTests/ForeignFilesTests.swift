import Foundation
import Testing

/// Folders and pages that come from somebody else, run with a secret in the environment and one in a file.
@Suite("Files that links and pages lead to")
struct ForeignFilesTests {
  private static let secret = "canary-7f3a"
  private static let chart = "statechart: 1\nid: door\ninitial: shut\nstates:\n  shut: {}\n"

  /// A folder `inside` with a good chart, beside a file `secret.yaml` that it has no part in. It is a package: else one
  /// around the folder for temporary files would be the package of both.
  private func inFolder(isPackage: Bool = true, _ body: (ScratchFolder) throws -> Void) throws {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    try folder.write("password: \(Self.secret): x\n", to: "secret.yaml")
    try folder.write(Self.chart, to: "inside/charts/good.yaml")
    if isPackage { try folder.write("", to: "inside/Package.swift") }
    try body(folder)
  }

  private func link(_ path: String, to target: String, in folder: ScratchFolder) throws {
    let link = folder.url.appendingPathComponent(path).path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
  }

  /// Runs a command in the folder `inside`, and checks that it tells no secret.
  private func run(_ line: String, in folder: ScratchFolder) throws -> BuiltCommand.Outcome {
    let outcome = try BuiltCommand.run(
      line.split(separator: " ").map(String.init), input: "password: \(Self.secret): x\n",
      in: folder.url.appendingPathComponent("inside"), environment: ["MY_TOKEN": "\(Self.secret): x"])
    #expect(!(outcome.output + outcome.errors).contains(Self.secret), "\(line): \(outcome)")
    return outcome
  }

  static let targets = ["/proc/self/environ", "/dev/stdin", "/dev/zero", "../../secret.yaml"]

  @Test(
    "a link in a folder of charts that leads out of it is refused, and the rest is checked",
    arguments: targets, [true, false])
  func charts(target: String, isPackage: Bool) throws {
    try inFolder(isPackage: isPackage) { folder in
      try link("inside/charts/x.yaml", to: target, in: folder)
      try link("inside/charts/again.yaml", to: "good.yaml", in: folder)
      for path in ["charts", "charts/*.yaml"] {
        let outcome = try run("lint \(path)", in: folder)
        #expect(outcome.exitCode == 2 && outcome.errors.contains("error: `charts/x.yaml`"), "\(outcome)")
        #expect(outcome.errors.contains("1 chart checked, nothing found"))
      }
    }
  }

  @Test(
    "a folder of a package that is a link out of it is neither read nor written, however it is named",
    arguments: [
      "lint", "lint charts", "lint ./charts/", "lint --fix charts", "lint charts/deep", "docs", "docs Docs",
    ])
  func linkedFolders(line: String) throws {
    try inFolder { folder in
      let misspelt = "statechart: 1\nid: far\ninitial: shut\nstates:\n  shut: { on: { go: shutt } }\n"
      let page = "<!-- statechart: a.yaml view=states -->\n<!-- /statechart -->\n"
      for name in ["far/a.yaml", "far/deep/a.yaml"] { try folder.write(misspelt, to: name) }
      try folder.write(page, to: "far/page.md")
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("inside/charts"))
      try link("inside/charts", to: "../far", in: folder)
      try link("inside/Docs", to: "../far", in: folder)
      let outcome = try run(line, in: folder)
      #expect(outcome.exitCode == 2, "\(outcome)")
      let name = line.hasPrefix("docs") ? "Docs" : "charts"
      #expect(outcome.errors.contains("`\(name)` leads out of its folder or package"), "\(outcome)")
      #expect(try folder.text(of: "far/a.yaml") == misspelt)
      #expect(try folder.text(of: "far/page.md") == page)
    }
  }

  @Test("hidden files are no charts and no recorded runs of pages and charts")
  func hidden() throws {
    try inFolder { folder in
      try folder.write(Self.chart, to: "inside/.private/chart.yaml")
      try folder.write(Self.chart + "invoke: { chart: .private/chart.yaml }\n", to: "inside/parent.yaml")
      try folder.write(
        "<!-- statechart: .private/chart.yaml view=states -->\n<!-- /statechart -->\n", to: "inside/page.md")
      for line in ["lint parent.yaml", "docs page.md"] {
        let outcome = try run(line, in: folder)
        #expect(outcome.exitCode != 0)
        #expect((outcome.output + outcome.errors).contains("leads to a hidden file"), "\(outcome)")
      }
      #expect(try run("lint .private/chart.yaml", in: folder).exitCode == 0)
    }
  }

  @Test(
    "a link to something hidden in the package is not followed, found or named",
    arguments: [
      "lint", "lint charts", "lint charts/*.yaml", "lint charts/x.yaml", "lint --fix charts/x.yaml",
      "lint charts/linked/x.yaml", "lint charts/good.yaml --config charts/x.yaml", "simulate charts/x.yaml",
      "diagram charts/x.yaml", "convert charts/x.yaml", "generate charts/x.yaml",
    ])
  func linksToHidden(line: String) throws {
    try inFolder { folder in
      let text = "password: \(Self.secret): x\n"
      try folder.write(text, to: "inside/.private/x.yaml")
      try link("inside/charts/x.yaml", to: "../.private/x.yaml", in: folder)
      try link("inside/charts/linked", to: "../.private", in: folder)
      let outcome = try run(line, in: folder)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("leads to a hidden file"), "\(outcome)")
      #expect(try folder.text(of: "inside/.private/x.yaml") == text)
    }
  }

  @Test("a file of the system about a process is not a chart, even if it is named")
  func named() throws {
    try inFolder { folder in
      try link("inside/charts/x.yaml", to: "/proc/self/environ", in: folder)
      for line in ["lint charts/x.yaml", "simulate charts/x.yaml", "lint /proc/self/environ"] {
        #expect(try run(line, in: folder).exitCode == 2)
      }
    }
  }

  @Test(
    "a named path with a link out of its package is neither read nor written",
    arguments: [
      "lint charts/x.yaml", "lint --fix charts/x.yaml", "lint --diff ./charts/x.yaml",
      "lint charts/good.yaml charts/x.yaml", "lint linked/far.yaml", "lint --fix linked/far.yaml",
      "lint charts/good.yaml --config charts/x.yaml", "simulate charts/x.yaml", "simulate linked/far.yaml",
      "simulate charts/good.yaml --replay charts/x.yaml", "diagram charts/x.yaml", "diagram linked/far.yaml",
      "generate charts/x.yaml", "generate charts/good.yaml --check -o charts/x.swift",
      "generate charts/good.yaml -o charts/x.swift", "convert charts/x.yaml", "convert charts/x.mmd",
      "convert charts/x.scxml", "docs charts/x.md", "generate charts/good.yaml -o linked/new.swift",
      "generate charts/good.yaml -o linked/new.swift --check", "convert charts/good.yaml -o linked/new.scxml",
      "convert charts/good.yaml -o linked/deeper/new.scxml", "new first --kind code -o linked/new.yaml",
    ])
  func namedLinks(line: String) throws {
    try inFolder { folder in
      let far =
        "statechart: 1\nid: far\ninitial: shut\nstates:\n  shut: { on: { go: shutt, stop: \(Self.secret) } }\n"
      try folder.write(far, to: "far/far.yaml")
      try folder.write("", to: "inside/Package.swift")
      try link("inside/linked", to: "../far", in: folder)
      for name in ["x.yaml", "x.mmd", "x.scxml", "x.swift", "x.md"] {
        try link("inside/charts/\(name)", to: "../../far/far.yaml", in: folder)
      }
      let outcome = try run(line, in: folder)
      #expect(outcome.exitCode == 2, "\(outcome)")
      let named = line.contains("linked") ? "`linked` " : "charts/x."
      #expect(
        outcome.errors.contains(named) && outcome.errors.contains(" leads out of its folder or package"),
        "\(outcome)")
      #expect(outcome.output == "")
      #expect(try folder.text(of: "far/far.yaml") == far)
      let beside = folder.url.appendingPathComponent("far").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: beside) == ["far.yaml"])
    }
  }

  @Test("a walk is not saved through a link out of the package, and goes on")
  func linkedWalk() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent("far"), withIntermediateDirectories: false)
      try link("inside/linked", to: "../far", in: folder)
      let outcome = try BuiltCommand.run(
        ["simulate", "charts/good.yaml"], input: "save linked/walk.jsonl\nsave walk.jsonl\n",
        in: folder.url.appendingPathComponent("inside"))
      #expect(outcome.output.contains("`linked` leads out of its folder or package"), "\(outcome)")
      #expect(outcome.output.contains("Saved 0 steps in `walk.jsonl`."), "\(outcome)")
      let beside = folder.url.appendingPathComponent("far").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: beside).isEmpty)
    }
  }

  @Test("a hidden file beside an SCXML document is not one that it may name")
  func hiddenDocument() throws {
    try inFolder { folder in
      let begin = "<scxml xmlns='http://www.w3.org/2005/07/scxml' version='1.0'>"
      try folder.write("\(begin)<final id='f'/></scxml>", to: "inside/.private/kid.scxml")
      try link("inside/kid.scxml", to: ".private/kid.scxml", in: folder)
      for path in [".private/kid.scxml", "kid.scxml"] {
        try folder.write(
          "\(begin)<state id='s'><invoke src='\(path)'/></state></scxml>", to: "inside/door.scxml")
        let outcome = try run("convert door.scxml -o door.yaml --force", in: folder)
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("The document `\(path)` cannot be read."), "\(outcome)")
      }
    }
  }

  @Test(
    "a page that names a file out of its package, or is a link to one, is refused at its marker",
    arguments: targets + ["/dev/../proc/self/environ", "../secret.yaml"])
  func pages(target: String) throws {
    try inFolder { folder in
      let regions = ["chart": "\(target) view=states", "run": "charts/good.yaml view=story run=\(target)"]
      for (kind, marker) in regions {
        try folder.write(
          "# Page\n\n<!-- statechart: \(marker) -->\n<!-- /statechart -->\n", to: "inside/page.md")
        let outcome = try run("docs page.md", in: folder)
        #expect(outcome.exitCode == 2, "\(outcome)")
        // From this folder, one target leads to nothing.
        let message =
          target.hasPrefix("/")
          ? "`\(target)` is an absolute path"
          : target == "../../secret.yaml"
            ? "`\(target)` does not exist" : "The \(kind) of this region cannot be used."
        #expect(outcome.errors.contains("page.md:3:1: error: \(message)"), "\(outcome)")
      }
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("inside/page.md"))
      try link("inside/page.md", to: target, in: folder)
      #expect(try run("docs .", in: folder).exitCode == 2)
    }
  }

  @Test("a chart inside a chart, and a configuration, that are links out of the folder are refused")
  func others() throws {
    try inFolder { folder in
      try link("inside/kid.yaml", to: "../secret.yaml", in: folder)
      try folder.write(Self.chart + "invoke: { chart: kid.yaml }\n", to: "inside/parent.yaml")
      for command in ["lint", "simulate", "convert"] {
        let outcome = try run("\(command) parent.yaml", in: folder)
        #expect(outcome.exitCode == 1)
        #expect(
          (outcome.output + outcome.errors).contains("`kid.yaml` leads out of its folder"), "\(outcome)")
      }
      try link("inside/.statechart.yaml", to: "../secret.yaml", in: folder)
      #expect(try run("lint charts/good.yaml", in: folder).exitCode == 2)
    }
  }

  @Test("a named link is followed where no package is around it")
  func namedLinkWithoutPackage() throws {
    try inFolder(isPackage: false) { folder in
      try folder.write(Self.chart, to: "far.yaml")
      try link("inside/named.yaml", to: "../far.yaml", in: folder)
      #expect(try run("lint named.yaml", in: folder).exitCode == 0)
    }
  }

  @Test("ordinary files are read wherever they are: named, linked to within a package, or handed over")
  func ordinary() throws {
    try inFolder { folder in
      let elsewhere = try ScratchFolder()
      defer { elsewhere.remove() }
      try elsewhere.write(Self.chart, to: "far.yaml")
      let far = elsewhere.url.appendingPathComponent("far.yaml").path
      #expect(try run("lint \(far)", in: folder).exitCode == 0)
      // The package around the folder counts.
      try folder.write(Self.chart, to: "inside/other/near.yaml")
      try link("inside/charts/near.yaml", to: "../other/near.yaml", in: folder)
      let outcome = try run("lint charts", in: folder)
      #expect(outcome.exitCode == 0 && outcome.errors.contains("2 charts checked, nothing found"))
      let shell = "cat charts/good.yaml | statechart lint /dev/stdin && statechart lint - < charts/good.yaml"
      #expect(
        try BuiltCommand.shell(shell, in: folder.url.appendingPathComponent("inside")).exitCode == 0)
    }
  }

  @Test("a file whose name is not UTF-8 is reported as such")
  func foreignName() throws {
    try inFolder { folder in
      let path = folder.url.appendingPathComponent("inside/charts/caf").path.utf8CString.dropLast()
      let name = Array(path) + [CChar(bitPattern: 0xE9)] + Array(".yaml".utf8CString)
      let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
      // Some disks take no such names.
      guard descriptor >= 0 else { return }
      close(descriptor)
      let outcome = try run("lint charts", in: folder)
      #expect(outcome.exitCode == 2 && outcome.errors.contains("If its name is not UTF-8, rename it."))
      #expect(!outcome.errors.contains("does not exist"))
    }
  }
}
