package import StatechartsYAML

/// Finds the files that a command is asked to work on.
package struct PathSearch {
  /// What a command works on.
  package enum Wanted: Sendable {
    /// Charts: `*.yaml` and `*.yml`.
    case charts
    /// Markdown pages: `*.md`.
    case pages

    /// Whether a file in a folder is one by its name.
    package func includes(_ name: String) -> Bool {
      switch self {
      case .charts: name.hasSuffix(".yaml") || name.hasSuffix(".yml")
      case .pages: name.hasSuffix(".md")
      }
    }

    /// Why a folder without any is of no use.
    var lack: FileProblem.Reason {
      switch self {
      case .charts: .noCharts
      case .pages: .noPages
      }
    }
  }

  /// The paths of the files, each file once, in the order asked for and sorted within a folder.
  package private(set) var paths: [String] = []
  /// What could not be found or searched.
  package private(set) var problems: [FileProblem] = []

  private let wanted: Wanted
  private let folders: any FolderReading

  /// Looks up paths: files as they are, folders for all wanted files in them at any depth, patterns for the files
  /// that fit. Hidden files and folders are passed over unless they are named.
  ///
  /// Links to folders are followed, after the folders that really lie there. No folder is searched twice, so that a
  /// link to a folder around it ends. A link that leads out of the package around a folder that is searched, or out of
  /// that folder if it is in no package, or to something hidden, is a problem. So is a named path with a link that leads
  /// out of the link's package, or to something hidden in it.
  package init(
    _ arguments: [String], for wanted: Wanted, in folders: any FolderReading = SystemFolders()
  ) {
    self.wanted = wanted
    self.folders = folders
    var seen: Set<FileIdentity> = []
    for argument in arguments {
      for path in resolve(Self.plain(argument)) where seen.insert(folders.identity(of: path)).inserted {
        paths.append(path)
      }
    }
  }

  private mutating func resolve(_ path: String) -> [String] {
    if path == "-" { return [path] }
    let kind = folders.kind(of: path)
    if kind == .folder || kind == .linkToFolder {
      let known = problems.count
      let found = files(in: path, where: wanted.includes)
      // Nothing was found where nothing could be read.
      if found.isEmpty, problems.count == known { report(path, wanted.lack) }
      return found.map { Self.join(path, $0) }
    }
    if kind != nil || !PathPattern.isPattern(path) {
      if let problem = folders.foreignLink(in: path) {
        problems.append(problem)
        return []
      }
      // A path that does not exist is reported when it is read.
      return [path]
    }
    let pattern = PathPattern(path)
    let known = problems.count
    let matches = files(in: pattern.folder.isEmpty ? "." : pattern.folder, where: pattern.matches)
    if matches.isEmpty, problems.count == known { report(path, .noMatch) }
    return matches.map { pattern.folder.isEmpty ? $0 : Self.join(pattern.folder, $0) }
  }

  private mutating func report(_ path: String, _ reason: FileProblem.Reason) {
    problems.append(FileProblem(path: path, reason: reason))
  }

  /// The paths of some files below a folder, relative to it and sorted, hidden ones left out.
  private mutating func files(in root: String, where isWanted: (String) -> Bool) -> [String] {
    if let problem = folders.foreignLink(in: root) {
      problems.append(problem)
      return []
    }
    let tree = folders.tree(around: root)
    var result: [String] = []
    var seen: Set<FileIdentity> = []
    var real = [""]
    var linked: [String] = []
    // Decision: Docs/decisions/tooling-and-tests.md#links-to-folders-are-followed-each-folder-once
    while let folder = real.popLast() ?? linked.popLast() {
      let path = folder.isEmpty ? root : Self.join(root, folder)
      guard seen.insert(folders.identity(of: path)).inserted else { continue }
      let names: [String]
      do throws(FileProblem) {
        names = try folders.names(in: path)
      } catch {
        // A pattern whose folder does not exist fits nothing; that is reported as such.
        if !folder.isEmpty || error.reason != .missing { problems.append(error) }
        continue
      }
      for name in names.sorted().reversed() where !name.hasPrefix(".") {
        let inside = folder.isEmpty ? name : Self.join(folder, name)
        let path = Self.join(root, inside)
        let kind = folders.kind(of: path)
        if kind == .folder {
          real.append(inside)
        } else if kind == .linkToFolder || isWanted(inside) {
          if tree?.contains(path) == false {
            report(path, .outside)
          } else if folders.isHidden(path, from: root) {
            report(path, .hidden)
          } else if kind == .linkToFolder {
            linked.append(inside)
          } else {
            result.append(inside)
          }
        }
      }
    }
    return result.sorted()
  }

  /// A path without `./` in front, as code scanning and pull requests compare it; `./-` is no standard input.
  private static func plain(_ path: String) -> String {
    var rest = path[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    return rest.isEmpty || rest == "-" || rest.hasPrefix("/") ? path : String(rest)
  }

  private static func join(_ folder: String, _ path: String) -> String {
    folder == "." || folder == "./" ? path : folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }
}
