internal import Foundation
public import StatechartsYAML

/// Finds the files that a command is asked to work on.
public struct ChartFiles: Sendable {
  /// The paths of the charts, each once, in the order asked for and sorted within a folder.
  public private(set) var paths: [String] = []
  /// What could not be found.
  public private(set) var problems: [FileProblem] = []

  /// Looks up paths: files as they are, folders for all `*.yaml` and `*.yml` in them at any depth, patterns for
  /// the files that fit. Hidden files and folders are passed over unless they are named.
  public init(_ arguments: [String]) {
    var seen: Set<String> = []
    for argument in arguments {
      for path in resolve(argument) where seen.insert(Self.standardized(path)).inserted { paths.append(path) }
    }
  }

  private mutating func resolve(_ path: String) -> [String] {
    var isFolder: ObjCBool = false
    if path == "-" { return [path] }
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, isFolder.boolValue {
      let charts = Self.charts(in: path)
      if charts.isEmpty { report(path, .noCharts) }
      return charts.map { Self.join(path, $0) }
    }
    if exists || !PathPattern.isPattern(path) {
      // A path that does not exist is reported when it is read.
      return [path]
    }
    let pattern = PathPattern(path)
    let base = pattern.folder.isEmpty ? "." : pattern.folder
    let matches = Self.files(in: base).filter(pattern.matches)
    if matches.isEmpty { report(path, .noMatch) }
    return matches.sorted().map { pattern.folder.isEmpty ? $0 : Self.join(pattern.folder, $0) }
  }

  private mutating func report(_ path: String, _ reason: FileProblem.Reason) {
    problems.append(FileProblem(path: path, reason: reason))
  }

  private static func charts(in folder: String) -> [String] {
    files(in: folder).filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted()
  }

  /// The files below a folder, hidden ones left out, links to folders not followed.
  private static func files(in folder: String) -> [String] {
    var result: [String] = []
    guard let enumerator = FileManager.default.enumerator(atPath: folder) else { return [] }
    while let path = enumerator.nextObject() as? String {
      let isHidden = path.split(separator: "/").last?.hasPrefix(".") ?? true
      let isFolder = enumerator.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
      if isHidden {
        if isFolder { enumerator.skipDescendants() }
      } else if !isFolder {
        result.append(path)
      }
    }
    return result
  }

  private static func join(_ folder: String, _ path: String) -> String {
    folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  private static func standardized(_ path: String) -> String {
    path == "-" ? path : URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
