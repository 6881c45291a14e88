import StatechartsYAML

/// The nodes of a text as a list of words. Two texts with equal words have the same keys, values and comments in the same
/// order, and each comment belongs to the same key.
struct NodeOutline {
  private let layout: ChartLayout
  private let added: Int32
  private let unwrapped: Int32
  private(set) var words: [String] = []

  /// Lists the nodes below a node.
  ///
  /// - Parameters:
  ///   - added: The key of an entry or an item that is left out, or a value that counts as empty.
  ///   - unwrapped: The key of a group of states. Its states are listed in its place.
  init(_ root: Int32, in layout: ChartLayout, leavingOut added: Int32 = -1, unwrapping unwrapped: Int32 = -1)
  {
    self.layout = layout
    self.added = added
    self.unwrapped = unwrapped
    if root == layout.root { list(ChartLayout.comments(layout.header)) }
    list(root)
  }

  private var nodes: ChartNodes { layout.nodes }

  private mutating func list(_ comments: [String]) { words += comments.map { "#" + $0 } }

  // The reader bounds how deep the nodes nest.
  private mutating func list(_ node: Int32) {
    if node == added || nodes.isEmpty(node) { return words.append("") }
    switch nodes.kind(node) {
    case .scalar: words.append("=" + nodes.text(node))
    case .sequence:
      words.append("[")
      for item in nodes.document.children(of: YAMLDocument.NodeID(node)) where item.rawValue != added {
        list(layout.comments(of: item.rawValue))
        list(item.rawValue)
      }
      list(ChartLayout.comments(layout.footer(of: node)))
      words.append("]")
    case .mapping:
      words.append("{")
      listEntries(of: node)
      list(ChartLayout.comments(layout.footer(of: node)))
      words.append("}")
    }
  }

  private mutating func listEntries(of node: Int32) {
    for (key, value) in nodes.entries(of: node) where key != added {
      if key == unwrapped {
        if let states = nodes.value(of: FormatName.states.text, in: value) { listEntries(of: states) }
      } else {
        words.append(nodes.text(key))
        list(layout.comments(of: key))
        list(value)
      }
    }
  }
}
