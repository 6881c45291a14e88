import StatechartsModel

internal import Statecharts

/// Writes one diagram in DOT: the clusters with their nodes first, all arrows after them.
struct DotWriter {
  private let flat: FlatChart
  private let words: ChartWords
  /// For each state the one that is drawn for it: itself, or what holds it at the greatest depth drawn.
  private let shown: [Int]
  private let settings: DiagramSettings
  private var isOverview: Bool { settings.detail == .overview }
  private let failures: FailurePaths
  private(set) var text = ""
  private(set) var undrawn: [String] = []
  /// What the boxes mean that are drawn, and how they are marked.
  private var meanings: Set<BoxMeaning> = []
  private var marks: Set<BoxMark> = []
  /// What the colors and frames mean.
  var legend: String {
    BoxMeaning.legend(
      BoxMeaning.allCases.filter(meanings.contains).map(\.dotWords)
        + BoxMark.allCases.filter(marks.contains).map(\.dotWords))
  }
  private var arrows: [(from: String, to: String, labels: [String], said: Set<String>, isFailure: Bool)] = []
  private var arrowNumbers: [String: Int] = [:]
  /// States that are left as a whole, so that they have a box `Any state`.
  private var hasBox: Set<Int> = []
  /// The ids of states that stand around the part that is drawn; nothing is said of what happens in them.
  private let outside: Set<String>
  /// States that a run went through, and those where it ended: of a state that is folded the one that is drawn for it.
  private var visited: Set<Int> = []
  private var last: Set<Int> = []

  init(_ chart: Statechart, _ settings: DiagramSettings) {
    let known = DocumentedChart(chart)
    let subject = DiagramSubject(known, settings)
    let flat = subject.flat
    let shown = subject.shown
    self.flat = flat
    self.words = known.words
    self.shown = shown
    self.settings = settings
    failures = subject.failures
    outside = subject.outside
    undrawn = subject.undrawn
    func drawn(_ ids: Set<String>) -> Set<Int> {
      Set(flat.states.indices.filter { ids.contains(flat.states[$0].state.id.text) }.map { shown[$0] })
    }
    visited = drawn(settings.run?.states ?? [])
    last = drawn(settings.active.union(settings.run?.last ?? []))
    for (number, entry) in flat.states.enumerated() where isCluster(number) {
      var isLeft = !lines(of: number).isEmpty
      if settings.notesErrors, !words.errorCodes(of: entry.state).isEmpty { isLeft = true }
      entry.state.forEachTransition { _, transition in if !transition.targets.isEmpty { isLeft = true } }
      if isLeft { hasBox.insert(number) }
    }
  }

  mutating func write() {
    let heading = settings.title ?? flat.title(0)
    text += "digraph \(DotText.quoted(flat.chart.id.text)) {\n"
    text += "  label=\(DotText.quoted(heading)); labelloc=t; fontname=\"Helvetica\"\n"
    if settings.direction != .down { text += "  rankdir=\(settings.direction.code)\n" }
    text += "  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11]\n"
    text += "  edge [fontname=\"Helvetica\", fontsize=9]\n"
    writeNodes()
    for number in flat.states.indices { connect(number) }
    for arrow in arrows {
      let isList = arrow.labels.count > 1
      let label = arrow.labels.map { isList ? "• " + ($0.isEmpty ? "always" : $0) : $0 }
      let text = label.map { DotText.escaped(DotText.folded($0)) }.joined(separator: "\\n")
      var attributes = text.isEmpty ? [] : ["label=\"\(text)\""]
      // Decision: Docs/decisions/diagrams-and-pages.md#boxes-have-the-color-of-what-they-mean
      if arrow.isFailure { attributes.append("color=\"#e03131\", fontcolor=\"#e03131\"") }
      let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      self.text += "  \(arrow.from) -> \(arrow.to)\(list)\n"
    }
    for sentence in undrawn { text += "  // not drawn: \(DotText.line(sentence))\n" }
    text += "}\n"
  }

  // MARK: Nodes

  /// Whether a state is drawn with what is inside it.
  private func isCluster(_ number: Int) -> Bool {
    flat.states[number].end > number + 1 && shown[number] == number && shown[number + 1] == number + 1
  }

