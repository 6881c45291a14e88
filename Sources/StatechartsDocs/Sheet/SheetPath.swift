internal import Statecharts

/// Finds the transitions that a sheet draws as lines: those of a run, else a path from the start down the sheet.
///
/// The path takes, at each state, the first transition that leads further down and is no failure; at a decision the one
/// that leads least far down. It is what an author who writes a chart from the top to the bottom writes first. It need not be
/// what happens most.
// Decision: Docs/decisions/diagrams-and-pages.md#a-run-defines-the-happy-path
struct SheetPath {
  private let reader: SheetReader
  /// The variables that hold errors: a transition that sets one is part of a failure.
  private let errorVariables: Set<String>

  private var flat: FlatChart { reader.flat }

  init(_ reader: SheetReader) {
    self.reader = reader
    errorVariables = Set(
      reader.flat.chart.context.filter { $0.field.type.isError }.map(\.field.name.text))
  }

  func steps() -> [SheetStep] {
    if let run = reader.settings.run { return steps(of: run) }
    var steps: [SheetStep] = []
    var pending = leaves(of: reader.range.lowerBound)
    var visited: Set<Int> = []
    while let number = pending.popLast() {
      guard visited.insert(number).inserted, let next = next(after: number) else { continue }
      for target in next.targets {
        if let step = step(next.source, next.row, target) { steps.append(step) }
        pending += leaves(of: target)
      }
    }
    return steps
  }

  private func steps(of run: DocumentRun) -> [SheetStep] {
    var steps: [SheetStep] = []
    for number in reader.range {
      let id = flat.states[number].state.id.text
      for (row, way) in reader.transitions(number).enumerated()
      where run.took(way.trigger, way.transition, from: id) {
        for name in way.transition.targets {
          guard let target = flat.number(of: name), let step = step(number, row, target) else { continue }
          steps.append(step)
        }
      }
    }
    return steps
  }

  private func step(_ source: Int, _ row: Int, _ target: Int) -> SheetStep? {
    guard source != target, let from = reader.card(of: source), let to = reader.card(of: target) else {
      return nil
    }
    return SheetStep(source: from, row: row, target: to)
  }

  /// Where one is after entering a state: the innermost states in which it starts.
  private func leaves(of number: Int) -> [Int] {
    var leaves: [Int] = []
    var pending = [number]
    var visited: Set<Int> = []
    while let next = pending.popLast() {
      guard visited.insert(next).inserted, reader.range.contains(next) else { continue }
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

  /// The transition that the path takes at a state: one of its own, else of a group around it.
  private func next(after number: Int) -> (source: Int, row: Int, targets: [Int])? {
    var source = number
    // As many as a sheet has frames.
    for _ in 0...SheetReader.mostLevels {
      if let found = next(after: number, from: source) { return (source, found.row, found.targets) }
      source = flat.states[source].parent
      guard source > 0, flat.states[source].state.kind == .plain else { return nil }
    }
    return nil
  }

  private func next(after number: Int, from source: Int) -> (row: Int, targets: [Int])? {
    let state = flat.states[source].state
    var best: (row: Int, targets: [Int])?
    for (row, way) in reader.transitions(source).enumerated() {
      let targets = way.transition.targets.compactMap(flat.number)
      guard !reader.failures.hold(way.trigger, from: state), !setsError(way.transition.actions),
        let first = targets.min(), first > number, reader.range.contains(first)
      else { continue }
      guard state.kind == .choice else { return (row, targets) }
      if best?.targets.min() ?? .max > first { best = (row, targets) }
    }
    return best
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
