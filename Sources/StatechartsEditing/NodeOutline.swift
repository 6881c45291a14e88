import StatechartsYAML

/// The nodes of a text as a list of words. Two texts with equal words have the same keys and values in the same order.
struct NodeOutline {
  private let nodes: ChartNodes
  private let added: Int32
  private let unwrapped: Int32
  private(set) var words: [String] = []

  /// Lists the nodes below a node.
  ///
  /// - Parameters:
  ///   - added: The key of an entry that is left out, or a value that counts as empty.
  ///   - unwrapped: The key of a group of states. Its states are listed in its place.
  init(_ root: Int32, in nodes: ChartNodes, leavingOut added: Int32 = -1, unwrapping unwrapped: Int32 = -1) {
    self.nodes = nodes
    self.added = added
    self.unwrapped = unwrapped
    list(root)
  }

  // The reader bounds how deep the nodes nest.
  private mutating func list(_ node: Int32) {
    if node == added || nodes.isEmpty(node) { return words.append("") }
    switch nodes.kind(node) {
    case .scalar: words.append("=" + nodes.text(node))
    case .sequence:
      words.append("[")
      for item in nodes.document.children(of: YAMLDocument.NodeID(node)) { list(item.rawValue) }
      words.append("]")
    case .mapping:
      words.append("{")
      listEntries(of: node)
      words.append("}")
    }
  }

  private mutating func listEntries(of node: Int32) {
    for (key, value) in nodes.entries(of: node) where key != added {
      if key == unwrapped {
        if let states = nodes.value(of: FormatName.states.text, in: value) { listEntries(of: states) }
      } else {
        words.append(nodes.text(key))
        list(value)
      }
    }
  }
}
