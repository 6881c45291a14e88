import StatechartsModel

internal import Statecharts

extension MermaidWriter {
  /// Draws all arrows that leave a state.
  mutating func writeTransitions(of number: Int) {
    guard flat.states[number].hasMore || isOverview || flat.states[number].state.kind != .plain else {
      return writeEvents(of: number, flat.states[number].state.on)
    }
    let entry = flat.states[number]
    let isFork = entry.state.kind == .choice && entry.state.always.count > 1
    let ambiguous = isOverview ? ambiguousReasons(of: number) : []
    // Out of a state that can end inside, an arrow without words waits for that end (UML: a completion transition).
    let mayEnd = entry.state.states.contains { $0.kind == .final }
    entry.forEachTransition { trigger, transition in
      var word = ""
      if mayEnd, !isOverview, case .always = trigger { word = "always" }
      draw(trigger, transition, of: number, word: word, isFork: isFork, ambiguous: ambiguous)
    }
    if case .history = entry.state.kind, let initial = entry.state.initial {
      scratch.removeAll(keepingCapacity: true)
      scratch.append(literal: "first time")
      if !isOverview { words.append(effects: initial.actions, to: &scratch) }
      connect(number, initial.targets)
    }
  }

  /// Draws the arrows of a state that has transitions for events alone, as most have. To copy one that says nothing but where
  /// it leads would cost more than to draw it.
  private mutating func writeEvents(of number: Int, _ on: [EventTransition]) {
    for place in on.indices {
      let targets = on[place].transition.targets
      guard on[place].transition.isBare, targets.count == 1 else {
        draw(.event(on[place].event), on[place].transition, of: number)
        continue
      }
      guard let target = resolve(targets[0], at: number) else { continue }
      if isPlain(number, target) {
        arrows.add(from: number, to: target, label: words.title(of: on[place].event), identifiers)
      } else {
        scratch.removeAll(keepingCapacity: true)
        words.append(on[place].event, to: &scratch)
        connect(number, to: target, false)
      }
    }
  }

  /// Whether an arrow leads from the one to the other as it is, and says nothing of states that are not drawn or lie inside.
  @inline(__always)
  private func isPlain(_ source: Int, _ target: Int) -> Bool {
    source > 0 && shown[source] == source && shown[target] == target && !flat.isInside(source, target)
      && !flat.isInside(target, source)
  }

  private mutating func draw(
    _ trigger: Trigger, _ transition: ChartTransition, of number: Int, word: String = "",
    isFork: Bool = false,
    ambiguous: Set<[UInt8]> = []
  ) {
    guard !transition.targets.isEmpty else {
      if shown[number] != number { folded[shown[number], default: 0] += 1 }
      return
    }
    compose(trigger, transition, of: number, word: word, isFork: isFork, ambiguous: ambiguous)
    connect(number, transition.targets, isInternal: transition.isInternal == true)
  }

  /// What happens in a state besides its arrows: entry, services, transitions without targets, exit, and the
  /// fields of a final state's output.
  func lines(of number: Int) -> [[UInt8]] {
    let entry = flat.states[number]
    if isOverview || outside.contains(entry.state.id.text) { return [] }
    var lines: [[UInt8]] = []
    func add(_ word: String, _ fill: (inout [UInt8]) -> Void) {
      var line = Array(word.utf8)
      fill(&line)
      lines.append(line)
    }
    if forms[number] == .box, entry.end > number + 1 {
      let count = entry.end - number - 1
      add(count == 1 ? "1 state inside" : "\(count) states inside") { _ in }
    }
    if !entry.state.entry.isEmpty { add("entry") { words.append(effects: entry.state.entry, to: &$0) } }
    for invocation in entry.state.invoke { add("") { words.append(invocation, to: &$0) } }
    entry.forEachTransition { trigger, transition in
      guard transition.targets.isEmpty else { return }
      var word = ""
      if case .event = trigger { word = "on " }
      if case .always = trigger, transition.label == nil { word = "always" }
      add(word) { line in
        appendReason(trigger, transition, of: number, to: &line)
        appendCondition(transition, isFork: false, to: &line)
        words.append(effects: transition.actions, to: &line)
      }
    }
    if !entry.state.exit.isEmpty { add("exit") { words.append(effects: entry.state.exit, to: &$0) } }
    if !entry.state.output.isEmpty { add("returns ") { $0.append(entry.state.output.lazy.map(\.name)) } }
    return lines
  }

  /// Puts a transition's label together in `scratch`.
  ///
  /// - Parameters:
  ///   - word: What is said of a transition that has no reason.
  ///   - ambiguous: Overviews only: what is said of several ways, which their conditions tell apart.
  private mutating func compose(
    _ trigger: Trigger, _ transition: ChartTransition, of number: Int, word: String, isFork: Bool,
    ambiguous: Set<[UInt8]>
  ) {
    // Taken out meanwhile: a method that reads the writer while a part of it changes is given a copy of it all.
    var label: [UInt8] = []
    swap(&label, &scratch)
    defer { swap(&label, &scratch) }
    label.removeAll(keepingCapacity: true)
    appendReason(trigger, transition, of: number, to: &label)
    if label.isEmpty { label.append(word) }
    if isOverview, !label.isEmpty, !ambiguous.contains(label) { return }
    appendCondition(transition, isFork: isFork, to: &label)
    if !isOverview { words.append(effects: transition.actions, to: &label) }
  }

  /// Appends the label, else what the transition waits for.
  private func appendReason(
    _ trigger: Trigger, _ transition: ChartTransition, of number: Int, to line: inout [UInt8]
  ) {
    if let label = transition.visibleLabel { return line.append(label) }
    words.append(trigger, isOnlyService: namesService(number), to: &line)
  }

