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
        if names.isShared {
          // The answer is that of both guards.
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

/// Where a recorded run has the name of a change. It has what happens in a chart and in those that this one runs, which
/// may have other things with that name.
struct RunNames {
  let change: NameChange
  /// Whether the run has one answer for guards of several charts with the name, of which only some change.
  let isShared: Bool
  private let errorNames: Set<String>
  /// The charts that run, that of the run first.
  private let tree: [RenamedChart]
  /// The names of those that change.
  private let changed: Set<String>

  /// - Parameters:
  ///   - charts: The charts that change.
  ///   - tree: The charts that run, that of the run first.
  ///   - errorNames: The names of fields and inputs whose values are error codes.
  init(_ change: NameChange, in charts: [RenamedChart], among tree: [RenamedChart], errorNames: Set<String>) {
    self.change = change
    self.tree = tree
    self.errorNames = errorNames
    let changed = Set(charts.map(\.source.name))
    self.changed = changed
    let users = tree.filter { !change.uses(in: $0).isEmpty }
    isShared =
      change.kind == .guard && users.contains { changed.contains($0.source.name) }
      && users.contains { !changed.contains($0.source.name) }
  }

  /// Whether the names in a line are those of a chart that changes. Of several charts, the outermost has the service.
  func areMeant(inLineOf id: String?) -> Bool {
    let chart = id.flatMap { id in tree.first { $0.runs(id) } } ?? tree.first
    switch change.kind {
    case .guard: return tree.contains { changed.contains($0.source.name) }
    // The name of a service is its id unless it has one.
    case .service where chart?.index.ids.contains(change.old) == true: return false
    default: return chart.map { changed.contains($0.source.name) } ?? false
    }
  }

  /// Whether a text of a line may be the name.
  func isName(_ path: [String], _ isKey: Bool) -> Bool {
    switch change.kind {
    case .event: !isKey && path == ["event"]
    case .service: !isKey && path == ["service"]
    case .error: !isKey && (path == ["failed"] || path.count > 1 && errorNames.contains(path.last ?? ""))
    case .guard: isKey && path == ["guards"]
    case .variable: isKey && path == ["input"]
    case .state, .action, .query, .output, .element: false
    }
  }
}

extension RenamedChart {
  /// Whether a service or chart runs in this chart with an id.
  fileprivate func runs(_ id: String) -> Bool {
    index.ids.contains(id) || index.children.contains { $0.id == id }
      || index.uses.contains { $0.kind == .service && $0.role != .declaration && $0.name == id }
  }
}
