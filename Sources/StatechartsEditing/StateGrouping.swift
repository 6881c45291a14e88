import StatechartsModel
package import StatechartsYAML

/// Moves sibling states into a new state around them. The chart behaves as before: the new state has no transitions.
package struct StateGrouping {
  /// The ids of the states.
  package let states: [String]
  /// The id of the new state.
  package let group: String

  private let document: YAMLDocument
  private let nodes: ChartNodes
  private let entries: [(key: Int32, value: Int32)]
  /// The state around the states.
  private let parent: StateNode
  private let members: [StateNode]

  /// Finds the states that a selection marks: one as a whole, or several in part; nil when there are none.
  package init?(_ source: SourceText, selection: SourceRange) {
    let reading = ChartReader().read(source)
    let isYAML = !reading.diagnostics.contains { $0.severity == .error && YAMLRule(rawValue: $0.rule) != nil }
    guard isYAML, !selection.isEmpty, let document = reading.document, let chart = reading.chart,
      let root = document.root?.rawValue
    else { return nil }
    let nodes = ChartNodes(document)
    let lines = BlockLines(nodes)
    // A selection of whole lines ends where the next line starts.
    let marked = source.line(at: selection.lowerBound)...source.line(at: selection.upperBound - 1)
    var parent = chart.root
    var list = nodes.value(of: FormatName.states.text, in: root)
    var found: [(key: Int32, value: Int32)] = []
    // The reader bounds how deep states nest.
    while let states = list, nodes.isBlock(states) {
      found = nodes.entries(of: states).filter { lines.lines(ofEntry: $0.key, $0.value).overlaps(marked) }
      list = nil
      guard found.count == 1, let only = found.first else { break }
      guard let inner = nodes.value(of: FormatName.states.text, in: only.value), nodes.isBlock(inner),
        lines.lines(ofEntry: inner, inner).contains(marked.lowerBound),
        let state = parent.states.first(where: { $0.id.text == nodes.text(only.key) })
      else { break }
      (parent, list) = (state, inner)
    }
    if found.count == 1, let only = found.first {
      let isWhole =
        selection.lowerBound <= nodes.range(only.key).lowerBound
        && selection.upperBound >= lines.contentEnd(only.key, only.value)
      guard isWhole else { return nil }
    }
    guard !found.isEmpty else { return nil }
    self.document = document
    self.nodes = nodes
    self.parent = parent
    entries = found
    let ids = found.map { nodes.text($0.key) }
    states = ids
    let all = Set(ids)
    members = parent.states.filter { all.contains($0.id.text) }
    // No other text is like it, so that it is found again.
    var names = FreshNames(Set(document.allNodes.compactMap(document.text)))
    group = names.new("group", "")
  }

  /// Why the states cannot be grouped; nil when nothing is known to be against it.
  package var refusal: EditRefusal? {
    do throws(EditRefusal) { try check() } catch { return error }
    return nil
  }

  /// The edit that moves the states. The text with it was read again: without the new state, it has the same nodes and
  /// comments.
  package func edit() throws(EditRefusal) -> TextEdit {
    try check()
    let source = document.source
    let lines = BlockLines(nodes)
    guard let first = entries.first, let last = entries.last, let initial = initial else { throw .unsafe }
    let column = lines.column(of: nodes.range(first.key).lowerBound)
    var line = source.line(at: nodes.range(first.key).lowerBound)
    while line > 1, isComment(source.lineText(line - 1), column) { line -= 1 }
    let range = source.lineStarts[line - 1]..<lines.end(ofEntry: last.key, last.value)
    let indent = String(repeating: " ", count: column)
    var text = "\(indent)\(group):"
    for inner in ["title: Group", "initial: \(initial)", "states:"] {
      text += "\(source.lineEnd)\(indent)  \(inner)"
    }
    for number in line...source.line(at: range.upperBound) {
      let own = source.lineText(number)
      text += source.lineEnd + (own.utf8.allSatisfy { $0 <= 0x20 } ? "" : "    ") + own
    }
    let edit = TextEdit(range: range, replacement: text)
    let changed = TextEdits([edit]).apply(to: source)
    guard let after = YAMLDocument.read(changed).document, let root = document.root?.rawValue,
      let newRoot = after.root?.rawValue,
      let key = after.allNodes.first(where: { after.text(of: $0) == group })?.rawValue,
      NodeOutline(newRoot, in: ChartLayout(after, root: newRoot), unwrapping: key).words
        == NodeOutline(root, in: ChartLayout(document, root: root)).words
    else { throw .unsafe }
    return edit
  }

  /// The state that the group begins with. Nothing else leads to the group.
  private var initial: String? {
    let own = parent.initial?.targets.first { states.contains($0.text) }
    return own?.text ?? states.first
  }

  private func isComment(_ line: String, _ column: Int) -> Bool {
    let text = line.utf8.drop { $0 == 0x20 }
    return text.first == UInt8(ascii: "#") && line.utf8.count - text.count == column
  }

  private func check() throws(EditRefusal) {
    guard parent.kind != .parallel else {
      throw EditRefusal(
        message: "`\(parent.id.text)` is parallel, and a group of its regions would be one region.",
        help: "Select states inside one region.")
    }
    for state in members {
      switch state.kind {
      case .final:
        throw EditRefusal(
          message: "`\(state.id.text)` is final, so in a group it would no longer end `\(parent.id.text)`.",
          help: "Select only the other states.")
      case .history:
        throw EditRefusal(
          message: "`\(state.id.text)` is a history state, so it cannot move into a group.",
          help: "Select only the other states.")
      case .plain, .parallel, .choice: continue
      }
    }
    if let history = parent.states.first(where: { $0.kind == .history(deep: false) }) {
      throw EditRefusal(
        message: "`\(history.id.text)` remembers only the states directly in `\(parent.id.text)`.",
        help: "Write `history: deep` first.")
    }
  }
}
