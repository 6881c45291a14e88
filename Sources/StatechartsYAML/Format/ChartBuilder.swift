import Statecharts
import StatechartsModel

/// Makes a chart from the nodes of a document.
///
/// Recursion is bounded by the depth that the YAML reader allows.
struct ChartBuilder {
  /// A key of the mapping that is being read, with its value.
  struct Entry {
    var name: FormatName
    /// The place among the keys of the mapping's `FormatObject`.
    var place: Int
    var key: Int32
    var value: Int32
    /// Whether a finding says that it does not belong here.
    var isRefused = false
  }

  /// A mapping of fixed keys that is being read.
  struct Fields {
    var object: FormatObject
    /// Where its entries lie in `entries`.
    var range: Range<Int>
    /// The node that findings about the whole mapping point at.
    var owner: Int32
    /// Keys that are misspelt and were reported: what is meant by one is not missing as well.
    var meant: Set<String> = []
  }

  let document: YAMLDocument
  /// The document's nodes; blocks that are indented too deep stand where they are meant once they were found.
  var nodes: ContiguousArray<YAMLDocument.Node>
  /// Whether a block was moved.
  var isRearranged = false
  /// How many keys with nothing behind them were looked at, whether they stand beside the name they are below.
  var hollowKeysJudged = 0
  let texts: ContiguousArray<String>
  let index = FormatIndex.shared
  var findings: Findings
  /// Where YAML has found errors: what is wrong there follows from them.
  let reported: Set<SourceRange>
  /// The entries of all mappings that are being read, the innermost last.
  var entries: ContiguousArray<Entry> = []
  var compositions: [Int32: ExpressionComposition] = [:]
  /// Nodes that model problems point at only because of something that was reported.
  var followUps: Set<Int32> = []
  /// Names of states that stand at a wrong level, and are reported there.
  var strayStates: Set<String> = []
  /// The variables declared so far, for keys that may name one.
  var variables: [ContextVariable] = []
  /// The events that the chart declares: names that are free from here on.
  var declaredEvents: Set<String> = []
  /// Whether the chart declares its events, so that every other name is wrong.
  var declaresEvents = false
  /// The error codes that the chart declares.
  var declaredErrors: Set<String> = []

  /// The ids of the states by their titles, once they were asked for.
  var titledStates: [String: String?]?
  /// The ids of all states, once they were asked for.
  var stateNames: Set<String>?
  /// The actions of handlers that the chart declares.
  var declaredActions: Set<String> = []

  init(_ document: YAMLDocument, findings: Findings, reported: Set<SourceRange>) {
    self.reported = reported
    self.document = document
    self.findings = findings
    nodes = document.nodes
    texts = document.texts
  }

  // MARK: Nodes

  // proven: in all of these, node numbers come from the document itself, and a scalar's content is its text.
  func kind(_ node: Int32) -> YAMLDocument.Kind { nodes[Int(node)].kind }

  /// The text of a scalar; none for a list or a mapping, which may stand even in the place of a key.
  func text(_ node: Int32) -> String {
    kind(node) == .scalar ? texts[Int(nodes[Int(node)].content)] : ""
  }

  func range(_ node: Int32) -> SourceRange { Int(nodes[Int(node)].start)..<Int(nodes[Int(node)].end) }

  func first(_ node: Int32) -> Int32 { kind(node) == .scalar ? -1 : nodes[Int(node)].content }

  func next(_ node: Int32) -> Int32 { nodes[Int(node)].next }

  func isPlain(_ node: Int32) -> Bool { nodes[Int(node)].style == .plain }

  /// Whether nothing stands there.
  func isEmpty(_ node: Int32) -> Bool {
    kind(node) == .scalar && isPlain(node) && text(node).utf8.isEmpty
  }

  /// Calls a function with each key and value of a mapping.
  func count(_ node: Int32) -> Int {
    var result = 0
    var child = first(node)
    while child >= 0 {
      result += 1
      child = next(child)
    }
    return kind(node) == .mapping ? result / 2 : result
  }
}
