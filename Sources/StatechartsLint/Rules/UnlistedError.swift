import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds errors that are stored on entering a state whose list of errors lacks them.
struct UnlistedError: LintRule {
  static let description = RuleDescription(
    "unlisted-error", "State does not list an error that it is entered with", .warning, .names,
    why: "`errors:` says which errors a state can show. An error that is missing there may never be shown.",
    howToFix: "Add the error code to `errors:` of the state, or store another error.",
    bad: """
      statechart: 1
      id: door
      context: { problem: { type: "error?" } }
      errors: { jammed: , frozen: }
      initial: open
      states:
        open:
          on:
            close: { target: closed, actions: { assign: { problem: ▸frozen } } }
        closed: { errors: [jammed], on: { push: open } }
      """,
    good: """
      statechart: 1
      id: door
      context: { problem: { type: "error?" } }
      errors: { jammed: , frozen: }
      initial: open
      states:
        open:
          on:
            close: { target: closed, actions: { assign: { problem: frozen } } }
        closed: { errors: [jammed, frozen], on: { push: open } }
      """,
    alsoBad: [
      """
      statechart: 1
      id: door
      context: { problem: { type: "error?" } }
      errors: { jammed: , frozen: }
      initial: open
      states:
        open:
          errors: [jammed]
          on: { push: closing }
        closing:
          invoke:
            service: close
            timeout: 5s
            done: closed
            failed:
              frozen: { target: open, actions: { assign: { problem: ▸event.error } } }
              any: open
        closed: { type: final }
      """
    ],
    alsoGood: [
      """
      statechart: 1
      id: door
      context: { problem: { type: "error?" } }
      errors: { jammed: , frozen: }
      initial: room
      states:
        room:
          errors: [frozen]
          initial: open
          states:
            open:
              on:
                close: { target: closed, actions: { assign: { problem: frozen } } }
            # The state around it shows this error.
            closed: { errors: [jammed], on: { push: open } }
      """
    ])

  func check(_ chart: LintContext) -> [Diagnostic] {
    let variables = chart.chart.context.filter { [.error, .optional(.error)].contains($0.field.type) }
    // Of several, nobody knows which one is shown.
    guard variables.count == 1, let shown = variables.first?.name.text else { return [] }
    let names = Set(chart.chart.context.map(\.name.text))
    let codes = Set((chart.chart.errors ?? []).map(\.code.text)).subtracting(names)
    let tree = chart.tree
    var lists: [Int: Set<String>] = [:]
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      let failures = state.invoke.flatMap(\.failed)
      let others =
        state.on.map(\.transition) + state.always + state.after.map(\.transition) + state.done
        + state.invoke.flatMap(\.done)
      let transitions = failures.map { ($0.transition, $0.code?.text) } + others.map { ($0, nil) }
      return transitions.flatMap { transition, failure -> [Diagnostic] in
        guard let target = target(of: transition, from: number, tree), chart.damage.spares(target),
          !tree.nodes[target].state.entry.contains(where: { $0.sets(shown) })
        else { return [] }
        let listed = lists[target] ?? errors(of: target, tree)
        lists[target] = listed
        return transition.actions.flatMap { action -> [Diagnostic] in
          guard case .assign(let values) = action.kind else { return [] }
          return values.flatMap { value -> [Diagnostic] in
            guard value.name.text == shown, let code = code(value.value, failure: failure, chart),
              codes.contains(code), !listed.contains(code)
            else { return [] }
            return report(code, value.value, tree.nodes[target].state, chart)
          }
        }
      }
    }
  }

  /// The errors that a state and the states around it list.
  private func errors(of number: Int, _ tree: StateTree) -> Set<String> {
    Set(tree.selfAndAncestors(of: number).flatMap { tree.nodes[$0].state.errors.map(\.text) })
  }

  /// The state that shows what a transition stores, if it has a list of errors.
  private func target(of transition: ChartTransition, from source: Int, _ tree: StateTree) -> Int? {
    let number: Int? =
      switch transition.targets.count {
      case 0: source
      case 1: tree.number(of: transition.targets[0])
      default: nil
      }
    guard let number, tree.nodes[number].children.isEmpty, !tree.nodes[number].state.errors.isEmpty else {
      return nil
    }
    return number
  }

  /// The error code that an expression stands for; nil where that depends on what happens.
  private func code(_ expression: ChartExpression, failure: String?, _ chart: LintContext) -> String? {
    guard let node = chart.node(of: expression) else { return nil }
    switch node.kind {
    case .literal(.string(let code)): return code
    case .name(let code): return code
    case .field(let base, "error", _):
      if case .name("event") = base.kind { return failure }
      return nil
    default: return nil
    }
  }

  private func report(_ code: String, _ place: ChartExpression, _ state: StateNode, _ chart: LintContext)
    -> [Diagnostic]
  {
    finding(
      "\(state.called.asSubject) does not list the error `\(code)`, which is stored here.",
      help:
        "If it shows this error, add `\(code)` to `errors:` of `\(state.id.text)`. If not, store another error.",
      at: chart.range(of: place.origin),
      related: chart.range(of: state.errors[0]).map {
        [Diagnostic.Related(range: $0, message: "the errors of `\(state.id.text)`")]
      } ?? [])
  }
}

extension ChartAction {
  /// Whether it sets a variable.
  fileprivate func sets(_ variable: String) -> Bool {
    guard case .assign(let values) = kind else { return false }
    return values.contains { $0.name.text == variable }
  }
}
