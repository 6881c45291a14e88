import StatechartsModel

internal import Statecharts

// Arrows become transitions.

extension MermaidChartBuilder {
  /// Sorts the arrows by the states that they leave, and follows those through bars.
  mutating func readArrows() {
    var bars: [String: [ChartName]] = [:]
    for arrow in reader.arrows {
      guard case .state(let name) = arrow.from, isBar(name), let target = target(of: arrow.to, arrow.line)
      else { continue }
      bars[name, default: []].append(target)
      if arrow.labels.contains(where: { !$0.isEmpty }) {
        add(
          .lost, "The label of this arrow is left out, because the arrow starts at a fork or join.",
          arrow.line)
      }
    }
    for name in reader.order {
      guard let node = nodes[name], node.kind == .join else { continue }
      add(
        .lost,
        "A join is not supported, so each arrow became a transition of its own. Use `done` of a parallel state.",
        node.line)
    }
    for arrow in reader.arrows {
      if case .dot(let block, _) = arrow.to, !block.isEmpty { hasEnd.insert(block) }
      switch arrow.from {
      case .dot:
        guard case .state(let target) = arrow.to, ids[target] != nil else {
          add(.lost, "This arrow from `[*]` is left out, because it does not lead to a state.", arrow.line)
          continue
        }
        if starts[arrow.from] != nil {
          add(.lost, "This second arrow from `[*]` is left out. A group starts in one state.", arrow.line)
        } else {
          starts[arrow.from] = (target, arrow.line)
        }
        if arrow.labels.contains(where: { !$0.isEmpty }) {
          add(.lost, "The label of this arrow from `[*]` is left out.", arrow.line)
        }
      case .state(let name):
        if isBar(name) { continue }
        add(arrow, from: name, bars)
      }
    }
  }

  private func isBar(_ name: String) -> Bool { nodes[name]?.kind == .fork || nodes[name]?.kind == .join }

  private mutating func target(of end: MermaidReader.End, _ line: Int) -> ChartName? {
    switch end {
    case .dot: return ChartName(self.end(end, line), origin: ModelOrigin(Int32(clamping: line)))
    case .state(let name):
      guard let id = ids[name] else {
        add(.lost, "This arrow is left out, because `\(name)` is not a state in the chart.", line)
        return nil
      }
      return ChartName(id, origin: ModelOrigin(Int32(clamping: line)))
    }
  }

  private mutating func add(_ arrow: MermaidReader.Arrow, from name: String, _ bars: [String: [ChartName]]) {
    // Of a final state, the arrow to the dot says what it is.
    if case .dot = arrow.to, nodes[name]?.classes.contains("finalState") == true { return }
    let targets: [ChartName]
    if case .state(let bar) = arrow.to, isBar(bar) {
      guard let behind = bars[bar] else {
        return add(
          .lost, "This arrow is left out, because no arrow starts at the fork or join that it leads to.",
          arrow.line)
      }
      targets = behind
    } else {
      guard let target = target(of: arrow.to, arrow.line) else { return }
      targets = [target]
    }
    for text in arrow.labels {
      var label = text
      var source = name
      var found = targets
      if arrow.from == arrow.to, inside[name] != nil { (source, found, label) = loop(name, label, targets) }
      transitions[source, default: []].append((MermaidLabel(label), found, arrow.line))
    }
  }

  /// Diagrams of charts draw a transition between a state and one inside it as a loop, and say the other end in words.
  private mutating func loop(_ name: String, _ text: String, _ targets: [ChartName]) -> (
    String, [ChartName], String
  ) {
    let mark = " (internal)"
    let isInternal = text.hasSuffix(mark)
    let plain = isInternal ? String(text.dropLast(mark.count)) : text
    if let way = plain.ranges(of: "→ ").last,
      let inner = state(titled: String(plain[way.upperBound...]), in: name)
    {
      // These words are the only ones that say a diamond's title.
      if nodes[inner]?.title == nil { nodes[inner]?.title = String(plain[way.upperBound...]) }
      let label = MermaidReader.trimmed(plain[..<way.lowerBound]) + (isInternal ? mark : "")
      return (name, [ChartName(ids[inner] ?? inner, origin: targets.first?.origin ?? .none)], label)
    }
    for colon in text.ranges(of: ": ") {
      if let inner = state(titled: String(text[..<colon.lowerBound]), in: name) {
        return (inner, targets, String(text[colon.upperBound...]))
      }
    }
    if let inner = state(titled: text, in: name) { return (inner, targets, "") }
    return (name, targets, text)
  }

