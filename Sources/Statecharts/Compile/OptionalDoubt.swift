package import StatechartsModel

/// A place that needs a value where there may be none, as far as the transition around it tells.
package struct OptionalDoubt: Hashable, Sendable {
  /// Where in a state a place is.
  package enum Part: Hashable, Sendable {
    /// In a guard, a service, a delay or the output.
    case inside
    /// In the actions of `entry`.
    case entry
    /// In the actions of `exit`.
    case exit
    /// In the actions on the way to the initial state.
    case initial
    /// In the actions of a transition.
    case transition(Origin)
  }

  /// What may have no value.
  package var use: CheckedExpression.OptionalUse
  /// The expression.
  package var expression: Expression
  /// What the value of the whole expression is for, such as "`name`"; nil for a condition.
  package var receiver: String?
  /// The state at which it stands.
  package var state: Int
  /// Where in the state.
  package var part: Part
  /// Whether the same list of actions has assigned the variable before, so that what the states before tell does not
  /// count.
  package var isAssignedBefore: Bool
  /// Whether the expression is a guard or the condition of an `if`.
  package var isCondition: Bool
}

/// What takes values away from variables, so that a guard that has looked at one says nothing any more.
///
/// Between a guard and the actions of its transition, states are left. And inside a parallel state other transitions may
/// be taken with it.
struct ValueLosses {
  // Decision: Docs/decisions/linter.md#optional-values-are-checked
  /// By state: the variables that may lose their value when it is left.
  private var onExit: [Int: Set<String>] = [:]
  /// By state: the variables that may lose their value by its transitions.
  private var onTransition: [Int: Set<String>] = [:]

  init(of compiler: Compiler) {
    let chart = compiler.chart
    let payloads = (chart.events ?? []).map(\.payload) + (chart.errors ?? []).map(\.payload)
    let results = (chart.handlers.services ?? []).map { service -> [Field] in
      if case .record(let fields)? = service.result { fields } else { [] }
    }
    let form = SetForm(
      optionalFields: Set(
        (payloads + results).joined().filter { StaticType($0).isOptional }.map(\.name.text)),
      requiredVariables: Set(chart.context.filter { !StaticType($0.field).isOptional }.map(\.name.text)))
    for variable in chart.context {
      for name in variable.clearedOnExitOf {
        guard let state = compiler.stateNumbers[name.text] else { continue }
        onExit[state, default: []].insert(variable.name.text)
      }
    }
    for (number, state) in compiler.models.enumerated() {
      onExit[number, default: []].formUnion(form.losses(in: state.exit))
      let transitions =
        state.on.map(\.transition) + state.always + state.done + state.after.map(\.transition)
        + state.invoke.flatMap { $0.done + $0.failed.map(\.transition) }
      onTransition[number] = form.losses(in: transitions.flatMap(\.actions))
    }
    onExit = onExit.filter { !$0.value.isEmpty }
    onTransition = onTransition.filter { !$0.value.isEmpty }
  }

  /// What is left of paths that have a value.
  ///
  /// - Parameters:
  ///   - exited: The states that are left.
  ///   - others: The states that may do something before: other regions, and what is around them.
  func left(of paths: Set<String>, exiting exited: Range<Int>, beside others: (Int) -> Bool) -> Set<String> {
    guard !paths.isEmpty else { return paths }
    var lost: Set<String> = []
    for (state, names) in onExit where exited.contains(state) || others(state) { lost.formUnion(names) }
    for (state, names) in onTransition where others(state) { lost.formUnion(names) }
    return paths.filter { path in !lost.contains { path.isPath(from: $0) } }
  }

  /// Whether the form of an assigned value tells that it is one.
  private struct SetForm {
    var optionalFields: Set<String>
    var requiredVariables: Set<String>

    /// The variables that some actions may leave without a value.
    func losses(in actions: [Action]) -> Set<String> {
      var result: Set<String> = []
      var open = actions
      while let action = open.popLast() {
        switch action.kind {
        case .assign(let values):
          for value in values where !result.contains(value.name.text) {
            let node = try? parse(value.value.text)
            if node.map(isSet) != true { result.insert(value.name.text) }
          }
        case .block(let inner): open += inner
        case .choose(let branches, let otherwise): open += otherwise + branches.flatMap(\.actions)
        case .forEach(_, _, _, let body): open += body
        case .handler, .raise, .send, .emit, .cancel, .cancelComputed, .log: continue
        }
      }
      return result
    }

