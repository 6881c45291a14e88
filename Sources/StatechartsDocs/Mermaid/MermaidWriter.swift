import StatechartsModel

internal import Statecharts

/// Writes one diagram: the tree of states first, all arrows after it.
///
/// Mermaid takes every identifier that is mentioned inside a block for a state of that block. So blocks hold
/// nothing but their own states and the arrows from and to `[*]`, and all other arrows stand at top level.
struct MermaidWriter {
  /// How a state appears.
  enum Form: UInt8 {
    case box, composite, final, history, choice
  }

  let flat: FlatChart
  let words: ChartWords
  let settings: DiagramSettings
  /// How each state appears.
  let forms: [Form]
  var identifiers: MermaidIdentifiers
  /// For each state the one that is drawn for it: itself, or what holds it at the greatest depth drawn.
  let shown: [Int]
  /// Whether only titles, labels and triggers are drawn.
  var isOverview: Bool { settings.detail == .overview }
  /// The box from which the root's transitions leave; nil until it is needed.
  var rootBox: Int?

  /// The choices that are declared where an arrow from the start dot leads to them.
  var declaredChoices: Set<Int> = []
  /// The declarations of states.
  var tree: LineBuffer
  /// The arrows at top level.
  var arrows: MermaidArrows
  /// The classes of boxes.
  var classes = MermaidClasses()
  /// The ids of states that stand around the part that is drawn; nothing is said of what happens in them.
  let outside: Set<String>
  let failures: FailurePaths
  var undrawn: [String] = []
  /// How many transitions stay inside each state that is drawn without its children.
  var folded: [Int: Int] = [:]
  /// Where labels are put together before they are escaped.
  var scratch: [UInt8] = []

  init(_ known: DocumentedChart, _ settings: DiagramSettings) {
    let subject = DiagramSubject(known, settings)
    let flat = subject.flat
    let depth = subject.depth
    self.flat = flat
    self.words = known.words
    self.settings = settings
    self.failures = subject.failures
    self.forms = flat.states.map { Self.form(of: $0, depth: depth) }
    self.rootIsDrawn = forms[0] != .composite || flat.chart.root.kind == .parallel
    self.outside = subject.outside
    self.undrawn = subject.undrawn
    self.identifiers = MermaidIdentifiers(flat)
    self.arrows = MermaidArrows(states: flat.states.count)
    self.tree = LineBuffer(room: flat.states.count * 32)
    self.shown = subject.shown
    scratch.reserveCapacity(256)
  }

