internal import Statecharts

/// Finds the transitions that a sheet draws as lines: those of a run, else a path from the start down the sheet.
///
/// The path takes, at each state, the first transition that leads further down and is no failure. Of several transitions for
/// the same event, and at a decision, it takes the one that leads least far down. This need not be what happens most.
// Decision: Docs/decisions/diagrams-and-pages.md#an-svg-image-has-cards-rows-and-few-lines
struct SheetPath {
  private let reader: SheetReader
  /// The variables that hold errors: a transition that sets one is part of a failure.
  private let errorVariables: Set<String>
  private var steps: [SheetStep] = []
  /// The states that the path goes through, except those that are entered only with others around them.
  private var isOnPath: [Bool]
  /// The states for which `isOnPath` knows where one is after entering them.
  private var isEntered: [Bool]
  /// The transitions that the path may take, by the states that they leave.
  private var candidates: [Int: [Candidate]] = [:]
  /// How many of them lead to states that the path has passed.
  private var passed: [Int: Int] = [:]

  /// A transition that the path may take.
  private struct Candidate {
    var row: Int
    /// The first row with the same trigger.
    var firstRow: Int
    var targets: [Int]
    var first: Int
    var isInternal: Bool
  }

  private var flat: FlatChart { reader.flat }

  init(_ reader: SheetReader) {
    self.reader = reader
    errorVariables = Set(
      reader.flat.chart.context.filter { $0.field.type.isError }.map(\.field.name.text))
    isOnPath = Array(repeating: false, count: reader.flat.states.count)
    isEntered = isOnPath
  }

  /// The transitions, in the order of the states that they leave.
  mutating func find() -> [SheetStep] {
    if let run = reader.settings.run {
      for number in reader.range { addSteps(of: run, from: number) }
      return steps
    }
    enter(reader.range.lowerBound)
    for number in reader.range where isOnPath[number] {
      guard let (source, next) = next(after: number) else { continue }
      for target in next.targets {
        add(source, next.row, target, next.isInternal)
        enter(target)
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
  private mutating func enter(_ number: Int) {
    var pending = [number]
    while let next = pending.popLast() {
      guard reader.range.contains(next), !isEntered[next] else { continue }
      isEntered[next] = true
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
        isOnPath[next] = true
      }
    }
  }

  /// The transition that the path takes at a state: one of its own, else of a group around it.
  private mutating func next(after number: Int) -> (source: Int, Candidate)? {
    var source = number
    // As many as a sheet has frames.
    for _ in 0...SheetReader.mostLevels {
      if let found = next(after: number, from: source) { return (source, found) }
      source = flat.states[source].parent
      guard source > 0, flat.states[source].state.kind == .plain else { return nil }
    }
    return nil
  }

  private mutating func next(after number: Int, from source: Int) -> Candidate? {
    let known = candidates[source] ?? findCandidates(source)
    candidates[source] = known
    // The path only leads down, so what it has passed stays passed.
    var place = passed[source] ?? 0
    while place < known.count, known[place].first <= number { place += 1 }
    passed[source] = place
    return place < known.count ? known[place] : nil
  }

  private func findCandidates(_ source: Int) -> [Candidate] {
    let state = flat.states[source].state
    var found: [Candidate] = []
    var trigger: String?
    var firstRow = 0
    for (row, each) in reader.transitions(source).enumerated() {
      let heard = reader.heard(each.trigger)
      if heard != trigger { firstRow = row }
      trigger = heard
      let targets = each.transition.targets.compactMap(flat.number)
      guard let first = targets.min(), reader.range.contains(first),
        !reader.failures.hold(each.trigger, from: state), !setsError(each.transition.actions)
      else { continue }
      found.append(
        Candidate(
          row: row, firstRow: firstRow, targets: targets, first: first,
          isInternal: each.transition.isInternal == true))
    }
    return found.sorted { ($0.firstRow, $0.first, $0.row) < ($1.firstRow, $1.first, $1.row) }
  }

  private func setsError(_ actions: [Action]) -> Bool {
    actions.contains { action in
      guard case .assign(let assignments) = action.kind else { return false }
      return assignments.contains { errorVariables.contains($0.name.text) && $0.value.text != "unset" }
    }
  }
}

extension ValueType {
  /// Whether it is an error code, perhaps an optional one.
  fileprivate var isError: Bool {
    switch self {
    case .error, .optional(.error): true
    default: false
    }
  }
}
