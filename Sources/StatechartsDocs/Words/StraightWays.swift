internal import Statecharts

/// The forks that a map leaves out: what leads to one of them is drawn to where its branches lead.
///
/// A fork tells by the words at its branches which of them is taken. Where no words are drawn, it mostly makes two arrows
/// of one. Forks stay that save arrows, because many ways come together in them and part again, those from which forks lead
/// in a circle, those in which something begins, and those of which not every way leads to one state.
struct StraightWays {
  /// Nil where no fork is left out.
  private let flat: FlatChart?
  /// The forks that are left out.
  private(set) var forks: Set<Int> = []

  /// Leaves out none.
  init() { flat = nil }

  /// Leaves out some of which that was found before, by their ids.
  init(_ flat: FlatChart, leavingOut forks: Set<String>) {
    self.flat = flat
    self.forks = Set(forks.compactMap { flat.number(of: Name($0)) })
  }

  /// Finds those that a map leaves out.
  ///
  /// - Parameters:
  ///   - shown: For each state the one that is drawn for it.
  ///   - part: A fork that stays, because it is what is drawn.
  init(_ flat: FlatChart, shown: [Int], isMap: Bool, keeping part: Int? = nil) {
    self.flat = flat
    guard isMap else { return }
    var passable = Set(flat.states.indices.filter { shown[$0] == $0 && Self.isPassable($0, in: flat) })
    guard !passable.isEmpty else { return }
    if let part { passable.remove(part) }
    // Ways between states that are drawn as one are no arrows.
    var targets = [Set<Int>](repeating: [], count: flat.states.count)
    var sources = targets
    for (number, entry) in flat.states.enumerated() {
      if let initial = entry.state.initial { passable.subtract(initial.targets.compactMap(flat.number)) }
      entry.state.forEachTransition { _, way in
        let ends = way.targets.compactMap(flat.number)
        if way.targets.count > 1 { passable.subtract(ends) }
        for end in ends where end == number || shown[end] != shown[number] {
          targets[shown[number]].insert(shown[end])
          sources[shown[end]].insert(shown[number])
        }
      }
    }
    // The last forks of a row come first, so that those from which ways lead in a circle never come.
    var undecided: [Int: Int] = [:]
    for fork in passable { undecided[fork] = targets[fork].count { passable.contains($0) } }
    var next = passable.filter { undecided[$0] == 0 }.sorted()
    while let fork = next.popLast() {
      for source in sources[fork].filter(passable.contains).sorted() {
        undecided[source, default: 0] -= 1
        if undecided[source] == 0 { next.append(source) }
      }
      let more = sources[fork].reduce(0) { $0 + targets[fork].subtracting(targets[$1]).count }
      guard more < sources[fork].count + targets[fork].count, !sources[fork].isEmpty else { continue }
      forks.insert(fork)
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

  /// Whether a state is a fork of which each way leads to one state. The first state inside another stays, so that none looks
  /// empty.
  private static func isPassable(_ number: Int, in flat: FlatChart) -> Bool {
    let entry = flat.states[number]
    guard entry.state.kind == .choice, entry.state.states.isEmpty, !flat.isRepeated(number),
      number > entry.parent + 1, flat.states[entry.parent].state.kind != .parallel
    else { return false }
    var ways = 0
    var straight = 0
    entry.forEachTransition { _, way in
      ways += 1
      if way.targets.count == 1, let target = flat.number(of: way.targets[0]), target > 0 { straight += 1 }
    }
    return ways > 0 && straight == ways
  }

  /// The states to which an arrow to a state is drawn: the state itself, or where the ways of a fork lead in the end.
  func ends(of number: Int) -> [Int] {
    guard let flat, forks.contains(number) else { return [number] }
    var ends: [Int] = []
    var known: Set<Int> = []
    var pending = [number]
    while let next = pending.popLast() {
      guard known.insert(next).inserted else { continue }
      guard forks.contains(next) else {
        ends.append(next)
        continue
      }
      let branches = pending.count
      flat.states[next].forEachTransition { _, way in pending += way.targets.compactMap(flat.number) }
      pending[branches...].reverse()
    }
    return ends
  }
}
