internal import Statecharts
internal import StatechartsEditing
internal import StatechartsFiles
internal import StatechartsModel
internal import StatechartsRepair
internal import StatechartsYAML

/// A name of a chart for a list in which people search.
struct WorkspaceSymbol {
  var name: String
  var title: String?
  var kind: Int
  var container: String
  var location: JSON
}

extension LanguageServer {
  /// How many symbols are returned.
  static let mostSymbols = 500

  /// `textDocument/documentSymbol`.
  func documentSymbols(_ params: ChartValue) throws(RequestFailure) -> JSON {
    let document = try document(params)
    guard let index = document.index, let change = document.change else { return .array([]) }
    var outline = Outline(index, change, positions(document))
    let symbols = outline.symbols
    guard client.allowsNestedSymbols else {
      return .array(symbols.flatMap { $0.flat(document.uri, container: nil) })
    }
    return .array(symbols.map(\.nested))
  }

  /// `workspace/symbol`: names in open charts and in the charts of the open folders.
  func workspaceSymbols(_ params: ChartValue) -> JSON {
    let query = (params.member("query").text ?? "").lowercased()
    var found: [WorkspaceSymbol] = []
    var open: Set<String> = []
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) {
      if let path = document.path { open.insert(path) }
      guard let index = document.index, let change = document.change else { continue }
      found += Self.symbols(index, change, document.uri, positions(document))
    }
    for path in WorkspaceFiles(.charts, in: roots).paths where !open.contains(path) {
      found += symbols(ofFile: path)
    }
    let matching = found.lazy.filter { symbol in
      query.isEmpty || symbol.name.lowercased().contains(query)
        || symbol.title?.lowercased().contains(query) == true
    }
    return .array(
      matching.prefix(Self.mostSymbols).map { symbol in
        .object([
          ("name", .string(symbol.name)), ("kind", .int(symbol.kind)), ("location", symbol.location),
          ("containerName", .string(symbol.container)),
        ])
      })
  }

  private func symbols(ofFile path: String) -> [WorkspaceSymbol] {
    knownSymbols.value(of: path) {
      guard let source = try? SourceText.read(file: path), source.isProbablyChart,
        let index = ChartIndex(ChartReader.advising.read(source))
      else { return [] }
      let change = TextChange(from: source.bytes, to: source.bytes)
      return Self.symbols(index, change, FileURI.uri(path), TextPositions(source, client.encoding))
    }
  }

  private static func symbols(
    _ index: ChartIndex, _ change: TextChange, _ uri: String, _ positions: TextPositions
  ) -> [WorkspaceSymbol] {
    var positions = positions
    return index.uses.compactMap { use in
      guard use.role == .declaration, use.kind != .element, let range = change.newRange(use.range) else {
        return nil
      }
      return WorkspaceSymbol(
        name: use.name, title: index.facts(use.kind, use.name)?.title,
        kind: use.kind.symbol, container: index.chart.id.text,
        location: .object([("uri", .string(uri)), ("range", positions.range(range))]))
    }
  }
}

extension ChartNameIndex.Kind {
  /// The kind of symbol that comes closest, with the number of the protocol.
  fileprivate var symbol: Int {
    switch self {
    case .state: 5  // class
    case .event: 24  // event
    case .error: 22  // enum member
    case .output: 11  // interface
    case .variable, .element: 13  // variable
    case .guard, .action, .service, .query: 12  // function
    }
  }
}

/// The symbols of one chart.
private struct Outline {
  struct Symbol {
    var name: String
    var detail: String?
    var kind: Int
    var range: JSON
    var selection: JSON
    var children: [Symbol] = []

    var nested: JSON {
      .members(
        ("name", .string(name)), ("detail", detail.map { .string($0) }), ("kind", .int(kind)),
        ("range", range), ("selectionRange", selection),
        ("children", children.isEmpty ? nil : .array(children.map(\.nested))))
    }

    func flat(_ uri: String, container: String?) -> [JSON] {
      let own = JSON.members(
        ("name", .string(name)), ("kind", .int(kind)),
        ("location", .object([("uri", .string(uri)), ("range", range)])),
        ("containerName", container.map { .string($0) }))
      return [own] + children.flatMap { $0.flat(uri, container: name) }
    }
  }

  private let index: ChartIndex
  private let change: TextChange
  private var positions: TextPositions

  init(_ index: ChartIndex, _ change: TextChange, _ positions: TextPositions) {
    self.index = index
    self.change = change
    self.positions = positions
  }

  var symbols: [Symbol] {
    mutating get {
      var result: [Symbol] = []
      for declaration in index.declarations {
        if let symbol = symbol(declaration.name, declaration.kind) { result.append(symbol) }
      }
      return result + states(index.chart.root.states)
    }
  }

  // The reader bounds how deep states nest.
  private mutating func states(_ states: [StateNode]) -> [Symbol] {
    var result: [Symbol] = []
    for state in states {
      guard var symbol = symbol(state.id, .state) else { continue }
      symbol.children = self.states(state.states)
      result.append(symbol)
    }
    return result
  }

  private mutating func symbol(_ name: ChartName, _ kind: ChartNameIndex.Kind) -> Symbol? {
    guard !name.text.isEmpty, let node = index.document.node(of: name.origin),
      let entry = index.entryRange(name.origin),
      let selection = change.newRange(index.document.range(of: node))
    else { return nil }
    // Where the entry was changed, its key is still there.
    let range = change.newRange(entry) ?? selection
    return Symbol(
      name: name.text, detail: index.facts(kind, name.text)?.title ?? kind.words, kind: kind.symbol,
      range: positions.range(range), selection: positions.range(selection))
  }
}
