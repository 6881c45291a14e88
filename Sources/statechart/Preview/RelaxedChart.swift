import Statecharts
import StatechartsModel
import StatechartsTesting

/// A chart in which no step undoes anything: what was active stays active, and a condition that held still holds.
///
/// A run to a state of such a chart is found without a search. Its length estimates how many steps are left in the real
/// chart, and its first steps are those to try first. This is the FF heuristic of Hoffmann and Nebel, "The FF planning
/// system" (2001). What is not known, such as the data of an event, may be anything.
struct RelaxedChart {
  // Decision: Docs/decisions/preview.md#a-jump-follows-a-run-of-a-relaxed-chart
  /// Something from outside that makes a chart take a step.
  enum Stimulus: Hashable {
    case event(String)
    case done(service: String)
    case failed(service: String, code: String)
    case sent(service: String, event: String)
    /// The next timer is over.
    case time
    /// A guard of the app answers otherwise from now on.
    case answer(guard: String, Bool)
  }

  /// A run to a state.
  struct Plan {
    /// How many steps it has, where some count more.
    var length = 0
    /// Those of its steps that are possible at once.
    var first: Set<Stimulus> = []
  }

  /// What some steps cost, for a run without them is easier to understand.
  static let answerCost = 3
  /// The cost of what this type does not follow, such as an action that fails.
  private static let unknownCost = 4
  /// More than any run costs.
  private static let never = 1_000_000

  private enum Fact: Hashable {
    case active(Int)
    /// An event that the chart sent to itself, or that a service sent.
    case raised(String)
    case scheduled(String)
    case answer(String, Bool)
    case condition(String, Bool)
  }

  /// Facts that lead to other facts.
  private struct Rule {
    var needs: [Int]
    var gives: [Int]
    var cost: Int
    var stimulus: Stimulus?
  }

  /// A condition of variables alone.
  private struct Condition {
    var fact: Int
    var expression: CheckedExpression
    /// Whether the condition holds, or does not.
    var wanted: Bool
  }

  /// A rule whose actions are not read yet: all conditions have to be known first.
  private struct Draft {
    var rule: Rule
    var actions: [ChartAction]
    var code: String?
    var cleared: [Int] = []
  }

  private let tree: StateIndex
  private let scope: ExpressionScope
  private let variables: [ContextVariable]
  private let slots: [String: Int]
  /// The events that the chart or a service sends, and not the app.
  let ownEvents: Set<String>
  private var numbers: [Fact: Int] = [:]
  private var factCount = 0
  private var rules: [Rule] = []
  /// By fact: the rules that need it.
  private var users: [[Int]] = []
  private var conditions: [Condition] = []
  /// By variable: its conditions.
  private var conditionsOf: [[Int]] = []
  private var drafts: [Draft] = []
  private var checked: [String: CheckedExpression?] = [:]

