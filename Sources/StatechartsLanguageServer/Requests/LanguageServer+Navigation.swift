internal import Statecharts
internal import StatechartsLint
internal import StatechartsYAML

extension LanguageServer {
  /// What a chart names at a position, and how its text differs from the one that the index describes.
  struct Named {
    var document: OpenDocument
    var index: ChartIndex
    var change: TextChange
    var occurrence: Occurrence
  }

  func named(_ params: ChartValue) throws(RequestFailure) -> Named? {
    let (document, offset) = try location(params)
    guard let index = document.index, let change = document.change, let old = change.oldOffset(offset),
      let occurrence = index.occurrence(at: old), change.newRange(occurrence.range) != nil
    else { return nil }
    return Named(document: document, index: index, change: change, occurrence: occurrence)
  }

  /// `textDocument/definition`.
  func definition(_ params: ChartValue) throws(RequestFailure) -> JSON {
    guard let named = try named(params) else { return .null }
    if named.occurrence.kind == .chart {
      guard let path = named.document.path else { return .null }
      let file = ChartPath.folder(of: path) + named.occurrence.name
      guard SystemFolders().kind(of: file) == .file else { return .null }
      let start = JSON.object([("line", .int(0)), ("character", .int(0))])
      return .object([
        ("uri", .string(FileURI.uri(file))), ("range", .object([("start", start), ("end", start)])),
      ])
    }
    var found = named.index.all(named.occurrence).filter { $0.role == .declaration }
    if found.isEmpty, named.occurrence.kind == .event {
      // `sign.*` stands for all events whose names begin like it.
      let prefix = named.occurrence.name + "."
      found = named.index.occurrences.filter {
        $0.kind == .event && $0.role == .declaration && $0.name.hasPrefix(prefix)
      }
    }
    return locations(found, named)
  }

  /// `textDocument/references`.
  func references(_ params: ChartValue) throws(RequestFailure) -> JSON {
    guard let named = try named(params) else { return .null }
    let includesDeclaration = params.member("context").member("includeDeclaration") != .bool(false)
    return locations(
      named.index.all(named.occurrence).filter { includesDeclaration || $0.role != .declaration }, named)
  }

  /// `textDocument/documentHighlight`.
  func highlights(_ params: ChartValue) throws(RequestFailure) -> JSON {
    guard let named = try named(params) else { return .null }
    var positions = positions(named.document)
    let ordered = named.index.all(named.occurrence).sorted { $0.range.lowerBound < $1.range.lowerBound }
    return .array(
      ordered.compactMap { occurrence in
        named.change.newRange(occurrence.range).map { range in
          .object([
            ("range", positions.range(range)), ("kind", .int(occurrence.role == .reading ? 2 : 3)),
          ])
        }
      })
  }

  private func locations(_ occurrences: [Occurrence], _ named: Named) -> JSON {
    var positions = positions(named.document)
    return .array(
      occurrences.compactMap { occurrence in
        named.change.newRange(occurrence.range).map { range in
          .object([("uri", .string(named.document.uri)), ("range", positions.range(range))])
        }
      })
  }

  /// `textDocument/selectionRange`: from the word at the cursor to the whole chart.
  func selectionRanges(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    var positions = positions(document)
    var results: [JSON] = []
    for position in params.member("positions").elements.prefix(1_000) {
      let offset = try position.offset(in: positions)
      var ranges = [offset..<offset]
      if let index = document.index, let change = document.change, let old = change.oldOffset(offset) {
        ranges = index.ranges(around: old).compactMap(change.newRange) + ranges
      }
      var result: JSON?
      for range in ranges {
        result = .members(("range", positions.range(range)), ("parent", result))
      }
      results.append(result ?? .null)
    }
    return .array(results)
  }
}

extension ChartIndex {
  /// The ranges of the collections, entries and texts around an offset, the outermost first.
  func ranges(around offset: Int) -> [SourceRange] {
    var result: [SourceRange] = []
    func add(_ range: SourceRange) {
      if result.last != range { result.append(range) }
    }
    var current = document.root
    while let node = current {
      add(document.range(of: node))
      current = nil
      for entry in document.entries(of: node) {
        let (key, value) = (document.range(of: entry.key), document.range(of: entry.value))
        guard key.lowerBound <= offset, offset <= max(key.upperBound, value.upperBound) else { continue }
        add(key.lowerBound..<max(key.upperBound, value.upperBound))
        if offset <= key.upperBound {
          add(key)
        } else if value.lowerBound <= offset {
          current = entry.value
        }
      }
      guard document.kind(of: node) == .sequence else { continue }
      current = document.children(of: node).first { child in
        let range = document.range(of: child)
        return range.lowerBound <= offset && offset <= range.upperBound
      }
    }
    return result
  }

  /// The keys around an offset, as far as the key that it is in; nil where it is in no key.
  func keyPath(at offset: Int) -> [CursorPath.Step]? {
    var steps: [CursorPath.Step] = []
    var current = document.root
    while let node = current {
      current = nil
      if document.kind(of: node) == .mapping {
        let entries = document.entries(of: node)
        for entry in entries {
          let (key, value) = (document.range(of: entry.key), document.range(of: entry.value))
          guard key.lowerBound <= offset, offset <= max(key.upperBound, value.upperBound) else { continue }
          var siblings: [String: String] = [:]
          for other in entries {
            guard let name = document.text(of: other.key) else { continue }
            siblings[name] = document.text(of: other.value) ?? ""
          }
          steps.append(.key(document.text(of: entry.key) ?? "", siblings: siblings))
          if offset <= key.upperBound { return steps }
          if value.lowerBound <= offset { current = entry.value }
          break
        }
      } else if document.kind(of: node) == .sequence {
        current = document.children(of: node).first { child in
          let range = document.range(of: child)
          return range.lowerBound <= offset && offset <= range.upperBound
        }
        steps.append(.item)
      }
    }
    return nil
  }
}