  /// Whether the box of a state names its only service. Boxes around a part name none.
  private func namesService(_ number: Int) -> Bool {
    flat.states[number].state.hasOnlyService && !outside.contains(flat.states[number].state.id.text)
  }

  /// What is said of transitions of a state that lead to different places.
  private func ambiguousReasons(of number: Int) -> Set<[UInt8]> {
    var targets: [[UInt8]: [ChartName]] = [:]
    var result: Set<[UInt8]> = []
    flat.states[number].forEachTransition { trigger, transition in
      guard !transition.targets.isEmpty else { return }
      var reason: [UInt8] = []
      appendReason(trigger, transition, of: number, to: &reason)
      if let known = targets.updateValue(transition.targets, forKey: reason), known != transition.targets {
        result.insert(reason)
      }
    }
    return result
  }

  private func appendCondition(_ transition: ChartTransition, isFork: Bool, to line: inout [UInt8]) {
    if let condition = transition.guard {
      line.append(line.isEmpty ? "[" : " [")
      words.append(condition: condition, to: &line)
      line.append(literal: "]")
    } else if isFork, transition.visibleLabel == nil {
      line.append(literal: "[else]")
    }
  }

  /// Draws the arrows of a transition whose label is in `scratch`.
  private mutating func connect(_ source: Int, _ names: [ChartName], isInternal: Bool = false) {
    // Nearly all have one target, and need no list of them.
    if names.count == 1 {
      if let target = resolve(names[0], at: source) { connect(source, to: target, isInternal) }
      return
    }
    let targets = resolve(names, at: source)
    guard let target = targets.first else { return }
    guard targets.count > 1 else { return connect(source, to: target, isInternal) }
    let from = shown[source]
    if from != source { appendOutwards(from: source) }
    let bar = identifiers.take(flat.states[source].state.id.text + "_bar")
    tree.append("  state \(identifiers[bar]) <<fork>>\n")
    add(from: from == 0 ? rootBox ?? 0 : from, to: bar)
    writeArrows(from: bar, to: targets)
  }

  private mutating func connect(_ source: Int, to target: Int, _ isInternal: Bool) {
    if shown[source] != source, shown[target] != target, shown[source] == shown[target] {
      folded[shown[source], default: 0] += 1
    } else {
      drawArrow(source, to: target, isInternal)
    }
  }

  private mutating func drawArrow(_ source: Int, to target: Int, _ isInternal: Bool) {
    let from = shown[source]
    let to = shown[target]
    if from == 0, let rootBox, to != 0 {
      if to != target { appendInwards(to: target) }
      add(from: rootBox, to: to)
    } else if flat.isInside(to, from) {
      if from != source { appendOutwards(from: source) }
      appendInwards(to: target, always: true)
      if isInternal, !isOverview { scratch.append(literal: " (internal)") }
      add(from: from, to: from)
    } else if flat.isInside(from, to) {
      appendOutwards(from: source)
      if to != target { appendInwards(to: target) }
      add(from: to, to: to)
    } else {
      if from != source, !isOverview { appendOutwards(from: source) }
      if to != target { appendInwards(to: target) }
      add(from: from, to: to)
    }
  }

  private mutating func add(from source: Int, to target: Int) {
    arrows.add(from: source, to: target, label: scratch, identifiers)
  }

  /// Completes an arrow of the tree whose source is written and whose label is in `scratch`.
  mutating func finishArrow(to target: Int) {
    tree.append(literal: " --> ")
    identifiers.append(target, to: &tree)
    let label = MermaidEscape.line(scratch)
    // A colon without a text after it is a syntax error.
    if !label.isEmpty {
      tree.append(literal: " : ")
      tree.append(label)
    }
    tree.append(literal: "\n")
  }

  /// Draws the arrows from a bar, each once.
  mutating func writeArrows(from bar: Int, to targets: [Int]) {
    for target in targets {
      scratch.removeAll(keepingCapacity: true)
      if shown[target] != target { appendInwards(to: target) }
      add(from: bar, to: shown[target])
    }
  }

  /// Marks the label of a loop as that of a transition from a state inside.
  private mutating func appendOutwards(from source: Int) {
    scratch.insert(contentsOf: (flat.title(source) + (scratch.isEmpty ? "" : ": ")).utf8, at: 0)
  }

  /// Marks the label of a loop, or of an arrow to a folded state, as that of a transition to a state inside.
  mutating func appendInwards(to target: Int, always: Bool = false) {
    guard always || shown[target] != target else { return }
    scratch.append(scratch.isEmpty ? "→ " : " → ")
    scratch.append(flat.title(target))
  }

  /// The states of some names; notes those that are no states or cannot be drawn.
  mutating func resolve(_ names: [ChartName], at source: Int) -> [Int] {
    var numbers: [Int] = []
    var known: Set<Int> = []
    for name in names {
      if let number = resolve(name, at: source), known.insert(number).inserted { numbers.append(number) }
    }
    return numbers
  }

  /// The state of a name; notes one that is not a state or cannot be drawn.
  private mutating func resolve(_ name: ChartName, at source: Int) -> Int? {
    guard let number = flat.number(of: name, near: source) else {
      omit("an arrow to `\(name.text)`, which is not a state", at: source)
      return nil
    }
    guard number > 0 || rootIsDrawn else {
      omit("an arrow to the chart itself", at: source)
      return nil
    }
    return number
  }
}

extension ChartTransition {
  /// Whether it only leads somewhere.
  fileprivate var isBare: Bool {
    @inline(__always) get {
      !targets.isEmpty && self.guard == nil && actions.isEmpty && label == nil && isInternal == nil
    }
  }

  /// The label, unless it is blank.
  var visibleLabel: String? {
    guard let label, label.isVisible else { return nil }
    return label
  }
}
