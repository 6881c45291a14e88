import Statecharts
package import StatechartsModel

/// What a diagram says about a chart, or must say: states with parents and kinds, and arrows between them.
package struct ChartGraph: Equatable, CustomStringConvertible {
  package struct Arrow: Hashable, Comparable {
    package var from: String
    package var to: String
    /// Part of the label that tells which way an arrow goes that had to be drawn as a loop.
    package var mark: String = ""

    package static func < (left: Self, right: Self) -> Bool {
      (left.from, left.to, left.mark) < (right.from, right.to, right.mark)
    }
  }

  /// State id, parent id (none at top level) and kind.
  package var states: Set<String> = []
  package var arrows: [Arrow] = []

  package var description: String {
    states.sorted().joined(separator: "\n") + "\n"
      + arrows.sorted().map { "\($0.from) -> \($0.to) \($0.mark)" }.joined(separator: "\n")
  }

  /// Transitions that say the same share a line of their arrow, so that it does not matter how often an arrow is there.
  package static func == (left: Self, right: Self) -> Bool {
    left.states == right.states && Set(left.arrows) == Set(right.arrows)
  }

  /// What must be drawn, straight from the chart. For charts whose ids are letters and digits.
  package init(expectedFor chart: Statechart) {
    var parents: [String: String] = [:]
    var titles: [String: String] = [:]
    var diamonds: Set<String> = []
    func visit(_ state: StateNode, _ parent: String?) {
      // Runs of white space are drawn as one space.
      let words = (state.title ?? state.id.text).split { $0.isWhitespace }
      titles[state.id.text] = words.joined(separator: " ")
      if let parent { parents[state.id.text] = parent }
      if state.kind == .choice, state.title == nil { diamonds.insert(state.id.text) }
      for child in state.states { visit(child, state.id.text) }
    }
    visit(chart.root, nil)
    let rootIsDrawn = chart.root.kind == .parallel
    let root = chart.id.text
    func surrounds(_ outer: String, _ inner: String) -> Bool {
      var step = parents[inner]
      while let current = step {
        if current == outer { return true }
        step = parents[current]
      }
      return false
    }
    func connect(_ from: String, _ targets: [ChartName]) {
      for to in targets.map(\.text) {
        if from == root {
          arrows.append(Arrow(from: "any", to: to))
        } else if targets.count == 1, surrounds(from, to) {
          arrows.append(Arrow(from: from, to: from, mark: "→ \(titles[to] ?? "")"))
        } else if targets.count == 1, surrounds(to, from) {
          // Of a choice without a title no node shows a name, so that a reader cannot tell it from the rest of the label.
          arrows.append(Arrow(from: to, to: to, mark: diamonds.contains(from) ? "" : titles[from] ?? ""))
        } else {
          arrows.append(Arrow(from: from, to: to))
        }
      }
    }
    func walk(_ state: StateNode) {
      let id = state.id.text
      if id != root || rootIsDrawn {
        let isTop = !rootIsDrawn && parents[id] == root
        let parent = isTop ? "-" : parents[id] ?? "-"
        let kind: String
        switch state.kind {
        case .plain: kind = state.states.isEmpty ? "plain" : "composite"
        case .parallel: kind = "parallel"
        case .final: kind = "final"
        case .history(let deep): kind = deep ? "deep history" : "history"
        case .choice: kind = "choice"
        }
        states.insert("\(parent)/\(id): \(kind)")
        if kind == "final" { arrows.append(Arrow(from: id, to: "end of \(parent)")) }
      }
      let all =
        state.on.map(\.transition) + state.always + state.after.map(\.transition) + state.done
        + state.invoke.flatMap { $0.done + $0.failed.map(\.transition) }
      for transition in all where !transition.targets.isEmpty { connect(id, transition.targets) }
      if let initial = state.initial {
        if case .history = state.kind {
          connect(id, initial.targets)
        } else {
          let place = id == root && !rootIsDrawn ? "-" : id
          for target in initial.targets {
            arrows.append(Arrow(from: "start of \(place)", to: target.text))
          }
        }
      }
      for child in state.states { walk(child) }
    }
    walk(chart.root)
    if rootIsDrawn { arrows.append(Arrow(from: "start of -", to: root)) }
  }

  /// What a diagram says, bars and boxes of lines resolved. `ids` tells the states' ids of those identifiers that
  /// are not `s_` and the id.
  package init(_ diagram: ReadDiagram, ids: [String: String] = [:]) {
    func id(_ name: String?) -> String {
      guard let name else { return "-" }
      return ids[name] ?? String(name.dropFirst(2))
    }
    func end(_ name: String) -> String {
      guard let node = diagram.nodes[name] else { return "?" }
      if node.classes.contains("anyState") { return "any" }
      switch node.kind {
      case .startDot: return "start of \(id(node.parent))"
      case .endDot: return "end of \(id(node.parent))"
      default: return id(name)
      }
    }
    // Titles as arrows say them, without the signs of parallel states, of histories and of states that work.
    let labels = Set(
      diagram.nodes.values.compactMap { node -> String? in
        guard let label = node.label else { return nil }
        if node.classes.contains("history"), let space = label.firstIndex(of: " ") {
          return String(label[label.index(after: space)...])
        }
        let hasSign = label.hasSuffix(" ∥") || node.classes.contains("works") && label.hasSuffix(" …")
        return hasSign ? String(label.dropLast(2)) : label
      })
    for (name, node) in diagram.nodes {
      if node.classes.contains("anyState") || node.classes.contains("lines") { continue }
      let label = node.label ?? ""
      let kind: String
      switch node.kind {
      case .bar, .startDot, .endDot: continue
      case .choice: kind = "choice"
      case .state:
        if node.classes.contains("finalState") {
          kind = "final"
        } else if node.classes.contains("decides") {
          kind = "choice"
        } else if node.classes.contains("history") {
          kind = label.hasPrefix("H*") ? "deep history" : label.hasPrefix("H") ? "history" : "?"
        } else if label.hasSuffix("∥") {
          kind = "parallel"
        } else {
          kind = node.isComposite ? "composite" : "plain"
        }
      }
      states.insert("\(id(node.parent))/\(id(name)): \(kind)")
    }
    for arrow in diagram.arrows {
      guard diagram.nodes[arrow.from]?.kind != .bar else { continue }
      if diagram.nodes[arrow.to]?.kind == .bar {
        for second in diagram.arrows where second.from == arrow.to {
          arrows.append(Arrow(from: end(arrow.from), to: end(second.to)))
        }
        continue
      }
      var mark = ""
      if arrow.from == arrow.to, diagram.nodes[arrow.from]?.isComposite == true {
        if let way = arrow.label.firstRange(of: "→ ") {
          mark = String(arrow.label[way.lowerBound...]).replacing(" (internal)", with: "")
        } else {
          // `Title: event`, or the title alone. Titles may hold colons themselves.
          let begin = labels.filter { arrow.label == $0 || arrow.label.hasPrefix($0 + ":") }
          mark = begin.max { $0.count < $1.count } ?? ""
        }
      }
      arrows.append(Arrow(from: end(arrow.from), to: end(arrow.to), mark: mark))
    }
  }
}