  private mutating func writeNodes() {
    var open: [Int] = []
    for number in flat.states.indices where shown[number] == number {
      while let last = open.last, flat.states[last].end <= number {
        open.removeLast()
        text += indent(open.count) + "}\n"
      }
      let state = flat.states[number].state
      guard isCluster(number) else {
        writeNode(number, state, level: open.count)
        continue
      }
      // The chart itself is the picture.
      if number > 0 {
        text += indent(open.count) + "subgraph \(DotText.quoted("cluster_" + state.id.text)) {\n"
        open.append(number)
        let mark = state.kind == .parallel ? " ∥" : ""
        text += indent(open.count) + "label=\(DotText.quoted(flat.title(number) + mark)); style=rounded\n"
      }
      if state.kind == .parallel {
        text +=
          indent(open.count)
          + "\(start(number)) [label=\"\", shape=box, style=filled, fillcolor=black, height=0.06]\n"
      } else if state.initial != nil {
        text +=
          indent(open.count)
          + "\(start(number)) [label=\"\", shape=circle, style=filled, fillcolor=black, width=0.15]\n"
      }
      if hasBox.contains(number) {
        let lines = lines(of: number)
        // What is done at the start or the end is not done in any state.
        let title = lines.isEmpty ? "Any state" : flat.title(number)
        let label = ([DotText.escaped(title)] + lines.map { DotText.escaped(DotText.folded($0)) }).joined(
          separator: "\\n")
        text += indent(open.count) + "\(box(number)) [label=\"\(label)\", style=\"rounded,dashed\"]\n"
        writeNote(of: number, at: box(number), level: open.count)
      }
    }
    while !open.isEmpty {
      open.removeLast()
      text += indent(open.count) + "}\n"
    }
  }

  private func indent(_ level: Int) -> String { String(repeating: "  ", count: min(level, 32) + 1) }

  private mutating func writeNode(_ number: Int, _ state: StateNode, level: Int) {
    var attributes = ""
    var style = ["rounded"]
    var lines = lines(of: number)
    let isOutside = outside.contains(state.id.text)
    var title = isOutside ? flat.title(number) : words.boxTitle(number, in: flat)
    switch state.kind {
    case .final: attributes = ", peripheries=2"
    case .history(let deep):
      title = (deep ? "H*" : "H") + (state.title.map { " " + $0 } ?? "")
      attributes = ", shape=circle"
      style = ["dashed"]
    case .choice:
      attributes = ", shape=diamond"
      style = ["solid"]
      title = state.title ?? ""
      for line in lines { undrawn.append("`\(flat.title(number))`: \(line)") }
      lines = []
    case .plain, .parallel:
      if !state.states.isEmpty {
        style.append("dotted")
        marks.insert(.folded)
      }
    }
    if !state.states.isEmpty, state.kind != .choice {
      let count = flat.states[number].end - number - 1
      lines.insert(count == 1 ? "1 state inside" : "\(count) states inside", at: 0)
      undrawn.append(
        "\(count) \(count == 1 ? "state" : "states") inside `\(flat.title(number))`")
    }
    if isOutside {
      style.append("dashed")
      marks.insert(.outside)
    }
    let isAfterFailure = failures.states.contains(state.id.text)
    let meaning = isOutside ? nil : words.meaning(of: flat.states[number], isAfterFailure: isAfterFailure)
    if last.contains(number) {
      marks.insert(.active)
      attributes += ", fillcolor=\"#ffc078\", color=\"#b35900\", penwidth=3"
    } else if visited.contains(number) {
      marks.insert(.visited)
      attributes += ", fillcolor=\"#fff3bf\", color=\"#b35900\""
    } else if let meaning {
      meanings.insert(meaning)
      attributes += ", fillcolor=\"\(meaning.light.field)\", color=\"\(meaning.light.edge)\""
      if meaning == .afterFailure || meaning == .endsBadly { style.append("dashed") }
    }
    if meaning != nil || visited.contains(number) || last.contains(number) { style.append("filled") }
    if style != ["rounded"] {
      attributes += ", style=" + (style.count == 1 ? style[0] : "\"\(style.joined(separator: ","))\"")
    }
    let label = ([DotText.escaped(title)] + lines.map { DotText.escaped(DotText.folded($0)) }).joined(
      separator: "\\n")
    text += indent(level) + "\(node(number)) [label=\"\(label)\"\(attributes)]\n"
    writeNote(of: number, at: node(number), level: level)
  }

  /// A note with the codes with which the services of a state may fail, with their titles.
  private mutating func writeNote(of number: Int, at node: String, level: Int) {
    guard settings.notesErrors else { return }
    let state = flat.states[number].state
    let codes = words.errorCodes(of: state)
    guard !codes.isEmpty, !outside.contains(state.id.text) else { return }
    let note = DotText.quoted(state.id.text + ".errors")
    let label = codes.map { DotText.escaped(DotText.folded($0)) }.joined(separator: "\\l") + "\\l"
    text += indent(level) + "\(note) [label=\"\(label)\", shape=note, style=solid, fontsize=9]\n"
    text += indent(level) + "\(node) -> \(note) [style=dashed, arrowhead=none, constraint=false]\n"
  }

