import Statecharts
import StatechartsModel

// The conditions of a relaxed chart: what makes them hold, and which of them assignments make hold.

extension RelaxedChart {
  /// The facts that make a condition hold, or not hold; nil if it never holds.
  ///
  /// - Parameter code: The code of the failure that is handled.
  // The parser bounds how deep expressions nest.
  mutating func needs(_ node: ExpressionNode, _ wanted: Bool, _ code: String?) -> [Int]? {
    switch node.kind {
    case .literal(.bool(let value)): return value == wanted ? [] : nil
    case .not(let inner): return needs(inner, !wanted, code)
    case .all(let parts): return wanted ? all(parts, wanted, code) : any(parts, wanted, code)
    case .any(let parts): return wanted ? any(parts, wanted, code) : all(parts, wanted, code)
    case .inState(let name, _):
      return wanted ? tree.numbers[name].map { [fact(.active($0))] } : []
    default: return simpleNeeds(node, wanted, code)
    }
  }

  private mutating func all(_ parts: [ExpressionNode], _ wanted: Bool, _ code: String?) -> [Int]? {
    var needs: [Int] = []
    for part in parts {
      guard let more = self.needs(part, wanted, code) else { return nil }
      needs += more
    }
    return needs
  }

  private mutating func any(_ parts: [ExpressionNode], _ wanted: Bool, _ code: String?) -> [Int]? {
    let choices = parts.compactMap { needs($0, wanted, code) }
    guard let first = choices.first else { return nil }
    if choices.contains([]) { return [] }
    if choices.count == 1 { return first }
    let either = join()
    for choice in choices { addRule(choice, gives: [either], cost: 0) }
    return [either]
  }

  private mutating func simpleNeeds(_ node: ExpressionNode, _ wanted: Bool, _ code: String?) -> [Int]? {
    guard let expression = check(node) else { return [] }
    switch node.kind {
    case .name(let name), .call(let name, _, _):
      if expression.guards.first?.name == name { return [answer(name, wanted)] }
    default: break
    }
    guard expression.guards.isEmpty, expression.locals.isEmpty, expression.states.isEmpty else { return [] }
    if expression.readsEvent {
      guard let code, expression.variables.isEmpty, node.readsOnlyErrors else { return [] }
      return ConditionValues(code: code).holds(expression) == wanted ? [] : nil
    }
    if expression.isConstant { return ConditionValues().holds(expression) == wanted ? [] : nil }
    // Reports show no secrets.
    guard !expression.variables.isEmpty,
      !expression.variables.contains(where: { variables[$0].field.holdsSecret })
    else { return [] }
    let key = Fact.condition(node.text, wanted)
    if let known = numbers[key] { return [known] }
    let number = fact(key)
    for slot in expression.variables { conditionsOf[slot].append(conditions.count) }
    conditions.append(Condition(fact: number, expression: expression, wanted: wanted))
    return [number]
  }

  /// The fact that a guard of the app holds, or does not.
  mutating func answer(_ name: String, _ holds: Bool) -> Int {
    if let known = numbers[.answer(name, holds)] { return known }
    let answer = fact(.answer(name, holds))
    addRule([], gives: [answer], cost: Self.answerCost, [.answer(guard: name, holds)])
    return answer
  }

  /// The expression with its names resolved; nil for one that is not understood without its surroundings.
  mutating func check(_ node: ExpressionNode) -> CheckedExpression? {
    let text = node.text
    if let known = checked[text] { return known }
    let (expression, problems) = Statecharts.check(node, in: scope)
    let understood = problems.isEmpty ? expression : nil
    checked[text] = .some(understood)
    return understood
  }

  /// Adds the conditions that hold, or do not hold, when a variable has the value of an expression: all that read the
  /// variable if the value is not known.
  mutating func addAssignments() {
    var compared = 0
    for assignment in assignments {
      let conditions = conditionsOf[assignment.slot].map { self.conditions[$0] }
      if conditions.isEmpty { continue }
      let node = try? parse(assignment.text)
      var value = node.flatMap { check($0) }?.constant
      if let code = assignment.code, let node, node.isErrorOfEvent { value = .string(code) }
      compared += conditions.count
      guard let value, compared < Self.mostDetails else {
        let isNew = numbers[.changed(slot: assignment.slot)] == nil
        let changed = fact(.changed(slot: assignment.slot))
        if isNew { addRule([changed], gives: conditions.map(\.fact), cost: 0) }
        addRule([assignment.fact], gives: [changed], cost: 0)
        continue
      }
      let values = ConditionValues(slot: assignment.slot, value)
      let facts = conditions.filter {
        $0.expression.variables != [assignment.slot] || values.holds($0.expression) == $0.wanted
      }
      addRule([assignment.fact], gives: facts.map(\.fact), cost: 0)
    }
  }
}

/// What the conditions of variables alone are evaluated with.
struct ConditionValues: EvaluationEnvironment {
  private var values: [ChartValue]
  /// The variable with the first value.
  private var firstSlot = 0
  private(set) var eventError: String?
  var eventName: String? { nil }
  var eventData: ChartValue { .unset }

  init(_ values: [ChartValue] = [], code: String? = nil) {
    self.values = values
    eventError = code
  }

  /// One variable alone.
  init(slot: Int, _ value: ChartValue) {
    self.init([value])
    firstSlot = slot
  }

  func variable(_ slot: Int) -> ChartValue {
    slot >= firstSlot && slot - firstSlot < values.count ? values[slot - firstSlot] : .unset
  }
  func local(_ slot: Int) -> ChartValue { .unset }
  func isActive(_ state: Int) -> Bool { false }
  func ask(_ guard: Int, _ arguments: [String: ChartValue]) throws(EvaluationError) -> Bool { false }

  /// Whether a condition holds; one that fails does not.
  func holds(_ condition: CheckedExpression) -> Bool {
    var environment = self
    return (try? Statecharts.holds(condition, &environment)) ?? false
  }
}

extension ExpressionNode {
  /// Whether it is `event.error`.
  fileprivate var isErrorOfEvent: Bool {
    if case .field(let base, "error", _) = kind { base.kind == .name("event") } else { false }
  }

  /// Whether it reads nothing of an event but its error code.
  fileprivate var readsOnlyErrors: Bool {
    var open = [self]
    while let node = open.popLast() {
      if node.isErrorOfEvent { continue }
      if node.kind == .name("event") { return false }
      open += node.operands
    }
    return true
  }
}
