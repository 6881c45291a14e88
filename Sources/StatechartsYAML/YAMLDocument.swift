import Statecharts
public import StatechartsModel

/// A YAML document as a flat arena of nodes, each with its range in the text.
///
/// A node's number is also the `ModelOrigin` of whatever part of the model is made from it.
public struct YAMLDocument: Sendable {
  /// The number of a node.
  public struct NodeID: Hashable, Sendable {
    /// The node's place in the arena.
    public let rawValue: Int32

    /// Wraps a place in the arena.
    public init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// The number as an origin.
    public var origin: ModelOrigin { ModelOrigin(rawValue) }
  }

  /// What a node is.
  public enum Kind: UInt8, Sendable {
    /// A text.
    case scalar
    /// A list.
    case sequence
    /// Keys with values.
    case mapping
  }

  /// How a node is written.
  public enum Style: UInt8, Sendable {
    /// A scalar without quotes; also an empty value.
    case plain
    /// A scalar in `'`.
    case singleQuoted
    /// A scalar in `"`.
    case doubleQuoted
    /// A scalar after `|`.
    case literal
    /// A scalar after `>`.
    case folded
    /// A collection by indentation.
    case block
    /// A collection in brackets or braces.
    case flow
  }

  /// A comment with its `#`.
  public struct Comment: Hashable, Sendable {
    /// Where it stands.
    public var range: SourceRange
    /// Whether nothing but spaces stands before it in its line.
    public var isOnOwnLine: Bool
    /// Whether a finding says that it may be meant as text.
    package var mayBeText = false
  }

  package struct Node: Sendable {
    package var kind: Kind
    package var style: Style
    /// UTF-8 offsets of the first byte and of the byte after the last one.
    package var start: Int32
    package var end: Int32
    /// Scalars: the index in `texts`. Collections: the first child, or -1.
    package var content: Int32
    /// The next child of the same parent, or -1. Children of a mapping are key, value, key, value.
    package var next: Int32
  }

  /// The text that was read.
  public let source: SourceText
  /// The root node; nil for an empty document.
  public let root: NodeID?
  /// All comments, in document order.
  public let comments: [Comment]
  let nodes: ContiguousArray<Node>
  let texts: ContiguousArray<String>

  init(
    source: SourceText, root: NodeID?, comments: [Comment], nodes: ContiguousArray<Node>,
    texts: ContiguousArray<String>
  ) {
    self.source = source
    self.root = root
    self.comments = comments
    self.nodes = nodes
    self.texts = texts
  }

  /// All nodes, in document order.
  package var allNodes: some Sequence<NodeID> { (0..<Int32(nodes.count)).lazy.map { NodeID($0) } }

  /// What a node is.
  public func kind(of node: NodeID) -> Kind { nodes[Int(node.rawValue)].kind }

  /// How a node is written.
  public func style(of node: NodeID) -> Style { nodes[Int(node.rawValue)].style }

  /// Where a node stands: quotes and brackets included, trailing spaces and comments not.
  public func range(of node: NodeID) -> SourceRange {
    let node = nodes[Int(node.rawValue)]
    return Int(node.start)..<Int(node.end)
  }

  /// A scalar's text after unquoting and folding; nil for collections.
  public func text(of node: NodeID) -> String? {
    let node = nodes[Int(node.rawValue)]
    return node.kind == .scalar ? texts[Int(node.content)] : nil
  }

  /// The elements of a sequence, or the keys and values of a mapping in turn; nothing for a scalar.
  public func children(of node: NodeID) -> Children {
    let first = nodes[Int(node.rawValue)]
    return Children(document: self, upcoming: first.kind == .scalar ? -1 : first.content)
  }

  /// The keys and values of a mapping in document order; nothing for other nodes.
  public func entries(of node: NodeID) -> [(key: NodeID, value: NodeID)] {
    guard kind(of: node) == .mapping else { return [] }
    var result: [(key: NodeID, value: NodeID)] = []
    var children = children(of: node).makeIterator()
    while let key = children.next(), let value = children.next() { result.append((key, value)) }
    return result
  }

  /// The children of a collection.
  public struct Children: Sequence, IteratorProtocol {
    let document: YAMLDocument
    var upcoming: Int32

    /// The next child, or nil after the last one.
    public mutating func next() -> NodeID? {
      guard upcoming >= 0 else { return nil }
      let result = NodeID(upcoming)
      upcoming = document.nodes[Int(upcoming)].next
      return result
    }
  }
}