  private func state(titled title: String, in block: String) -> String? {
    var level = inside[block] ?? []
    while !level.isEmpty {
      for name in level {
        guard var known = nodes[name]?.title ?? ids[name] else { continue }
        if nodes[name]?.classes.contains("history") == true {
          known = String(known.drop { $0 != " " }.dropFirst())
          // One without a title is called by its id.
          if known.isEmpty { known = ids[name] ?? "" }
        }
        if known == title || known == title + " ∥" { return name }
        // A diamond has no title in the picture.
        if nodes[name]?.title == nil, known == MermaidLabel.name(from: title, else: "") { return name }
      }
      level = level.flatMap { inside[$0] ?? [] }
    }
    return nil
  }

  // MARK: Names

  /// Takes the names of events and handlers that stand in the diagram.
  mutating func chooseNames() {
    var events: [String] = []
    var conditions: [String] = []
    for (name, ways) in transitions {
      let isChoice = nodes[name]?.kind == .choice
      for way in ways {
        if !isChoice { events.append(way.label.words) }
        if let text = way.label.condition ?? (isChoice ? way.label.words : nil) {
          conditions.append(Self.positive(text))
        }
      }
    }
    eventNames = MermaidNames(events, else: "event", where: Self.isDescriptor)
    conditionNames = MermaidNames(conditions, else: "condition")
  }

  /// Whether words are the name of an event, or of all whose names begin so.
  private static func isDescriptor(_ words: String) -> Bool {
    NameRule.isEventName(words) || words.hasSuffix(".*") && NameRule.isEventName(String(words.dropLast(2)))
  }

  /// A condition without `not`.
  private static func positive(_ condition: String) -> String {
    condition.hasPrefix("not ") ? String(condition.dropFirst(4)) : condition
  }

  // MARK: Order

  /// The ways out of a state with those for the same together and the one without condition last: a diagram does not say
  /// in which order they are asked, and behind that one no other would be.
  private mutating func ordered(_ ways: [Way], of name: String) -> [Way] {
    let wordless = hasEnd.contains(name) ? "done" : "always"
    func trigger(_ way: Way) -> String { way.label.words.isEmpty ? wordless : way.label.words }
    var places: [String: Int] = [:]
    for (place, way) in ways.enumerated() where places[trigger(way)] == nil { places[trigger(way)] = place }
    reportOrder(ways, trigger)
    return ways.enumerated().map { number, way in
      (order: (places[trigger(way)] ?? 0, way.label.condition == nil ? 1 : 0, number), way: way)
    }.sorted { $0.order < $1.order }.map(\.way)
  }

  /// Says in which order conditions are asked where one arrow stands for several and others for more: what lies between
  /// its lines is not known.
  private mutating func reportOrder(_ ways: [Way], _ trigger: (Way) -> String) {
    var counts: [String: [Int: Int]] = [:]
    for way in ways where way.label.condition != nil {
      // What stays in the state stands in its box, whose lines have no place among the arrows either.
      counts[trigger(way), default: [:]][way.line, default: 0] += way.targets.isEmpty ? 2 : 1
    }
    for (_, lines) in counts.sorted(by: { $0.key < $1.key }) where lines.count > 1 {
      guard let line = lines.filter({ $0.value > 1 }).keys.min() else { continue }
      add(
        .note,
        "The diagram does not say in which order these conditions are checked. The chart uses the order of the lines.",
        line)
    }
  }

  // MARK: Transitions

