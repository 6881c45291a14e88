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
    case transition(ModelOrigin)
  }

  /// What may have no value.
  package var use: CheckedExpression.OptionalUse
  /// The expression.
  package var expression: ChartExpression
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
  /// By variable: the states on whose exit it may lose its value, ascending.
  private var onExit: [String: [Int]] = [:]
  /// By variable: the states by whose transitions it may lose its value, ascending.
  private var onTransition: [String: [Int]] = [:]

  init(of compiler: Compiler) {
    let chart = compiler.chart
    let payloads = (chart.events ?? []).map(\.payload) + (chart.errors ?? []).map(\.payload)
    let results = (chart.handlers.services ?? []).map { service -> [FieldDeclaration] in
      if case .record(let fields)? = service.result { fields } else { [] }
    }
    let form = SetForm(
      optionalFields: Set(
        (payloads + results).joined().filter { StaticType($0).isOptional }.map(\.name.text)),
      requiredVariables: Set(chart.context.filter { !StaticType($0.field).isOptional }.map(\.name.text)))
    for (number, state) in compiler.models.enumerated() {
      for name in form.losses(in: state.exit) { onExit[name, default: []].append(number) }
      let transitions =
        state.on.map(\.transition) + state.always + state.done + state.after.map(\.transition)
        + state.invoke.flatMap { $0.done + $0.failed.map(\.transition) }
      for name in form.losses(in: transitions.flatMap(\.actions)) {
        onTransition[name, default: []].append(number)
      }
    }
    for variable in chart.context where !variable.clearedOnExitOf.isEmpty {
      let states = variable.clearedOnExitOf.compactMap { compiler.stateNumbers[$0.text] }
      onExit[variable.name.text] = ((onExit[variable.name.text] ?? []) + states).sorted()
    }
  }

  /// Whether a variable may lose its value.
  ///
  /// - Parameters:
  ///   - exited: The states that are left.
  ///   - regions: Parallel states around, each with the region in it that does not count.
  ///   - around: The states that are around the outermost of those, and it itself.
  func mayLose(
    _ variable: String, exiting exited: Range<Int>, beside regions: [(all: Range<Int>, own: Range<Int>)],
    around: [Int]
  ) -> Bool {
    let (exits, transitions) = (onExit[variable] ?? [], onTransition[variable] ?? [])
    if exits.count(in: exited) > 0 { return true }
    return regions.contains { all, own in
      [exits, transitions].contains { $0.count(in: all) > $0.count(in: own) }
    } || around.contains { transitions.count(in: $0..<$0 + 1) > 0 }
  }

  /// Whether the form of an assigned value tells that it is one.
  private struct SetForm {
    var optionalFields: Set<String>
    var requiredVariables: Set<String>

    /// The variables that some actions may leave without a value.
    func losses(in actions: [ChartAction]) -> Set<String> {
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

extension [Int] {
  /// How many of ascending numbers lie in a range.
  fileprivate func count(in range: Range<Int>) -> Int {
    place(of: range.upperBound) - place(of: range.lowerBound)
  }

  /// How many of ascending numbers are less than one.
  private func place(of number: Int) -> Int {
    var (low, high) = (0, count)
    // It ends, because the interval gets shorter each time.
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The variables and fields that have a value, as they are written.
struct SetPaths {
  /// How many are kept at most: in a chart with more, too much is doubted rather than looked at for too long.
  private static let most = 256

  private(set) var paths: Set<String> = []

  mutating func add(_ more: Set<String>) {
    // In an order, so that the same chart always has the same findings.
    for path in more.sorted() where paths.count < Self.most { paths.insert(path) }
  }

  mutating func keep(_ others: SetPaths) { paths.formIntersection(others.paths) }

  mutating func keep(_ isKept: (String) -> Bool) {
    if !paths.isEmpty { paths = paths.filter(isKept) }
  }

  /// Forgets a variable, its fields, and the elements whose places it may tell.
  mutating func forget(_ variable: String) {
    keep { $0 != variable && !$0.hasPrefix(variable + ".") && !$0.contains("[") }
  }
}

// What has a value, followed through guards and actions. Only the linter asks.
extension Compiler {
  /// What the condition adds that was lowered last, if it holds or if it does not.
  func setPaths(if truth: Bool) -> Set<String> {
    losses == nil ? [] : loweredNode?.setPaths(if: truth) ?? []
  }

  /// Notes the places in an expression that need a value where there may be none.
  mutating func note(
    _ checked: CheckedExpression, of expression: ChartExpression, _ situation: Situation,
    for receiver: String?,
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
    of field: FieldDeclaration, _ value: CheckedExpression, at origin: ModelOrigin,
    in situation: inout Situation
  ) {
    guard losses != nil, StaticType(field).isOptional else { return }
    let name = field.name.text
    if value.isSurelySet { surelySet.insert(origin) }
    situation.assigned.insert(name)
    situation.setPaths.forget(name)
    if value.isSurelySet { situation.setPaths.add([name]) }
  }

  /// Forgets what a body assigns that runs any number of times, or not to its end.
  func forgetAssigned(in actions: [ChartAction], _ situation: inout Situation) {
    guard losses != nil else { return }
    var open = actions
    while let action = open.popLast() {
      switch action.kind {
      case .assign(let values):
        for value in values {
          situation.assigned.insert(value.name.text)
          situation.setPaths.forget(value.name.text)
        }
      case .block(let inner): open += inner
      case .choose(let branches, let otherwise): open += otherwise + branches.flatMap(\.actions)
      case .forEach(_, _, _, let body): open += body
      case .handler, .raise, .send, .emit, .cancel, .cancelComputed, .log: continue
      }
    }
  }

  /// Forgets what a guard says of variables that may lose their value before the actions of its transition.
  func forgetLost(from source: Int, domain: Int, in situation: inout Situation) {
    guard let losses, !situation.setPaths.paths.isEmpty else { return }
    var regions: [(all: Range<Int>, own: Range<Int>)] = []
    var around: [Int] = []
    var state = source
    while states[state].parent >= 0 {
      let parent = states[state].parent
      if states[parent].kind == .parallel {
        regions.append((parent + 1..<states[parent].end, state..<states[state].end))
        around = []
      }
      if !regions.isEmpty { around.append(parent) }
      state = parent
    }
    let exited = domain < 0 ? 0..<0 : domain + 1..<max(states[domain].end, domain + 1)
    situation.setPaths.keep { path in
      let names = path.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
      return !names.contains {
        losses.mayLose(String($0), exiting: exited, beside: regions, around: around)
      }
    }
  }
}
