import StatechartsModel

internal import Statecharts

/// Finds the transitions that a sheet draws as lines: those of a run, else a path from the start.
///
/// The path takes, at each state, the first transition that leads further down to a state that is not on the path, and
/// is no failure. Without such a transition, it takes the first one that leads up. Of several transitions for the same
/// event, and at a decision, it takes the one that leads to the nearest card. This need not be what happens most.
// Decision: Docs/decisions/diagrams-and-pages.md#an-svg-image-has-cards-rows-and-few-lines
struct SheetPath {
  private let reader: SheetReader
  private var steps: [SheetStep] = []
  /// The states that are on the path, with those around them through which it came.
  private var isOnPath: [Bool]

  /// The path ends after so many steps. Nobody follows a longer one.
  private static let mostSteps = 100

  /// A transition that the path may take.
  private struct Candidate {
    var source: Int
    var row: Int
    /// What it waits for.
    var trigger: String
    var targets: [Int]
    var first: Int
    var isInternal: Bool
  }

  private var flat: FlatChart { reader.flat }

  init(_ reader: SheetReader) {
    self.reader = reader
    isOnPath = Array(repeating: false, count: reader.flat.states.count)
  }

  /// The transitions, in the order in which they are taken, or of the states that they leave.
  mutating func find() -> [SheetStep] {
    if let run = reader.settings.run {
      for number in reader.range { addSteps(of: run, from: number) }
      return steps
    }
    var pending = enter(reader.range.lowerBound)
    while steps.count < Self.mostSteps, let number = pending.popLast() {
      guard let next = next(after: number) else { continue }
      for target in next.targets {
        add(next.source, next.row, target, next.isInternal)
        pending += enter(target)
      }
    }
    return steps
  }

  private mutating func addSteps(of run: DocumentRun, from number: Int) {
    let id = flat.states[number].state.id.text
    for (row, found) in reader.transitions(number).enumerated()
    where run.took(found.trigger, found.transition, from: id) {
      for target in found.transition.targets.compactMap(flat.number) {
        add(number, row, target, found.transition.isInternal == true)
      }
    }
  }

  private mutating func add(_ source: Int, _ row: Int, _ target: Int, _ isInternal: Bool) {
    // A line begins outside of the state, so that it would show that the state is left.
    guard source != target, !isInternal, let from = reader.card(of: source),
      let to = reader.card(of: target)
    else { return }
    steps.append(SheetStep(source: from, row: row, target: to))
  }

  /// Goes into a state, down to the innermost states in which it starts.
  private mutating func enter(_ number: Int) -> [Int] {
    var leaves: [Int] = []
    var pending = [number]
    while let next = pending.popLast() {
      guard reader.range.contains(next), !isOnPath[next] else { continue }
      isOnPath[next] = true
      let entry = flat.states[next]
      if entry.state.kind == .parallel {
        var region = next + 1
        while region < entry.end {
          pending.append(region)
          region = flat.states[region].end
        }
      } else if let initial = entry.state.initial {
        pending += initial.targets.compactMap(flat.number)
      } else {
        leaves.append(next)
      }
    }
    return leaves
  }

  /// The transition that the path takes at a state: one of its own, else one of a group around it.
  private func next(after number: Int) -> Candidate? {
    let own = candidates(number)
    if let found = choice(of: own, after: number) { return found }
    var source = flat.states[number].parent
    // As many as a sheet has frames.
    for _ in 0..<SheetReader.mostLevels {
      guard source > 0, flat.states[source].state.kind == .plain else { break }
      if let found = choice(of: candidates(source), after: number) { return found }
      source = flat.states[source].parent
    }
    return own.first.flatMap { nearest(own, to: number, like: $0) }
  }

  /// The first that leads down, or one for the same event that leads to a nearer state.
  private func choice(of candidates: [Candidate], after number: Int) -> Candidate? {
    candidates.first { $0.first > number }.flatMap { nearest(candidates, to: number, like: $0) }
  }

  private func nearest(_ candidates: [Candidate], to number: Int, like one: Candidate) -> Candidate? {
    candidates.filter { $0.trigger == one.trigger }.min { abs($0.first - number) < abs($1.first - number) }
  }

  private func candidates(_ source: Int) -> [Candidate] {
    let state = flat.states[source].state
    var found: [Candidate] = []
    for (row, each) in reader.transitions(source).enumerated() {
      let targets = each.transition.targets.compactMap(flat.number)
      guard let first = targets.min(), reader.range.contains(first), !isOnPath[first],
        !reader.failures.hold(each.trigger, from: state), !setsError(each.transition.actions)
      else { continue }
      found.append(
        Candidate(
          source: source, row: row, trigger: reader.heard(each.trigger), targets: targets, first: first,
          isInternal: each.transition.isInternal == true))
    }
    return found
  }

  /// Whether a variable for errors is set, which is part of a failure.
  private func setsError(_ actions: [ChartAction]) -> Bool {
    actions.contains { action in
      guard case .assign(let assignments) = action.kind else { return false }
      return assignments.contains { reader.words.errorVariables.contains($0.name.text) && !$0.value.isUnset }
    }
  }
}
