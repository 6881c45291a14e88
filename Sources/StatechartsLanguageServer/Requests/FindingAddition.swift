internal import Statecharts
internal import StatechartsEditing
internal import StatechartsModel
internal import StatechartsYAML

/// What may be added to a chart because of a finding: a declaration, a transition for failures or a time limit.
struct FindingAddition {
  /// What it does, as a command to the reader.
  let title: String
  /// What may be added. Of several, the one that leaves the fewest findings is taken.
  let candidates: [ChartAddition]

  /// What the finding of a rule asks for; nil where that is not an addition.
  init?(_ finding: Diagnostic, _ index: ChartIndex, _ source: SourceText) {
    let offset = finding.range.lowerBound
    let name = source.text(in: finding.range).trimmingQuotes
    switch finding.rule {
    case "unknown-event": self.init(declaring: name, "the event", under: ["events"])
    case "unknown-error": self.init(declaring: name, "the error code", under: ["errors"])
    case "unknown-output": self.init(declaring: name, "the output", under: ["outputs"])
    case "unknown-variable":
      self.init(
        declaring: name, "the variable", under: ["context"],
        as: [
          "{ type: bool, initial: false }", "{ type: int, initial: 0 }", "{ type: string, initial: \"''\" }",
          "{ type: error, optional: true }",
        ])
    case "unknown-handler":
      guard let use = index.allUses.last(where: { $0.range.touches(offset) }) else { return nil }
      let list: String
      switch use.kind {
      case .guard: list = "guards"
      case .action: list = "actions"
      case .service: list = "services"
      case .query: list = "queries"
      case .state, .event, .variable, .error, .output, .element: return nil
      }
      self.init(declaring: use.name, "the \(use.kind.words)", under: ["handlers", list])
    case "missing-timeout":
      self.init(
        title: "Add `timeout: 15s`",
        candidates: [ChartAddition(["timeout"], value: "15s", invocation: offset)])
    case "unhandled-error":
      guard let state = index.state(invokingAt: offset), let target = index.fallback(of: state) else {
        return nil
      }
      self.init(
        title: "Add `failed: { any: \(target) }`",
        candidates: [ChartAddition(["failed", "any"], value: target, invocation: offset)])
    default: return nil
    }
  }

  private init?(
    declaring name: String, _ what: String, under keys: [String], as values: [String] = ["{}"]
  ) {
    guard !name.isEmpty, !name.utf8.contains(0x0A) else { return nil }
    self.init(
      title: "Declare \(what) `\(name)`",
      candidates: values.map { ChartAddition(keys + [name], value: $0) })
  }

  private init(title: String, candidates: [ChartAddition]) {
    self.title = title
    self.candidates = candidates
  }
}

extension String {
  /// The text without the quotes around it.
  fileprivate var trimmingQuotes: String {
    guard let first = utf8.first, utf8.count > 1, first == utf8.last, "'\"".utf8.contains(first) else {
      return self
    }
    return String(dropFirst().dropLast())
  }
}

extension ChartIndex {
  /// The state whose invocation has an offset.
  fileprivate func state(invokingAt offset: Int) -> StateNode? {
    ([chart.root] + states).first { state in
      state.invoke.contains { invocation in
        document.node(of: invocation.origin).map { document.range(of: $0).touches(offset) } ?? false
      }
    }
  }

  /// Where people go when a state fails: back to the state that they came from, or to the first one.
  fileprivate func fallback(of state: StateNode) -> String? {
    let waiting = Set(([chart.root] + states).filter { !$0.on.isEmpty && $0.invoke.isEmpty }.map(\.id.text))
    let others = [state.id.text, chart.root.id.text]
    let before = transitions.filter { $0.targets.map(\.text) == [state.id.text] }.map(\.source)
      .filter { !others.contains($0) }
    let target =
      before.first(where: waiting.contains) ?? before.first ?? chart.root.initial?.targets.first?.text
    return target.flatMap { others.contains($0) ? nil : $0 }
  }
}
