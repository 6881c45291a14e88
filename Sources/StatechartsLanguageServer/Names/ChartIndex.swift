internal import StatechartsModel
internal import StatechartsYAML

/// All names of a chart with their locations.
struct ChartIndex {
  /// A transition in words.
  struct Transition {
    var source: String
    var targets: [String]
    /// What it waits for, such as `submit` or `after 10m`.
    var trigger: String
  }

  let source: SourceText
  let document: YAMLDocument
  let chart: Statechart
  /// Names in the order of the text.
  let occurrences: [Occurrence]
  let transitions: [Transition]
  /// The values of mappings, by the numbers of their keys.
  private let values: [Int32: YAMLDocument.NodeID]
  /// The states, the root left out, in the order of the text.
  let states: [StateNode]
  private let stateNumbers: [String: Int]
  /// What is declared of names besides states.
  let declared: [ChartNameKind: [String: Facts]]

  /// Looks through a chart; nil when the text could not be read as one.
  init?(_ reading: ChartReading) {
    guard let document = reading.document, let chart = reading.chart else { return nil }
    source = reading.source
    self.document = document
    self.chart = chart
    var values: [Int32: YAMLDocument.NodeID] = [:]
    for node in document.allNodes where document.kind(of: node) == .mapping {
      for entry in document.entries(of: node) { values[entry.key.rawValue] = entry.value }
    }
    self.values = values
    var states: [StateNode] = []
    var open = Array(chart.root.states.reversed())
    while let state = open.popLast() {
      states.append(state)
      open += state.states.reversed()
    }
    self.states = states
    stateNumbers = Dictionary(
      states.enumerated().map { ($0.element.id.text, $0.offset) }, uniquingKeysWith: { first, _ in first })
    declared = Self.facts(of: chart)
    var collector = OccurrenceCollector(document, chart)
    collector.add(chart)
    collector.add(chart.root, isRoot: true)
    for state in states { collector.add(state) }
    occurrences = collector.sorted
    transitions = collector.transitions
  }

  /// The state of an id, which may be that of the chart; nil when there is none.
  func state(_ id: String) -> StateNode? {
    stateNumbers[id].map { states[$0] } ?? (id == chart.root.id.text ? chart.root : nil)
  }

  /// Where the entry of a key starts and its value ends.
  func entryRange(_ origin: ModelOrigin) -> SourceRange? {
    guard let node = document.node(of: origin) else { return nil }
    let key = document.range(of: node)
    guard let value = values[node.rawValue] else { return key }
    return key.lowerBound..<max(key.upperBound, document.range(of: value).upperBound)
  }

  /// The name at an offset, also directly behind it.
  func occurrence(at offset: Int) -> Occurrence? {
    var low = 0
    var high = occurrences.count
    while low < high {
      let middle = (low + high) / 2
      if occurrences[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return occurrences[..<low].suffix(2).reversed().first { $0.range.upperBound >= offset }
  }

  /// All locations of a name, its declarations first.
  func all(_ wanted: Occurrence) -> [Occurrence] {
    let same = occurrences.filter { $0.kind == wanted.kind && $0.name == wanted.name }
    return same.filter { $0.role == .declaration } + same.filter { $0.role != .declaration }
  }

  /// The names of a kind that are declared, or used where nothing of the kind is declared; each once.
  func names(_ kind: ChartNameKind) -> [String] {
    let all = occurrences.filter { $0.kind == kind }
    let declared = all.filter { $0.role == .declaration }
    var seen: Set<String> = []
    return (declared.isEmpty ? all : declared).map(\.name).filter { seen.insert($0).inserted }
  }
}
