import StatechartsModel

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

  /// Forgets a variable, its fields, and the elements that it may index.
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
    _ checked: CheckedExpression, of expression: ChartExpression, _ situation: ExpressionContext,
    for receiver: String?,
    isCondition: Bool
  ) {
    possiblyAbsentValues += checked.optionalUses.map { use in
      PossiblyAbsentValue(
        use: use, expression: expression, receiver: receiver, state: situation.state, part: situation.part,
        isAssignedBefore: use.variable.map(situation.assigned.contains) ?? false, isCondition: isCondition)
    }
  }

  /// Notes that a variable was assigned.
  mutating func noteAssignment(
    of field: FieldDeclaration, _ value: CheckedExpression, at origin: ModelOrigin,
    in situation: inout ExpressionContext
  ) {
    guard losses != nil, StaticType(field).isOptional else { return }
    let name = field.name.text
    if value.isSurelySet { surelySet.insert(origin) }
    situation.assigned.insert(name)
    situation.setPaths.forget(name)
    if value.isSurelySet { situation.setPaths.add([name]) }
  }

  /// Forgets what a body assigns that runs any number of times, or not to its end.
  func forgetAssigned(in actions: [ChartAction], _ situation: inout ExpressionContext) {
    guard losses != nil else { return }
    actions.forEachNested { action in
      guard case .assign(let values) = action.kind else { return }
      for value in values {
        situation.assigned.insert(value.name.text)
        situation.setPaths.forget(value.name.text)
      }
    }
  }

  /// Forgets what a guard says of variables that may lose their value before the actions of its transition.
  func forgetLost(from source: Int, domain: Int, in situation: inout ExpressionContext) {
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
