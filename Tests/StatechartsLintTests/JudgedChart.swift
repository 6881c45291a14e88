import Statecharts
import StatechartsLint
import StatechartsModel
import StatechartsYAML

/// What the linter says of a chart, state by state and transition by transition.
struct JudgedChart {
  /// The rules that say of a transition that it is never taken.
  private static let rules = ["hidden-transition", "overridden-transition", "dead-timer", "never-done"]

  /// The chart as it was read from its text.
  let compiled: CompiledChart
  /// The findings, for people.
  let reported: [String]
  /// Ids of states, and labels of transitions, that findings are about.
  private(set) var flagged: Set<String> = []
  /// The others that cannot happen when those do not: nothing else leads to them.
  private(set) var implied: Set<String> = []
  /// The rest, which must happen.
  var others: Set<String> { all.subtracting(flagged).subtracting(implied) }
  private var all: Set<String> = []

  /// Checks a chart; nil when it cannot be used.
  init?(_ chart: Statechart) {
    let file = Self.lint(chart)
    reported = file.findings.map {
      "\($0.location.start.line): \($0.diagnostic.message) [\($0.diagnostic.rule)]"
    }
    let reading = ChartReader().read(file.source)
    guard let read = reading.chart, let compiled = try? CompiledChart(read) else { return nil }
    self.compiled = compiled
    let findings = Findings(file, reading)
    note(read.root, isRoot: true)
    flagged = findings.states(read.root).union(findings.transitions(read.root, Self.rules))
    implied = Self.consequences(chart, flagged)
  }

  private static func lint(_ chart: Statechart) -> LintedFile {
    Linter().lint(SourceText(name: "free.yaml", bytes: Array(ChartWriter().text(of: chart).utf8)))
  }

  private mutating func note(_ state: StateNode, isRoot: Bool = false) {
    if case .history = state.kind { return }
    if !isRoot { all.insert(state.id.text) }
    all.formUnion(state.labels)
    for child in state.states { note(child) }
  }

  /// What nothing leads to any more when what never happens is taken out of a chart.
  private static func consequences(_ chart: Statechart, _ never: Set<String>) -> Set<String> {
    var never = never
    var chart = chart
    while true {
      chart.root = chart.root.without(never)
      let file = lint(chart)
      let reading = ChartReader().read(file.source)
      guard let root = reading.chart?.root else { return never }
      let findings = Findings(file, reading)
      let more = findings.states(root).union(findings.transitions(root, rules))
      if more.isSubset(of: never) { return never }
      never.formUnion(more)
    }
  }

  /// The places of findings by rule; states that are cut off with another one are reported with it.
  private struct Findings {
    private var places: [String: Set<Int>] = [:]
    private let reading: ChartReading

    init(_ file: LintedFile, _ reading: ChartReading) {
      for finding in file.findings {
        places[finding.diagnostic.rule, default: []].insert(finding.diagnostic.range.lowerBound)
        guard finding.diagnostic.rule == "unreachable-state" else { continue }
        places["unreachable-state", default: []].formUnion(finding.diagnostic.related.map(\.range.lowerBound))
      }
      self.reading = reading
    }

    private func has(_ rule: String, _ origin: ModelOrigin) -> Bool {
      origin != .none && places[rule]?.contains(reading.range(of: origin).lowerBound) == true
    }

    /// The states that nothing leads to, with all that is inside them, and what waits for them.
    func states(_ state: StateNode, isInside: Bool = false) -> Set<String> {
      let isFound = isInside || has("unreachable-state", state.id.origin)
      var result: Set<String> = []
      if isFound {
        result = Set(state.labels)
        if case .history = state.kind {} else { result.insert(state.id.text) }
      }
      for child in state.states { result.formUnion(states(child, isInside: isFound)) }
      // What ends a state that is reported as never reached ends it no more.
      if !state.canEnd(without: result), has("never-done", state.done.first?.origin ?? .none) == false {
        result.formUnion(state.done.compactMap(\.label))
      }
      return result
    }

    /// The labels of transitions that findings of some rules are about, by their own place or that of their trigger.
    func transitions(_ state: StateNode, _ rules: [String]) -> Set<String> {
      var result: Set<String> = []
      func judge(_ transition: ChartTransition, _ trigger: ChartName? = nil) {
        let isFound = rules.contains { rule in
          has(rule, transition.origin) || has(rule, trigger?.origin ?? .none)
        }
        if isFound, let label = transition.label { result.insert(label) }
      }
      for entry in state.on { judge(entry.transition) }
      for delayed in state.after { judge(delayed.transition, delayed.name) }
      // One finding stands for all that wait for the end of a state.
      let isNeverDone = state.done.contains { has("never-done", $0.origin) }
      for transition in state.done {
        judge(transition)
        if isNeverDone, let label = transition.label { result.insert(label) }
      }
      for transition in state.always { judge(transition) }
      for invocation in state.invoke {
        for transition in invocation.done + invocation.failed.map(\.transition) { judge(transition) }
      }
      for child in state.states { result.formUnion(transitions(child, rules)) }
      return result
    }
  }
}

extension StateNode {
  /// The labels of the state's own transitions.
  fileprivate var labels: [String] { transitions.compactMap(\.label) }

  private var transitions: [ChartTransition] {
    let services = invoke.flatMap { $0.done + $0.failed.map(\.transition) }
    return on.map(\.transition) + always + after.map(\.transition) + done + services
  }

  /// Whether a transition leads from outside a state to a final state in it, so that the state ends as soon as it is entered. The
  /// linter does not follow what that keeps from happening.
  func isEnteredAtItsEnd(in root: StateNode) -> Bool {
    let ends = states.filter { $0.kind == .final }.map(\.id)
    return root.id != id && !ends.isEmpty && root.targets(outside: id).contains(where: ends.contains)
      || states.contains { $0.isEnteredAtItsEnd(in: root) }
  }

  private func targets(outside other: ChartName) -> [ChartName] {
    id == other ? [] : transitions.flatMap(\.targets) + states.flatMap { $0.targets(outside: other) }
  }

  /// Whether the state's end can come when some states are never entered.
  fileprivate func canEnd(without never: Set<String>) -> Bool {
    switch kind {
    case .plain: return states.contains { $0.kind == .final && !never.contains($0.id.text) }
    case .parallel:
      return states.allSatisfy { region in
        if case .history = region.kind { return true }
        return region.canEnd(without: never)
      }
    case .final, .history, .choice: return false
    }
  }

  /// The state, and all inside, without transitions of some labels, and states of some names.
  fileprivate func without(_ labels: Set<String>) -> StateNode {
    func isKept(_ transition: ChartTransition) -> Bool { !labels.contains(transition.label ?? "") }
    var state = self
    state.on.removeAll { !isKept($0.transition) }
    state.after.removeAll { !isKept($0.transition) }
    state.always.removeAll { !isKept($0) }
    state.done.removeAll { !isKept($0) }
    for index in state.invoke.indices {
      state.invoke[index].done.removeAll { !isKept($0) }
      state.invoke[index].failed.removeAll { !isKept($0.transition) }
    }
    state.states = state.states.filter { !labels.contains($0.id.text) }.map { $0.without(labels) }
    return state
  }
}
