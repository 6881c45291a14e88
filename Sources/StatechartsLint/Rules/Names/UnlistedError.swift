import StatechartsModel

internal import Statecharts
internal import StatechartsYAML

/// Finds errors of transitions that the state does not list in which the flow is then.
struct UnlistedError: LintRule {
  static let description = RuleDescription(
    "unlisted-error", "State does not list an error that it is entered with", .warning, .names,
    why: "`errors:` says which errors a state can show. An error that is missing there may never be shown.",
    howToFix: "Add the error code to `errors:` of the state, or write another error in the transition.",
    bad: """
      context: { problem: { type: "error?" } }
      errors: { jammed: , frozen: }
      states:
        open:
          on:
            close: { target: closed, actions: { assign: { problem: ▸frozen } } }
        closed: { errors: [jammed], on: { push: open } }
      """,
    good: """
      context: { problem: { type: "error?" } }
      errors: { jammed: , frozen: }
      states:
        open:
          on:
            close: { target: closed, actions: { assign: { problem: frozen } } }
        closed: { errors: [jammed, frozen], on: { push: open } }
      """,
    alsoBad: [
      """
      context: { problem: { type: "error?" } }
      errors: { jammed: , frozen: }
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
      """,
      """
      outputs: { showError: { payload: { error: error } } }
      errors: { jammed: , frozen: }
      states:
        open:
          errors: [jammed]
          on:
            push: { actions: { emit: showError, data: { error: ▸frozen } } }
            close: closed
        closed: { type: final }
      """,
    ],
    alsoGood: [
      """
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

  func check(_ context: LintContext) -> [Diagnostic] {
    let variables = context.chart.context.filter(\.field.isError).map(\.name.text)
    // Of several variables, nobody knows which one is shown.
    let shown = variables.count == 1 ? variables.first : nil
    let outputs = Dictionary(
      (context.chart.outputs ?? []).map {
        ($0.name.text, Set($0.payload.filter(\.isError).map(\.name.text)))
      },
      uniquingKeysWith: { first, _ in first })
    let declared = Set((context.chart.errors ?? []).map(\.code.text))
    let codes = declared.subtracting(context.chart.context.map(\.name.text))
    let known = declared.union(ExpressionScope.platformErrorCodes)
    let tree = context.tree
    var lists: [Int: Set<String>] = [:]
    return tree.nodes.indices.flatMap { number -> [Diagnostic] in
      let state = tree.nodes[number].state
      let failures = state.invoke.flatMap(\.failed)
      let others =
        state.on.map(\.transition) + state.always + state.after.map(\.transition) + state.done
        + state.invoke.flatMap(\.done)
      let transitions = failures.map { ($0.transition, $0.code?.text) } + others.map { ($0, nil) }
      return transitions.flatMap { transition, failure -> [Diagnostic] in
        guard let target = target(of: transition, from: number, tree), context.unreadStates.isIntact(target)
        else {
          return []
        }
        let listed = lists[target] ?? errors(of: target, tree, known) ?? codes
        lists[target] = listed
        let entry = tree.nodes[target].state.entry
        let stored = shown.flatMap { name in
          entry.contains { !$0.errors(stored: name, [:]).isEmpty } ? nil : name
        }
        return transition.actions.flatMap { $0.errors(stored: stored, outputs) }.flatMap {
          value -> [Diagnostic] in
          guard let code = code(value, failure: failure, context), codes.contains(code),
            !listed.contains(code)
          else { return [] }
          return report(code, value, tree.nodes[target].state, context)
        }
      }
    }
  }

  /// The errors that a state and the states around it list; nil if one of them is unknown, for it may mean any.
  private func errors(of number: Int, _ tree: StateIndex, _ known: Set<String>) -> Set<String>? {
    let listed = Set(tree.selfAndAncestors(of: number).flatMap { tree.nodes[$0].state.errors.map(\.text) })
    return listed.isSubset(of: known) ? listed : nil
  }

  /// The state that shows the errors of a transition, if it has a list of errors.
  private func target(of transition: ChartTransition, from source: Int, _ tree: StateIndex) -> Int? {
    let number: Int? =
      switch transition.targets.count {
      case 0: source
      case 1: tree.number(of: transition.targets[0])
      default: nil
      }
    guard let number, tree.nodes[number].state.states.isEmpty, !tree.nodes[number].state.errors.isEmpty else {
      return nil
    }
    return number
  }

  /// The error code that an expression stands for; nil where that depends on what happens.
  private func code(_ expression: ChartExpression, failure: String?, _ context: LintContext) -> String? {
    guard let node = context.node(of: expression) else { return nil }
    switch node.kind {
    case .literal(.string(let code)): return code
    case .name(let code): return code
    case .field(let base, "error", _):
      if case .name("event") = base.kind { return failure }
      return nil
    default: return nil
    }
  }

  private func report(_ code: String, _ place: ChartExpression, _ state: StateNode, _ context: LintContext)
    -> [Diagnostic]
  {
    finding(
      "\(state.called.asSubject) does not list the error `\(code)` of this transition.",
      help:
        "If it shows this error, add `\(code)` to `errors:` of `\(state.id.text)`. If not, write another error here.",
      at: context.range(of: place.origin),
      related: context.range(of: state.errors[0]).map {
        [Diagnostic.Related(range: $0, message: "the errors of `\(state.id.text)`")]
      } ?? [])
  }
}

extension FieldDeclaration {
  /// Whether its value is an error code, or none.
  fileprivate var isError: Bool { [.error, .optional(.error)].contains(type) }
}

extension ChartAction {
  /// The errors that it stores in a variable or sends to the app.
  ///
  /// - Parameter outputs: The fields of outputs that are errors.
  fileprivate func errors(stored variable: String?, _ outputs: [String: Set<String>]) -> [ChartExpression] {
    switch kind {
    case .assign(let values): values.filter { $0.name.text == variable }.map(\.value)
    case .emit(let name, let data):
      data.filter { outputs[name.text]?.contains($0.name.text) == true }.map(\.value)
    default: []
    }
  }
}
