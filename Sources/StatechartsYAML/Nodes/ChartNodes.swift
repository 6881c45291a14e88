import Statecharts
package import StatechartsModel

/// The nodes of a chart's text, and what the chart declares so far: all that the reader and the repairs look at.
package struct ChartNodes {
  package let document: YAMLDocument
  /// The document's nodes; repairs of the indentation replace some.
  package var nodes: ContiguousArray<YAMLDocument.Node>
  package let texts: ContiguousArray<String>
  package let index = FormatIndex.shared
  /// The variables declared so far, for keys that may name one.
  package var variables: [ContextVariable] = []
  /// The events that the chart declares: names that are free from here on.
  package var declaredEvents: Set<String> = []
  /// Whether the chart declares its events, so that every other name is wrong.
  package var declaresEvents = false
  /// The error codes that the chart declares.
  package var declaredErrors: Set<String> = []
  /// The actions of handlers that the chart declares.
  package var declaredActions: Set<String> = []

  /// The states of the chart, once they were asked for.
  package let states = StateNames()

  package init(_ document: YAMLDocument) {
    self.document = document
    nodes = document.nodes
    texts = document.texts
  }

  // MARK: Nodes

  // proven: in all of these, node numbers come from the document itself, and a scalar's content is its text.
  package func kind(_ node: Int32) -> YAMLDocument.Kind { nodes[Int(node)].kind }

  /// The text of a scalar; empty for a list or a mapping, which may stand even in the place of a key.
  package func text(_ node: Int32) -> String {
    kind(node) == .scalar ? texts[Int(nodes[Int(node)].content)] : ""
  }

  package func range(_ node: Int32) -> SourceRange { Int(nodes[Int(node)].start)..<Int(nodes[Int(node)].end) }

  package func first(_ node: Int32) -> Int32 { kind(node) == .scalar ? -1 : nodes[Int(node)].content }

  package func next(_ node: Int32) -> Int32 { nodes[Int(node)].next }

  package func isPlain(_ node: Int32) -> Bool { nodes[Int(node)].style == .plain }

  /// Whether there is no value.
  package func isEmpty(_ node: Int32) -> Bool {
    kind(node) == .scalar && isPlain(node) && text(node).utf8.isEmpty
  }

  /// Whether nothing or only spaces stand in a scalar, or a `~`, the empty value of other YAML.
  package func isBlank(_ node: Int32) -> Bool {
    let text = text(node).utf8
    if text.first == 0x7E { return text.count == 1 && isPlain(node) }
    return text.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }

  package func isBlock(_ node: Int32) -> Bool {
    kind(node) == .mapping && nodes[Int(node)].style == .block
  }

  /// The number of keys of a mapping, or of items of a list.
  package func count(_ node: Int32) -> Int {
    var result = 0
    var child = first(node)
    while child >= 0 {
      result += 1
      child = next(child)
    }
    return kind(node) == .mapping ? result / 2 : result
  }

  /// Where a walk through the keys of a mapping is.
  package struct Cursor {
    fileprivate var upcoming: Int32
    fileprivate var isAtStart = true
  }

  /// A walk through the keys of a mapping. It follows the nodes as they are at each step, because reading a value may
  /// move keys.
  package func walk(_ node: Int32) -> Cursor { Cursor(upcoming: kind(node) == .mapping ? node : -1) }

  /// The next key that is a text, with its value. All other keys were reported by the YAML reader.
  package func next(_ cursor: inout Cursor) -> (key: Int32, value: Int32)? {
    while cursor.upcoming >= 0 {
      let key = cursor.isAtStart ? first(cursor.upcoming) : next(cursor.upcoming)
      cursor.isAtStart = false
      cursor.upcoming = key < 0 ? key : next(key)
      if cursor.upcoming >= 0, kind(key) == .scalar { return (key, cursor.upcoming) }
    }
    return nil
  }

  /// The keys of a mapping that are texts, with their values.
  package func entries(of node: Int32) -> [(key: Int32, value: Int32)] {
    var entries: [(key: Int32, value: Int32)] = []
    var cursor = walk(node)
    while let entry = next(&cursor) { entries.append(entry) }
    return entries
  }

  /// The value of a key of a mapping.
  package func value(of name: String, in node: Int32) -> Int32? {
    var cursor = walk(node)
    while let (key, value) = next(&cursor) {
      if text(key) == name { return value }
    }
    return nil
  }

  /// The hidden escapes of a text.
  func hiddenEscapes(in node: Int32) -> [HiddenEscape] {
    nodes[Int(node)].style == .doubleQuoted ? document.source.hiddenEscapes(in: range(node)) : []
  }

  // MARK: Names

  /// Keys that start with `x-` belong to somebody else.
  package func isExtension(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    return bytes.next() == UInt8(ascii: "x") && bytes.next() == UInt8(ascii: "-")
  }

  /// Whether a text may be a name of a kind.
  package func isLegal(_ text: String, _ kind: FormatShape.NameKind) -> Bool {
    switch kind {
    case .event, .work: NameRule.isEventName(text)
    case .descriptor: NameRule.isDescriptor(text)
    case .variable, .field, .handler, .item, .versionedVariable: NameRule.isExpressionName(text)
    default: NameRule.isIdentifier(text)
    }
  }

  /// Whether a key, where names are expected, is a key of a transition: by its text, its value, and because the chart
  /// declares no such name.
  package func isTransitionKey(_ key: Int32, besides names: Set<String>) -> Bool {
    // Decision: Docs/decisions/format.md#a-key-in-quotes-is-a-name
    guard key >= 0, isPlain(key), FormatObject.transitionOnlyKeys.contains(text(key)),
      !names.contains(text(key))
    else { return false }
    // Only a truth value can be meant after `internal`.
    return text(key) != "internal" || ["true", "false"].contains(text(next(key)))
  }

  /// Whether the chart declares a variable of a name.
  package func isVariable(_ text: String) -> Bool { variables.contains { $0.name.text == text } }

  /// A number as charts write it: `0`, or digits that do not begin with 0.
  package func wholeNumber(_ node: Int32) -> Int? {
    let text = text(node)
    guard let first = text.utf8.first, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      first != 0x30 || text.utf8.count == 1
    else { return nil }
    return Int(text)
  }

  /// The first key of a mapping that stands beside one that begins an action.
  package func companion(in node: Int32) -> String? {
    entries(of: node).lazy.map { text($0.key) }.first { ActionWords.companions[$0] != nil }
  }
}
