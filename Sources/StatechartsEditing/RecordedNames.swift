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
  func edits(_ names: RunNames) throws(ChartRenaming.Refusal) -> [TextEdit] {
    var result: [TextEdit] = []
    for (number, start) in source.lineStarts.enumerated() {
      let end = number + 1 < source.lineStarts.count ? source.lineStarts[number + 1] : bytes.count
      let id = texts(in: start..<end) { path, isKey in !isKey && path == ["service"] }.first
      guard names.areMeant(inLineOf: id.map { String(decoding: bytes[$0], as: UTF8.self) }) else { continue }
      for range in texts(in: start..<end, where: names.isName) {
        guard !bytes[range].contains(UInt8(ascii: "\\")) else {
          throw ChartRenaming.Refusal(
            message: "A name is written with escapes in `\(source.name)`, line \(number + 1).",
            help: "Write it without escapes, and rename again.")
        }
        guard bytes[range].elementsEqual(names.change.old.utf8) else { continue }
        var text = names.change.new
        if names.setsOtherGuard {
          // Both guards get the value.
          let rest = bytes[(range.upperBound + 1)..<end].prefix { !",}".utf8.contains($0) }
          text = "\(names.change.old)\"\(String(decoding: rest, as: UTF8.self)), \"\(text)"
        }
        result.append(TextEdit(range: range, replacement: text))
      }
    }
    return result
  }

  /// Some keys and texts of a line, without their quotes.
  ///
  /// - Parameter isWanted: gets the keys around a key, or those that lead to a text, in lists empty ones.
  private func texts(
    in line: Range<Int>, where isWanted: (_ path: [String], _ isKey: Bool) -> Bool
  ) -> [Range<Int>] {
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
          if isWanted(open.dropLast().map { $0 ?? "" }, true) { result.append(start..<end) }
          open[last] = String(decoding: bytes[start..<end], as: UTF8.self)
        } else if isWanted(open.map { $0 ?? "" }, false) {
          result.append(start..<end)
        }
      default: continue
      }
    }
    return result
  }
}