  /// What happens in a state besides its arrows.
  private func lines(of number: Int) -> [String] {
    let state = flat.states[number].state
    if isOverview || outside.contains(state.id.text) { return [] }
    var lines: [String] = []
    func add(_ word: String, _ fill: (inout [UInt8]) -> Void) {
      var line = Array(word.utf8)
      fill(&line)
      lines.append(String(decoding: line, as: UTF8.self))
    }
    if !state.entry.isEmpty { add("entry") { words.append(effects: state.entry, to: &$0) } }
    for invocation in state.invoke { add("") { words.append(invocation, to: &$0) } }
    state.forEachTransition { trigger, transition in
      guard transition.targets.isEmpty else { return }
      var word = ""
      if case .event = trigger { word = "on " }
      if case .always = trigger, transition.visibleLabel == nil { word = "always" }
      lines.append(word + label(trigger, transition, of: state, isFork: false))
    }
    if !state.exit.isEmpty { add("exit") { words.append(effects: state.exit, to: &$0) } }
    if !state.output.isEmpty { add("returns ") { $0.append(state.output.lazy.map(\.name)) } }
    return lines
  }

  // MARK: Arrows

  private func node(_ number: Int) -> String { DotText.quoted(flat.states[number].state.id.text) }
  // A dot is in no id, so these cannot be states.
  private func start(_ number: Int) -> String { DotText.quoted(flat.states[number].state.id.text + ".start") }
  private func box(_ number: Int) -> String { DotText.quoted(flat.states[number].state.id.text + ".any") }

  /// Where an arrow to a state ends.
  private func head(_ number: Int) -> String {
    let drawn = shown[number]
    guard isCluster(drawn) else { return node(drawn) }
    let state = flat.states[drawn].state
    // Without a beginning, which lint reports, the first state inside stands for it.
    return state.kind == .parallel || state.initial != nil ? start(drawn) : node(drawn + 1)
  }

  /// Where an arrow from a state begins.
  private func tail(_ number: Int) -> String {
    let drawn = shown[number]
    return isCluster(drawn) ? box(drawn) : node(drawn)
  }

  private mutating func connect(_ number: Int) {
    let state = flat.states[number].state
    if isCluster(number), state.kind == .parallel {
      var region = number + 1
      while region < flat.states[number].end {
        // A history is no part that becomes active, only a way back to those that were.
        if case .history = flat.states[region].state.kind {
        } else {
          add(start(number), head(region), "")
        }
        region = flat.states[region].end
      }
    }
    if let initial = state.initial {
      var isHistory = false
      if case .history = state.kind { isHistory = true }
      if isHistory || isCluster(number) {
        var words = Array((isHistory ? "first time" : "").utf8)
        if !isOverview { self.words.append(effects: initial.actions, to: &words) }
        connect(
          isHistory ? node(number) : start(number), initial.targets, String(decoding: words, as: UTF8.self),
          number)
      }
    }
    let isFork = state.kind == .choice && state.always.count > 1
    state.forEachTransition { trigger, transition in
      guard !transition.targets.isEmpty else { return }
      var label = label(trigger, transition, of: state, isFork: isFork)
      if shown[number] != number { label = "\(flat.title(number)): \(label)" }
      let isFailure = failures.hold(trigger, from: state)
      connect(tail(number), transition.targets, label, number, isFailure: isFailure)
    }
  }

  private mutating func connect(
    _ from: String, _ targets: [ChartName], _ label: String, _ source: Int, isFailure: Bool = false
  ) {
    for target in targets {
      guard let number = flat.number(of: target) else {
        undrawn.append("`\(flat.title(source))`: an arrow to `\(target.text)`, which is not a state")
        continue
      }
      // What stays within a state that is drawn folded is not seen.
      if shown[source] != source, shown[number] == shown[source] { continue }
      add(
        from, head(number), shown[number] == number ? label : "\(label) → \(flat.title(number))",
        isFailure: isFailure)
    }
  }

  private mutating func add(_ from: String, _ to: String, _ label: String, isFailure: Bool = false) {
    let key = from + " " + to
    guard let known = arrowNumbers[key] else {
      arrowNumbers[key] = arrows.count
      arrows.append((from, to, [label], [label], isFailure))
      return
    }
    // Red only when all that it stands for is.
    arrows[known].isFailure = arrows[known].isFailure && isFailure
    if arrows[known].said.insert(label).inserted { arrows[known].labels.append(label) }
  }

  private func label(_ trigger: Trigger, _ transition: ChartTransition, of state: StateNode, isFork: Bool)
    -> String
  {
    var line: [UInt8] = []
    if let label = transition.visibleLabel {
      line.append(label)
    } else {
      words.append(
        trigger, isOnlyService: state.hasOnlyService && !outside.contains(state.id.text), to: &line)
    }
    if isOverview, !line.isEmpty { return String(decoding: line, as: UTF8.self) }
    if let condition = transition.guard {
      line.append(line.isEmpty ? "[" : " [")
      words.append(condition: condition, to: &line)
      line.append("]")
    } else if isFork, transition.visibleLabel == nil {
      line.append("[else]")
    }
    if !isOverview {
      words.append(effects: transition.actions, to: &line)
      if transition.isInternal == true, !transition.targets.isEmpty { line.append(" (internal)") }
    }
    return String(decoding: line, as: UTF8.self)
  }
}
