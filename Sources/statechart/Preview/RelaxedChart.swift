import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsWalk

/// A chart in which no step undoes anything: what was active stays active, and a condition that held still holds.
///
/// A run to a state of such a chart is found without a search: each fact is reached by the rule whose needs have the lowest
/// sum of costs (Bonet and Geffner, "Planning as heuristic search", 2001). The number of different rules in that run
/// estimates how many steps are left in the real chart, as in Hoffmann and Nebel, "The FF planning system" (2001). Its
/// first steps are those to try first. What is not known, such as the data of an event, may be anything.
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
  /// The cost of a step that is taken only if nothing else leads to the state: the app sends an event that the chart or a
  /// service sends, or a history state restores what was active before.
  static let lastResortCost = 50
  /// Larger sums count as this one. A fact that several needs share counts for each of them, so sums may grow with each
  /// step of a run.
  private static let mostCost = 10_000
  /// How many rules may be added, and how many assigned values compared, before details are left out: the run is then
  /// found with fewer conditions.
  private static let mostDetails = 50_000

  private enum Fact: Hashable {
    case active(Int)
    /// An active state has come to its end.
    case ended(Int)
    /// A history state may restore the states inside this one.
    case restored(Int)
    /// An event that the chart sent to itself, or that a service sent.
    case raised(String)
    case scheduled(String)
    case answer(String, Bool)
    case condition(String, Bool)
    /// A variable has the value of an expression; the code is that of the failure that is handled.
    case assigned(slot: Int, text: String, code: String?)
    /// A variable has an unknown value.
    case changed(slot: Int)
    /// A fact that only joins others.
    case join(Int)
  }

  /// Facts that lead to other facts.
  private struct Rule {
    var needs: [Int]
    var gives: [Int]
    /// What makes the chart take the step.
    var stimuli: [Stimulus]
  }

  /// What a transition waits for.
  private struct Trigger {
    var needs: [Int] = []
    var cost: Int
    var stimuli: [Stimulus] = []
  }

  /// A condition of variables alone.
  private struct Condition {
    var fact: Int
    var expression: CheckedExpression
    /// Whether the condition holds, or does not.
    var wanted: Bool
  }

  /// A variable that has the value of an expression.
  private struct Assignment {
    var fact: Int
    var slot: Int
    var text: String
    var code: String?
  }

  private let tree: StateIndex
  private let scope: ExpressionScope
  private let variables: [ContextVariable]
  private let slots: [String: Int]
  /// The events that the chart or a service sends, and not the app.
  let ownEvents: Set<String>
  /// By prefix of a descriptor: the events that it matches.
  private var matches: [String: [String]] = [:]
  /// By prefix of a descriptor.
  private var triggersOf: [String: [Trigger]] = [:]
  private var numbers: [Fact: Int] = [:]
  private var rules: [Rule] = []
  /// By rule.
  private var ruleCosts: [Int] = []
  /// By rule: how many facts it needs.
  private var needCounts: [Int] = []
  /// By fact: the rules that need it.
  private var users: [[Int]] = []
  private var conditions: [Condition] = []
  /// By variable: its conditions.
  private var conditionsOf: [[Int]] = []
  private var assignments: [Assignment] = []
  private var checked: [String: CheckedExpression?] = [:]

  /// Reads a chart; nil if it takes longer than until the deadline.
  init?(_ chart: Statechart, _ services: ServiceDeclarations, until deadline: ContinuousClock.Instant) {
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
    matches = Self.matches(chart, tree, ownEvents)
    var cleared: [ChartName: [Int]] = [:]
    for (slot, variable) in variables.enumerated() {
      for state in variable.clearedOnExitOf { cleared[state, default: []].append(slot) }
    }
    var restored: Set<Int> = []
    for (number, node) in tree.nodes.enumerated() {
      guard ContinuousClock.now < deadline else { return nil }
      if node.state.kind.isHistory {
        addRule([fact(.active(number))], gives: [fact(.restored(node.parent))], cost: Self.lastResortCost)
        restored.insert(node.parent)
        continue
      }
      addState(number, services, cleared: cleared[node.id] ?? [])
    }
    for number in tree.nodes.indices where restored.contains(number) {
      let children = tree.regions(of: number)
      restored.formUnion(children)
      addRule(
        [fact(.restored(number))], gives: children.flatMap { [fact(.active($0)), fact(.restored($0))] },
        cost: 0)
    }
    for name in ownEvents.sorted() {
      addRule(
        [fact(.scheduled(name))], gives: [fact(.raised(name))], cost: 1, [.time])
    }
    addAssignments()
  }

  /// The events that descriptors match, by prefix of a descriptor.
  private static func matches(_ chart: Statechart, _ tree: StateIndex, _ ownEvents: Set<String>)
    -> [String: [String]]
  {
    let prefixes = tree.nodes.flatMap { $0.state.on.map(\.event) }.filter { !$0.isPlatform }
      .map { String($0.prefix) }
    var matches = Dictionary(prefixes.map { ($0, [String]()) }, uniquingKeysWith: { first, _ in first })
    var seen: Set = [""]
    // Events that are not declared are those that the transitions name.
    for event in (chart.events?.map(\.name.text) ?? prefixes) + ownEvents.sorted()
    where seen.insert(event).inserted {
      matches[""]?.append(event)
      matches[event]?.append(event)
      for end in event.indices where event[end] == "." { matches[String(event[..<end])]?.append(event) }
    }
    return matches
  }

  // MARK: Rules

  private mutating func fact(_ fact: Fact) -> Int {
    if let known = numbers[fact] { return known }
    numbers[fact] = users.count
    users.append([])
    return users.count - 1
  }

  private mutating func join() -> Int { fact(.join(users.count)) }

  private mutating func addRule(_ needs: [Int], gives: [Int], cost: Int, _ stimuli: [Stimulus] = []) {
    let needs = Set(needs).sorted()
    for need in needs { users[need].append(rules.count) }
    rules.append(Rule(needs: needs, gives: gives, stimuli: stimuli))
    ruleCosts.append(cost)
    needCounts.append(needs.count)
  }

  private mutating func addState(_ number: Int, _ services: ServiceDeclarations, cleared: [Int]) {
    let state = tree.nodes[number].state
    // What is done on entering and on leaving may be done as soon as the state is active. The chart itself is entered once.
    let done = number == 0 ? [] : state.entry + state.exit + (state.initial?.actions ?? [])
    let effects =
      effects(of: done, nil) + cleared.map { assigned($0, variables[$0].initial?.text ?? "unset", nil) }
    if !effects.isEmpty { addRule([fact(.active(number))], gives: effects, cost: 0) }
    add(state.always, of: number, [Trigger(cost: 0)])
    if !state.done.isEmpty {
      let end = fact(.ended(number))
      for needed in ends(of: number) { addRule([needed], gives: [end], cost: 0) }
      add(state.done, of: number, [Trigger(needs: [end], cost: 0)])
    }
    for timer in state.after { add([timer.transition], of: number, [Trigger(cost: 1, stimuli: [.time])]) }
    addEvents(of: number)
    for invocation in state.invoke { add(invocation, of: number, services) }
  }

  private mutating func addEvents(of number: Int) {
    var prefixes: [String] = []
    var transitions: [String: [ChartTransition]] = [:]
    for transition in tree.nodes[number].state.on {
      if transition.event.matchesFailures {
        // Failures of services are followed too, but an action can fail as well.
        add([transition.transition], of: number, [Trigger(cost: Self.unknownCost)])
      }
      if transition.event.isPlatform { continue }
      let prefix = String(transition.event.prefix)
      if transitions[prefix] == nil { prefixes.append(prefix) }
      transitions[prefix, default: []].append(transition.transition)
    }
    for prefix in prefixes { add(transitions[prefix] ?? [], of: number, triggers(prefix)) }
  }

  /// The events that a descriptor matches: those of the app, and those that the chart or a service sends.
  private mutating func triggers(_ prefix: String) -> [Trigger] {
    // Descriptors that match many events may be in many states.
    if let known = triggersOf[prefix] { return known }
    let events = matches[prefix] ?? []
    let own = events.filter(ownEvents.contains)
    let outer = events.filter { !ownEvents.contains($0) }
    var triggers: [Trigger] = []
    if !own.isEmpty {
      let occurred = join()
      for name in own { addRule([fact(.raised(name))], gives: [occurred], cost: 0) }
      triggers.append(Trigger(needs: [occurred], cost: 0))
    }
    if !events.isEmpty {
      let sent = outer.isEmpty ? own : outer
      triggers.append(
        Trigger(cost: outer.isEmpty ? Self.lastResortCost : 1, stimuli: sent.map { .event($0) }))
    }
    triggersOf[prefix] = triggers
    return triggers
  }

  private mutating func add(
    _ invocation: ChartInvocation, of number: Int, _ services: ServiceDeclarations
  ) {
    let id = invocation.effectiveID
    var isService = false
    if case .service = invocation.source { isService = true }
    let finalize = invocation.finalize
    add(
      invocation.done, of: number, [Trigger(cost: 1, stimuli: isService ? [.done(service: id)] : [])],
      finalize: finalize)
    for event in services.sends(of: id) {
      addRule(
        [fact(.active(number))], gives: [fact(.raised(event))], cost: 1,
        [.sent(service: id, event: event)])
    }
    // Too many codes are not followed one by one: any failure may then lead anywhere.
    guard rules.count < Self.mostDetails else {
      for failure in invocation.failed { add([failure.transition], of: number, [Trigger(cost: 1)]) }
      return
    }
    let around = tree.selfAndAncestors(of: number).flatMap { tree.nodes[$0].state.on }.filter {
      $0.event.matchesFailures
    }
    for code in services.codes(of: id) + ["timeout"] {
      let stimuli: [Stimulus] =
        code == "timeout" ? [.time] : isService ? [.failed(service: id, code: code)] : []
      let own =
        invocation.failed.filter { $0.code?.text == code } + invocation.failed.filter { $0.code == nil }
      let outer = around.filter { $0.event.matches("error.\(code)") }
      add(
        own.map(\.transition) + outer.map(\.transition), of: number,
        [Trigger(cost: 1, stimuli: stimuli)], code: code, finalize: finalize)
    }
  }

  /// Adds transitions of which the first that is possible is taken.
  private mutating func add(
    _ transitions: [ChartTransition], of source: Int, _ triggers: [Trigger], code: String? = nil,
    finalize: [ChartAction] = []
  ) {
    // What holds when no transition before is taken.
    var passed = [fact(.active(source))]
    for transition in transitions {
      let condition = transition.guard.flatMap { try? parse($0.text) }
      guard let own = condition.map({ needs($0, true, code) }) ?? [] else { continue }
      let gives =
        entered(by: transition, from: source).sorted().map { fact(.active($0)) }
        + effects(of: finalize + transition.actions, code)
      for trigger in triggers {
        addRule(passed + own + trigger.needs, gives: gives, cost: trigger.cost, trigger.stimuli)
      }
      guard let condition, let others = needs(condition, false, code) else { return }
      if others.isEmpty { continue }
      let next = join()
      addRule(passed + others, gives: [next], cost: 0)
      passed = [next]
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

  /// The facts that make a condition hold, or not hold; nil if it never holds.
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
    addRule([], gives: [answer], cost: Self.answerCost, [.answer(guard: name, holds)])
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
      + assigned.compactMap { name, text in slots[name].map { self.assigned($0, text, code) } }
  }

  /// The fact that a variable has the value of an expression.
  private mutating func assigned(_ slot: Int, _ text: String, _ code: String?) -> Int {
    let key = Fact.assigned(slot: slot, text: text, code: code)
    if let known = numbers[key] { return known }
    let number = fact(key)
    assignments.append(Assignment(fact: number, slot: slot, text: text, code: code))
    return number
  }

  /// Adds the conditions that hold, or do not hold, when a variable has the value of an expression: all that read the
  /// variable if the value is not known.
  private mutating func addAssignments() {
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
      let values = Values(slot: assignment.slot, value)
      let facts = conditions.filter {
        $0.expression.variables != [assignment.slot] || values.holds($0.expression) == $0.wanted
      }
      addRule([assignment.fact], gives: facts.map(\.fact), cost: 0)
    }
  }

  // MARK: Plans

  /// A run to a state from where a chart is; nil when none is found.
  func plan(to target: String, from simulation: Simulation, _ report: SimulationReport) -> Plan? {
    guard let target = tree.numbers[target].flatMap({ numbers[.active($0)] }) else { return nil }
    var costs: [Int?] = Array(repeating: nil, count: users.count)
    var supports: [Int?] = costs
    var isSettled = Array(repeating: false, count: users.count)
    // By rule: how many of its needs are not settled, and the sum of the costs of the others.
    var missing = needCounts
    var sums = ruleCosts
    // Facts by cost.
    var buckets: [[Int]] = []
    func reach(_ fact: Int, _ cost: Int, by rule: Int?) {
      if let known = costs[fact], known <= cost { return }
      (costs[fact], supports[fact]) = (cost, rule)
      while buckets.count <= cost { buckets.append([]) }
      buckets[cost].append(fact)
    }
    for fact in initialFacts(simulation, report) { reach(fact, 0, by: nil) }
    for number in rules.indices where needCounts[number] == 0 {
      for fact in rules[number].gives { reach(fact, ruleCosts[number], by: number) }
    }
    var cost = 0
    while cost < buckets.count {
      var next = 0
      while next < buckets[cost].count {
        let fact = buckets[cost][next]
        next += 1
        guard costs[fact] == cost, !isSettled[fact] else { continue }
        if fact == target { return plan(to: target, costs, supports) }
        isSettled[fact] = true
        for user in users[fact] {
          missing[user] -= 1
          sums[user] = min(sums[user] + cost, Self.mostCost)
          guard missing[user] == 0 else { continue }
          for given in rules[user].gives { reach(given, sums[user], by: user) }
        }
      }
      cost += 1
    }
    return nil
  }

  /// The facts that hold now.
  private func initialFacts(_ simulation: Simulation, _ report: SimulationReport) -> [Int] {
    var facts: [Fact] = [.active(0)]
    facts += report.states.compactMap { tree.numbers[$0] }.map { .active($0) }
    facts += report.timers.compactMap(\.name.eventOfSendTimer).map { .scheduled($0) }
    facts += simulation.guardNames.map { .answer($0, simulation.guards[$0] ?? true) }
    let values = Values(report.context.map(\.value))
    return facts.compactMap { numbers[$0] }
      + conditions.filter { values.holds($0.expression) == $0.wanted }.map(\.fact)
  }

  /// The run that led to the costs.
  private func plan(to target: Int, _ costs: [Int?], _ supports: [Int?]) -> Plan {
    var plan = Plan()
    var chosen: Set<Int> = []
    var open = [target]
    while let fact = open.popLast() {
      guard let support = supports[fact], chosen.insert(support).inserted else { continue }
      let rule = rules[support]
      // proven: no overflow, because each rule is chosen once and costs a few steps.
      plan.length += ruleCosts[support]
      open += rule.needs
      if rule.needs.allSatisfy({ costs[$0] == 0 }) { plan.first.formUnion(rule.stimuli) }
    }
    return plan
  }
}

/// What the conditions of variables alone are evaluated with.
private struct Values: EvaluationEnvironment {
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

extension EventDescriptor {
  /// Whether failures may match it.
  fileprivate var matchesFailures: Bool { isPlatform || isWildcard }
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