  /// Reads a chart.
  init(_ chart: Statechart, _ services: ServiceDeclarations) {
    tree = StateIndex(chart.root)
    variables = chart.context
    var scope = ExpressionScope(
      variables: chart.context.map(\.field), guards: chart.handlers.guards,
      errorCodes: chart.errors?.map(\.code.text), states: tree.numbers)
    scope.allowsGuards = true
    scope.suggests = false
    self.scope = scope
    slots = Dictionary(
      variables.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    conditionsOf = Array(repeating: [], count: variables.count)
    ownEvents = chart.ownEvents(tree)
    let events = chart.events.map { $0.map(\.name.text) }
    for (number, node) in tree.nodes.enumerated() where !node.state.kind.isHistory {
      addState(number, events, services)
    }
    for name in ownEvents {
      addRule([fact(.scheduled(name))], gives: [fact(.raised(name))], cost: 1, .time)
    }
    for draft in drafts {
      var rule = draft.rule
      rule.gives += effects(of: draft.actions, draft.code)
      for slot in draft.cleared {
        rule.gives += effects(on: slot, variables[slot].initial?.text ?? "unset", nil)
      }
      rules.append(rule)
    }
    drafts = []
    users = Array(repeating: [], count: factCount)
    for (number, rule) in rules.enumerated() {
      for need in rule.needs { users[need].append(number) }
    }
  }

  // MARK: Rules

  private mutating func fact(_ fact: Fact) -> Int {
    if let known = numbers[fact] { return known }
    numbers[fact] = newFact()
    return factCount - 1
  }

  private mutating func newFact() -> Int {
    factCount += 1
    return factCount - 1
  }

  private mutating func addRule(_ needs: [Int], gives: [Int], cost: Int, _ stimulus: Stimulus? = nil) {
    rules.append(Rule(needs: needs, gives: gives, cost: cost, stimulus: stimulus))
  }

  private mutating func addState(_ number: Int, _ events: [String]?, _ services: ServiceDeclarations) {
    let state = tree.nodes[number].state
    let active = fact(.active(number))
    // What is done on entering and on leaving may be done as soon as the state is active. The chart itself is entered once.
    let cleared = variables.indices.filter { variables[$0].clearedOnExitOf.contains(state.id) }
    drafts.append(
      Draft(
        rule: Rule(needs: [active], gives: [], cost: 0),
        actions: number == 0 ? [] : state.entry + state.exit + (state.initial?.actions ?? []),
        cleared: cleared))
    add(state.always, of: number, cost: 0)
    for end in ends(of: number) { add(state.done, of: number, [end], cost: 0) }
    for timer in state.after { add([timer.transition], of: number, cost: 1, .time) }
    addEvents(of: number, events)
    for invocation in state.invoke { add(invocation, of: number, services) }
  }

  private mutating func addEvents(of number: Int, _ events: [String]?) {
    let state = tree.nodes[number].state
    var names: [String] = []
    var transitions: [String: [ChartTransition]] = [:]
    for transition in state.on {
      let descriptor = transition.event
      if descriptor.isPlatform {
        // Failures of services are followed too, but an action can fail as well.
        add([transition.transition], of: number, cost: Self.unknownCost)
        continue
      }
      for name in events?.filter(descriptor.matches) ?? [String(descriptor.prefix)] {
        if transitions[name] == nil { names.append(name) }
        transitions[name, default: []].append(transition.transition)
      }
    }
    for name in names {
      let list = transitions[name] ?? []
      if ownEvents.contains(name) {
        add(list, of: number, [fact(.raised(name))], cost: 0)
      } else {
        add(list, of: number, cost: 1, .event(name))
      }
    }
  }

  private mutating func add(
    _ invocation: ChartInvocation, of number: Int, _ services: ServiceDeclarations
  ) {
    let id = invocation.effectiveID
    var isService = false
    if case .service = invocation.source { isService = true }
    let finalize = invocation.finalize
    add(invocation.done, of: number, cost: 1, isService ? .done(service: id) : nil, finalize: finalize)
    for event in services.sends(of: id) {
      addRule(
        [fact(.active(number))], gives: [fact(.raised(event))], cost: 1,
        .sent(service: id, event: event))
    }
    let around = tree.selfAndAncestors(of: number).flatMap { tree.nodes[$0].state.on }
    for code in services.codes(of: id) + ["timeout"] {
      let stimulus: Stimulus? =
        code == "timeout" ? .time : isService ? .failed(service: id, code: code) : nil
      let own =
        invocation.failed.filter { $0.code?.text == code } + invocation.failed.filter { $0.code == nil }
      let outer = around.filter { $0.event.isPlatform && $0.event.matches("error.\(code)") }
      add(
        own.map(\.transition) + outer.map(\.transition), of: number, cost: 1, stimulus, code: code,
        finalize: finalize)
    }
  }

  /// Adds transitions of which the first that is possible is taken.
  private mutating func add(
    _ transitions: [ChartTransition], of source: Int, _ needs: [Int] = [], cost: Int,
    _ stimulus: Stimulus? = nil, code: String? = nil, finalize: [ChartAction] = []
  ) {
    var needs = needs + [fact(.active(source))]
    for transition in transitions {
      let condition = transition.guard.flatMap { try? parse($0.text) }
      guard let own = condition.map({ self.needs($0, true, code) }) ?? [] else { continue }
      let gives = entered(by: transition, from: source).sorted().map { fact(.active($0)) }
      drafts.append(
        Draft(
          rule: Rule(needs: Array(Set(needs + own)), gives: gives, cost: cost, stimulus: stimulus),
          actions: finalize + transition.actions, code: code))
      guard let condition, let others = self.needs(condition, false, code) else { return }
      needs += others
    }
  }

  /// Facts each of which lets a state come to its end.
  private mutating func ends(of number: Int) -> [Int] {
    switch tree.nodes[number].state.kind {
    case .plain:
      return tree.children(of: number).filter { tree.nodes[$0].state.kind == .final }.map {
        fact(.active($0))
      }
    case .parallel: return [fact(.active(number))]
    case .final, .history, .choice: return []
    }
  }

  /// The states that a transition surely enters.
  private func entered(by transition: ChartTransition, from source: Int) -> Set<Int> {
    let targets = transition.targets.compactMap { tree.number(of: $0) }
    var entered: Set<Int> = []
    var seen: Set<Int> = []
    var open = [(targets, tree.domain(of: transition, source: source, targets: targets))]
    while let (targets, domain) = open.popLast() {
      let path = Set(targets.flatMap { tree.path(from: domain, to: $0) })
      for number in path.subtracting(targets) where tree.nodes[number].state.kind == .parallel {
        open.append((tree.regions(of: number).filter { !path.contains($0) }, number))
      }
      entered.formUnion(path)
      for number in targets where seen.insert(number).inserted {
        let state = tree.nodes[number].state
        let regions = tree.regions(of: number)
        let initial = (state.initial?.targets ?? []).compactMap { tree.number(of: $0) }
        switch state.kind {
        case .parallel: open.append((regions, number))
        case .history: open.append((initial, tree.nodes[number].parent))
        case .plain: open.append((initial.isEmpty ? Array(regions.prefix(1)) : initial, number))
        case .final, .choice: break
        }
      }
    }
    return entered
  }

  // MARK: Conditions

  /// The facts that make a condition hold, or not hold; nil where that is never so.
  ///
  /// - Parameter code: The code of the failure that is handled.
  // The parser bounds how deep expressions nest.
  private mutating func needs(_ node: ExpressionNode, _ wanted: Bool, _ code: String?) -> [Int]? {
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
    let either = newFact()
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
      return Values(code: code).holds(expression) == wanted ? [] : nil
    }
    if expression.isConstant { return Values().holds(expression) == wanted ? [] : nil }
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
  private mutating func answer(_ name: String, _ holds: Bool) -> Int {
    if let known = numbers[.answer(name, holds)] { return known }
    let answer = fact(.answer(name, holds))
    addRule([], gives: [answer], cost: Self.answerCost, .answer(guard: name, holds))
    return answer
  }

  /// The expression with its names resolved; nil for one that is not understood without its surroundings.
  private mutating func check(_ node: ExpressionNode) -> CheckedExpression? {
    let text = node.text
    if let known = checked[text] { return known }
    let (expression, problems) = Statecharts.check(node, in: scope)
    let understood = problems.isEmpty ? expression : nil
    checked[text] = .some(understood)
    return understood
  }

  // MARK: Effects

  /// The facts that actions may lead to.
  private mutating func effects(of actions: [ChartAction], _ code: String?) -> [Int] {
    var assigned: [(name: String, text: String)] = []
    var facts: [Fact] = []
    actions.forEachNested { action in
      switch action.kind {
      case .assign(let values): assigned += values.map { ($0.name.text, $0.value.text) }
      case .raise(let name, _): facts.append(.raised(name.text))
      case .send(let send):
        facts.append(send.delay == nil ? .raised(send.event.text) : .scheduled(send.event.text))
        // An id that is made for the send may be anything.
        if let name = send.idVariable { assigned.append((name.text, "event.data")) }
      default: break
      }
    }
    return facts.map { fact($0) }
      + assigned.flatMap { name, text in slots[name].map { effects(on: $0, text, code) } ?? [] }
  }

  /// The conditions that hold, or do not hold, when a variable has the value of an expression; all that read the variable
  /// where the value is not known.
  private mutating func effects(on slot: Int, _ text: String, _ code: String?) -> [Int] {
    guard !conditionsOf[slot].isEmpty else { return [] }
    let node = try? parse(text)
    var value = node.flatMap { check($0) }?.constant
    if let code, let node, node.isErrorOfEvent { value = .string(code) }
    return conditionsOf[slot].map { conditions[$0] }.filter { condition in
      guard let value, condition.expression.variables == [slot] else { return true }
      return Values(slot: slot, value).holds(condition.expression) == condition.wanted
    }.map(\.fact)
  }

  // MARK: Plans

  /// A run to a state from where a chart is; nil when no run leads there in the real chart either.
  func plan(to target: String, from simulation: Simulation, _ report: SimulationReport) -> Plan? {
    guard let target = tree.numbers[target].flatMap({ numbers[.active($0)] }) else { return nil }
    var costs = Array(repeating: Self.never, count: factCount)
    var supports = Array(repeating: -1, count: factCount)
    var open = initialFacts(simulation, report)
    for fact in open { costs[fact] = 0 }
    func relax(_ number: Int) {
      let rule = rules[number]
      var cost = rule.cost
      for need in rule.needs {
        guard costs[need] < Self.never else { return }
        // A fact that several needs share counts for each of them, so sums may grow with each step of a run.
        cost = min(cost + costs[need], Self.never - 1)
      }
      for fact in rule.gives where cost < costs[fact] {
        costs[fact] = cost
        supports[fact] = number
        open.append(fact)
      }
    }
    for number in rules.indices where rules[number].needs.isEmpty { relax(number) }
    var next = 0
    while next < open.count {
      for user in users[open[next]] { relax(user) }
      next += 1
    }
    guard costs[target] < Self.never else { return nil }
    return plan(to: target, costs, supports)
  }

  /// What is so where a chart is.
  private func initialFacts(_ simulation: Simulation, _ report: SimulationReport) -> [Int] {
    var facts: [Fact] = [.active(0)]
    facts += report.states.compactMap { tree.numbers[$0] }.map { .active($0) }
    let mark = "send "
    facts += report.timers.filter { $0.name.hasPrefix(mark) }.map {
      .scheduled(String($0.name.dropFirst(mark.count)))
    }
    facts += simulation.guardNames.map { .answer($0, simulation.guards[$0] ?? true) }
    let values = Values(report.context.map(\.value))
    return facts.compactMap { numbers[$0] }
      + conditions.filter { values.holds($0.expression) == $0.wanted }.map(\.fact)
  }

  /// The run that led to the costs.
  private func plan(to target: Int, _ costs: [Int], _ supports: [Int]) -> Plan {
    var plan = Plan()
    var chosen: Set<Int> = []
    var open = [target]
    while let fact = open.popLast() {
      guard supports[fact] >= 0, chosen.insert(supports[fact]).inserted else { continue }
      let rule = rules[supports[fact]]
      // proven: no overflow, because each rule is chosen once and costs a few steps.
      plan.length += rule.cost
      open += rule.needs
      if let stimulus = rule.stimulus, rule.needs.allSatisfy({ costs[$0] == 0 }) {
        plan.first.insert(stimulus)
      }
    }
    return plan
  }
}

/// What the conditions of variables alone are evaluated with.
private struct Values: EvaluationEnvironment {
  private var values: [ChartValue]
  private(set) var eventError: String?
  var eventName: String? { nil }
  var eventData: ChartValue { .unset }

  init(_ values: [ChartValue] = [], code: String? = nil) {
    self.values = values
    eventError = code
  }

  /// One variable alone.
  init(slot: Int, _ value: ChartValue) {
    self.init(Array(repeating: .unset, count: slot) + [value])
  }

  func variable(_ slot: Int) -> ChartValue { slot < values.count ? values[slot] : .unset }
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

extension Statechart {
  /// The events that the chart sends to itself, and those that its services send.
  fileprivate func ownEvents(_ tree: StateIndex) -> Set<String> {
    var names = Set((handlers.services ?? []).flatMap { $0.sends.map(\.text) })
    for state in tree.nodes.map(\.state) {
      var actions = state.entry + state.exit + (state.initial?.actions ?? [])
      actions += state.transitions.flatMap(\.actions)
      actions += state.invoke.flatMap(\.finalize)
      actions.forEachNested { action in
        switch action.kind {
        case .raise(let name, _): names.insert(name.text)
        case .send(let send) where send.destination == .itself: names.insert(send.event.text)
        default: break
        }
      }
    }
    return names
  }
}
