import StatechartsModel

// Pass 4, first part: where compound states, the root and history states lead by default.

extension Compiler {
  /// Checks and numbers a state's default entry.
  mutating func compileEntry(_ number: Int) {
    let state = models[number]
    switch states[number].kind {
    case .compound: compileInitial(state, number)
    case .shallowHistory, .deepHistory: compileHistory(state, number)
    case .atomic, .parallel, .final, .choice: break
    }
    guard states[number].end > number + 1 else { return }
    let start = historyPool.count
    var child = number + 1
    while child < states[number].end {
      if states[child].kind.isHistory { historyPool.append(child) }
      child = states[child].end
    }
    states[number].histories = start..<historyPool.count
  }

  private mutating func compileInitial(_ state: StateNode, _ number: Int) {
    guard let initial = state.initial, !initial.targets.isEmpty else {
      let first = state.states.first { !$0.kind.isHistory }?.id.text
      let what = number == 0 ? "The chart" : "The state `\(state.id.text)`"
      report(
        .badInitial, "\(what) does not say which of its states is entered first.",
        help: first.map { "Write `initial: \($0)`, or the id of another state inside it." },
        at: state.id.origin)
      return
    }
    let found = resolve(initial.targets)
    for (name, target) in found where !index.isDescendant(target, of: number) {
      report(
        .badInitial,
        "`\(name.text)` is not inside `\(state.id.text)`, so it cannot be its initial state.",
        help: "Write the id of a state inside `\(state.id.text)`\(example(inside: number)).", at: name.origin)
    }
    checkTogether(found)
    addEntry(found, initial.actions, number)
  }

  /// A state directly inside another, as an example; empty for a state without states inside.
  private func example(inside number: Int) -> String {
    guard models.indices.contains(number) else { return "" }
    let first = models[number].states.first { !$0.kind.isHistory }
    return first.map { ", for example `\($0.id.text)`" } ?? ""
  }

  private mutating func compileHistory(_ state: StateNode, _ number: Int) {
    let parent = states[number].parent
    if parent == 0 {
      report(
        .badHistory,
        "The history state `\(state.id.text)` has nothing to remember: the chart itself is never left.",
        help: "Move it into the state that it remembers.", at: state.id.origin)
      return
    }
    guard let initial = state.initial, !initial.targets.isEmpty else {
      report(
        .badHistory,
        "The history state `\(state.id.text)` does not say what is entered when nothing is remembered.",
        help: "Write `default: STATE`, with a state next to `\(state.id.text)`\(example(inside: parent)).",
        at: state.id.origin)
      return
    }
    let found = resolve(initial.targets)
    guard parent >= 0 else { return }
    for (name, target) in found {
      if !index.isDescendant(target, of: parent) {
        report(
          .badHistory,
          "The default of `\(state.id.text)`, `\(name.text)`, is not inside `\(models[parent].id.text)`.",
          help: "Write the id of a state inside `\(models[parent].id.text)`\(example(inside: parent)).",
          at: name.origin)
      } else if states[target].kind.isHistory {
        report(
          .badHistory, "The default of `\(state.id.text)` is itself a history state.",
          help: "Write another state next to `\(state.id.text)`\(example(inside: parent)).", at: name.origin)
      } else if states[number].kind == .shallowHistory, states[parent].kind == .compound,
        states[target].parent != parent
      {
        report(
          .badHistory,
          "The default of `\(state.id.text)`, `\(name.text)`, is not a child of `\(models[parent].id.text)`.",
          help:
            "Write `history: deep` next to `type: history`. Or write a state directly inside `\(models[parent].id.text)`\(example(inside: parent)).",
          at: name.origin)
      }
    }
    checkTogether(found)
    addEntry(found, initial.actions, number)
  }

  private mutating func addEntry(_ found: [(ChartName, Int)], _ actions: [ChartAction], _ number: Int) {
    let start = targets.count
    targets.append(contentsOf: found.map(\.1))
    let content = compileActions(actions, in: entering(number).at(.initial))
    states[number].initial = entries.count
    entries.append(EntryRecord(targets: start..<start + found.count, actions: content))
  }

  /// The states of these names; unknown ones are reported and left out.
  mutating func resolve(_ names: [ChartName]) -> [(ChartName, Int)] {
    var found: [(ChartName, Int)] = []
    for name in names {
      if let number = index.numbers[name.text] {
        found.append((name, number))
      } else {
        reportUnknown(
          .unknownTarget, "`\(name.text)` is not a state.", name,
          among: models.dropFirst().map(\.id.text),
          otherwise: "add a state `\(name.text)`")
      }
    }
    return found
  }

  /// Reports targets that cannot be active together.
  ///
  /// In document order it is enough to look at neighbors: of all pairs they have the deepest common ancestors.
  mutating func checkTogether(_ found: [(ChartName, Int)]) {
    // Decision: Docs/decisions/semantics.md#targets-inside-one-another-are-an-error
    guard found.count > 1 else { return }
    checkHistories(found)
    let sorted = found.sorted { $0.1 < $1.1 }
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      if left.1 == right.1 {
        report(
          .conflictingTargets, "`\(right.0.text)` is named twice.", help: "Delete `\(right.0.text)` here.",
          at: right.0.origin)
        continue
      }
      if index.isDescendant(right.1, of: left.1) {
        report(
          .conflictingTargets,
          "`\(right.0.text)` is inside `\(left.0.text)`, which is entered anyway.",
          help: "Delete `\(left.0.text)` here.", at: left.0.origin,
          related: [.init(origin: right.0.origin, message: "the other target")])
        continue
      }
      let common = index.commonAncestor(left.1, right.1)
      guard states[common].kind != .parallel else { continue }
      report(
        .conflictingTargets,
        "`\(left.0.text)` and `\(right.0.text)` cannot both be entered: only one of the states inside "
          + "`\(models[common].id.text)` is active at a time.",
        help: "Delete `\(left.0.text)` or `\(right.0.text)`.", at: right.0.origin,
        related: [.init(origin: left.0.origin, message: "the other target")])
    }
  }

  /// Reports what is named beside a history state of a parallel state, all of whose regions the history stands for.
  ///
  /// Of several histories of one state the first one speaks, so that a long list gives no more problems than it has names.
  private mutating func checkHistories(_ found: [(ChartName, Int)]) {
    guard found.contains(where: { states[$0.1].kind.isHistory }) else { return }
    let sorted = found.sorted { $0.1 < $1.1 }
    var known: Set<Int> = []
    for (history, number) in found where states[number].kind.isHistory {
      let parent = states[number].parent
      guard parent >= 0, states[parent].kind == .parallel, known.insert(parent).inserted else { continue }
      for (name, target) in sorted[sorted.partitioningIndex { $0.1 > parent }...] {
        guard target < states[parent].end else { break }
        guard target != number else { continue }
        report(
          .conflictingTargets,
          "`\(history.text)` and `\(name.text)` cannot both be entered: `\(history.text)` restores all regions of "
            + "`\(models[parent].id.text)`.",
          help: "Delete `\(history.text)` or `\(name.text)`.", at: name.origin,
          related: [.init(origin: history.origin, message: "the other target")])
      }
    }
  }
}
