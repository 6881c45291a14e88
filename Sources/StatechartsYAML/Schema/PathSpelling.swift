/// How the paths of charts are written that run inside another one.
package enum PathSpelling {
  /// What is wrong with a path.
  package enum Problem: String, Sendable {
    case notRelative = "is not relative to this file"
    case backslash = "has a backslash; folders are separated by `/`"
    case noExtension = "does not end in `.yaml`"
  }

  /// What is wrong with a path; nil for a path as it should be.
  package static func problem(_ text: String) -> Problem? {
    if text.utf8.first == UInt8(ascii: "/") || text.utf8.contains(UInt8(ascii: ":")) { return .notRelative }
    if text.utf8.contains(UInt8(ascii: "\\")) { return .backslash }
    return !text.hasSuffix(".yaml") || text == ".yaml" || text.hasSuffix("/.yaml") ? .noExtension : nil
  }

  /// The name of the file without `.yaml`.
  package static func name(of path: String) -> String {
    path.split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
  }
}
