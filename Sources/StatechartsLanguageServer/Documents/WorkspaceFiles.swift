internal import StatechartsFiles
internal import StatechartsLint

/// Looks for files in the folders that are open. An editor may open a home folder, so not all of it is searched.
struct WorkspaceFiles {
  /// How many folders are looked into, those nearest to the root first.
  static let mostFolders = 2_000
  /// How many files are taken.
  static let mostFiles = 1_000

  /// The paths of the files, each once, also where one folder is inside another.
  private(set) var paths: [String] = []
  /// Whether all folders were searched, and all files taken. Linked folders do not count, because a link may lead
  /// anywhere.
  private(set) var isComplete = true

  private var seen: Set<FileIdentity> = []
  private let wanted: PathSearch.Wanted
  private let system = SystemFolders()

  /// Looks for files, in one folder after another. Hidden folders and `node_modules` are passed over, and so are links
  /// that lead out of their package or to something hidden.
  init(_ wanted: PathSearch.Wanted, in roots: [String]) {
    self.wanted = wanted
    for root in roots { search(Self.normalized(root)) }
    if paths.count > Self.mostFiles { isComplete = false }
    paths = Array(paths.prefix(Self.mostFiles))
  }

  /// Links to folders are followed last, and each folder is searched once.
  private mutating func search(_ root: String) {
    var folders = [root]
    var links: [String] = []
    var isLinked = false
    var next = 0
    while paths.count <= Self.mostFiles {
      if next == folders.count {
        folders += links
        links = []
        isLinked = true
      }
      guard next < folders.count else { return }
      let folder = folders[next]
      next += 1
      guard seen.insert(system.identity(of: folder + "/")).inserted else { continue }
      for name in ((try? system.names(in: folder + "/")) ?? []).sorted() where !name.hasPrefix(".") {
        let path = folder + "/" + name
        let hasRoom = seen.count + folders.count - next + links.count < Self.mostFolders
        if wanted.includes(name) || system.kind(of: path) == .linkToFolder,
          system.foreignLink(in: path) != nil
        {
          continue
        }
        if wanted.includes(name) {
          if !isLinked || paths.count < Self.mostFiles { paths.append(path) }
        } else if name != "node_modules", hasRoom || isComplete, let kind = system.kind(of: path),
          kind != .file
        {
          if !hasRoom {
            isComplete = isComplete && isLinked
          } else if kind == .folder {
            folders.append(path)
          } else {
            links.append(path)
          }
        }
      }
    }
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
