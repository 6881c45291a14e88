import Statecharts
import StatechartsModel

/// Makes a failing scenario smaller as long as it still fails: steps, states, transitions and actions are left out
/// one by one.
enum Shrinker {
  /// The smallest scenario found, and how it fails.
  static func shrink(
    _ scenario: Scenario, _ difference: Comparison.Difference
  ) -> (Scenario, Comparison.Difference) {
    var best = (scenario, difference)
    best.0.steps = Array(best.0.steps.prefix(difference.step))
    var attempts = 0
    var position = 0
    var sinceChange = 0
    // Goes round through what can be left out, and begins nothing anew after a success: what could not be left out
    // before can rarely be left out later.
    while attempts < mostAttempts {
      let candidates = smaller(best.0)
      if candidates.isEmpty || sinceChange > candidates.count { break }
      if position >= candidates.count { position = 0 }
      while position < candidates.count, attempts < mostAttempts {
        attempts += 1
        let candidate = candidates[position]
        if case .differs(let difference) = Comparison.run(candidate) {
          best = (candidate, difference)
          best.0.steps = Array(best.0.steps.prefix(difference.step))
          sinceChange = 0
          break
        }
        position += 1
        sinceChange += 1
      }
    }
    return best
  }

  private static let mostAttempts = 4_000

  /// Scenarios with one thing less, the big things first.
  private static func smaller(_ scenario: Scenario) -> [Scenario] {
    var result: [Scenario] = []
    for number in scenario.steps.indices {
      var less = scenario
      less.steps.remove(at: number)
      result.append(less)
    }
    for id in ids(inside: scenario.chart.root) {
      var less = scenario
      less.chart.root = without(id, scenario.chart.root)
      less.chart.context = less.chart.context.map { variable in
        var variable = variable
        variable.clearedOnExitOf.removeAll { $0 == id }
        return variable
      }
      result.append(less)
    }
    for root in smaller(scenario.chart.root) {
      var less = scenario
      less.chart.root = root
      result.append(less)
    }
    for number in scenario.chart.context.indices {
      var less = scenario
      less.chart.context[number].clearedOnExitOf = []
      if less.chart != scenario.chart { result.append(less) }
    }
    return result
  }

  private static func smaller(_ state: StateNode) -> [StateNode] {
    var result: [StateNode] = []
    func changed(_ change: (inout StateNode) -> Void) {
      var less = state
      change(&less)
      result.append(less)
    }
    // A child without its own children, or in place of its parent.
    for number in state.states.indices where !state.states[number].states.isEmpty {
      changed {
        $0.states[number].states = []
        $0.states[number].kind = .plain
        $0.states[number].initial = nil
        $0.states[number].done = []
      }
    }
    for number in state.on.indices { changed { $0.on.remove(at: number) } }
    for number in state.always.indices { changed { $0.always.remove(at: number) } }
    for number in state.after.indices { changed { $0.after.remove(at: number) } }
    for number in state.done.indices { changed { $0.done.remove(at: number) } }
    for number in state.invoke.indices {
      changed { $0.invoke.remove(at: number) }
      for less in smaller(state.invoke[number]) { changed { $0.invoke[number] = less } }
    }
    for number in state.output.indices { changed { $0.output.remove(at: number) } }
    if state.outputValue != nil { changed { $0.outputValue = nil } }
    for actions in smaller(state.entry) { changed { $0.entry = actions } }
    for actions in smaller(state.exit) { changed { $0.exit = actions } }
    if let initial = state.initial {
      for actions in smaller(initial.actions) { changed { $0.initial?.actions = actions } }
      if initial.targets.count > 1 {
        for number in initial.targets.indices { changed { $0.initial?.targets.remove(at: number) } }
      }
      for child in state.states where initial.targets != [child.id] {
        changed { $0.initial?.targets = [child.id] }
      }
    }
    for number in state.on.indices {
      for less in smaller(state.on[number].transition) { changed { $0.on[number].transition = less } }
    }
    for number in state.always.indices {
      for less in smaller(state.always[number]) { changed { $0.always[number] = less } }
    }
    for number in state.after.indices {
      for less in smaller(state.after[number].transition) { changed { $0.after[number].transition = less } }
    }
    for number in state.done.indices {
      for less in smaller(state.done[number]) { changed { $0.done[number] = less } }
    }
    for number in state.states.indices {
      for less in smaller(state.states[number]) { changed { $0.states[number] = less } }
    }
    return result
  }

