import StatechartsYAML

/// The names in a recorded run: JSON objects, one a line, as `statechart simulate` writes them.
struct RecordedNames {
  private let source: SourceText
  private let bytes: [UInt8]

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// Whether the file has lines as recorded runs have them.
  var isRun: Bool { source.lineStarts.contains { bytes[$0...].first == UInt8(ascii: "{") } }

  /// The edits of a change. Lines that are no objects are left.
  ///
  /// - Throws: `Refusal` when a name is written with escapes.
  func edits(_ change: NameChange) throws(ChartRenaming.Refusal) -> [TextEdit] {
    let path: [String]
    switch change.kind {
    case .event: path = ["event"]
    case .service: path = ["service"]
    case .error: path = ["failed"]
    case .guard: path = ["guards", ""]
    case .variable: path = ["input", ""]
    case .state, .action, .query, .output, .element: return []
    }
    var result: [TextEdit] = []
    for (number, start) in source.lineStarts.enumerated() {
      let end = number + 1 < source.lineStarts.count ? source.lineStarts[number + 1] : bytes.count
      for range in texts(at: path, in: start..<end) {
        guard !bytes[range].contains(UInt8(ascii: "\\")) else {
          throw ChartRenaming.Refusal(
            message: "A name is written with escapes in `\(source.name)`, line \(number + 1).",
            help: "Write it without escapes, and rename again.")
        }
        if bytes[range].elementsEqual(change.old.utf8) {
          result.append(TextEdit(range: range, replacement: change.new))
        }
      }
    }
    return result
  }

  /// The texts at a path of keys, without their quotes; an empty last key stands for the keys themselves.
  private func texts(at path: [String], in line: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    // For each open object or list, the last key; nil in lists.
    var open: [String?] = []
    var isKey = false
    var index = line.lowerBound
    while index < line.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "{"):
        open.append("")
        isKey = true
      case UInt8(ascii: "["):
        open.append(nil)
        isKey = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = open.popLast()
        isKey = false
      case UInt8(ascii: ","): isKey = open.last.map { $0 != nil } ?? false
      case UInt8(ascii: ":"): isKey = false
      case UInt8(ascii: "\""):
        let start = index
        while index < line.upperBound, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(index, line.upperBound)
        index = end + 1
        if isKey, let last = open.indices.last {
          let isWanted = path.last == "" && open.dropLast().map { $0 ?? "" } == Array(path.dropLast())
          if isWanted { result.append(start..<end) }
          open[last] = String(decoding: bytes[start..<end], as: UTF8.self)
        } else if path.last != "", open.map({ $0 ?? "" }) == path {
          result.append(start..<end)
        }
      default: continue
      }
    }
    return result
  }
}
