import StatechartsLint
import StatechartsYAML

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The configurations of projects, each read once.
struct Configurations {
  /// A configuration has mistakes, which were reported.
  struct Unusable: Error {}

  /// The file that was asked for, for all charts.
  private let file: String?
  /// What was found for a folder: a configuration, none, or one that cannot be used.
  private var known: [String: Result<LintConfiguration?, Unusable>] = [:]

  init(file: String?) { self.file = file }

  /// The path from the root of the file system.
  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// The configuration for a chart: the one that was asked for, else the nearest in its folder or above.
  ///
  /// - Throws: `Unusable` when it has mistakes, after a report the first time.
  mutating func configuration(for chart: String) throws(Unusable) -> LintConfiguration? {
    if let file {
      let folder = URL(fileURLWithPath: file).standardizedFileURL.deletingLastPathComponent().path
      return try configuration(in: "") { Self.read(file, folder: folder) }
    }
    var folder = URL(fileURLWithPath: chart).standardizedFileURL.deletingLastPathComponent().path
    while true {
      let path = (folder == "/" ? "" : folder) + "/" + LintConfiguration.fileName
      let current = folder
      if let found = try configuration(in: folder, read: { Self.readIfThere(path, folder: current) }) {
        return found
      }
      guard folder != "/", !folder.isEmpty else { return nil }
      folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    }
  }

  private mutating func configuration(
    in folder: String, read: () -> Result<LintConfiguration?, Unusable>
  ) throws(Unusable) -> LintConfiguration? {
    let result = known[folder] ?? read()
    known[folder] = result
    return try result.get()
  }

  private static func readIfThere(_ path: String, folder: String) -> Result<LintConfiguration?, Unusable> {
    FileManager.default.fileExists(atPath: path) ? read(path, folder: folder) : .success(nil)
  }

  private static func read(_ path: String, folder: String) -> Result<LintConfiguration?, Unusable> {
    do {
      // Named as people would name it from where they are.
      let here = FileManager.default.currentDirectoryPath + "/"
      let name = path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
      let source = try SourceText.read(file: name)
      let (configuration, findings) = LintConfiguration.read(source, folder: folder)
      guard findings.isEmpty else {
        ChartInput.report(findings, in: source)
        return .failure(Unusable())
      }
      return .success(configuration)
    } catch {
      Output.report("error: \(error.message)")
      return .failure(Unusable())
    }
  }
}
