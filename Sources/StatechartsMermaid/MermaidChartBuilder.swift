import StatechartsModel

internal import Statecharts

/// Makes a chart of the states and arrows of a diagram.
struct MermaidChartBuilder {
  typealias Node = MermaidReader.Node
  typealias End = MermaidReader.End
  /// A transition that an arrow stands for.
  typealias Way = (label: MermaidLabel, targets: [ChartName], line: Int)

  let reader: MermaidReader
  var remarks: [MermaidRemark]
  var nodes: [String: Node]
  /// The ids of states by the names of the diagram.
  var ids: [String: String] = [:]
  private var taken = FreshNames()
  /// The names of events and of the handlers of conditions.
  var eventNames = MermaidNames([], else: "event")
  var conditionNames = MermaidNames([], else: "condition")
  /// The states inside each state, those at the top under an empty name.
  var inside: [String: [String]] = [:]
  /// The ids of final states that `[*]` stands for.
  private var ends: [End: String] = [:]
  var transitions: [String: [Way]] = [:]
  /// Where a block begins.
  var starts: [End: (target: String, line: Int)] = [:]
  /// The blocks in which an arrow leads to the end.
  var hasEnd: Set<String> = []
  /// The ids of states to which an arrow leads, once they were asked for.
  private var reached: Set<String>?

  init(_ reader: MermaidReader) {
    self.reader = reader
    remarks = reader.remarks
    nodes = reader.nodes
    // Diagrams of charts draw a choice with a title as a box, and put dots after the title of a state that works.
    let hasChoices = reader.styles["decides"] == Self.choiceStyle
    let hasDots = reader.styles["works"] == Self.workStyle
    for (name, node) in nodes {
      if hasChoices, node.classes.contains("decides"), node.kind == .state { nodes[name]?.kind = .choice }
      if hasDots, node.classes.contains("works"), let title = node.title, title.hasSuffix(" …") {
        nodes[name]?.title = String(title.dropLast(2))
      }
    }
  }

  // The styles in diagrams of charts. Others may have classes of the same names, which mean something else.
  private static let choiceStyle = "fill:#f3e8ff,stroke:#8250df,rx:20,ry:20,color:#1f1f1f"
  private static let workStyle = "fill:#f1f3f4,stroke:#9aa0a6,color:#1f1f1f"

  mutating func add(_ severity: MermaidRemark.Severity, _ message: String, _ line: Int) {
    remarks.append(MermaidRemark(severity: severity, message: message, line: line, file: reader.file))
  }

  /// The chart; it has no states after an error.
  mutating func chart(base: String) -> Statechart {
    foldLines()
    chooseIDs()
    for name in reader.order {
      guard let node = nodes[name], !isSpecial(node), node.kind == .state || node.kind == .choice else {
        continue
      }
      inside[node.parent ?? "", default: []].append(name)
    }
    guard isBounded() else { return Statechart("chart", root: StateNode("chart")) }
    readArrows()
    chooseNames()
    // A diagram of a chart whose root is parallel draws the root.
    let top = inside[""] ?? []
    var id = Self.identifier(from: base, else: "chart")
    var root: StateNode
    if top.count == 1, let only = nodes[top[0]], isParallel(only), isOwnDiagram {
      root = state(top[0])
      id = root.id.text
    } else {
      if taken.contains(id) { id = freshID(id + "Chart") }
      root = StateNode(ChartName(id, origin: ModelOrigin(1)))
      fill(&root, "", title: "the diagram", line: 1, regions: reader.topRegions)
      if root.states.isEmpty { add(.error, "The diagram has no states.", 1) }
    }
    for name in reader.order where nodes[name]?.classes.contains("anyState") == true {
      addTransitions(of: name, to: &root)
    }
    root.id = ChartName(id, origin: ModelOrigin(1))
    return Statechart(
      root.id, title: reader.title ?? root.title, description: reader.about ?? root.description,
      root: untitled(root))
  }

