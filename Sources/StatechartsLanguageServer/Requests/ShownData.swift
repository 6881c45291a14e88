internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel
internal import StatechartsYAML

/// The data that the uses of an undeclared name show: what they give to it, and what they read of its event or result.
struct ShownData {
  private struct Field {
    /// The key of the declaration that has the field, such as `payload`.
    var list: String
    var name: String
    /// The type as it is written; nil where the use does not show it.
    var type: String?
  }

  /// Types of fields whose type is not shown.
  private static let types = ["string", "int", "bool", "error", "duration", "number"]
  /// How many uses are looked at.
  private static let mostUses = 64

  private let index: ChartIndex
  private let nodes: ChartNodes
  private var fields: [Field] = []
  private var errors: [String] = []

  /// Looks at the uses of a name.
  init(_ name: String, _ kind: ChartNameIndex.Kind, _ index: ChartIndex) {
    self.index = index
    nodes = ChartNodes(index.document)
    let uses = index.allUses.lazy.filter { $0.kind == kind && $0.name == name && $0.role != .declaration }
    for use in uses.prefix(Self.mostUses) { add(use) }
  }

  /// The declaration as it is written. Where types are not shown, one for each type that they may have.
  var declarations: [String] {
    let types = fields.contains { $0.type == nil } ? Self.types : [""]
    return types.map { type in
      var parts = ["payload", "arguments", "input", "result"].compactMap { list in
        let own = fields.filter { $0.list == list }.map { "\($0.name): \($0.type ?? type)" }
        return own.isEmpty ? nil : "\(list): { \(own.joined(separator: ", ")) }"
      }
      if !errors.isEmpty { parts.append("errors: [\(errors.joined(separator: ", "))]") }
      return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
    }
  }

  private mutating func add(_ use: ChartNameIndex.Use) {
    let around = index.enclosures(around: use.range.lowerBound)
    guard let mapping = around.last(where: { $0.entry != nil }), let entry = mapping.entry else { return }
    let key = nodes.text(entry.key.rawValue)
    let value = { [nodes] (name: String) in nodes.value(of: name, in: mapping.node.rawValue) }
    switch use.kind {
    case .output, .event, .error:
      if mapping.isInKey {
        addReads("payload", in: entry.value.rawValue)
      } else if ["emit", "raise", "send"].contains(key), let data = value("data") {
        addGiven("payload", in: data)
      }
    case .action where mapping.isInKey, .guard where mapping.isInKey:
      addGiven("arguments", in: entry.value.rawValue)
    case .guard:
      if let node = around.last?.node { addArguments(of: use.name, in: node.rawValue) }
    case .service where key == "service":
      if let input = value("input") { addGiven("input", in: input) }
      if let done = value("done") { addReads("result", in: done) }
      let failed = value("failed").map { nodes.entries(of: $0).map(\.key) } ?? []
      let retried = value("retry").flatMap { nodes.value(of: "on", in: $0) }.map(nodes.children) ?? []
      for code in (failed + retried).map(nodes.text)
      where index.facts(.error, code) != nil && !errors.contains(code) {
        errors.append(code)
      }
    default: return
    }
  }

  private mutating func add(_ list: String, _ name: String, _ type: String?) {
    guard NameRule.isExpressionName(name) else { return }
    if let known = fields.firstIndex(where: { $0.list == list && $0.name == name }) {
      fields[known].type = fields[known].type ?? type
    } else {
      fields.append(Field(list: list, name: name, type: type))
    }
  }

  /// Adds the fields of a mapping of values.
  private mutating func addGiven(_ list: String, in node: Int32) {
    for (key, value) in nodes.entries(of: node) {
      let text = nodes.kind(value) == .scalar ? nodes.text(value) : nil
      add(list, nodes.text(key), text.flatMap { type(of: $0, at: nodes.range(value).lowerBound) })
    }
  }

  /// Adds the arguments of a guard that an expression calls.
  private mutating func addArguments(of name: String, in node: Int32) {
    guard nodes.kind(node) == .scalar, let root = try? parse(nodes.text(node)) else { return }
    var open = [root]
    while let part = open.popLast() {
      if case .call(name, _, let arguments) = part.kind {
        for argument in arguments {
          guard let label = argument.label else { continue }
          add("arguments", label, type(of: argument.value, at: nodes.range(node).lowerBound))
        }
      }
      open += part.operands
    }
  }

  /// Adds the fields of `event.data` that transitions read, and those that their targets read while they are entered.
  private mutating func addReads(_ list: String, in transitions: Int32) {
    addReads(list, below: transitions)
    let range = nodes.range(transitions)
    let states = Dictionary(
      index.states.map { ($0.id.text, $0) }, uniquingKeysWith: { first, _ in first })
    var open = index.allUses.filter { $0.kind == .state && range.contains($0.range.lowerBound) }.map(\.name)
    var seen: Set<String> = []
    while let name = open.popLast() {
      guard seen.insert(name).inserted, let state = states[name],
        let key = index.document.node(of: state.id.origin)
      else { continue }
      let node = nodes.next(key.rawValue)
      guard node >= 0 else { continue }
      for key in ["entry", "output"] + (state.kind == .choice ? ["always"] : []) {
        if let value = nodes.value(of: key, in: node) { addReads(list, below: value) }
      }
      if let invoke = nodes.value(of: "invoke", in: node) {
        let items = nodes.kind(invoke) == .sequence ? nodes.children(of: invoke) : [invoke]
        for input in items.compactMap({ nodes.value(of: "input", in: $0) }) { addReads(list, below: input) }
      }
      open += state.initial?.targets.map(\.text) ?? []
      if state.kind == .choice { open += state.always.flatMap { $0.targets.map(\.text) } }
    }
  }

  private mutating func addReads(_ list: String, below node: Int32) {
    let prefix = "event.data."
    var open = [node]
    while let next = open.popLast() {
      guard nodes.kind(next) == .scalar else {
        open += nodes.children(of: next)
        continue
      }
      let text = nodes.text(next)
      guard text.contains(prefix) else { continue }
      let path = FormatPath(index.steps(around: nodes.range(next).lowerBound))
      let known = index.eventFields(at: path)
      for start in text.ranges(of: prefix) {
        let name = text[start.upperBound...].prefix {
          $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber)
        }
        // A field that is passed on as it is has the type of what gets it.
        let receiver = text == prefix + name ? index.receiver(at: path) : nil
        let field = known.first { $0.name.text == name } ?? receiver
        add(list, String(name), field.map { ChartIndex.declaration($0.type, $0.taint) })
      }
    }
  }

  // MARK: Types

  private func type(of text: String, at offset: Int) -> String? {
    if index.facts(.variable, text) == nil, index.facts(.error, text) != nil { return "error" }
    return (try? parse(text)).flatMap { type(of: $0, at: offset) }
  }

  private func type(of expression: ExpressionNode, at offset: Int) -> String? {
    index.type(of: expression, at: FormatPath(index.steps(around: offset))).map {
      ChartIndex.declaration($0.type, $0.taint)
    }
  }
}

extension ChartNodes {
  /// The nodes directly below one: items, or keys and values.
  fileprivate func children(of node: Int32) -> [Int32] {
    var result: [Int32] = []
    var child = first(node)
    while child >= 0 {
      result.append(child)
      child = next(child)
    }
    return result
  }
}
