import Statecharts
package import StatechartsModel

/// A transition with its place in the chart. Two are the same when source and number are.
package struct ReferenceTransition: Equatable {
  /// What a transition waits for.
  package enum Trigger: Equatable {
    case nothing
    case descriptor(String)
    /// The platform's own done event of the source.
    case done
    /// The timer of the source with this delay.
    case timer(String)
    /// The end of an invocation of the source, by its id.
    case invocationDone(String)
    /// Its failure, with this code or with any.
    case invocationFailed(String, code: String?)
  }

  package let source: String
  package let number: Int
  package let trigger: Trigger
  package let model: ChartTransition

  package static func == (left: ReferenceTransition, right: ReferenceTransition) -> Bool {
    left.source == right.source && left.number == right.number
  }
}

/// The model, and who is whose child: nothing else is known in advance.
///
/// The root is called by `rootID`, which no state can have.
final class ReferenceChart {
  static let rootID = "<root>"

  let chart: Statechart
  private(set) var states: [String: StateNode] = [:]
  private(set) var parents: [String: String] = [:]
  private(set) var childIDs: [String: [String]] = [:]
  private(set) var ancestorIDs: [String: [String]] = [:]
  /// All ids, in document order.
  private(set) var documentOrder: [String] = []
  private(set) var places: [String: Int] = [:]
  private(set) var transitionsByState: [String: [ReferenceTransition]] = [:]

  init(_ chart: Statechart) {
    self.chart = chart
    add(chart.root, Self.rootID, parent: nil)
  }

  private func add(_ state: StateNode, _ id: String, parent: String?) {
    states[id] = state
    places[id] = documentOrder.count
    documentOrder.append(id)
    if let parent {
      parents[id] = parent
      ancestorIDs[id] = [parent] + properAncestors(of: parent)
    }
    childIDs[id] = state.states.map(\.id.text)
    transitionsByState[id] = transitions(of: state, id)
    for child in state.states { add(child, child.id.text, parent: id) }
  }

  /// A state's transitions in the order in which they are tried: its `done`, its invocations, its timers, then `on`; those without
  /// event are never tried together with the others.
  private func transitions(of state: StateNode, _ id: String) -> [ReferenceTransition] {
    var result: [ReferenceTransition] = []
    func add(_ trigger: ReferenceTransition.Trigger, _ transition: ChartTransition) {
      result.append(
        ReferenceTransition(source: id, number: result.count, trigger: trigger, model: transition))
    }
    for transition in state.done { add(.done, transition) }
    for invocation in state.invoke {
      let id = invocation.effectiveID
      for transition in invocation.done { add(.invocationDone(id), transition) }
      // `any` is tried last wherever it stands.
      for failure in invocation.failed {
        if let code = failure.code { add(.invocationFailed(id, code: code.text), failure.transition) }
      }
      for failure in invocation.failed where failure.code == nil {
        add(.invocationFailed(id, code: nil), failure.transition)
      }
    }
    for delayed in state.after { add(.timer(delayed.name.text), delayed.transition) }
    for answer in state.on { add(.descriptor(answer.event.name.text), answer.transition) }
    for transition in state.always { add(.nothing, transition) }
    return result
  }

  func state(_ id: String) -> StateNode { states[id] ?? chart.root }

  /// All invocations with their states, in document order. Their ids differ.
  var invocations: [(state: String, model: ChartInvocation)] {
    documentOrder.flatMap { id in state(id).invoke.map { (id, $0) } }
  }

  func invocation(_ id: String) -> ChartInvocation? {
    invocations.first { $0.model.effectiveID == id }?.model
  }

  /// From the parent upwards.
  func properAncestors(of id: String) -> [String] { ancestorIDs[id] ?? [] }

  func children(of id: String) -> [String] { childIDs[id] ?? [] }

  func transitions(of id: String) -> [ReferenceTransition] { transitionsByState[id] ?? [] }

  func isHistory(_ id: String) -> Bool {
    if case .history = state(id).kind { return true }
    return false
  }

  func isParallel(_ id: String) -> Bool { state(id).kind == .parallel }

  func isCompound(_ id: String) -> Bool { state(id).kind == .plain && !state(id).states.isEmpty }

  func isFinal(_ id: String) -> Bool { state(id).kind == .final }

  func isAtomic(_ id: String) -> Bool { !isHistory(id) && state(id).states.isEmpty }

  func inDocumentOrder(_ ids: [String]) -> [String] {
    ids.sorted { (places[$0] ?? 0) < (places[$1] ?? 0) }
  }

  /// getChildStates: history states are pseudo-states and no children.
  func childStates(_ id: String) -> [String] { children(of: id).filter { !isHistory($0) } }

  func isDescendant(_ id: String, _ ancestor: String) -> Bool {
    properAncestors(of: id).contains(ancestor)
  }
}