  private func untitled(_ root: StateNode) -> StateNode {
    var root = root
    root.title = nil
    root.description = nil
    return root
  }

  // MARK: States

  /// Lines of a state with states inside stand in a box of their own in diagrams of charts.
  private mutating func foldLines() {
    for name in reader.order {
      guard let node = nodes[name], node.classes.contains("lines"), let parent = node.parent else { continue }
      nodes[parent]?.lines += node.lines
    }
    guard isOwnDiagram else { return }
    for name in reader.order { readLines(of: name) }
  }

  /// In diagrams of charts the lines of a state tell what happens in it. Those of transitions without a target become
  /// transitions again.
  private mutating func readLines(of name: String) {
    guard let node = nodes[name], !node.classes.contains("lines"), !node.lines.isEmpty else { return }
    let ways = node.lines.map { line -> MermaidLabel? in
      if line.hasPrefix("on ") { return MermaidLabel(String(line.dropFirst(3))) }
      let label = MermaidLabel(line)
      return ["always", "done"].contains(label.words) || label.words.hasPrefix("after ") ? label : nil
    }
    for case let label? in ways { transitions[name, default: []].append((label, [], node.line)) }
    nodes[name]?.lines = zip(node.lines, ways).filter { $0.1 == nil }.map(\.0)
    guard nodes[name]?.lines.isEmpty == false else { return }
    add(
      .lost,
      "The actions and services of `\(node.title ?? name)` became its description, and the end of a service became an "
        + "event. Write them as `entry`, `exit` and `invoke`.",
      node.line)
  }

  private func isSpecial(_ node: Node) -> Bool {
    node.classes.contains("lines") || node.classes.contains("anyState")
  }

  /// Diagrams of charts begin all names alike.
  private var isOwnDiagram: Bool { reader.order.allSatisfy { $0.hasPrefix("s_") && $0.utf8.count > 2 } }

  private mutating func chooseIDs() {
    let strips = isOwnDiagram
    for name in reader.order {
      guard let node = nodes[name], !isSpecial(node), node.kind == .state || node.kind == .choice else {
        continue
      }
      var text = strips ? String(name.dropFirst(2)) : name
      // Diagrams of charts add a `_` to an id that Mermaid would take for one of its dots.
      if strips, text.hasSuffix("_"), node.title == String(text.dropLast()) { text.removeLast() }
      let id = freshID(Self.identifier(from: text, else: "state"))
      if id != text {
        add(.lost, "`\(text)` is not a valid state id or is in use, so it was renamed to `\(id)`.", node.line)
      }
      ids[name] = id
    }
  }

  mutating func freshID(_ beginning: String) -> String {
    taken.new(beginning, "")
  }

  private static func identifier(from text: String, else fallback: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(NameRule.longest - 8) {
      let isLegal =
        scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar || scalar == "_"
        || scalar == "-"
      result += isLegal ? String(scalar) : "_"
    }
    if NameRule.isIdentifier(result) { return result }
    return NameRule.isIdentifier(fallback + result) ? fallback + result : fallback
  }

  /// Whether states lie inside each other as deep as charts allow.
  private mutating func isBounded() -> Bool {
    var level = inside[""] ?? []
    for _ in 0...MermaidImport.deepest {
      if level.isEmpty { return true }
      level = level.flatMap { inside[$0] ?? [] }
    }
    guard let name = level.first, let node = nodes[name] else { return true }
    add(.error, "States are nested deeper than \(MermaidImport.deepest) levels.", node.line)
    return false
  }

  private func isParallel(_ node: Node) -> Bool { node.title?.hasSuffix(" ∥") == true || node.regions > 1 }

  // The recursion is bounded by `isBounded`.

