package import StatechartsYAML

/// Adds one name at the end of a list that has names already, such as the errors of a state.
package struct ListAddition: TextAddition {
  /// The name.
  package var name: String
  /// The offset of an item of the list.
  package var item: Int

  /// Makes an addition.
  package init(_ name: String, besideItemAt item: Int) {
    self.name = name
    self.item = item
  }

  package func edit(in document: YAMLDocument) throws(EditRefusal) -> TextEdit {
    let nodes = ChartNodes(document)
    guard YAMLScalar.isPlain(name), !YAMLScalar.isValue(name), let list = list(in: document),
      let last = Array(document.children(of: list)).last
    else { throw .unsafe }
    let range = document.range(of: last)
    var edit = TextEdit(range: range.upperBound..<range.upperBound, replacement: ", \(name)")
    if nodes.nodes[Int(list.rawValue)].style == .block {
      let source = document.source
      let lines = BlockLines(nodes)
      let prefix = source.bytes[source.lineStarts[source.line(at: range.lowerBound) - 1]..<range.lowerBound]
      guard prefix.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") }) else { throw .unsafe }
      let hyphen = prefix.lastIndex(of: UInt8(ascii: "-")) ?? range.lowerBound
      let end = lines.end(ofEntry: last.rawValue, last.rawValue, at: hyphen)
      edit = TextEdit(
        range: end..<end, replacement: source.lineEnd + String(decoding: prefix, as: UTF8.self) + name)
    }
    let changed = TextEdits([edit]).apply(to: document.source)
    guard let after = YAMLDocument.read(changed).document, hasOnlyTheAddition(after, document, list) else {
      throw .unsafe
    }
    return edit
  }

  /// The list with the item.
  private func list(in document: YAMLDocument) -> YAMLDocument.NodeID? {
    document.allNodes.first { node in
      document.kind(of: node) == .sequence
        && document.children(of: node).contains {
          document.kind(of: $0) == .scalar && document.range(of: $0).lowerBound == item
        }
    }
  }

  /// Whether a changed text is the old one with the name. The numbers of the nodes up to the list are the same.
  private func hasOnlyTheAddition(
    _ after: YAMLDocument, _ before: YAMLDocument, _ list: YAMLDocument.NodeID
  ) -> Bool {
    guard let root = before.root?.rawValue, let newRoot = after.root?.rawValue,
      let new = self.list(in: after), new == list, let added = Array(after.children(of: new)).last,
      after.text(of: added) == name
    else { return false }
    return NodeOutline(newRoot, in: ChartLayout(after, root: newRoot), leavingOut: added.rawValue).words
      == NodeOutline(root, in: ChartLayout(before, root: root)).words
  }
}
