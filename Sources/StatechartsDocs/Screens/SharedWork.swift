internal import Statecharts
internal import StatechartsWalk

/// Work that several screens share on their ways to the same screens: drawn as a box of its own, it saves arrows.
struct SharedWork {
  /// The number of the state that works, or of the group in which it is.
  let state: Int
  /// The screens that lead there, and those to which it leads.
  let sources: Set<Int>
  let targets: Set<Int>

  /// Finds the work that saves the most arrows; nil where none saves any.
  ///
  /// - Parameter steps: What leads on without a failure.
  init?(_ steps: [Walk.Step], _ screens: Screens) {
    // For each pair of screens the states that work on each way between them.
    var passed: [[Int]: Set<Int>] = [:]
    for step in steps {
      guard let from = step.from, from != step.to else { continue }
      var states: Set<Int> = []
      for var state in step.links.compactMap(\.working) {
        while state > 0 {
          states.insert(state)
          state = screens.chart.states[state].parent
        }
      }
      let key = [from, step.to]
      passed[key] = passed[key]?.intersection(states) ?? states
    }
    var best: (saved: Int, work: SharedWork)?
    for state in Set(passed.values.joined()).sorted(by: >) {
      var targets: [Int: Set<Int>] = [:]
      for (key, states) in passed where states.contains(state) { targets[key[0], default: []].insert(key[1]) }
      // The largest set of targets that at least three screens have.
      for candidate in Set(targets.values.map { $0.sorted() }).sorted(by: { $0.lexicographicallyPrecedes($1) }
      )
      where candidate.count > 1 {
        let sources = Set(targets.filter { $0.value.isSuperset(of: candidate) }.keys)
        let saved = sources.count * candidate.count - sources.count - candidate.count
        guard sources.count > 2, saved > 0, saved > best?.saved ?? 0 else { continue }
        best = (saved, SharedWork(state: state, sources: sources, targets: Set(candidate)))
      }
    }
    guard let best else { return nil }
    self = best.work
  }

  private init(state: Int, sources: Set<Int>, targets: Set<Int>) {
    self.state = state
    self.sources = sources
    self.targets = targets
  }

  /// Whether a step passes the work.
  func isPassed(by step: Walk.Step) -> Bool {
    guard let from = step.from, step.errors.isEmpty else { return false }
    return sources.contains(from) && targets.contains(step.to)
  }

  /// The first link of a step after which it is in the work.
  func entrance(of step: Walk.Step, _ screens: Screens) -> Int? {
    step.links.firstIndex { link in link.working.map { screens.isAround(state, $0) } ?? false }
  }
}