  private mutating func state(_ name: String) -> StateNode {
    guard let node = nodes[name] else { return StateNode(ChartName(ids[name] ?? name)) }
    var state = StateNode(ChartName(ids[name] ?? name, origin: ModelOrigin(Int32(clamping: node.line))))
    state.origin = state.id.origin
    state.title = node.title.map { $0.hasSuffix(" ∥") ? String($0.dropLast(2)) : $0 }
    if state.title == state.id.text || state.title?.isEmpty == true { state.title = nil }
    // Notes may be empty.
    let lines = node.lines.filter { !$0.isEmpty }
    if !lines.isEmpty { state.description = lines.joined(separator: "\n") }
    if node.kind == .choice {
      state.kind = .choice
      addChoice(of: name, to: &state)
      return state
    }
    if node.classes.contains("history"), let title = node.title, title.hasPrefix("H") {
      let isDeep = title.hasPrefix("H*")
      state.kind = .history(deep: isDeep)
      let words = MermaidReader.trimmed(title.dropFirst(isDeep ? 2 : 1))
      state.title = words.isEmpty || words == state.id.text ? nil : words
      if let first = transitions[name]?.first { state.initial = InitialTransition(first.targets) }
      return state
    }
    if node.classes.contains("finalState"), transitions[name] == nil, inside[name] == nil {
      state.kind = .final
      return state
    }
    fill(&state, name, title: "`\(node.title ?? name)`", line: node.line, regions: node.regions)
    addTransitions(of: name, to: &state)
    return state
  }

  /// Puts what lies in a block into a state.
  private mutating func fill(
    _ state: inout StateNode, _ block: String, title: String, line: Int, regions: Int
  ) {
    let names = inside[block] ?? []
    var made: [[StateNode]] = Array(repeating: [], count: regions)
    for name in names {
      let region = min(nodes[name]?.region ?? 0, regions - 1)
      made[region].append(self.state(name))
    }
    for region in 0..<regions {
      if let end = ends[.dot(block, region)] { made[region].append(StateNode(ChartName(end), kind: .final)) }
    }
    made.removeAll { $0.isEmpty }
    if made.count > 1 {
      state.kind = .parallel
      for (number, states) in made.enumerated() {
        var region = StateNode(ChartName(freshID("\(state.id)_region\(number + 1)"), origin: state.id.origin))
        region.states = states
        region.initial = beginning(of: block, number, names, states, title, line)
        state.states.append(region)
      }
      return
    }
    guard let states = made.first else { return }
    state.states = states
    if let node = nodes[block], isParallel(node) {
      state.kind = .parallel
    } else {
      state.initial = beginning(of: block, 0, names, states, title, line)
    }
  }

  /// Where a block begins: at the arrow of its `[*]`, else at the only state to which no arrow leads, else at its first.
  private mutating func beginning(
    of block: String, _ region: Int, _ names: [String], _ states: [StateNode], _ title: String, _ line: Int
  ) -> InitialTransition? {
    if let start = starts[.dot(block, region)] {
      return InitialTransition([
        ChartName(ids[start.target] ?? start.target, origin: ModelOrigin(Int32(clamping: start.line)))
      ])
    }
    let known = states.filter { state in
      if case .history = state.kind { return false }
      return true
    }
    let reached = reached ?? Set(transitions.values.joined().flatMap { $0.targets.map(\.text) })
    // Kept, because a diagram may have as many blocks as arrows.
    self.reached = reached
    let sources = known.filter { !reached.contains($0.id.text) && $0.kind != .final }
    guard let first = sources.count == 1 ? sources[0] : known.first else { return nil }
    add(
      .note, "The diagram does not say where \(title) starts, so `\(first.id)` was chosen. Check `initial`.",
      line)
    return InitialTransition([first.id])
  }

  /// The final state for which `[*]` stands at the end of an arrow.
  mutating func end(_ dot: End, _ line: Int) -> String {
    if let id = ends[dot] { return id }
    guard case .dot(let block, _) = dot else { return "end" }
    let id = freshID(block.isEmpty ? "end" : "\(ids[block] ?? block)_end")
    ends[dot] = id
    return id
  }
}
