import StatechartsFiles
import StatechartsLint
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The configurations of projects, each read once.
struct Configurations {
  /// A configuration has errors, which were reported.
  struct Unusable: Error {}

  /// The file that was asked for, for all charts.
  private let file: String?
  /// What was found for a folder: a configuration, none, or one that cannot be used.
  private var known: [String: Result<LintConfiguration?, Unusable>] = [:]

  /// What is wrong with those that cannot be used.
  private(set) var problems: [String] = []
  /// The files that were looked for in folders, as they were then; nil for one that was not there.
  private var stamps: [String: FileStamp?] = [:]

  /// Whether one of them is not as it was when it was read.
  var areOutdated: Bool { stamps.contains { FileStamp(of: $0.key) != $0.value } }

  /// Whether some configuration was asked for.
  var isEmpty: Bool { known.isEmpty }

  /// Whether something in them does nothing, which was reported.
  private(set) var haveWarnings = false

  init(file: String?) { self.file = file }

  /// The path from the root of the file system.
  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// The configuration for a chart: the one that was asked for, else the nearest in its folder or above.
  ///
  /// - Throws: `Unusable` when it has errors, after a report the first time.
  mutating func configuration(for chart: String) throws(Unusable) -> LintConfiguration? {
    if let file {
      let folder = URL(fileURLWithPath: file).standardizedFileURL.deletingLastPathComponent().path
      return try configuration(in: "") { $0.read(file, folder: folder, isNamed: true) }
    }
    var folder = URL(fileURLWithPath: chart).standardizedFileURL.deletingLastPathComponent().path
    while true {
      let current = folder
      if let found = try configuration(in: folder, read: { $0.readIfThere(in: current) }) {
        return found
      }
      guard folder != "/", !folder.isEmpty else { return nil }
      folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    }
  }

  private mutating func configuration(
    in folder: String, read: (inout Configurations) -> Result<LintConfiguration?, Unusable>
  ) throws(Unusable) -> LintConfiguration? {
    let result = known[folder] ?? read(&self)
    known[folder] = result
    return try result.get()
  }

  private mutating func readIfThere(in folder: String) -> Result<LintConfiguration?, Unusable> {
    let start = folder == "/" ? "/" : folder + "/"
    let other = start + LintConfiguration.otherFileName
    if FileManager.default.fileExists(atPath: other) {
      warn([LintConfiguration.otherFileFinding], in: SourceText(name: Self.shown(other), bytes: []))
    }
    let path = start + LintConfiguration.fileName
    stamps[path] = FileStamp(of: path)
    return FileManager.default.fileExists(atPath: path) ? read(path, folder: folder) : .success(nil)
  }

  private mutating func read(
    _ path: String, folder: String, isNamed: Bool = false
  ) -> Result<LintConfiguration?, Unusable> {
    do throws(FileProblem) {
      if isNamed, let problem = FileTree.foreignLink(in: path) { throw problem }
      let source = try SourceText.read(
        file: Self.shown(path), inside: isNamed ? nil : folder, isSetting: true)
      let (configuration, findings) = LintConfiguration.read(source, folder: folder)
      guard findings.isEmpty else {
        ChartInput.report(findings, in: source)
        problems.append("`\(source.name)` is not used, because it has errors. \(findings[0].message)")
        return .failure(Unusable())
      }
      warn(configuration.idlePaths(), in: source)
      return .success(configuration)
    } catch {
      Output.report("error: \(error.message)")
      problems.append(error.message)
      return .failure(Unusable())
    }
  }

  private mutating func warn(_ findings: [Diagnostic], in source: SourceText) {
    guard !findings.isEmpty else { return }
    haveWarnings = true
    ChartInput.report(findings, in: source)
  }

  /// A path as people would name it from where they are.
  private static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
