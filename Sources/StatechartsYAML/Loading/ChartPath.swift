/// Paths of charts that run inside another, relative to the folder of the outermost one.
package enum ChartPath {
  /// The path that a chart in a file means by a relative path; nil when it leads out of the folder.
  static func resolve(_ path: String, from file: String) -> String? {
    var parts = file.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        guard parts.popLast() != nil else { return nil }
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }

  /// The folder of a file, ready for a file's name behind it.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[...slash])
  }
}
