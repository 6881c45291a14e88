package import StatechartsYAML

import Statecharts
import StatechartsModel

/// Where a chart's text uses the name of a state, an event, a variable, a handler, an error code or an output. Renaming
/// and editors both find names through this.
package struct ChartNameIndex {
  /// The kind of thing that a name refers to.
  package enum Kind: String, CaseIterable, Sendable {
    case state, event, variable, `guard`, action, service, query, error, output
    /// The element or the index of a `foreach`.
    case element

    /// The kind in words.
    package var words: String { self == .error ? "error code" : rawValue }

    /// The kind in words, with an article.
    package var wordsWithArticle: String {
      switch self {
      case .state, .variable, .guard, .service, .query: "a \(words)"
      case .event, .action, .output, .error, .element: "an \(words)"
      }
    }

    /// How a name of the kind is spelled.
    var spelling: FormatShape.NameKind {
      switch self {
      case .state: .state
      case .event: .event
      case .variable: .variable
      case .guard, .action, .service, .query: .handler
      case .error: .error
      case .output: .output
      case .element: .item
      }
    }
  }

  /// One use of a name.
  package struct Use: Hashable, Sendable {
    /// What is named.
    package var kind: Kind
    /// The name.
    package var name: String
    /// The name in the text, without quotes.
    package var range: SourceRange
    /// Whether the name is declared, read or changed here.
    package var role = Role.reading
    /// The node of the `foreach` that declares an element; nil for all other names.
    package var loop: Int32?
  }

  /// A chart that is run inside this one.
  package struct Child {
    /// Its path, as it is written.
    package var path: String
    /// The path in the text.
    package var range: SourceRange
    /// The names of its inputs.
    package var inputs: [(name: String, range: SourceRange)]
    /// The id under which it runs.
    package var id: String
    /// Whether it receives all events of this chart.
    var forwards: Bool
    /// The error codes that are handled for it alone.
    var failures: Set<String>
  }

  /// A name that may be computed.
  enum Address {
    case name(String)
    case computed

    /// Whether it is or can be a name.
    func canBe(_ other: String) -> Bool {
      switch self {
      case .name(let name): name == other
      case .computed: true
      }
    }
  }

  /// What a chart does with a name at one location.
  package enum Role: Sendable { case declaration, reading, writing }

  /// All uses, in the order of the text.
  package private(set) var uses: [Use] = []
  /// The events that transitions handle, as written: `name`, `name.*` or `*`.
  package private(set) var descriptors: [Use] = []
  /// The names of elements and indexes of `foreach`.
  private(set) var items: Set<String> = []
  /// The charts that are run inside this one.
  package private(set) var children: [Child] = []
  /// The events that are sent to other charts or to services.
  private(set) var sends: [(event: Address, receiver: Address)] = []
  /// The last migration; -1 in a chart without migrations.
  private(set) var lastMigration: Int32 = -1
  /// Whether the name of an event that is sent is computed, so that it may be any.
  private(set) var computesEvents = false

  private let document: YAMLDocument
  private let nodes: ChartNodes
  private var variables: Set<String> = []
  private var guards: Set<String> = []
  private var errors: Set<String> = []
  /// The names of the variables and fields whose type is `error`, perhaps optional.
  private(set) var errorNames: Set<String> = []
  /// Whether an error code is expected where what is read gives its value.
  private var expectsError = false
  /// Ids that an `invoke` gives itself.
  private(set) var ids: Set<String> = []
  /// The services whose names are the ids under which they run.
  private(set) var servicesWithoutID: Set<String> = []
  /// Names of what runs: the id is the name of the service unless an `invoke` has it.
  private var invocationNames: [Use] = []
  /// Texts in expressions that may be error codes.
  private var stringLiterals: [Use] = []
  /// Names in expressions that are no variables: guards, or error codes.
  private var bareNames: [Use] = []
  /// The names of elements and indexes of the `foreach` around what is read, each with the node of its `foreach`.
  private var loops: [(name: String, node: Int32)] = []
  /// The node of the `foreach` whose keys are read.
  private var loop: Int32?
  /// Whether the migration that is read has names of this version of the chart.
  private var isLastMigration = false

  /// Collects the names of a chart that is read as YAML.
  package init(_ document: YAMLDocument) {
    self.document = document
    nodes = ChartNodes(document)
    guard let root = document.root?.rawValue else { return }
    if let context = nodes.value(of: "context", in: root) {
      variables = Set(nodes.entries(of: context).lazy.map { [nodes] in nodes.text($0.key) })
    }
    if let handlers = nodes.value(of: "handlers", in: root),
      let list = nodes.value(of: "guards", in: handlers)
    {
      guards = Set(nodes.entries(of: list).lazy.map { [nodes] in nodes.text($0.key) })
    }
    if let list = nodes.value(of: "migrations", in: root) {
      for item in document.children(of: YAMLDocument.NodeID(list)) { lastMigration = item.rawValue }
    }
    findErrorNames()
    visit(root, .root, nil)
    let services = Set(uses.lazy.filter { $0.kind == .service }.map(\.name))
    uses += invocationNames.filter { services.contains($0.name) && !ids.contains($0.name) }
    uses += stringLiterals.filter { errors.contains($0.name) }
    // Decision: Docs/decisions/format.md#an-error-code-needs-no-quotes
    for var word in bareNames where !items.contains(word.name) {
      if !guards.contains(word.name), errors.contains(word.name) { word.kind = .error }
      uses.append(word)
    }
    uses.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  // The reader bounds how deep the nodes nest.
  private mutating func visit(_ node: Int32, _ place: ChartPlace, _ owner: FormatName?) {
    switch nodes.kind(node) {
    case .scalar: visit(scalar: node, place, owner)
    case .sequence:
      var item = nodes.first(node)
      while item >= 0 {
        if owner == .migrations { isLastMigration = item == lastMigration }
        visit(item, place.item, owner)
        item = nodes.next(item)
      }
    case .mapping:
      let object = place.object(of: node, in: nodes)
      if object == .invoke { visit(invoke: node) }
      if object == .send { visit(send: node) }
      let outer = loops.count
      for (key, value) in nodes.entries(of: node) {
        let text = nodes.text(key)
        let name = object.flatMap { FormatIndex.shared.find(text, in: $0)?.name }
        if object == nil { visit(key: key, of: place, owner) }
        if name == .initial, object == .variable, isValue(value, of: node) { continue }
        if object == .forEach {
          loop = node
          if name == .do { loops += names(ofLoop: node).map { ($0, node) } }
        }
        expectsError =
          object == nil
          ? errorNames.contains(text) : object == .variable && name == .initial && isError(typeOf: node)
        visit(value, place.value(of: text, in: object), name ?? owner)
        loops.removeLast(loops.count - outer)
      }
    }
  }

  private func names(ofLoop node: Int32) -> [String] {
    [FormatName.as, .index].compactMap { nodes.value(of: $0.text, in: node).map(nodes.text) }
  }

  /// The innermost `foreach` around what is read that declares a name.
  private func loop(declaring name: String) -> Int32? { loops.last { $0.name == name }?.node }

  private mutating func visit(key: Int32, of place: ChartPlace, _ owner: FormatName?) {
    guard case .shape(let shape) = place else { return }
    switch shape {
    case .mapping(.delay, _): visit(expression: key)
    case .mapping(let kind, .described): add(key, kind, owner, .declaration)
    case .mapping(.versionedState, _): return
    case .mapping(let kind, _): add(key, kind, owner)
    case .expressions(let kind): add(key, kind, owner, .writing)
    case .variables: add(key, .variable, owner, .declaration)
    case .eventTransitions: add(key, .descriptor, owner)
    case .actions, .blocks: add(.action, key)
    case .guard: add(.guard, key)
    default: return
    }
  }

  private mutating func visit(scalar node: Int32, _ place: ChartPlace, _ owner: FormatName?) {
    guard case .shape(let shape) = place, !nodes.isEmpty(node) else { return }
    let isComputed = nodes.text(node).hasPrefix("(")
    switch shape {
    // The name of a variable alone is `idTo`, which sets it.
    case .name(.variable): add(.variable, node, .writing)
    case .name(let kind), .oneOrMoreNames(let kind): add(node, kind, owner)
    case .computable(let kind):
      if isComputed {
        if kind == .event { computesEvents = true }
        visit(expression: node)
      } else {
        add(node, kind, owner)
      }
    case .transitions, .initial: add(.state, node)
    case .actions, .blocks: add(.action, node)
    case .expression, .guard, .delay: visit(expression: node)
    case .path: if isComputed { visit(expression: node) }
    default: return
    }
  }

  private mutating func visit(invoke node: Int32) {
    let id = nodes.value(of: "id", in: node).map(nodes.text)
    if let id { ids.insert(id) }
    if id == nil, let service = nodes.value(of: "service", in: node) {
      servicesWithoutID.insert(nodes.text(service))
    }
    guard let chart = nodes.value(of: "chart", in: node) else { return }
    var paths = [chart]
    if let among = nodes.value(of: "among", in: node) {
      paths += document.children(of: YAMLDocument.NodeID(among)).map(\.rawValue)
    }
    let inputs = nodes.value(of: "input", in: node).map(nodes.entries) ?? []
    let failures = nodes.value(of: "failed", in: node).map(nodes.entries) ?? []
    paths.removeAll { nodes.text($0).hasPrefix("(") }
    let first = paths.first.map { PathSpelling.name(of: nodes.text($0)) } ?? ""
    for path in paths {
      children.append(
        Child(
          path: nodes.text(path), range: range(of: path),
          inputs: inputs.map { (nodes.text($0.key), range(of: $0.key)) },
          id: id ?? first,
          forwards: nodes.value(of: "forward", in: node).map(nodes.text) == "true",
          failures: Set(failures.map { nodes.text($0.key) })))
    }
  }

  private mutating func visit(send node: Int32) {
    guard let event = nodes.value(of: "send", in: node), let receiver = nodes.value(of: "to", in: node) else {
      return
    }
    func address(_ node: Int32) -> Address {
      let text = nodes.text(node)
      return text.hasPrefix("(") ? .computed : .name(text)
    }
    sends.append((address(event), address(receiver)))
  }

  /// Whether a scalar is one of the `values` of its declaration, and no expression.
  private func isValue(_ node: Int32, of declaration: Int32) -> Bool {
    guard let list = nodes.value(of: "values", in: declaration) else { return false }
    return nodes.kind(node) == .scalar
      && nodes.document.children(of: YAMLDocument.NodeID(list)).contains {
        nodes.text($0.rawValue) == nodes.text(node)
      }
  }

  /// Finds the names whose type is `error`, as a word or in a declaration.
  private mutating func findErrorNames() {
    for node in document.allNodes {
      for (key, value) in document.entries(of: node)
      where isErrorType(value.rawValue) || isError(typeOf: value.rawValue) {
        errorNames.insert(nodes.text(key.rawValue))
      }
    }
  }

  private func isErrorType(_ node: Int32) -> Bool {
    nodes.kind(node) == .scalar && ["error", "error?"].contains(nodes.text(node))
  }

  /// Whether a declaration has the type `error`.
  private func isError(typeOf declaration: Int32) -> Bool {
    nodes.kind(declaration) == .mapping
      && nodes.value(of: "type", in: declaration).map(isErrorType) == true
  }

  // MARK: Names

  private mutating func add(
    _ node: Int32, _ kind: FormatShape.NameKind, _ owner: FormatName?, _ role: Role = .reading
  ) {
    switch kind {
    case .state: add(.state, node, role)
    case .versionedState:
      if isLastMigration, owner == .rename || owner == .enter { add(.state, node) }
    case .variable: add(.variable, node, role)
    case .versionedVariable:
      if isLastMigration, owner == .rename || owner == .initial { add(.variable, node) }
    case .event:
      if role == .declaration { add(.event, node, role) } else { add(event: node, nodes.text(node), 0) }
    case .descriptor:
      descriptors.append(Use(kind: .event, name: nodes.text(node), range: range(of: node)))
      add(event: node, nodes.text(node), 0)
    case .error, .failure:
      guard kind == .error || !["any", "timeout"].contains(nodes.text(node)) else { return }
      errors.insert(nodes.text(node))
      add(.error, node, role)
    case .output: add(.output, node, role)
    case .handler:
      let handler: Kind? =
        switch owner {
        case .guards: .guard
        case .actions: .action
        case .service, .services: .service
        case .queries: .query
        default: nil
        }
      if let handler { add(handler, node, role) }
    case .work where owner == .to:
      invocationNames.append(Use(kind: .service, name: nodes.text(node), range: range(of: node)))
    case .item:
      items.insert(nodes.text(node))
      uses.append(
        Use(kind: .element, name: nodes.text(node), range: range(of: node), role: .declaration, loop: loop))
    case .work, .chart, .sendID, .field, .delay: return
    }
  }

  private mutating func add(_ kind: Kind, _ node: Int32, _ role: Role = .reading) {
    uses.append(Use(kind: kind, name: nodes.text(node), range: range(of: node), role: role))
  }

  /// Adds the name of an event in a scalar, which may be one of the platform: it has the name of a state, of what runs or
  /// of an error code.
  private mutating func add(event node: Int32, _ text: String, _ start: Int) {
    func use(_ kind: Kind, after prefix: String) -> Use? {
      guard text.hasPrefix(prefix) else { return nil }
      var name = String(text.dropFirst(prefix.count))
      // A wildcard is not a name, and not a part of one.
      guard name != "*" else { return nil }
      if name.hasSuffix(".*") { name.removeLast(2) }
      // Behind the state of a timer is its delay.
      if prefix == "after." { name = String(name.prefix { $0 != "." }) }
      let first = start + prefix.utf8.count
      return Use(kind: kind, name: name, range: range(of: node, first..<first + name.utf8.count))
    }
    if let use = use(.state, after: "done.state.") ?? use(.state, after: "after.") {
      uses.append(use)
    } else if let use = use(.service, after: "done.invoke.") {
      invocationNames.append(use)
    } else if let use = use(.error, after: "error.") {
      stringLiterals.append(use)
    } else if !text.hasSuffix("*"), !EventDescriptor(ChartName(text)).isPlatform {
      uses.append(
        Use(kind: .event, name: text, range: range(of: node, start..<start + text.utf8.count)))
    }
  }

  /// The text of a scalar without its quotes.
  private func range(of node: Int32) -> SourceRange { range(of: node, 0..<nodes.text(node).utf8.count) }

  private func range(of node: Int32, _ part: Range<Int>) -> SourceRange {
    document.range(of: YAMLDocument.NodeID(node), textRange: part)
  }

  // MARK: Expressions

  private mutating func visit(expression node: Int32) {
    guard let root = try? parse(nodes.text(node)) else { return visit(wordsOf: node) }
    // Each part with whether an error code is expected there.
    var open = [(root, expectsError)]
    while let (part, expectsError) = open.popLast() {
      visit(part, in: node, expectsError: expectsError)
      switch part.kind {
      case .map(let entries): open += entries.map { ($0.value, errorNames.contains($0.name)) }
      case .compare(_, _, let left, let right): open += [(left, isError(right)), (right, isError(left))]
      case .call(_, _, let arguments) where arguments.contains { $0.label != nil }:
        open += arguments.map { ($0.value, errorNames.contains($0.label ?? "")) }
      case .list, .call, .orElse:
        let expects = expectsError || part.operands.contains(where: isError)
        open += part.operands.map { ($0, expects) }
      default: open += part.operands.map { ($0, false) }
      }
    }
  }

  /// Whether an expression has the type `error`, as far as names show it.
  private func isError(_ part: ExpressionNode) -> Bool {
    switch part.kind {
    case .name(let name): errorNames.contains(name)
    case .field(let base, let name, _):
      errorNames.contains(name) || name == "error" && base.kind == .name("event")
    case .index(let base, _): isError(base)
    case .list, .call, .orElse: part.operands.contains(where: isError)
    default: false
    }
  }

  /// Takes the names in an expression that cannot be parsed, because somebody is typing it.
  private mutating func visit(wordsOf node: Int32) {
    guard nodes.text(node).utf8.count <= ExpressionLimits.textLength else { return }
    var scanner = ExpressionScanner(Array(nodes.text(node).utf8))
    var isField = false
    while let piece = scanner.next() {
      let text = String(decoding: scanner.bytes[piece.range], as: UTF8.self)
      let loop = loop(declaring: text)
      if piece.kind == .word, !isField, loop != nil || variables.contains(text) || guards.contains(text) {
        let kind: Kind = loop != nil ? .element : variables.contains(text) ? .variable : .guard
        uses.append(Use(kind: kind, name: text, range: range(of: node, piece.range), loop: loop))
      }
      if piece.kind != .blank { isField = text == "." }
    }
  }

  private mutating func visit(_ part: ExpressionNode, in node: Int32, expectsError: Bool) {
    func use(_ kind: Kind, _ name: String, _ place: Range<Int>, _ loop: Int32? = nil) -> Use {
      // Parentheses and quotes may be around a name.
      let before = nodes.text(node).utf8.dropFirst(place.lowerBound).prefix {
        "( \t\r\n'\"".utf8.contains($0)
      }.count
      let start = place.lowerBound + before
      return Use(
        kind: kind, name: name, range: range(of: node, start..<start + name.utf8.count), loop: loop)
    }
    switch part.kind {
    case .name(let name):
      if let loop = loop(declaring: name) {
        uses.append(use(.element, name, part.range, loop))
      } else if variables.contains(name) {
        uses.append(use(.variable, name, part.range))
      } else if name != "event" {
        bareNames.append(use(.guard, name, part.range))
      }
    case .call(let name, let place, _)
    where ExpressionFunction(name: name) == nil && !NameRule.reserved.contains(name):
      uses.append(use(.guard, name, place))
    case .inState(let name, let place): uses.append(use(.state, name, place))
    case .compare(_, _, let left, let right):
      if left.isEventName { addEvent(right, in: node) }
      if right.isEventName { addEvent(left, in: node) }
    case .literal(.string(let text)) where expectsError && part.range.count == text.utf8.count + 2:
      stringLiterals.append(use(.error, text, part.range.lowerBound + 1..<part.range.upperBound - 1))
    default: return
    }
  }

  private mutating func addEvent(_ part: ExpressionNode, in node: Int32) {
    guard case .literal(.string(let text)) = part.kind, part.range.count == text.utf8.count + 2 else {
      return
    }
    add(event: node, text, part.range.lowerBound + 1)
  }
}

extension ExpressionNode {
  /// Whether it is `event.name`.
  fileprivate var isEventName: Bool {
    guard case .field(let base, "name", _) = kind, case .name("event") = base.kind else { return false }
    return true
  }
}
