import StatechartsModel

internal import Statecharts

/// Reports where a document shows that its chart may differ from SCXML's algorithm (`Docs/reference/semantics.md`).
enum AlgorithmDifferences {
  /// A state and the ids of those around it.
  private typealias Placed = (state: StateNode, outer: Set<String>)

  /// Reports the transitions and states of a chart that may do something else than in SCXML.
  static func report(in root: StateNode, to remarks: DocumentRemarks) {
    let all = placed(root, [])
    let histories = histories(in: all)
    let descriptors = all.flatMap { $0.state.on.map(\.event) }
    for (state, outer) in all {
      var reported: Set<ModelOrigin> = []
      for transition in state.on.map(\.transition) + state.always {
        guard
          let parent = transition.targets.lazy.compactMap({ histories[$0.text] }).first(
            where: outer.contains),
          reported.insert(transition.origin).inserted
        else { continue }
        remarks.add(
          .differs,
          "On a transition from inside `\(parent)` to its history, a chart exits all states in `\(parent)`, but SCXML "
            + "may exit fewer.", transition.origin)
      }
      guard state.kind == .parallel else { continue }
      for region in state.states {
        if region.kind == .final {
          remarks.add(
            .differs,
            "SCXML does not allow `final` directly in `parallel`. In a chart it is a region that is done.",
            region.origin)
        }
        if region.kind == .parallel, descriptors.contains(where: { $0.matches("done.state.\(state.id)") }) {
          remarks.add(
            .differs,
            "`\(state.id)` can be done in a chart, but never in SCXML, because its region `\(region.id)` is parallel "
              + "itself.", region.origin)
        }
      }
    }
  }

  /// All states inside one, in document order.
  private static func placed(_ state: StateNode, _ outer: Set<String>) -> [Placed] {
    state.states.flatMap { child in
      [(child, outer)] + placed(child, outer.union([child.id.text]))
    }
  }

  /// The parents of histories, by the ids of those that can stand for states further inside, or for several. A shallow
  /// one of a plain state stands for a state directly in it, so that SCXML leaves as much as a chart.
  private static func histories(in all: [Placed]) -> [String: String] {
    var result: [String: String] = [:]
    for (state, _) in all {
      for child in state.states {
        guard case .history(let isDeep) = child.kind, isDeep || state.kind == .parallel else { continue }
        result[child.id.text] = state.id.text
      }
    }
    return result
  }
}
