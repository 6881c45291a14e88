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
  static let unknownCost = 4
  /// The cost of a step that is taken only if nothing else leads to the state: the app sends an event that the chart or a
  /// service sends, or a history state restores what was active before.
  static let lastResortCost = 50
  /// Larger sums count as this one. A fact that several needs share counts for each of them, so sums may grow with each
  /// step of a run.
  static let mostCost = 10_000
  /// How many rules may be added, and how many assigned values compared, before details are left out: the run is then
  /// found with fewer conditions.
  static let mostDetails = 50_000

  enum Fact: Hashable {
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
  struct Rule {
    var needs: [Int]
    var gives: [Int]
    /// What makes the chart take the step.
    var stimuli: [Stimulus]
  }

  /// What a transition waits for.
  struct Trigger {
    var needs: [Int] = []
    var cost: Int
    var stimuli: [Stimulus] = []
  }

  /// A condition of variables alone.
  struct Condition {
    var fact: Int
    var expression: CheckedExpression
    /// Whether the condition holds, or does not.
    var wanted: Bool
  }

  /// A variable that has the value of an expression.
  struct Assignment {
    var fact: Int
    var slot: Int
    var text: String
    var code: String?
  }

  let tree: StateIndex
  let scope: ExpressionScope
  let variables: [ContextVariable]
  let slots: [String: Int]
  /// The events that the chart or a service sends, and not the app.
  let ownEvents: Set<String>
  /// By prefix of a descriptor: the events that it matches.
  var matches: [String: [String]] = [:]
  /// By prefix of a descriptor.
  var triggersOf: [String: [Trigger]] = [:]
  var numbers: [Fact: Int] = [:]
  var rules: [Rule] = []
  /// By rule.
  var ruleCosts: [Int] = []
  /// By rule: how many facts it needs.
  var needCounts: [Int] = []
  /// By fact: the rules that need it.
  var users: [[Int]] = []
  var conditions: [Condition] = []
  /// By variable: its conditions.
  var conditionsOf: [[Int]] = []
  var assignments: [Assignment] = []
  var checked: [String: CheckedExpression?] = [:]

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

  mutating func fact(_ fact: Fact) -> Int {
    if let known = numbers[fact] { return known }
    numbers[fact] = users.count
    users.append([])
    return users.count - 1
  }

  mutating func join() -> Int { fact(.join(users.count)) }

  mutating func addRule(_ needs: [Int], gives: [Int], cost: Int, _ stimuli: [Stimulus] = []) {
    let needs = Set(needs).sorted()
    for need in needs { users[need].append(rules.count) }
    rules.append(Rule(needs: needs, gives: gives, stimuli: stimuli))
    ruleCosts.append(cost)
    needCounts.append(needs.count)
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
