import StatechartsModel

internal import Statecharts

extension MermaidWriter {
  /// Declares all states that are drawn.
  ///
  /// The start dot stands first in its block: Mermaid 11 ties arrows to a block to the first node in it, and fails to draw
  /// them when that node stands in an inner block that no arrow leaves. An arrow from the dot to an inner block stands
  /// after that block: Mermaid lays out blocks by themselves, in the order of such arrows, and fails when it has laid one
  /// out before what is inside it.
  mutating func writeTree() {
    // The composites that are open, each with the level of its closing brace and whether it begins with one.
    var open: [(end: Int, level: Int, begins: Int?)] = []
    // In another order, boxes may only come before the group with which the chart begins if this arrow comes last.
    let beginsLast = !rootIsDrawn && settings.order != 0 && beginsWithGroup(0)
    if rootIsDrawn {
      tree.append(literal: "  [*] --> ")
      identifiers.append(0, to: &tree)
      tree.append(literal: "\n")
    } else if !beginsLast {
      writeDefaultEntry(of: 0, level: 1)
    }
    var number = rootIsDrawn ? 0 : 1
    while number < flat.states.count {
      close(&open, before: number)
      let level = (open.last?.level ?? 0) + 1
      let form = forms[number]
      if !declaredChoices.contains(number) { declare(number, form, level: level) }
      if form == .composite {
        indent(level)
        tree.append(literal: "state ")
        identifiers.append(number, to: &tree)
        tree.append(literal: " {\n")
        if settings.direction != .down {
          indent(level + 1)
          tree.append("direction \(settings.direction.code)\n")
        }
        let begins = beginsWithGroup(number) ? number : nil
        open.append((flat.states[number].end, level, begins))
        if begins != nil {
          indent(level + 1)
          tree.append(literal: "[*]\n")
        } else {
          writeDefaultEntry(of: number, level: level + 1)
        }
        writeLines(ofComposite: number, level: level + 1)
        number += 1
      } else {
        number = flat.states[number].end
      }
    }
    close(&open, before: .max)
    if beginsLast { writeDefaultEntry(of: 0, level: 1) }
  }

  private mutating func close(_ open: inout [(end: Int, level: Int, begins: Int?)], before number: Int) {
    while let last = open.last, last.end <= number {
      if let begins = last.begins { writeDefaultEntry(of: begins, level: last.level + 1) }
      indent(last.level)
      tree.append(literal: "}\n")
      open.removeLast()
    }
  }

  private mutating func indent(_ level: Int) { tree.append(Self.indentation(level)) }

  private static func indentation(_ level: Int) -> LineBuffer.Bytes {
    // Deeper than any reader lets through, spaces would only make the text grow with the square of the depth.
    let spaces: StaticString = "                                                                "
    return LineBuffer.Bytes(start: spaces.utf8Start, count: 2 * min(level, 32))
  }

  private mutating func declare(_ number: Int, _ form: Form, level: Int) {
    guard form != .choice else { return declareChoice(number, level: level) }
    var label = boxTitle(number)
    switch flat.states[number].state.kind {
    case .history(let deep):
      label = (deep ? "H*" : "H") + (flat.states[number].state.title.map { " " + $0 } ?? "")
    case .parallel: label += " ∥"
    case .plain, .final, .choice: break
    }
    declareBox(number, label, level: level)
    if !outside.isEmpty, outside.contains(flat.states[number].state.id.text) {
      classes.add(number, to: .mark(.outside))
    }
    switch form {
    case .final:
      classes.add(number, to: .finalState)
      writeLines(ofBox: number, level: level)
      indent(level)
      identifiers.append(number, to: &tree)
      tree.append(literal: " --> [*]\n")
    case .history:
      classes.add(number, to: .history)
      writeLines(ofBox: number, level: level)
    case .box:
      if !flat.states[number].state.states.isEmpty { classes.add(number, to: .mark(.folded)) }
      writeLines(ofBox: number, level: level)
    case .composite, .choice: break
    }
  }

  private mutating func declareChoice(_ number: Int, level: Int) {
    // Decision: Docs/decisions/diagrams-and-pages.md#a-choice-with-a-title-is-a-box
    if isTitledChoice(number) {
      declareBox(number, flat.title(number), level: level)
    } else {
      indent(level)
      tree.append(literal: "state ")
      identifiers.append(number, to: &tree)
      tree.append(literal: " <<choice>>\n")
    }
    omitBehavior(of: number)
  }

  /// A diamond has no room for lines. Only a chart with errors has any here.
  private mutating func omitBehavior(of number: Int) {
    for line in lines(of: number) { omit(String(decoding: line, as: UTF8.self), at: number) }
  }

