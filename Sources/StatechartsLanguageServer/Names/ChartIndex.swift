internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel
internal import StatechartsYAML

/// A chart with the locations of its names.
struct ChartIndex {
  /// A transition in words.
  struct Transition {
    var source: String
    var targets: [ChartName]
    /// What it waits for, such as `submit` or `after 10m`.
    var trigger: String
  }

  let source: SourceText
  let document: YAMLDocument
  let chart: Statechart
  /// Names in the order of the text, also `name.*` for events.
  let uses: [ChartNameIndex.Use]
  /// Also words in expressions that are not declared.
  let allUses: [ChartNameIndex.Use]
  /// The paths of the charts that run inside this one, with the names of their inputs.
  let children: [ChartNameIndex.Child]
  /// The states, the root left out, in the order of the text.
  let states: [StateNode]
  /// What is declared besides states.
  let declarations: [Declaration]
  private let facts: [ChartNameIndex.Kind: [String: Facts]]

  /// Looks through a chart; nil when the text could not be read as one.
  init?(_ reading: ChartReading) {
    guard let document = reading.document, let chart = reading.chart else { return nil }
    source = reading.source
    self.document = document
    self.chart = chart
    states = StateIndex(chart.root).nodes.dropFirst().map(\.state)
    declarations = Self.declarations(of: chart)
    var facts: [ChartNameIndex.Kind: [String: Facts]] = [:]
    for declaration in declarations + states.map(Self.declaration) {
      // Of a name that is declared twice, the first counts.
      if facts[declaration.kind]?[declaration.name.text] == nil {
        facts[declaration.kind, default: [:]][declaration.name.text] = declaration.facts
      }
    }
    self.facts = facts
    let names = ChartNameIndex(document)
    allUses = names.uses
    children = names.children
    // A bare word in an expression that is not declared may be a variable that somebody is typing.
    let known = names.uses.filter { $0.kind != .guard || facts[.guard]?[$0.name] != nil }
    uses = (known + names.descriptors.filter { $0.name.hasSuffix("*") })
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// What is declared of a name; nil for one that is not declared.
  func facts(_ kind: ChartNameIndex.Kind, _ name: String) -> Facts? { facts[kind]?[name] }

  /// Where the entry of a key starts and its value ends.
  func entryRange(_ origin: ModelOrigin) -> SourceRange? {
    document.node(of: origin).flatMap { entryRange($0, in: ChartNodes(document)) }
  }

  /// Where the entry of a key starts and its value ends, in the nodes of the document.
  func entryRange(_ node: YAMLDocument.NodeID, in nodes: ChartNodes) -> SourceRange? {
    let key = document.range(of: node)
    // The value of a key follows it in the document.
    let value = nodes.next(node.rawValue)
    guard value >= 0 else { return key }
    return key.lowerBound..<max(key.upperBound, document.range(of: YAMLDocument.NodeID(value)).upperBound)
  }

  /// The name at an offset, also directly behind it.
  func use(at offset: Int) -> ChartNameIndex.Use? { uses.last { $0.range.touches(offset) } }

  /// All locations of a name, its declarations first. For an element of `foreach`, those in its loop.
  func all(_ wanted: ChartNameIndex.Use) -> [ChartNameIndex.Use] {
    let same = uses.filter { $0.kind == wanted.kind && $0.name == wanted.name && $0.loop == wanted.loop }
    return same.filter { $0.role == .declaration } + same.filter { $0.role != .declaration }
  }

  /// The names of a kind that are declared, or used where nothing of the kind is declared; each once.
  func names(_ kind: ChartNameIndex.Kind) -> [String] {
    let all = uses.filter { $0.kind == kind && !$0.name.hasSuffix("*") }
    let declared = all.filter { $0.role == .declaration }
    var seen: Set<String> = []
    return (declared.isEmpty ? all : declared).map(\.name).filter { seen.insert($0).inserted }
  }

  /// The states in which a state may start; nil means the chart. A history state has those beside it.
  func starts(of name: String?) -> [String] {
    let own = states.first { $0.id.text == name } ?? chart.root
    let parent = states.first { $0.states.contains { $0.id.text == name } } ?? chart.root
    let outer = own.kind.isHistory ? parent : own
    var open = Array(outer.states.reversed())
    var result: [String] = []
    while let state = open.popLast() {
      if !state.kind.isHistory { result.append(state.id.text) }
      // A shallow history state remembers a state beside it.
      if own.kind != .history(deep: false) { open += state.states.reversed() }
    }
    return result
  }

  /// The transitions of the chart and of its states.
  var transitions: [Transition] { ([chart.root] + states).flatMap(Self.transitions) }

  private static func transitions(of state: StateNode) -> [Transition] {
    var result: [Transition] = []
    func add(_ transition: ChartTransition, _ trigger: String) {
      result.append(Transition(source: state.id.text, targets: transition.targets, trigger: trigger))
    }
    for entry in state.on { add(entry.transition, "`\(entry.event.name.text)`") }
    for transition in state.always { add(transition, "always") }
    for delayed in state.after { add(delayed.transition, "after \(delayed.name.text)") }
    for transition in state.done { add(transition, "done") }
    for invocation in state.invoke {
      let id = invocation.effectiveID
      for transition in invocation.done { add(transition, "`\(id)` is done") }
      for failure in invocation.failed {
        let code = failure.code.map { "`\($0.text)`" } ?? "any error"
        add(failure.transition, "`\(id)` fails with \(code)")
      }
    }
    if let initial = state.initial {
      result.append(Transition(source: state.id.text, targets: initial.targets, trigger: initially))
    }
    return result
  }

  /// What leads from a state to the first one in it.
  static let initially = "initially"

  /// The states around a state, the innermost first, without the chart.
  func ancestors(of name: String) -> [StateNode] {
    var result: [StateNode] = []
    var inner = name
    while let outer = states.first(where: { $0.states.contains { $0.id.text == inner } }) {
      result.append(outer)
      inner = outer.id.text
    }
    return result
  }
}
