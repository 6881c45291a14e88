internal import Statecharts
internal import StatechartsEditing
internal import StatechartsFiles
internal import StatechartsLint
internal import StatechartsModel
internal import StatechartsYAML

extension LanguageServer {
  /// What a chart names at a position, and how its text differs from the one that the index describes.
  struct Named {
    var document: OpenDocument
    var index: ChartIndex
    var change: TextChange
    var use: ChartNameIndex.Use
  }

  func named(_ params: ChartValue) throws(RequestFailure) -> Named? {
    let (document, offset) = try location(params)
    guard let index = document.index, let change = document.change, let old = change.oldOffset(offset),
      let use = index.use(at: old), change.newRange(use.range) != nil
    else { return nil }
    return Named(document: document, index: index, change: change, use: use)
  }

  /// `textDocument/definition`.
  func definition(_ params: ChartValue) throws(RequestFailure) -> JSON {
    if let file = try childChart(params) {
      let start = JSON.object([("line", .int(0)), ("character", .int(0))])
      return .object([
        ("uri", .string(FileURI.uri(file))), ("range", .object([("start", start), ("end", start)])),
      ])
    }
    if let input = try childInput(params) {
      let declarations = input.chart.uses(of: .variable, input.name).filter { $0.role == .declaration }
      return .array(locations(declarations.map(\.range), in: input.chart))
    }
    guard let named = try named(params) else { return .null }
    var found = named.index.all(named.use).filter { $0.role == .declaration }
    if found.isEmpty, named.use.kind == .event {
      // `sign.*` and `sign` stand for all events whose names begin with `sign.`.
      let descriptor = EventDescriptor(ChartName(named.use.name))
      found = named.index.uses.filter {
        $0.kind == .event && $0.role == .declaration && descriptor.matches($0.name)
      }
    }
    // Such as an event that is sent to the chart of a file.
    if found.isEmpty, let own = RelatedChart(named.document.source) {
      return .array(
        family(of: own, named.use).flatMap { chart in
          let uses = chart.uses(of: named.use.kind, named.use.name)
          return locations(uses.filter { $0.role == .declaration }.map(\.range), in: chart)
        })
    }
    return .array(locations(found, named))
  }

  /// The file of the child chart whose path is at a position.
  private func childChart(_ params: ChartValue) throws(RequestFailure) -> String? {
    let (document, offset) = try location(params)
    guard let path = document.path, let old = document.change?.oldOffset(offset),
      let child = document.index?.children.first(where: { $0.range.touches(old) })
    else { return nil }
    let file = ChartRenaming.path(child.path, from: path)
    return SystemFolders().kind(of: file) == .file ? file : nil
  }

  /// `textDocument/references`.
  func references(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let includesDeclaration = params.member("context").member("includeDeclaration") != .bool(false)
    let isWanted = { (use: ChartNameIndex.Use) in includesDeclaration || use.role != .declaration }
    if let input = try childInput(params) {
      let uses = input.chart.uses(of: .variable, input.name).filter(isWanted)
      return .array(
        locations(uses.map(\.range), in: input.chart) + self.inputs(input.name, of: input.chart))
    }
    guard let named = try named(params) else { return .null }
    var found = locations(named.index.all(named.use).filter(isWanted), named)
    guard let own = RelatedChart(named.document.source) else { return .array(found) }
    for chart in family(of: own, named.use) {
      let uses = chart.uses(of: named.use.kind, named.use.name).filter(isWanted)
      found += locations(uses.map(\.range), in: chart)
    }
    if named.use.kind == .variable {
      found += inputs(named.use.name, of: own)
    }
    return .array(found)
  }

  /// `textDocument/documentHighlight`.
  func highlights(_ params: ChartValue) throws(RequestFailure) -> JSON {
    guard let named = try named(params) else { return .null }
    var positions = positions(named.document)
    let ordered = named.index.all(named.use).sorted { $0.range.lowerBound < $1.range.lowerBound }
    return .array(
      ordered.compactMap { use in
        named.change.newRange(use.range).map { range in
          .object([
            ("range", positions.range(range)), ("kind", .int(use.role == .reading ? 2 : 3)),
          ])
        }
      })
  }

  private func locations(_ uses: [ChartNameIndex.Use], _ named: Named) -> [JSON] {
    var positions = positions(named.document)
    return uses.compactMap { use in
      named.change.newRange(use.range).map { range in
        .object([("uri", .string(named.document.uri)), ("range", positions.range(range))])
      }
    }
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
  /// A collection around an offset, and its entry there.
  struct Enclosure {
    var node: YAMLDocument.NodeID
    var entry: (key: YAMLDocument.NodeID, value: YAMLDocument.NodeID)?
    var isInKey = false
  }

  /// What is around an offset, the outermost first, down to a key or a text.
  func enclosures(around offset: Int) -> [Enclosure] {
    var result: [Enclosure] = []
    var current = document.root
    while let node = current {
      var enclosure = Enclosure(node: node)
      current = nil
      if document.kind(of: node) == .mapping {
        enclosure.entry = document.entries(of: node).first { range(of: $0).touches(offset) }
        if let entry = enclosure.entry {
          enclosure.isInKey = offset <= document.range(of: entry.key).upperBound
          if !enclosure.isInKey, document.range(of: entry.value).lowerBound <= offset {
            current = entry.value
          }
        }
      } else if document.kind(of: node) == .sequence {
        current = document.children(of: node).first { document.range(of: $0).touches(offset) }
      }
      result.append(enclosure)
    }
    return result
  }

  private func range(of entry: (key: YAMLDocument.NodeID, value: YAMLDocument.NodeID)) -> SourceRange {
    let (key, value) = (document.range(of: entry.key), document.range(of: entry.value))
    return key.lowerBound..<max(key.upperBound, value.upperBound)
  }

  /// The ranges of the collections, entries and texts around an offset, the outermost first.
  func ranges(around offset: Int) -> [SourceRange] {
    var result: [SourceRange] = []
    func add(_ range: SourceRange) {
      if result.last != range { result.append(range) }
    }
    for enclosure in enclosures(around: offset) {
      add(document.range(of: enclosure.node))
      guard let entry = enclosure.entry else { continue }
      add(range(of: entry))
      if enclosure.isInKey { add(document.range(of: entry.key)) }
    }
    return result
  }

  /// The keys around an offset, as far as the key that it is in; nil where it is in no key.
  func keyPath(at offset: Int) -> [CursorPath.Step]? {
    let enclosures = enclosures(around: offset)
    return enclosures.last?.isInKey == true ? steps(enclosures) : nil
  }

  /// The keys around an offset.
  func steps(around offset: Int) -> [CursorPath.Step] {
    let enclosures = enclosures(around: offset)
    let isText = enclosures.last.map { document.kind(of: $0.node) == .scalar } ?? false
    return steps(isText ? enclosures.dropLast() : enclosures)
  }

  private func steps(_ enclosures: [Enclosure]) -> [CursorPath.Step] {
    enclosures.map { enclosure in
      guard let entry = enclosure.entry else { return .item }
      var siblings: [String: String] = [:]
      for other in document.entries(of: enclosure.node) {
        guard let name = document.text(of: other.key) else { continue }
        siblings[name] = document.text(of: other.value) ?? ""
      }
      return .key(document.text(of: entry.key) ?? "", siblings: siblings)
    }
  }
}
