import StatechartsModel
package import StatechartsYAML

/// Adds something to a chart's text. It is written as the text around it is: in braces and brackets or as a block.
package protocol TextAddition: Sendable {
  /// The edit that adds it to a text that was read. The text with it was read again: it has the same nodes and comments,
  /// and the addition.
  func edit(in document: YAMLDocument) throws(EditRefusal) -> TextEdit
}

extension TextAddition {
  /// The edit that adds it to a text.
  package func edit(of source: SourceText) throws(EditRefusal) -> TextEdit {
    guard let document = YAMLDocument.read(source).document else { throw .unsafe }
    return try edit(in: document)
  }
}

/// Adds one entry to a chart's text, such as a declaration or a time limit.
package struct ChartAddition: TextAddition {
  /// The keys that lead to the entry. Those that are missing are added.
  package var keys: [String]
  /// The value, in one line.
  package var value: String
  /// An offset in the invocation that has the keys; nil for keys of the chart.
  package var invocation: Int?

  /// Makes an addition.
  package init(_ keys: [String], value: String, invocation: Int? = nil) {
    self.keys = keys
    self.value = value
    self.invocation = invocation
  }

  package func edit(in document: YAMLDocument) throws(EditRefusal) -> TextEdit {
    guard let start = start(in: document) else { throw .unsafe }
    let nodes = ChartNodes(document)
    let edit = try EntryInsertion(nodes).edit(adding: keys, value, to: start.node, start.place)
    let changed = TextEdits([edit]).apply(to: document.source)
    guard let after = YAMLDocument.read(changed).document, hasOnlyTheAddition(after, document) else {
      throw .unsafe
    }
    return edit
  }

  /// The mapping at which the keys begin.
  private func start(in document: YAMLDocument) -> (node: Int32, place: ChartPlace)? {
    guard let root = document.root?.rawValue else { return nil }
    guard let invocation else { return (root, .root) }
    let nodes = ChartNodes(document)
    var node = root
    var place = ChartPlace.root
    var found: Int32?
    // The reader bounds how deep the nodes nest.
    while true {
      let object = place.object(of: node, in: nodes)
      if object == .invoke, nodes.kind(node) == .mapping { found = node }
      let touches = { (node: Int32) in nodes.range(node).touches(invocation) }
      if let (key, value) = nodes.entries(of: node).first(where: { touches($0.value) }) {
        (node, place) = (value, place.value(of: nodes.text(key), in: object))
      } else if nodes.kind(node) == .sequence,
        let item = document.children(of: YAMLDocument.NodeID(node)).first(where: { touches($0.rawValue) })
      {
        (node, place) = (item.rawValue, place.item)
      } else {
        return found.map { ($0, .object(.invoke)) }
      }
    }
  }

  /// Whether a changed text is the old one with the entry.
  private func hasOnlyTheAddition(_ after: YAMLDocument, _ before: YAMLDocument) -> Bool {
    let (old, new) = (ChartNodes(before), ChartNodes(after))
    guard let oldRoot = before.root?.rawValue, let newRoot = after.root?.rawValue,
      var oldNode = start(in: before)?.node,
      var newNode = start(in: after)?.node
    else { return false }
    var rest = keys[...]
    // Down to the first key that is new, or whose value is.
    var added: (node: Int32, value: Int32)?
    while added == nil, let key = rest.popFirst() {
      guard let entry = new.entries(of: newNode).first(where: { new.text($0.key) == key }) else {
        return false
      }
      let value = old.value(of: key, in: oldNode)
      if let value, !old.isEmpty(value) {
        (oldNode, newNode) = (value, entry.value)
      } else {
        added = (value == nil ? entry.key : entry.value, entry.value)
      }
    }
    guard let added else { return false }
    let expected = EntryInsertion.flowText(rest, value)
    guard let snippet = YAMLDocument.read(SourceText(name: "", bytes: Array("x: \(expected)".utf8))).document,
      let root = snippet.root?.rawValue, let meant = ChartNodes(snippet).value(of: "x", in: root)
    else { return false }
    let layout = ChartLayout(after, root: newRoot)
    return NodeOutline(added.value, in: layout).words
      == NodeOutline(meant, in: ChartLayout(snippet, root: root)).words
      && NodeOutline(newRoot, in: layout, leavingOut: added.node).words
        == NodeOutline(oldRoot, in: ChartLayout(before, root: oldRoot)).words
  }
}

