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
    /// The keys that are meant by others, which were reported, with the values of those.
    var meant: [String: Int32] = [:]
  }

  var chart: ChartNodes
  let index = FormatIndex.shared
  var findings: Findings
  /// Asked in this order what the author meant.
  private var repairs: [any ChartRepair]
  /// Whether repairs replaced nodes.
  private(set) var isRearranged = false
  /// Where YAML has found errors: what is wrong there follows from them.
  private let reported: Set<SourceRange>
  /// The entries of all mappings that are being read, the innermost last.
  var entries: ContiguousArray<Entry> = []
  var compositions: [Int32: ExpressionComposition] = [:]
  /// Nodes that model problems point at only because of something that was reported.
  var followUps: Set<Int32> = []
  /// Names of states that stand at a wrong level, and are reported there.
  private(set) var misplacedStates: Set<String> = []

  init(_ document: YAMLDocument, findings: Findings, reported: Set<SourceRange>, repairs: [any ChartRepair]) {
    self.reported = reported
    self.findings = findings
    self.repairs = repairs
    chart = ChartNodes(document)
  }

  // MARK: Findings

  /// Adds a finding, unless there are enough.
  mutating func report(
    _ rule: ShapeRule, at range: SourceRange, _ message: String, help: String? = nil,
    related: [Diagnostic.Related] = []
  ) {
    report(Diagnostic(rule: rule.rawValue, message: message, help: help, range: range, related: related))
  }

  private mutating func report(_ finding: Diagnostic) {
    guard !reported.contains(finding.range), findings.admits(finding) else { return }
    findings.add(finding)
  }

  /// Reports something that cannot be read, as the repairs or else the reader sees it.
  ///
  /// - Parameter help: What to write instead, where more is known than in general.
  @discardableResult
  mutating func report(_ problem: ShapeProblem, help: String? = nil) -> Advice.Reading? {
    if let reading = ask(problem) { return reading }
    guard var finding = chart.finding(on: problem) else { return nil }
    if let help { finding.help = help }
    report(finding)
    return nil
  }

  /// Asks the repairs what was meant, and reports what the first one says that knows it.
  ///
  /// Repairs cost time, which a file full of mistakes shall not multiply.
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
    if let finding = advice.finding {
      if !advice.withdrawn.isEmpty { findings.withdraw(at: finding.range.lowerBound, advice.withdrawn) }
      report(finding)
    }
    findings.withdrawErrors(.duplicateKey, at: advice.twins)
    if let state = advice.misplacedState { misplacedStates.insert(state) }
    // proven: repairs replace nodes of the document.
    for (number, node) in advice.nodes { chart.nodes[Int(number)] = node }
    if !advice.nodes.isEmpty { isRearranged = true }
  }

  // MARK: Nodes

  func kind(_ node: Int32) -> YAMLDocument.Kind { chart.kind(node) }
  func text(_ node: Int32) -> String { chart.text(node) }
  func range(_ node: Int32) -> SourceRange { chart.range(node) }
  func first(_ node: Int32) -> Int32 { chart.first(node) }
  func next(_ node: Int32) -> Int32 { chart.next(node) }
  func isPlain(_ node: Int32) -> Bool { chart.isPlain(node) }
  func isEmpty(_ node: Int32) -> Bool { chart.isEmpty(node) }
  func isBlank(_ node: Int32) -> Bool { chart.isBlank(node) }
  func count(_ node: Int32) -> Int { chart.count(node) }
  func isLegal(_ text: String, _ kind: FormatShape.NameKind) -> Bool { chart.isLegal(text, kind) }
  func shown(_ text: String) -> String { chart.shown(text) }
  func name(of key: Int32) -> String { chart.name(of: key) }
}
