import Statecharts
import StatechartsModel

/// Makes a chart from the nodes of a document.
///
/// Recursion is bounded by the depth that the YAML reader allows.
struct ChartBuilder {
  /// A key of the mapping that is being read, with its value.
  struct Entry {
    /// How the reader treats it.
    enum Standing {
      /// It is read.
      case valid
      /// A finding says that it does not belong here.
      case refused
      /// The key is misspelled, which was reported. It is not read, but it is not missing either.
      case misspelled
      /// The key is misspelled, which was reported, and is read as the one that is meant.
      case corrected
    }

    var name: FormatName
    var format: FormatKey.ID
    var key: Int32
    var value: Int32
    var standing = Standing.valid
  }

  /// A mapping of fixed keys that is being read.
  struct Fields {
    var object: FormatObject
    /// Where its entries lie in `entries`.
    var range: Range<Int>
    /// The node that findings about the whole mapping point at.
    var owner: Int32
  }

  var chart: ChartNodes
  let index = FormatIndex.shared
  private(set) var findings: Findings
  /// Asked in this order what the author meant.
  private var repairs: [any ChartRepair]
  /// Whether repairs replaced nodes.
  private(set) var isRearranged = false
  /// The entries of all mappings that are being read, the innermost last.
  var entries: ContiguousArray<Entry> = []
  /// Expressions that are written as lists or mappings, by those.
  private(set) var composed: [Int32: ComposedExpression] = [:]
  var consequences = Consequences()

  init(_ document: YAMLDocument, findings: Findings, repairs: [any ChartRepair]) {
    self.findings = findings
    self.repairs = repairs
    chart = ChartNodes(document)
  }

  // MARK: Findings

  /// Reports a problem, as the repairs or else the reader sees it. There may be enough findings already.
  @discardableResult
  mutating func report(_ problem: ShapeProblem) -> Advice.Reading? {
    if let reading = ask(problem) { return reading }
    if let finding = chart.finding(on: problem) { findings.report(finding) }
    return nil
  }

  /// Asks the repairs what was meant, and reports what the first one says that knows it.
  ///
  /// Repairs cost time, which a file full of mistakes shall not multiply.
  @discardableResult
  mutating func ask(_ problem: ShapeProblem) -> Advice.Reading? {
    guard !findings.isFull else { return nil }
    for place in repairs.indices {
      guard let advice = repairs[place].advice(on: problem, in: chart) else { continue }
      follow(advice)
      return advice.reading
    }
    return nil
  }

  private mutating func follow(_ advice: Advice) {
    if let finding = advice.finding { findings.report(finding, explaining: advice.explained) }
    if let state = advice.misplacedState { consequences.states.insert(state) }
    // proven: repairs replace nodes of the document.
    for (number, node) in advice.nodes { chart.nodes[Int(number)] = node }
    if !advice.nodes.isEmpty { isRearranged = true }
  }

  // MARK: Parts

  /// What a function makes of the keys of a mapping and their values. A repair may move keys meanwhile.
  mutating func entries<Part>(
    of node: Int32, _ read: (inout ChartBuilder, _ key: Int32, _ value: Int32) -> Part?
  ) -> [Part] {
    var result: [Part] = []
    var cursor = chart.walk(node)
    while let (key, value) = chart.next(&cursor) {
      if let part = read(&self, key, value) { result.append(part) }
    }
    return result
  }

  /// What a function makes of the items of a list.
  mutating func items<Part>(of node: Int32, _ read: (inout ChartBuilder, _ item: Int32) -> Part?) -> [Part] {
    var result: [Part] = []
    var item = first(node)
    while item >= 0 {
      if let part = read(&self, item) { result.append(part) }
      item = next(item)
    }
    return result
  }

  /// The same for a list of texts. Other items are reported.
  mutating func texts<Part>(
    of node: Int32, key: Int32, expected: FormatShape, _ read: (inout ChartBuilder, _ item: Int32) -> Part?
  ) -> [Part] {
    items(of: node) { builder, item in
      if builder.isText(item) { return read(&builder, item) }
      builder.report(.wrongKind(item, key: key, expected: expected))
      return nil
    }
  }

  /// An expression that is put together from the scalars below a node.
  mutating func expression(_ expression: ComposedExpression, at node: Int32) -> ChartExpression {
    composed[node] = expression
    return ChartExpression(expression.text, origin: ModelOrigin(node))
  }

  // MARK: Nodes

  func kind(_ node: Int32) -> YAMLDocument.Kind { chart.kind(node) }
  func text(_ node: Int32) -> String { chart.text(node) }
  func first(_ node: Int32) -> Int32 { chart.first(node) }
  func next(_ node: Int32) -> Int32 { chart.next(node) }
  func isPlain(_ node: Int32) -> Bool { chart.isPlain(node) }
  func isEmpty(_ node: Int32) -> Bool { chart.isEmpty(node) }
  func isBlank(_ node: Int32) -> Bool { chart.isBlank(node) }
  func isLegal(_ text: String, _ kind: FormatShape.NameKind) -> Bool { chart.isLegal(text, kind) }
  /// Whether a node is a text, and not an empty value.
  func isText(_ node: Int32) -> Bool { kind(node) == .scalar && !isEmpty(node) }
}
