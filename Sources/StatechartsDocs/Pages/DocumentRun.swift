public import Statecharts
import StatechartsModel

/// One recorded run of a chart: where it went, and what happened, to be drawn and told.
public struct DocumentRun: Sendable {
  // Decision: Docs/decisions/diagrams-and-pages.md#a-run-defines-the-happy-path
  /// A transition that was taken.
  struct Way: Hashable {
    var source: String
    var trigger: String?
    var targets: [String]
    var label: String?
  }

  /// One step as a person would tell it. Nothing in it is escaped.
  public struct Step: Sendable {
    /// What happened to the chart.
    public var what: String
    /// What the chart did, a sentence each.
    public var did: [String]
    /// Where it was afterwards; nil when it stayed where it was.
    public var place: String?

    /// Makes a step.
    public init(what: String, did: [String], place: String?) {
      self.what = what
      self.did = did
      self.place = place
    }
  }

  /// The steps, in order.
  public private(set) var steps: [Step] = []
  /// The ids of all states that were entered.
  public private(set) var states: Set<String> = []
  /// The ids of the states in which the run ended, those without active children.
  public private(set) var last: [String] = []
  private(set) var ways: Set<Way> = []

  /// Begins an empty run.
  public init() {}

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - step: The step in words.
  ///   - microsteps: What the engine did in it.
  ///   - configuration: The active states without children afterwards.
  public mutating func add(_ step: Step, _ microsteps: [Microstep], configuration: [String]) {
    steps.append(step)
    for microstep in microsteps {
      states.formUnion(microstep.entered)
      for way in microstep.taken {
        ways.insert(Way(source: way.source, trigger: way.trigger, targets: way.targets, label: way.label))
        states.insert(way.source)
      }
    }
    last = configuration
  }

  /// The run as a numbered list in Markdown, for readers without pictures.
  func story() -> String {
    var result = ""
    for (number, step) in steps.enumerated() {
      result += "\(number + 1). \(Markdown.text(step.what))"
      if let place = step.place { result += " → **\(Markdown.text(place))**" }
      result += "\n"
      for line in step.did { result += "    - \(Markdown.text(line))\n" }
    }
    return result.isEmpty ? "This run has no steps.\n" : result
  }

  /// The chart with nothing but what the run went through.
  func walked(_ chart: Statechart) -> Statechart {
    var result = chart
    result.root = kept(chart.root, targets: Set(ways.flatMap(\.targets)), isRoot: true) ?? chart.root
    // A frame around everything says nothing here, and Mermaid 11 fails to draw some that hold four levels of others.
    if result.root.kind == .parallel { result.root.kind = .plain }
    return result
  }

  /// Whether a transition was taken.
  func took(_ trigger: Trigger, _ transition: ChartTransition, from id: String) -> Bool {
    let name: String? =
      switch trigger {
      case .event(let descriptor): descriptor.name.text
      case .completed(let invocation): "\(invocation.effectiveID) done"
      case .failed(let invocation, nil): "\(invocation.effectiveID) failed"
      case .failed(let invocation, let code?): "\(invocation.effectiveID) failed: \(code.text)"
      case .done: "done"
      case .after(let name): "after \(name.text)"
      case .always: nil
      }
    return ways.contains(
      Way(source: id, trigger: name, targets: transition.targets.map(\.text), label: transition.label))
  }

  /// A state with the ways that were taken; nil for one that was not entered. States nest as deep as the reader allows.
  private func kept(_ state: StateNode, targets: Set<String>, isRoot: Bool = false) -> StateNode? {
    var state = state
    let id = state.id.text
    state.states = state.states.compactMap { kept($0, targets: targets) }
    guard isRoot || states.contains(id) || targets.contains(id) || !state.states.isEmpty else { return nil }
    func isTaken(_ trigger: String?, _ transition: ChartTransition) -> Bool {
      // A way whose guard holds and that only acts says more about the state than about the run.
      transition.targets.isEmpty
        ? false
        : ways.contains(
          Way(source: id, trigger: trigger, targets: transition.targets.map(\.text), label: transition.label))
    }
    state.on = state.on.filter { isTaken($0.event.name.text, $0.transition) }
    state.always = state.always.filter { isTaken(nil, $0) }
    state.after = state.after.filter { isTaken("after \($0.name.text)", $0.transition) }
    state.done = state.done.filter { isTaken("done", $0) }
    for index in state.invoke.indices {
      let service = state.invoke[index].effectiveID
      state.invoke[index].done = state.invoke[index].done.filter { isTaken("\(service) done", $0) }
      state.invoke[index].failed = state.invoke[index].failed.filter { failure in
        isTaken(
          failure.code.map { "\(service) failed: \($0.text)" } ?? "\(service) failed", failure.transition)
      }
    }
    if let initial = state.initial, !initial.targets.contains(where: { holds($0.text, in: state) }) {
      state.initial = nil
    }
    return state
  }

  private func holds(_ id: String, in state: StateNode) -> Bool {
    var pending = state.states
    while let next = pending.popLast() {
      if next.id.text == id { return true }
      pending += next.states
    }
    return false
  }
}
