import StatechartsModel

internal import Statecharts

extension ChartTables {
  /// What the chart is, in a few lines.
  func properties() -> String {
    let chart = flat.chart
    var rows = [["Id", Markdown.code(chart.id.text)], ["Version", "\(chart.version)"]]
    if let initial = chart.root.initial { rows.append(["Starts in", destination(initial.targets)]) }
    rows.append(["Ends", ends()])
    let real = flat.states.dropFirst().filter { entry in
      switch entry.state.kind {
      case .plain, .parallel, .final: true
      case .history, .choice: false
      }
    }
    var transitions = 0
    for entry in flat.states { entry.state.forEachTransition { _, _ in transitions += 1 } }
    rows.append(["States", "\(real.count)"])
    rows.append(["Transitions", "\(transitions)"])
    let services = chart.handlers.services ?? []
    if !services.isEmpty {
      rows.append(["Services", services.map { Markdown.code($0.name.text) }.joined(separator: ", ")])
    }
    return Markdown.table(["Property", "Value"], rows)
  }

  /// Where the chart ends.
  private func ends() -> String {
    guard flat.states[0].state.kind == .parallel else {
      let ends = finals(in: 0)
      return ends.isEmpty ? "never by itself" : "in \(ends.joined(separator: ", "))"
    }
    return ends(ofParts: 0).map { "when all regions have ended: \($0)" } ?? "never by itself"
  }

  /// Where each part of a parallel state ends; nil when one never does.
  private func ends(ofParts number: Int) -> String? {
    var ends: [String] = []
    for part in flat.children(of: number) {
      switch flat.states[part].state.kind {
      case .history: continue
      case .parallel:
        guard let inner = self.ends(ofParts: part) else { return nil }
        ends.append(inner)
      default:
        let finals = finals(in: part)
        if finals.isEmpty { return nil }
        ends.append("\(link(part)) in \(finals.joined(separator: " or "))")
      }
    }
    return ends.isEmpty ? nil : ends.joined(separator: ", ")
  }

  private func finals(in number: Int) -> [String] {
    flat.children(of: number).filter { flat.states[$0].state.kind == .final }.map { final in
      flat.states[final].state.ending.map { "\(link(final)) (\($0.rawValue))" } ?? link(final)
    }
  }

  /// The variables of the chart.
  func context() -> String {
    let rows = flat.chart.context.map { variable -> [String] in
      let field = variable.field
      return [
        Markdown.code(field.name.text), type(of: field),
        // What a secret starts with would tell too much.
        field.isSecret ? "" : variable.initial.map { Markdown.code($0.text) } ?? "",
        notes(on: variable), Markdown.text(field.description ?? ""),
      ]
    }
    guard !rows.isEmpty else { return "This chart has no variables.\n" }
    return Markdown.table(["Variable", "Type", "Initial value", "Notes", "Meaning"], rows)
  }

  /// What is special about a variable, in one cell: a column for each note would not fit a page.
  private func notes(on variable: ContextVariable) -> String {
    var notes: [String] = []
    if variable.isInput { notes.append("set by the app") }
    if variable.field.isSecret {
      notes.append("secret")
    } else if variable.field.isPersonal {
      notes.append("personal")
    }
    if variable.persistence == .never { notes.append("not stored") }
    let states = variable.clearedOnExitOf.map { flat.number(of: $0).map(link) ?? Markdown.text($0.text) }
    if !states.isEmpty { notes.append("cleared on exit from \(states.joined(separator: ", "))") }
    return notes.joined(separator: "; ")
  }

  private func type(of field: FieldDeclaration) -> String {
    let type = Markdown.text(field.type.chartText)
    guard let values = field.values, !field.isSecret else { return type }
    return "\(type): \(values.map(Markdown.text).joined(separator: ", "))"
  }

  /// How many events stand side by side in a table of what leads where; more would not fit a page.
  private static let eventsAside = 6

  /// What is said of one event in one state.
  private struct Cell: Hashable {
    var event: String
    var state: Int
    var words: String
  }

  /// Where each event leads in each state that answers it.
  ///
  /// What a group of states answers stands in the row of the group. What has a condition says `(if)`. More events than fit a page make several tables.
  func matrix() -> String {
    var columns: [String] = []
    var cells: [String: [Int: [String]]] = [:]
    var said: Set<Cell> = []
    for (number, entry) in flat.states.enumerated() {
      for transition in entry.state.on {
        let name = transition.event.name.text
        if cells[name] == nil { columns.append(name) }
        let target = transition.transition.targets
        let isConditional = transition.transition.guard != nil
        let words = (target.isEmpty ? "stays" : destination(target)) + (isConditional ? " (if)" : "")
        let isNew = said.insert(Cell(event: name, state: number, words: words)).inserted
        if isNew { cells[name, default: [:]][number, default: []].append(words) }
      }
    }
    // In the order of their declaration; others, such as failures of services, behind them.
    let declared = (flat.chart.events ?? []).map(\.name.text)
    let known = Set(declared)
    columns = declared.filter { cells[$0] != nil } + columns.filter { !known.contains($0) }
    guard !columns.isEmpty else { return "This chart handles no events.\n" }
    var result = ""
    for start in stride(from: 0, to: columns.count, by: Self.eventsAside) {
      let part = columns[start..<min(start + Self.eventsAside, columns.count)]
      // Only states that answer one of the events have a row, and only through those is gone.
      let answering = Set(part.flatMap { Array((cells[$0] ?? [:]).keys) }).sorted()
      let rows = answering.map { number -> [String] in
        let row = part.map { (cells[$0]?[number] ?? []).joined(separator: " or ") }
        return [number == 0 ? "Any state" : link(number)] + row
      }
      if !result.isEmpty { result += "\n" }
      result += Markdown.table(["State"] + part.map { Markdown.code($0) }, rows)
    }
    return result
  }
}