  mutating func addTransitions(of name: String, to state: inout StateNode) {
    for (label, targets, line) in ordered(transitions[name] ?? [], of: name) {
      var transition = ChartTransition(targets, origin: ModelOrigin(Int32(clamping: line)))
      transition.actions = actions(label, line)
      if label.isInternal { transition.isInternal = true }
      if let condition = label.condition { transition.guard = self.condition(condition, line) }
      if label.words.isEmpty, hasEnd.contains(name) {
        // An arrow without words waits for the end of what is inside (UML: a completion transition).
        state.done.append(transition)
        add(
          .note,
          "This arrow has no label, so it became the `done` of `\(state.id.text)`: it is taken when the group is done.",
          line
        )
        continue
      }
      if label.words.isEmpty || label.words == "always" {
        state.always.append(transition)
        continue
      }
      if label.words == "done", inside[name] != nil {
        state.done.append(transition)
        continue
      }
      if label.words.hasPrefix("after "), let delay = try? Duration(literal: String(label.words.dropFirst(6)))
      {
        state.after.append(
          DelayedTransition(.literal(delay), name: ChartName(delay.literalText), transition))
        continue
      }
      if label.words == "any event" || label.words == "*" {
        let name = ChartName("*", origin: transition.origin)
        state.on.append(EventTransition(EventDescriptor(name), transition))
        continue
      }
      let event = eventNames.name(for: label.words)
      if event != label.words { transition.label = label.words }
      state.on.append(
        EventTransition(EventDescriptor(ChartName(event, origin: transition.origin)), transition))
    }
  }

  /// What leads out of a choice: all but the last need a condition. That is the one with `else`, else the only one
  /// without brackets, else the last one.
  mutating func addChoice(of name: String, to state: inout StateNode) {
    var ways = transitions[name] ?? []
    guard !ways.isEmpty else {
      add(.lost, "This choice became a state, because no arrow leaves it.", nodes[name]?.line ?? 1)
      state.kind = .plain
      return
    }
    reportOrder(ways) { _ in "" }
    let bare = ways.indices.filter { ways[$0].label.condition == nil }
    let otherwise =
      ways.lastIndex { $0.label.isElse || $0.label.words == "else" }
      ?? (bare.count == 1 ? bare[0] : ways.count - 1)
    ways.append(ways.remove(at: otherwise))
    for (place, (label, targets, line)) in ways.enumerated() {
      var transition = ChartTransition(targets, origin: ModelOrigin(Int32(clamping: line)))
      transition.actions = actions(label, line)
      if !label.words.isEmpty { transition.label = label.words }
      if place < ways.count - 1 {
        let text = label.condition ?? (label.words.isEmpty ? "condition \(place + 1)" : label.words)
        transition.guard = condition(text, line, label.condition == nil ? .note : .lost)
      } else if let text = label.condition {
        add(
          .lost,
          "The condition `\(text)` is left out, because the last transition of a choice is its fallback.",
          line)
      }
      state.always.append(transition)
    }
  }

  /// A condition: a name is a handler, and words become the name of one.
  private mutating func condition(
    _ text: String, _ line: Int, _ severity: MermaidRemark.Severity = .lost
  ) -> ChartExpression {
    let origin = ModelOrigin(Int32(clamping: line))
    if NameRule.isExpressionName(Self.positive(text)) { return ChartExpression(text, origin: origin) }
    // Decision: Docs/decisions/conversion.md#texts-of-a-mermaid-diagram-become-names
    let handler = conditionNames.name(for: text)
    add(
      severity,
      "The condition `\(text.prefix(80))` became the guard `\(handler)`. Write its handler, or replace it with an expression.",
      line)
    return ChartExpression(handler, origin: origin)
  }

  private mutating func actions(_ label: MermaidLabel, _ line: Int) -> [ChartAction] {
    var result: [ChartAction] = []
    for text in label.actions where !text.isEmpty {
      let origin = ModelOrigin(Int32(clamping: line))
      // The name of a handler is also one for expressions.
      if NameRule.isIdentifier(text), NameRule.isExpressionName(text),
        !ChartAction.builtInNames.contains(text)
      {
        result.append(ChartAction(.handler(ChartName(text, origin: origin), arguments: []), origin: origin))
      } else if text.hasPrefix("emit "), NameRule.isIdentifier(String(text.dropFirst(5))) {
        result.append(
          ChartAction(.emit(ChartName(String(text.dropFirst(5)), origin: origin), data: []), origin: origin))
      } else {
        add(.lost, "The action `\(text.prefix(80))` is left out. Add it to the chart.", line)
      }
    }
    return result
  }
}
