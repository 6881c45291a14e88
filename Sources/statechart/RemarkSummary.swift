/// Remarks about a converted file, with similar ones counted together.
struct RemarkSummary {
  /// The lines for people.
  let lines: [String]

  /// Gathers remarks that differ only in their location and the names in them. Errors are listed one by one.
  ///
  /// - Parameter individually: Whether each remark is reported separately.
  init(_ remarks: [(text: String, kind: String?)], individually: Bool) {
    if individually {
      lines = remarks.map(\.text)
      return
    }
    var counts: [String: Int] = [:]
    for kind in remarks.compactMap(\.kind) { counts[kind, default: 0] += 1 }
    var reported: Set<String> = []
    var lines: [String] = []
    for remark in remarks {
      guard let kind = remark.kind, let count = counts[kind], count > 1 else {
        lines.append(remark.text)
        continue
      }
      if reported.insert(kind).inserted { lines.append("\(remark.text) And \(count - 1) more like this.") }
    }
    if !reported.isEmpty { lines.append("Use --all to see each with its location.") }
    self.lines = lines
  }

  /// A message without its names, which similar ones have in common.
  static func kind(of message: String) -> String {
    message.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined(separator: "`")
  }
}
