public import StatechartsModel
public import StatechartsYAML

internal import Statecharts

/// What a rule looks at: a chart, its text, and what rules often ask about it.
public struct LintContext: Sendable {
  /// The document that the chart was read from.
  public let document: YAMLDocument
  /// The chart.
  public let chart: Statechart
  /// The names that are probably meant by names that do not exist.
  private let meant: Set<String>
  /// What the chart names.
  let usage: ChartUsage
  /// The names of each kind, in document order.
  let names: [ChartNames]
  /// All expressions of the states, with what their values are for.
  let expressions: ExpressionUses
  /// What expressions say, by their texts.
  private let parsed: [String: ExpressionNode]
  /// The variables that are declared secret.
  let secretVariables: Set<String>
  /// The states by number.
  let tree: StateIndex
  /// What the compiler found, with the places that may lack what they read.
  let check: ChartCheck
  /// How far the transitions of the states lead out.
  let exitTransitions: ExitTransitions
  /// The names of the events that states answer.
  let eventNames: EventNames
  /// Whether the chart has no error at all.
  public let isSound: Bool
  /// Which parts could not be read.
  let unreadStates: UnreadStates

  /// Prepares a chart; the findings are those of reading it.
  init(
    document: YAMLDocument, chart: Statechart, corrections: [ModelOrigin: String], findings: [Diagnostic],
    check: ChartCheck = ChartCheck(), isSound: Bool
  ) {
    self.isSound = isSound
    self.check = check
    self.meant = Set(corrections.values)
    self.document = document
    self.chart = chart
    tree = StateIndex(chart.root, corrections: corrections)
    exitTransitions = ExitTransitions(tree)
    eventNames = EventNames(tree)
    let usage = ChartUsage(of: chart, tree)
    unreadStates = UnreadStates(of: tree, in: document, findings: findings, read: usage.origins)
    self.usage = usage
    names = ChartNames.all(of: chart, usage, tree)
    let expressions = ExpressionUses(of: chart, tree)
    self.expressions = expressions
    var parsed: [String: ExpressionNode] = [:]
    for use in expressions.uses where parsed[use.expression.text] == nil {
      parsed[use.expression.text] = try? parse(use.expression.text)
    }
    self.parsed = parsed
    secretVariables = Set(chart.context.filter(\.field.isSecret).map(\.name.text))
  }

  /// Whether a name is a key that the mapping has already, which is reported as that.
  func isDuplicateKey(_ name: ChartName) -> Bool {
    !unreadStates.duplicateKeys.isEmpty && range(of: name).map(unreadStates.duplicateKeys.contains) ?? false
  }

  /// Whether a part of the chart has an error, such as a transition whose condition could not be read.
  public func isBroken(_ origin: ModelOrigin) -> Bool { range(of: origin).map(unreadStates.isIn) ?? false }

  /// What an expression of a state says; nil for one that cannot be read.
  func node(of expression: ChartExpression) -> ExpressionNode? { parsed[expression.text] }

  /// All states in document order, the root first.
  public var states: [StateNode] { tree.nodes.map(\.state) }

  /// Where a name stands in the text; nil when it was not read from the document.
  public func range(of name: ChartName) -> SourceRange? { range(of: name.origin) }

  /// Where a part of the model stands in the text; nil when it was not read from the document.
  public func range(of origin: ModelOrigin) -> SourceRange? {
    origin.rawValue < 0 ? nil : document.range(of: YAMLDocument.NodeID(origin.rawValue))
  }

  /// `in line 9` for the place of a part of the model; `elsewhere` when it was not read from the document.
  func inLine(of origin: ModelOrigin) -> String {
    range(of: origin).map { "in line \(document.source.line(at: $0.lowerBound))" } ?? "elsewhere"
  }

  /// A short part of the model as it is written in one line, to be repeated in a help; `…` for others.
  func written(_ origin: ModelOrigin) -> String {
    guard let range = range(of: origin), range.count <= 50 else { return "…" }
    let text = document.source.text(in: range)
    return text.isEmpty || text.utf8.contains(0x0A) || text.utf8.contains(0x60) ? "…" : text
  }

  /// A transition with a guard that is still to be written, to be shown in a help.
  func guarded(_ transition: ChartTransition) -> String {
    let names = transition.targets.map(\.text).joined(separator: ", ")
    let target =
      switch transition.targets.count {
      case 0: ""
      case 1: ", target: \(names)"
      default: ", target: [\(names)]"
      }
    return "{ guard: …\(target)\(transition.actions.isEmpty ? "" : ", actions: …") }"
  }

  /// Whether what follows a key in its line is a type alone, as in `knocks: int`.
  func hasOnlyType(_ key: ChartName) -> Bool {
    guard let range = range(of: key) else { return false }
    let rest = document.source.bytes[range.upperBound...].drop { $0 == 0x3A || $0 == 0x20 }
    return rest.first.map { !Array("{,}#\r\n".utf8).contains($0) } ?? false
  }

  /// The place of a part of an expression, in UTF-8 offsets of its text; of one that was put together from several
  /// texts the place of all of it.
  func range(of expression: ChartExpression, _ part: Range<Int>) -> SourceRange? {
    guard expression.origin.rawValue >= 0 else { return nil }
    let node = YAMLDocument.NodeID(expression.origin.rawValue)
    return document.kind(of: node) == .scalar
      ? document.range(of: node, textRange: part) : document.range(of: node)
  }

  /// Whether a name is probably meant where another one is written, or stands in a part that could not be read. A chart
  /// without states has lost them all.
  public func isProbablyUsed(_ name: ChartName) -> Bool {
    meant.contains(name.text) || unreadStates.unreadTexts.contains(name.text) || chart.root.states.isEmpty
  }
}

extension YAMLDocument {
  /// The entry of a mapping with this key; nil if the mapping does not have it, and for other nodes.
  func entry(_ key: String, of node: NodeID) -> (key: NodeID, value: NodeID)? {
    entries(of: node).first { text(of: $0.key) == key }
  }
}
