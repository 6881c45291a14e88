package import Statecharts

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
  /// Forks from which ways lead back to them through nothing but forks that are left out: no drawing could be right.
  package var circles: Set<String> = []

  package var description: String {
    states.sorted().joined(separator: "\n") + "\n"
      + arrows.sorted().map { "\($0.from) -> \($0.to) \($0.mark)" }.joined(separator: "\n")
  }

  /// Transitions that say the same share a line of their arrow, so that it does not matter how often an arrow is there.
  package static func == (left: Self, right: Self) -> Bool {
    left.states == right.states && Set(left.arrows) == Set(right.arrows)
  }

  /// What must be drawn, straight from the chart. For charts whose ids are letters and digits.
  ///
  /// - Parameters:
  ///   - part: A state that a map shows alone. Of the ways those are drawn that have an end inside, to and from the outermost
  ///     groups outside.
  ///   - forks: Those that a map leaves out: what leads to them leads to where their branches lead.
  package init(expectedFor chart: Statechart, part: State? = nil, without forks: Set<String> = []) {
    var branches: [String: [Name]] = [:]
    var parents: [String: String] = [:]
    var titles: [String: String] = [:]
    var diamonds: Set<String> = []
    func visit(_ state: State, _ parent: String?) {
      // Runs of white space are drawn as one space.
      let words = (state.title ?? state.id.text).split { $0.isWhitespace }
      titles[state.id.text] = words.joined(separator: " ")
      if let parent { parents[state.id.text] = parent }
      if state.kind == .choice, state.title == nil { diamonds.insert(state.id.text) }
      if forks.contains(state.id.text) { branches[state.id.text] = state.always.flatMap(\.targets) }
      for child in state.states { visit(child, state.id.text) }
    }
    visit(chart.root, nil)
    let rootIsDrawn = part == nil && chart.root.kind == .parallel
    let root = chart.id.text
    func surrounds(_ outer: String, _ inner: String) -> Bool {
      var step = parents[inner]
      while let current = step {
        if current == outer { return true }
        step = parents[current]
      }
      return false
    }
    var surrounding: Set<String> = []
    var step = part.flatMap { parents[$0.id.text] }
    while let outer = step {
      surrounding.insert(outer)
      step = parents[outer]
    }
    func isInside(_ id: String) -> Bool {
      part.map { $0.id.text == id || surrounds($0.id.text, id) } ?? true
    }
    /// What is drawn for a state.
    func drawn(_ id: String) -> String {
      guard !isInside(id) else { return id }
      var id = id
      while !surrounding.contains(id), let parent = parents[id], !surrounding.contains(parent) { id = parent }
      return id
    }
    func connect(_ from: String, _ targets: [Name], through passed: Set<String> = []) {
      if targets.count == 1, let ends = branches[targets[0].text] {
        guard !passed.contains(targets[0].text) else {
          circles.insert(targets[0].text)
          return
        }
        for end in ends { connect(from, [end], through: passed.union([targets[0].text])) }
        return
      }
      for to in targets.map(\.text) {
        if part != nil, !(isInside(from) && isInside(to)) {
          // Of the chart itself nothing is drawn to which an arrow could lead.
          guard isInside(from) ? to != root : isInside(to) else { continue }
          arrows.append(Arrow(from: from == root ? "any" : drawn(from), to: drawn(to)))
        } else if from == root {
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
    func walk(_ state: State) {
      let id = state.id.text
      guard !forks.contains(id) else { return }
      if isInside(id), id != root || rootIsDrawn {
        let isTop = !rootIsDrawn && (parents[id] == root || id == part?.id.text)
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
        } else if id == root || isInside(id), initial.targets.allSatisfy({ isInside($0.text) }) {
          let place = id == root && !rootIsDrawn ? "-" : id
          for target in initial.targets {
            arrows.append(Arrow(from: "start of \(place)", to: target.text))
          }
        }
      }
      for child in state.states { walk(child) }
    }
    func box(_ state: State) {
      let id = state.id.text
      if !isInside(id), id != root, arrows.contains(where: { $0.from == id || $0.to == id }) {
        let isEnd = state.kind == .final && parents[id] == root
        states.insert("-/\(id): \(state.kind == .choice ? "choice" : isEnd ? "final" : "plain")")
        if isEnd { arrows.append(Arrow(from: id, to: "end of -")) }
      }
      for child in state.states { box(child) }
    }
    walk(chart.root)
    box(chart.root)
    if rootIsDrawn { arrows.append(Arrow(from: "start of -", to: root)) }
  }

  /// The forks of a chart's graph that are not in this one.
  package func missingForks(of whole: Self) -> Set<String> {
    let missing = whole.states.subtracting(states).filter { $0.hasSuffix(": choice") }
    return Set(missing.compactMap { $0.dropLast(8).split(separator: "/").last.map(String.init) })
  }

  /// The arrows without what is said at them.
  package var pairs: Set<Arrow> { Set(arrows.map { Arrow(from: $0.from, to: $0.to) }) }

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
