import Statecharts
import StatechartsModel
import StatechartsTesting
import StatechartsWalk

// Runs of a relaxed chart.

extension RelaxedChart {
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
    let values = ConditionValues(report.context.map(\.value))
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
