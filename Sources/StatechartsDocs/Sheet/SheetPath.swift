internal import Statecharts

/// Finds the transitions that a sheet draws as lines: those of a run, else a path from the start down the sheet.
///
/// The path takes, at each state, the first transition that leads further down and is no failure; at a decision the one
/// that leads least far down. This need not be what happens most.
// Decision: Docs/decisions/diagrams-and-pages.md#an-svg-image-has-cards-rows-and-few-lines
struct SheetPath {
  private let reader: SheetReader
  /// The variables that hold errors: a transition that sets one is part of a failure.
  private let errorVariables: Set<String>

  /// A transition that the path takes.
  private struct Next {
    var source: Int
    var row: Int
    var targets: [Int]
    var isInternal: Bool
  }

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
        if let step = step(next.source, next.row, target, next.isInternal) { steps.append(step) }
        pending += leaves(of: target)
      }
    }
    return steps
  }

  private func steps(of run: DocumentRun) -> [SheetStep] {
    var steps: [SheetStep] = []
    for number in reader.range {
      let id = flat.states[number].state.id.text
      for (row, found) in reader.transitions(number).enumerated()
      where run.took(found.trigger, found.transition, from: id) {
        for name in found.transition.targets {
          guard let target = flat.number(of: name),
            let step = step(number, row, target, found.transition.isInternal == true)
          else { continue }
          steps.append(step)
        }
      }
    }
    return steps
  }

  private func step(_ source: Int, _ row: Int, _ target: Int, _ isInternal: Bool) -> SheetStep? {
    // A line begins outside of the state, so that it would show that the state is left.
    guard source != target, !isInternal, let from = reader.card(of: source), let to = reader.card(of: target)
    else {
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
  private func next(after number: Int) -> Next? {
    var source = number
    // As many as a sheet has frames.
    for _ in 0...SheetReader.mostLevels {
      if let found = next(after: number, from: source) { return found }
      source = flat.states[source].parent
      guard source > 0, flat.states[source].state.kind == .plain else { return nil }
    }
    return nil
  }

  private func next(after number: Int, from source: Int) -> Next? {
    let state = flat.states[source].state
    var best: Next?
    for (row, found) in reader.transitions(source).enumerated() {
      let targets = found.transition.targets.compactMap(flat.number)
      guard !reader.failures.hold(found.trigger, from: state), !setsError(found.transition.actions),
        let first = targets.min(), first > number, reader.range.contains(first)
      else { continue }
      let next = Next(
        source: source, row: row, targets: targets, isInternal: found.transition.isInternal == true)
      guard state.kind == .choice else { return next }
      if best?.targets.min() ?? .max > first { best = next }
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