  private mutating func writeLines(ofBox number: Int, level: Int) {
    // Most states have none.
    if flat.states[number].hasLines || flat.states[number].end > number + 1 {
      for line in lines(of: number) { write(line, ofBox: number, level: level) }
    }
    if settings.notesErrors { writeNote(of: number, at: number, level: level) }
  }

  /// A note with the codes with which the services of a state may fail, with their titles.
  private mutating func writeNote(of number: Int, at node: Int, level: Int) {
    let state = flat.states[number].state
    let codes = words.errorCodes(of: state)
    guard !codes.isEmpty, !outside.contains(state.id.text) else { return }
    indent(level)
    tree.append(literal: "note right of ")
    identifiers.append(node, to: &tree)
    var separator = " : "
    for code in codes {
      tree.append(separator)
      separator = "<br/>"
      tree.append(MermaidEscape.line(Array(code.utf8)))
    }
    tree.append(literal: "\n")
  }

  private mutating func write(_ line: [UInt8], ofBox node: Int, level: Int) {
    indent(level)
    identifiers.append(node, to: &tree)
    tree.append(literal: " : ")
    // Mermaid breaks the labels of arrows by itself, but makes a box as wide as its longest line.
    tree.append(MermaidEscape.line(line, width: TextWidth.charactersInBox))
    tree.append(literal: "\n")
  }

  private mutating func writeLines(ofComposite number: Int, level: Int) {
    let lines = lines(of: number)
    let hasNote = settings.notesErrors && !words.errorCodes(of: flat.states[number].state).isEmpty
    guard !lines.isEmpty || hasNote else { return }
    let node = identifiers.take(flat.states[number].state.id.text + "_lines")
    classes.add(node, to: .lines)
    // The lines stand below a label of their own: a label with line breaks would be read as Markdown.
    declareBox(node, flat.title(number), level: level)
    for line in lines { write(line, ofBox: node, level: level) }
    if settings.notesErrors { writeNote(of: number, at: node, level: level) }
  }

  private mutating func declareBox(_ node: Int, _ label: String, level: Int) {
    identifiers.declareBox(node, label, indentation: Self.indentation(level), to: &tree)
  }

  /// Declares the box from which the root's transitions leave; an invisible root has its lines there too.
  mutating func writeRootBox() {
    guard forms[0] == .composite else { return }
    var isSource = false
    flat.states[0].forEachTransition { _, transition in
      if !transition.targets.isEmpty { isSource = true }
    }
    let lines = rootIsDrawn ? [] : lines(of: 0)
    guard isSource || !lines.isEmpty else { return }
    let node = identifiers.take(flat.states[0].state.id.text + "_any")
    rootBox = node
    classes.add(node, to: .anyState)
    // What is done at the start or the end is not done in any state.
    declareBox(node, lines.isEmpty ? "Any state" : flat.title(0), level: 1)
    for line in lines { write(line, ofBox: node, level: 1) }
  }

  /// Whether the arrow from a composite's start dot leads to a composite directly in it.
  private func beginsWithGroup(_ number: Int) -> Bool {
    guard let targets = flat.states[number].state.initial?.targets, targets.count == 1,
      let first = flat.number(of: targets[0], near: number)
    else { return false }
    return flat.states[shown[first]].parent == number && forms[shown[first]] == .composite
  }

  /// Draws the arrow from the start dot. A target further in, or several, stand behind a bar: an arrow from
  /// the dot would make Mermaid move them into this block.
  mutating func writeDefaultEntry(of number: Int, level: Int) {
    guard let initial = flat.states[number].state.initial else { return }
    scratch.removeAll(keepingCapacity: true)
    if !isOverview { words.append(effects: initial.actions, to: &scratch) }
    let targets = resolve(initial.targets, at: number)
    guard let first = targets.first else { return }
    if targets.count == 1, flat.states[shown[first]].parent == number {
      if forms[first] == .choice, declaredChoices.insert(first).inserted {
        // Mermaid takes what it first sees in an arrow for a box.
        declare(first, .choice, level: level)
      }
      appendInwards(to: first)
      indent(level)
      tree.append(literal: "[*]")
      finishArrow(to: shown[first])
      return
    }
    let bar = identifiers.take(flat.states[number].state.id.text + "_entry")
    indent(level)
    tree.append("state \(identifiers[bar]) <<fork>>\n")
    indent(level)
    tree.append(literal: "[*]")
    finishArrow(to: bar)
    writeArrows(from: bar, to: targets)
  }
}
