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
  /// Whether one of the charts that change runs.
  private let isInTree: Bool
  /// The charts that run and do not change.
  private let others: [RenamedChart]
  private let errorNames: Set<String>
  /// The chart of the run.
  private let main: RenamedChart?
  /// For each id the outermost chart in which a service or chart runs with it.
  private let owners: [String: RenamedChart]
  /// The names of the charts that change.
  private let changed: Set<String>

  /// - Parameters:
  ///   - charts: The charts that change.
  ///   - tree: The charts that run, that of the run first.
  ///   - errorNames: The names of fields and inputs whose values are error codes.
  init(_ change: NameChange, in charts: [RenamedChart], among tree: [RenamedChart], errorNames: Set<String>) {
    self.change = change
    main = tree.first
    owners = tree.reduce(into: [:]) { owners, chart in
      for id in chart.runningIDs where owners[id] == nil { owners[id] = chart }
    }
    self.errorNames = errorNames
    let changed = Set(charts.map(\.source.name))
    self.changed = changed
    let users = tree.filter { !change.uses(in: $0).isEmpty }
    isInTree = tree.contains { changed.contains($0.source.name) }
    others = tree.filter { !changed.contains($0.source.name) }
    isShared =
      change.kind == .guard && users.contains { changed.contains($0.source.name) }
      && users.contains { !changed.contains($0.source.name) }
  }

  /// Checks that no other chart that runs has the new name, which the run could not tell apart.
  func check(in run: SourceText) throws(ChartRenaming.Refusal) {
    guard change.kind == .guard || change.kind == .service,
      let other = others.first(where: { chart in
        change.kind == .guard
          ? chart.index.uses.contains { $0.kind == .guard && $0.name == change.new }
          : chart.runningIDs.contains(change.new)
      })
    else { return }
    throw ChartRenaming.Refusal(
      message:
        "`\(change.new)` is already \(change.kind.wordsWithArticle) of `\(other.source.name)`, which runs in `\(run.name)` too.",
      help: "Choose another name.")
  }

  /// Whether the names in a line are those of a chart that changes. Of several charts, the outermost has the service.
  func areMeant(inLineOf id: String?) -> Bool {
    let chart = id.flatMap { owners[$0] } ?? main
    switch change.kind {
    case .guard: return isInTree
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
  /// The ids with which services and charts run in this chart.
  fileprivate var runningIDs: Set<String> {
    index.ids.union(index.servicesWithoutID).union(index.children.map(\.id))
  }
}
