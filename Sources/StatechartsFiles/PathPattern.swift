/// A path pattern: `*` and `?` within a name, `**` for any number of folders, `[abc]` for one of some characters.
package struct PathPattern: Sendable {
  private let parts: [[Character]]
  /// The folder to search, the pattern's beginning without special characters; empty for the current one.
  package let folder: String

  /// Whether a path has a character that makes it a pattern.
  package static func isPattern(_ path: String) -> Bool { path.contains { "*?[".contains($0) } }

  package init(_ pattern: String) {
    let all = pattern.split(separator: "/", omittingEmptySubsequences: true).map { Array($0) }
    let plain = all.dropLast().prefix { !Self.isPattern(String($0)) }
    folder = (pattern.hasPrefix("/") ? "/" : "") + plain.map { String($0) }.joined(separator: "/")
    parts = Array(all.dropFirst(plain.count))
  }

  /// Whether a path below `folder` fits.
  package func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/").map { Array($0) }
    // reached[i]: whether the first i parts fit the names so far.
    var reached = Array(repeating: false, count: parts.count + 1)
    reached[0] = true
    passFolders(&reached)
    for name in names {
      var next = Array(repeating: false, count: parts.count + 1)
      for (index, part) in parts.enumerated() where reached[index] {
        if part == ["*", "*"] {
          next[index] = true
        } else if Self.fits(name, part) {
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
    guard parts.count == 1, let name = parts.first.map({ String($0) }), !Self.isPattern(name) else {
      return false
    }
    return path.hasPrefix(name + "/")
  }

  /// `**` may stand for no folder at all.
  private func passFolders(_ reached: inout [Bool]) {
    for (index, part) in parts.enumerated() where reached[index] && part == ["*", "*"] {
      reached[index + 1] = true
    }
  }

  /// Whether a name fits one part, comparing with the last `*` tried again from further on.
  private static func fits(_ name: [Character], _ part: [Character]) -> Bool {
    var position = 0
    var index = 0
    var retry: (index: Int, position: Int)?
    while position < name.count {
      if index < part.count, part[index] == "*" {
        index += 1
        retry = (index, position)
      } else if index < part.count, let length = length(of: part[index...], taking: name[position]) {
        index += length
        position += 1
      } else if let last = retry {
        index = last.index
        position = last.position + 1
        retry = (index, position)
      } else {
        return false
      }
    }
    return part[index...].allSatisfy { $0 == "*" }
  }

  /// How many characters of a pattern take a character of a name; nil when they do not.
  private static func length(of pattern: ArraySlice<Character>, taking character: Character) -> Int? {
    guard let first = pattern.first else { return nil }
    if first == "[", let end = pattern.dropFirst(2).firstIndex(of: "]") {
      let inside = pattern[(pattern.startIndex + 1)..<end]
      let isNegated = inside.first == "!"
      return inside.dropFirst(isNegated ? 1 : 0).contains(character) != isNegated
        ? end - pattern.startIndex + 1 : nil
    }
    return first == "?" || first == character ? 1 : nil
  }
}
