import StatechartsModel

internal import Statecharts

/// What a state answers and where it can go while it is active, with all that surrounds it.
extension StateIndex {
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

  /// The state directly inside another in which a third one lies or which it is.
  func child(of ancestor: Int, towards number: Int) -> Int {
    var number = number
    while nodes[number].parent > ancestor { number = nodes[number].parent }
    return number
  }

  /// Whether two states can be active at the same time: one lies in the other, or they lie in different states of a
  /// parallel state.
  func canBeActiveTogether(_ left: Int, _ right: Int) -> Bool {
    let common = commonAncestor(left, right)
    return common == left || common == right || nodes[common].state.kind == .parallel
  }

  /// Whether `done.state.ID` can ever come for a state (SCXML 3.7): it has a final state directly inside it, or it is
  /// parallel and all of its states can be done.
  func canBeDone(_ number: Int) -> Bool {
    let regions = regions(of: number)
    switch nodes[number].state.kind {
    case .plain: return regions.contains { nodes[$0].state.kind == .final }
    case .parallel:
      return !regions.isEmpty && regions.allSatisfy { nodes[$0].state.kind == .final || canBeDone($0) }
    case .final, .history, .choice: return false
    }
  }

  /// Whether a state is left after some time, by its own timer or one of what surrounds it.
  func isTimed(_ number: Int) -> Bool {
    selfAndAncestors(of: number).contains { !nodes[$0].state.after.isEmpty }
  }
}

extension StateNode {
  /// The transitions for each event, error or timer: at most one of a list is taken.
  var alternatives: [[ChartTransition]] {
    [always, done] + invoke.map(\.done)
      + Self.grouped(on.map { ($0.event.name.text, $0.transition) })
      + Self.grouped(after.map { ($0.name.text, $0.transition) })
      + invoke.flatMap { invocation in
        Self.grouped(invocation.failed.map { ($0.code?.text ?? "any", $0.transition) })
      }
  }

  private static func grouped(_ transitions: [(name: String, ChartTransition)]) -> [[ChartTransition]] {
    var numbers: [String: Int] = [:]
    var result: [[ChartTransition]] = []
    for (name, transition) in transitions {
      if let number = numbers[name] {
        result[number].append(transition)
      } else {
        numbers[name] = result.count
        result.append([transition])
      }
    }
    return result
  }

  /// What people call the state: its title with its id, or its id.
  var called: String { title.map { "\($0) (`\(id.text)`)" } ?? "`\(id.text)`" }
}

extension String {
  /// What a state is called, at the beginning of a sentence.
  var asSubject: String { hasPrefix("`") ? "The state " + self : self }
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
