import StatechartsSystem

/// A path pattern: `*` and `?` within a name, `**` for any number of folders, `[abc]` for one of some characters.
package struct PathPattern: Sendable {
  private let parts: [String]
  /// The folder to search, the pattern's beginning without special characters; empty for the current one.
  package let folder: String

  /// Whether a path has a character that makes it a pattern.
  package static func isPattern(_ path: String) -> Bool { path.contains { "*?[".contains($0) } }

  package init(_ pattern: String) {
    let all = pattern.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    let plain = all.dropLast().prefix { !Self.isPattern($0) }
    folder = (pattern.hasPrefix("/") ? "/" : "") + plain.joined(separator: "/")
    parts = Array(all.dropFirst(plain.count))
  }

  /// Whether a path below `folder` fits.
  package func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/").map(String.init)
    // reached[i]: whether the first i parts fit the names so far.
    var reached = Array(repeating: false, count: parts.count + 1)
    reached[0] = true
    passFolders(&reached)
    for name in names {
      var next = Array(repeating: false, count: parts.count + 1)
      for (index, part) in parts.enumerated() where reached[index] {
        if part == "**" {
          next[index] = true
        } else if fnmatch(part, name, FNM_NOESCAPE) == 0 {
          next[index + 1] = true
        }
      }
      reached = next
      passFolders(&reached)
    }
    return reached[parts.count]
  }

  /// Whether a whole path fits, the beginning without special characters included; a pattern that is a folder's path
  /// fits everything in it.
  package func matchesWhole(_ path: String) -> Bool {
    let names = path.split(separator: "/").map(String.init)
    let beginning = folder.split(separator: "/").map(String.init)
    guard names.count >= beginning.count, names.prefix(beginning.count).elementsEqual(beginning) else {
      return false
    }
    let rest = names.dropFirst(beginning.count).joined(separator: "/")
    return matches(rest) || isInside(rest)
  }

  /// Whether a path lies in the folder that the pattern, without special characters, names.
  private func isInside(_ path: String) -> Bool {
    guard parts.count == 1, let name = parts.first, !Self.isPattern(name) else { return false }
    return path.hasPrefix(name + "/")
  }

  /// `**` may stand for no folder at all.
  private func passFolders(_ reached: inout [Bool]) {
    for (index, part) in parts.enumerated() where reached[index] && part == "**" {
      reached[index + 1] = true
    }
  }
}