/// Finds out where an entry is added to a mapping, and how it is written there.
struct EntryInsertion {
  private let nodes: ChartNodes
  private let source: SourceText

  init(_ nodes: ChartNodes) {
    self.nodes = nodes
    source = nodes.document.source
  }

  func edit(
    adding keys: [String], _ value: String, to start: Int32, _ place: ChartPlace
  ) throws(EditRefusal) -> TextEdit {
    var (mapping, place, rest) = (start, place, keys[...])
    while let key = rest.first {
      let object = place.object(of: mapping, in: nodes)
      guard let entry = nodes.entries(of: mapping).first(where: { nodes.text($0.key) == key }) else {
        return try edit(adding: rest, value, to: mapping, object)
      }
      rest = rest.dropFirst()
      if nodes.isEmpty(entry.value), !rest.isEmpty {
        let end = try self.end(ofColonAfter: entry.key)
        return TextEdit(range: end..<end, replacement: " \(Self.flowText(rest, value))")
      }
      guard nodes.kind(entry.value) == .mapping, !rest.isEmpty else {
        throw EditRefusal(
          message: rest.isEmpty ? "`\(key)` is there already." : "Nothing can be added to `\(key)`.",
          help: "Change the text by hand.")
      }
      (mapping, place) = (entry.value, place.value(of: key, in: object))
    }
    throw .unsafe
  }

  /// A value with the keys around it, in braces.
  static func flowText(_ keys: ArraySlice<String>, _ value: String) -> String {
    keys.reversed().reduce(value) { "{ \(written($1)): \($0) }" }
  }

  private static func written(_ key: String) -> String {
    YAMLScalar.isPlain(key) && !YAMLScalar.isValue(key) ? key : YAMLScalar.quoted(key)
  }

  private func edit(
    adding keys: ArraySlice<String>, _ value: String, to mapping: Int32, _ object: FormatObject?
  ) throws(EditRefusal) -> TextEdit {
    guard let key = keys.first else { throw .unsafe }
    let entries = nodes.entries(of: mapping)
    let inner = keys.dropFirst()
    let flow = "\(Self.written(key)): \(Self.flowText(inner, value))"
    let range = nodes.range(mapping)
    guard let first = entries.first?.key, let last = entries.last else {
      guard source.bytes[range].dropFirst().dropLast().allSatisfy({ $0 == 0x20 }) else { throw .unsafe }
      return TextEdit(range: range, replacement: "{ \(flow) }")
    }
    let rank = object.flatMap { KeyOrder.rank(of: key, in: $0) }
    let previous =
      rank.flatMap { rank in
        entries.last { entry in
          guard let object else { return false }
          return KeyOrder.rank(of: nodes.text(entry.key), in: object).map { $0 < rank } ?? false
        }
      } ?? (rank == nil ? last : nil)
    guard nodes.isBlock(mapping) else {
      guard let previous else {
        let start = nodes.range(first).lowerBound
        return TextEdit(range: start..<start, replacement: "\(flow), ")
      }
      let isEmpty = nodes.isEmpty(previous.value)
      let end = try isEmpty ? self.end(ofColonAfter: previous.key) : nodes.range(previous.value).upperBound
      return TextEdit(range: end..<end, replacement: "\(isEmpty ? " " : ""), \(flow)")
    }
    let lines = BlockLines(nodes)
    let indent = String(repeating: " ", count: lines.column(of: nodes.range(first).lowerBound))
    var text = ""
    for (depth, key) in keys.enumerated() {
      let isLast = depth == keys.count - 1
      text += "\(indent)\(String(repeating: "  ", count: depth))\(Self.written(key)):"
      text += isLast ? " \(value)" : source.lineEnd
    }
    guard let previous else {
      let start = nodes.range(first).lowerBound
      return TextEdit(
        range: start..<start, replacement: text.dropFirst(indent.utf8.count) + source.lineEnd + indent)
    }
    let end = lines.end(ofEntry: previous.key, previous.value)
    return TextEdit(range: end..<end, replacement: source.lineEnd + text)
  }

  private func end(ofColonAfter key: Int32) throws(EditRefusal) -> Int {
    let end = nodes.range(key).upperBound
    guard let colon = source.bytes[end...].first(where: { $0 != 0x20 }), colon == UInt8(ascii: ":"),
      let offset = source.bytes[end...].firstIndex(of: colon)
    else { throw .unsafe }
    return offset + 1
  }
}