    private func isSet(_ node: ExpressionNode) -> Bool {
      switch node.kind {
      case .literal(let value): value != .unset
      case .name(let name): requiredVariables.contains(name)
      case .field(_, let name, _): node.root == "event" && !optionalFields.contains(name)
      case .index: false
      case .orElse(let operands): operands.last.map(isSet) ?? false
      default: true
      }
    }
  }
}

extension String {
  /// Whether a path begins with a variable, or asks one for the place of an element.
  func isPath(from variable: String) -> Bool {
    guard contains("[") || hasPrefix(variable) else { return false }
    return self == variable || hasPrefix(variable + ".") || contains("[")
  }
}

// What has a value, followed through guards and actions. Only the linter asks.
extension Compiler {
  /// What a condition adds if it holds, or if it does not.
  func setPaths(by condition: Expression, if truth: Bool) -> Set<String> {
    guard losses != nil, let node = try? parse(condition.text) else { return [] }
    return node.setPaths(if: truth)
  }

  /// What the guard of a transition that was not taken adds for those after it.
  func setPaths(unlessTaken transition: Transition) -> Set<String> {
    guard losses != nil, let condition = transition.guard, let node = try? parse(condition.text) else {
      return []
    }
    return node.setPathsUnlessTrue
  }

  /// Notes the places in an expression that need a value where there may be none.
  mutating func note(
    _ checked: CheckedExpression, of expression: Expression, _ situation: Situation, for receiver: String?,
    isCondition: Bool
  ) {
    optionalDoubts += checked.optionalUses.map { use in
      OptionalDoubt(
        use: use, expression: expression, receiver: receiver, state: situation.state, part: situation.part,
        isAssignedBefore: use.variable.map(situation.assigned.contains) ?? false, isCondition: isCondition)
    }
  }

  /// Notes that a variable was assigned.
  mutating func noteAssignment(
    of name: String, _ value: CheckedExpression, at origin: Origin, in situation: inout Situation
  ) {
    guard losses != nil else { return }
    if value.isSurelySet { surelySet.insert(origin) }
    situation.assigned.insert(name)
    situation.setPaths = situation.setPaths.filter { !$0.isPath(from: name) }
    if value.isSurelySet { situation.setPaths.insert(name) }
  }

  /// Forgets what a body assigns that runs any number of times.
  func forgetAssigned(in actions: [Action], _ situation: inout Situation) {
    guard losses != nil else { return }
    var open = actions
    while let action = open.popLast() {
      switch action.kind {
      case .assign(let values):
        for value in values {
          situation.assigned.insert(value.name.text)
          situation.setPaths = situation.setPaths.filter { !$0.isPath(from: value.name.text) }
        }
      case .block(let inner): open += inner
      case .choose(let branches, let otherwise): open += otherwise + branches.flatMap(\.actions)
      case .forEach(_, _, _, let body): open += body
      case .handler, .raise, .send, .emit, .cancel, .cancelComputed, .log: continue
      }
    }
  }

  /// What is left of what a guard says when the actions of its transition are done.
  func setPathsAfterExit(_ paths: Set<String>, from source: Int, domain: Int) -> Set<String> {
    guard let losses else { return paths }
    var region = source
    var parallel = -1
    // The regions beside each parallel state around it, as the states that are in it and not in its own region.
    var own: [(parallel: Int, region: Int)] = []
    while region >= 0 {
      let parent = states[region].parent
      if parent >= 0, states[parent].kind == .parallel {
        own.append((parent, region))
        parallel = parent
      }
      region = parent
    }
    let left = domain < 0 ? 0..<0 : domain + 1..<max(states[domain].end, domain + 1)
    return losses.left(of: paths, exiting: left) { state in
      // What is around a region may act for another one.
      parallel >= 0 && isDescendant(parallel, of: state) || state == parallel
        || own.contains { parallel, region in
          isDescendant(state, of: parallel) && state != region && !isDescendant(state, of: region)
        }
    }
  }
}
