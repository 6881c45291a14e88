internal import Statecharts

/// A chart as a map draws it: what leads to a fork leads to where its branches lead, and the fork is gone.
///
/// A fork tells by the words at its branches which of them is taken. Where no words are drawn, it mostly makes two arrows
/// of one. Forks stay that save arrows, because many ways come together in them and part again, those in which something
/// begins, and those of which not every way leads to one state.
struct StraightWays {
  private let flat: FlatChart
  /// The forks that go.
  private var forks: Set<Int> = []

  /// - Parameters:
  ///   - part: A state that is drawn alone, and stays.
  ///   - depth: How many levels of states are drawn.
  init(_ chart: Statechart, part: Name?, depth: Int) {
    flat = FlatChart(chart)
    for number in flat.states.indices where isPassable(number) { forks.insert(number) }
    guard !forks.isEmpty else { return }
    if let number = part.flatMap(flat.number) { forks.remove(number) }
    for entry in flat.states {
      keep(entry.state.initial?.targets ?? [])
      entry.state.forEachTransition { _, way in if way.targets.count > 1 { keep(way.targets) } }
    }
    let outermost = part.flatMap(flat.number).map { flat.states[$0].depth } ?? 0
    keepThoseThatSaveArrows(depth: depth < .max - outermost ? outermost + depth : .max)
  }

  private mutating func keepThoseThatSaveArrows(depth: Int) {
    // Ways between states that are drawn as one are no arrows.
    var shown: [Int] = []
    for (number, entry) in flat.states.enumerated() {
      shown.append(entry.depth <= depth ? number : shown[entry.parent])
    }
    var targets = [Set<Int>](repeating: [], count: flat.states.count)
    var sources = targets
    for (number, entry) in flat.states.enumerated() {
      entry.state.forEachTransition { _, way in
        for target in way.targets.compactMap(flat.number) where shown[target] != shown[number] {
          targets[shown[number]].insert(shown[target])
          sources[shown[target]].insert(shown[number])
        }
      }
    }
    for fork in forks.sorted() where shown[fork] == fork {
      let more = sources[fork].reduce(0) { $0 + targets[fork].subtracting(targets[$1]).count }
      guard more < sources[fork].count + targets[fork].count, !sources[fork].isEmpty else {
        forks.remove(fork)
        continue
      }
      for source in sources[fork] {
        targets[source].remove(fork)
        targets[source].formUnion(targets[fork])
      }
      for target in targets[fork] {
        sources[target].remove(fork)
        sources[target].formUnion(sources[fork])
      }
    }
  }

  /// The chart.
  var chart: Statechart {
    guard !forks.isEmpty else { return flat.chart }
    var result = flat.chart
    result.root = straight(flat.chart.root)
    return result
  }

  private func isPassable(_ number: Int) -> Bool {
    let state = flat.states[number].state
    return state.kind == .choice && !flat.isRepeated(number) && state.states.isEmpty && !state.always.isEmpty
      && state.always.allSatisfy { $0.targets.count == 1 && flat.number(of: $0.targets[0]) != nil }
  }

  private mutating func keep(_ names: [Name]) {
    for name in names { if let number = flat.number(of: name) { forks.remove(number) } }
  }

  /// A state with straight ways, and those inside it. They nest as deep as the reader allows.
  private func straight(_ state: State) -> State {
    var result = state
    result.states = state.states.filter { !isFork($0.id) }.map(straight)
    result.on = state.on.flatMap { way in
      straight(way.transition).map { EventTransition(way.event, $0) }
    }
    result.after = state.after.flatMap { way in
      straight(way.transition).map { transition in
        var way = way
        way.transition = transition
        return way
      }
    }
    result.done = state.done.flatMap(straight)
    result.always = state.always.flatMap(straight)
    for index in state.invoke.indices {
      result.invoke[index].done = state.invoke[index].done.flatMap(straight)
      result.invoke[index].failed = state.invoke[index].failed.flatMap { way in
        straight(way.transition).map { transition in
          var way = way
          way.transition = transition
          return way
        }
      }
    }
    return result
  }

  private func isFork(_ id: Name) -> Bool { flat.number(of: id).map(forks.contains) ?? false }

  /// The ways to all states to which a way leads in the end.
  private func straight(_ way: Transition) -> [Transition] {
    guard way.targets.count == 1, isFork(way.targets[0]) else { return [way] }
    var ends: [Transition] = []
    var known: Set<Int> = []
    var pending = way.targets
    while let next = pending.popLast() {
      guard let number = flat.number(of: next), known.insert(number).inserted else { continue }
      if forks.contains(number) {
        pending += flat.states[number].state.always.reversed().flatMap(\.targets)
      } else {
        var way = way
        way.targets = [next]
        ends.append(way)
      }
    }
    return ends
  }
}
