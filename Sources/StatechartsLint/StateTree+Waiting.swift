import StatechartsModel

internal import Statecharts

/// What a state answers and where it can go while it is active, with all that surrounds it.
extension StateTree {
  /// A state's number and those of the states it lies in, innermost first.
  func selfAndAncestors(of number: Int) -> [Int] {
    var result: [Int] = []
    var number = number
    while number >= 0 {
      result.append(number)
      number = nodes[number].parent
    }
    return result
  }

  /// The numbers of all states inside a state.
  func descendants(of number: Int) -> Range<Int> { number + 1..<nodes[number].end }

  /// Whether a transition leaves a state that is its source, or lies inside its source.
  func leaves(_ state: Int, _ transition: ChartTransition, of source: Int) -> Bool {
    guard !transition.targets.isEmpty else { return false }
    let targets = transition.targets.compactMap { number(of: $0) }
    // Nobody knows where an unknown target leads.
    guard targets.count == transition.targets.count else { return true }
    let domain = domain(of: transition, source: source, targets: targets)
    return isDescendant(state, of: domain)
  }

  /// Whether a state is left after some time, by its own timer or one of what surrounds it.
  func isTimed(_ number: Int) -> Bool {
    selfAndAncestors(of: number).contains { !nodes[$0].state.after.isEmpty }
  }
}

extension ChartTransition {
  /// Whether nothing can keep the transition from being taken.
  var isUnconditional: Bool { `guard` == nil }
}

extension ChartInvocation {
  /// The place of what is invoked.
  var place: ModelOrigin {
    switch source {
    case .service(let name), .chart(let name): name.origin
    case .computed(let expression, _): expression.origin
    }
  }
}