  /// The finished text.
  var text: String {
    var output = LineBuffer(room: tree.count + arrows.size + 4_096)
    // Of a text that is nothing but spaces nothing is left, and Mermaid would take the next line for it.
    var heading: [UInt8] = []
    MermaidEscape.append(settings.title ?? flat.chart.title ?? "", to: &heading)
    if heading.isEmpty { MermaidEscape.append(flat.chart.id.text, to: &heading) }
    var about: [UInt8] = []
    MermaidEscape.append(flat.chart.description ?? "", to: &about)
    if about.isEmpty { about = Array("States and transitions of ".utf8) + heading }
    output.append(literal: "stateDiagram-v2\n  accTitle: ")
    output.append(heading)
    output.append(literal: "\n  accDescr: ")
    output.append(about)
    output.append(literal: "\n")
    if settings.direction != .down { output.append("  direction \(settings.direction.code)\n") }
    classes.writeStyles(to: &output)
    tree.withBytes { output.append($0) }
    writeArrows(to: &output)
    classes.writeMembers(identifiers, to: &output)
    if isOverview {
      output.append(literal: "  %% left out: conditions, actions and services\n")
    }
    for sentence in undrawn {
      output.append(literal: "  %% not drawn: ")
      output.append(MermaidEscape.line(Array(sentence.utf8)))
      output.append(literal: "\n")
    }
    return output.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func writeArrows(to output: inout LineBuffer) {
    // Of what is folded the pictures of the groups say the rest.
    let mostLines = isOverview && settings.depth != nil ? 4 : Int.max
    guard settings.order != 0 else { return arrows.write(mostLines: mostLines, to: &output) }
    var written = LineBuffer(room: arrows.size)
    arrows.write(mostLines: mostLines, to: &written)
    var order = DrawingOrder(settings.order)
    written.withBytes { lines in
      for line in order.arranged(lines.split(separator: UInt8(ascii: "\n"))) {
        output.append(LineBuffer.Bytes(rebasing: line))
        output.append(literal: "\n")
      }
    }
  }

  mutating func write() {
    writeTree()
    writeRootBox()
    for number in flat.states.indices { writeTransitions(of: number) }
    markStates()
    for number in flat.states.indices
    where flat.states[number].end > number + 1 && shown[number] == number && forms[number] != .composite {
      let transitions = folded[number] ?? 0
      let count = flat.states[number].end - number - 1
      undrawn.append(
        "\(count) \(count == 1 ? "state" : "states") and \(transitions) "
          + "\(transitions == 1 ? "transition" : "transitions") inside `\(flat.title(number))`")
    }
  }

  /// Marks the boxes by what they mean, those that are active, and those that a run went through. Mermaid gives no colors to
  /// diamonds and to what holds other states.
  private mutating func markStates() {
    // Decision: Docs/decisions/diagrams-and-pages.md#boxes-have-the-color-of-what-they-mean
    for (number, entry) in flat.states.enumerated() where isColored(number) {
      let isAfterFailure = failures.states.contains(entry.state.id.text)
      if let meaning = words.meaning(of: entry, isAfterFailure: isAfterFailure) {
        classes.add(number, to: .box(meaning))
      }
    }
    var marked: Set<Int> = []
    let active = settings.active.union(settings.run?.last ?? [])
    for (ids, mark) in [(active, BoxMark.active), (settings.run?.states ?? [], .visited)] where !ids.isEmpty {
      for (number, entry) in flat.states.enumerated() where ids.contains(entry.state.id.text) {
        let drawn = shown[number]
        guard forms[drawn] != .composite, !isDiamond(drawn), marked.insert(drawn).inserted else {
          continue
        }
        classes.add(drawn, to: .mark(mark))
      }
    }
  }

  /// Whether the color of a state's box says what the state means. Nothing is known of states around a part.
  private func isColored(_ number: Int) -> Bool {
    guard shown[number] == number else { return false }
    switch forms[number] {
    case .final: return true
    case .box: return outside.isEmpty || !outside.contains(flat.states[number].state.id.text)
    case .choice: return isTitledChoice(number)
    case .composite, .history: return false
    }
  }

  /// Whether a state is a choice with a title, which is a box: Mermaid shows no words in a diamond.
  func isTitledChoice(_ number: Int) -> Bool {
    forms[number] == .choice && flat.states[number].state.title?.isVisible == true
  }

  private func isDiamond(_ number: Int) -> Bool { forms[number] == .choice && !isTitledChoice(number) }

  /// What the box of a state is called. Most do nothing by themselves.
  func boxTitle(_ number: Int) -> String {
    let entry = flat.states[number]
    guard forms[number] == .box, entry.hasLines, !outside.contains(entry.state.id.text) else {
      return flat.title(number)
    }
    return words.boxTitle(number, in: flat)
  }

  /// Whether the root has a box; a compound root is the whole picture instead.
  let rootIsDrawn: Bool

  /// How a state appears; one whose children are too deep is a box.
  private static func form(of entry: FlatChart.Entry, depth: Int) -> Form {
    // States that may not have children are drawn with them all the same: a mistake should be seen.
    if !entry.state.states.isEmpty { return entry.depth < depth ? .composite : .box }
    switch entry.state.kind {
    case .plain, .parallel: return .box
    case .final: return .final
    case .history: return .history
    case .choice: return .choice
    }
  }

  /// Notes that something is missing from the drawing.
  mutating func omit(_ what: String, at number: Int) {
    undrawn.append("`\(flat.title(number))`: \(what)")
  }
}