  private static func ids(inside state: StateNode) -> [ChartName] {
    state.states.flatMap { [$0.id] + ids(inside: $0) }
  }

  /// The state without one inside it, and without what leads there.
  private static func without(_ id: ChartName, _ state: StateNode) -> StateNode {
    var less = state
    less.states = state.states.filter { $0.id != id }.map { without(id, $0) }
    less.initial?.targets.removeAll { $0 == id }
    if less.initial?.targets.isEmpty == true {
      less.initial = less.states.first.map { InitialTransition([$0.id]) }
    }
    if less.states.isEmpty, less.kind == .parallel { less.kind = .plain }
    if less.states.isEmpty { less.done = [] }
    less.on.removeAll { $0.transition.targets.contains(id) }
    less.always.removeAll { $0.targets.contains(id) }
    less.after.removeAll { $0.transition.targets.contains(id) }
    less.done.removeAll { $0.targets.contains(id) }
    for number in less.invoke.indices {
      less.invoke[number].done.removeAll { $0.targets.contains(id) }
      less.invoke[number].failed.removeAll { $0.transition.targets.contains(id) }
    }
    return less
  }

  private static func smaller(_ invocation: ChartInvocation) -> [ChartInvocation] {
    var result: [ChartInvocation] = []
    func changed(_ change: (inout ChartInvocation) -> Void) {
      var less = invocation
      change(&less)
      result.append(less)
    }
    if !invocation.input.isEmpty { changed { $0.input = [] } }
    if invocation.timeout != nil { changed { $0.timeout = nil } }
    if invocation.retry != nil { changed { $0.retry = nil } }
    if invocation.forwardsEvents { changed { $0.forwardsEvents = false } }
    for actions in smaller(invocation.finalize) { changed { $0.finalize = actions } }
    for number in invocation.done.indices {
      changed { $0.done.remove(at: number) }
      for less in smaller(invocation.done[number]) { changed { $0.done[number] = less } }
    }
    for number in invocation.failed.indices {
      changed { $0.failed.remove(at: number) }
      for less in smaller(invocation.failed[number].transition) {
        changed { $0.failed[number].transition = less }
      }
    }
    return result
  }

  private static func smaller(_ transition: ChartTransition) -> [ChartTransition] {
    var result: [ChartTransition] = []
    func changed(_ change: (inout ChartTransition) -> Void) {
      var less = transition
      change(&less)
      result.append(less)
    }
    if transition.guard != nil { changed { $0.guard = nil } }
    if transition.isInternal != nil { changed { $0.isInternal = nil } }
    for number in transition.targets.indices { changed { $0.targets.remove(at: number) } }
    for actions in smaller(transition.actions) { changed { $0.actions = actions } }
    return result
  }

  private static func smaller(_ actions: [ChartAction]) -> [[ChartAction]] {
    if actions.isEmpty { return [] }
    var result: [[ChartAction]] = [[]]
    for number in actions.indices {
      var less = actions
      let removed = less.remove(at: number)
      if !less.isEmpty { result.append(less) }
      switch removed.kind {
      case .choose(let branches, let otherwise):
        for inner in branches.map(\.actions) + [otherwise] {
          var replaced = actions
          replaced.replaceSubrange(number...number, with: inner)
          result.append(replaced)
        }
      case .forEach(_, _, _, let body), .block(let body):
        var replaced = actions
        replaced.replaceSubrange(number...number, with: body)
        result.append(replaced)
      default: break
      }
    }
    return result
  }
}
