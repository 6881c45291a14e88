internal import StatechartsFiles
internal import StatechartsLint

/// Looks for charts in the folders that are open. An editor may open a home folder, so not all of it is searched.
enum WorkspaceFiles {
  /// How many folders are looked into, those nearest to the root first.
  static let mostFolders = 2_000
  /// How many files are taken.
  static let mostFiles = 1_000

  /// The paths of the YAML files, each once, also where one folder is inside another. Hidden folders, links and
  /// `node_modules` are passed over.
  static func charts(in roots: [String]) -> [String] {
    let system = SystemFolders()
    var folders = roots.map(normalized)
    var seen: Set<String> = []
    var files: [String] = []
    var next = 0
    while next < min(folders.count, mostFolders), files.count < mostFiles {
      let folder = folders[next]
      next += 1
      guard seen.insert(folder).inserted else { continue }
      for name in ((try? system.names(in: folder + "/")) ?? []).sorted() where !name.hasPrefix(".") {
        let path = folder + "/" + name
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
          files.append(path)
        } else if name != "node_modules", folders.count < mostFolders, system.kind(of: path) == .folder {
          folders.append(path)
        }
      }
    }
    return Array(files.prefix(mostFiles))
  }

  /// A path without `.`, `..`, repeated slashes and a slash at the end.
  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", parts.last.map({ $0 != ".." }) ?? path.hasPrefix("/") {
        _ = parts.popLast()
      } else {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    if path.hasPrefix("/") { return parts.isEmpty ? "" : "/" + joined }
    return joined.isEmpty ? "." : joined
  }
}
