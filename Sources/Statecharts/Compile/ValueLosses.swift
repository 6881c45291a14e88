import StatechartsModel

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

  init(_ chart: Statechart, _ index: StateIndex) {
    let payloads = (chart.events ?? []).map(\.payload) + (chart.errors ?? []).map(\.payload)
    let results = (chart.handlers.services ?? []).map { service -> [FieldDeclaration] in
      if case .record(let fields)? = service.result { fields } else { [] }
    }
    let form = SetForm(
      optionalFields: Set(
        (payloads + results).joined().filter { StaticType($0).isOptional }.map(\.name.text)),
      requiredVariables: Set(chart.context.filter { !StaticType($0.field).isOptional }.map(\.name.text)))
    for (number, state) in index.nodes.lazy.map(\.state).enumerated() {
      for name in form.losses(in: state.exit) { onExit[name, default: []].append(number) }
      for name in form.losses(in: state.transitions.flatMap(\.actions)) {
        onTransition[name, default: []].append(number)
      }
    }
    for variable in chart.context where !variable.clearedOnExitOf.isEmpty {
      let states = variable.clearedOnExitOf.compactMap { index.numbers[$0.text] }
      onExit[variable.name.text] = ((onExit[variable.name.text] ?? []) + states).sorted()
    }
  }

  /// Forgets what a guard says of variables that may lose their value before the actions of its transition.
  func forgetLost(_ setPaths: inout SetPaths, from source: Int, domain: Int, _ index: StateIndex) {
    guard !setPaths.paths.isEmpty else { return }
    var regions: [(all: Range<Int>, own: Range<Int>)] = []
    var around: [Int] = []
    var state = source
    while index.nodes[state].parent >= 0 {
      let parent = index.nodes[state].parent
      if index[parent].kind == .parallel {
        regions.append((parent + 1..<index.nodes[parent].end, state..<index.nodes[state].end))
        around = []
      }
      if !regions.isEmpty { around.append(parent) }
      state = parent
    }
    let exited = domain < 0 ? 0..<0 : domain + 1..<max(index.nodes[domain].end, domain + 1)
    setPaths.keep { path in
      let names = path.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
      return !names.contains { mayLose(String($0), exiting: exited, beside: regions, around: around) }
    }
  }

  /// Whether a variable may lose its value.
  ///
  /// - Parameters:
  ///   - exited: The states that are left.
  ///   - regions: Parallel states around, each with the region in it that does not count.
  ///   - around: The states that are around the outermost of those, and it itself.
  private func mayLose(
    _ variable: String, exiting exited: Range<Int>, beside regions: [(all: Range<Int>, own: Range<Int>)],
    around: [Int]
  ) -> Bool {
    let (exits, transitions) = (onExit[variable] ?? [], onTransition[variable] ?? [])
    if exits.count(in: exited) > 0 { return true }
    return regions.contains { all, own in
      [exits, transitions].contains { $0.count(in: all) > $0.count(in: own) }
    } || around.contains { transitions.count(in: $0..<$0 + 1) > 0 }
  }

  /// Decides by its form whether an assigned value is never missing.
  private struct SetForm {
    var optionalFields: Set<String>
    var requiredVariables: Set<String>

    /// The variables that some actions may leave without a value.
    func losses(in actions: [ChartAction]) -> Set<String> {
      var result: Set<String> = []
      actions.forEachNested { action in
        guard case .assign(let values) = action.kind else { return }
        for value in values where !result.contains(value.name.text) {
          let node = try? parse(value.value.text)
          if node.map(isSet) != true { result.insert(value.name.text) }
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
    partitioningIndex { $0 >= range.upperBound } - partitioningIndex { $0 >= range.lowerBound }
  }
}
