import StatechartsModel

/// Finds the states that targets name, and reports those that do not exist or cannot be entered together.
struct TargetResolver {
  let index: StateIndex
  let problems: ProblemCollector

  /// The states of these names; unknown ones are reported and left out.
  func resolve(_ names: [ChartName]) -> [(ChartName, Int)] {
    var found: [(ChartName, Int)] = []
    for name in names {
      if let number = index.numbers[name.text] {
        found.append((name, number))
      } else {
        problems.reportUnknown(
          .unknownTarget, "`\(name.text)` is not a state.", name, among: index.ids,
          otherwise: "add a state `\(name.text)`")
      }
    }
    return found
  }

  /// Reports targets that cannot be active together.
  ///
  /// In document order it is enough to look at neighbors: of all pairs they have the deepest common ancestors.
  func checkTogether(_ found: [(ChartName, Int)]) {
    // Decision: Docs/decisions/semantics.md#targets-inside-one-another-are-an-error
    guard found.count > 1 else { return }
    checkHistories(found)
    let sorted = found.sorted { $0.1 < $1.1 }
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      if left.1 == right.1 {
        problems.report(
          .conflictingTargets, "`\(right.0.text)` is named twice.", help: "Delete `\(right.0.text)` here.",
          at: right.0.origin)
        continue
      }
      if index.isDescendant(right.1, of: left.1) {
        problems.report(
          .conflictingTargets, "`\(right.0.text)` is inside `\(left.0.text)`, which is entered anyway.",
          help: "Delete `\(left.0.text)` here.", at: left.0.origin,
          related: [.init(origin: right.0.origin, message: "the other target")])
        continue
      }
      let common = index.commonAncestor(left.1, right.1)
      guard index[common].kind != .parallel else { continue }
      problems.report(
        .conflictingTargets,
        "`\(left.0.text)` and `\(right.0.text)` cannot both be entered: only one of the states inside "
          + "`\(index[common].id.text)` is active at a time.",
        help: "Delete `\(left.0.text)` or `\(right.0.text)`.", at: right.0.origin,
        related: [.init(origin: left.0.origin, message: "the other target")])
    }
  }

  /// Reports what is named beside a history state of a parallel state, all of whose regions the history stands for.
  ///
  /// Of several histories of one state the first one is reported, so that a long list gives no more problems than it has names.
  private func checkHistories(_ found: [(ChartName, Int)]) {
    guard found.contains(where: { index[$0.1].kind.isHistory }) else { return }
    let sorted = found.sorted { $0.1 < $1.1 }
    var known: Set<Int> = []
    for (history, number) in found where index[number].kind.isHistory {
      let parent = index.nodes[number].parent
      guard parent >= 0, index[parent].kind == .parallel, known.insert(parent).inserted else { continue }
      for (name, target) in sorted[sorted.partitioningIndex { $0.1 > parent }...] {
        guard target < index.nodes[parent].end else { break }
        guard target != number else { continue }
        problems.report(
          .conflictingTargets,
          "`\(history.text)` and `\(name.text)` cannot both be entered: `\(history.text)` restores all regions of "
            + "`\(index[parent].id.text)`.",
          help: "Delete `\(history.text)` or `\(name.text)`.", at: name.origin,
          related: [.init(origin: history.origin, message: "the other target")])
      }
    }
  }

  /// The default targets of a compound state or a history; nil where there are none.
  func defaultTargets(of number: Int) -> [Int]? {
    switch StateRecord.Kind(index[number]) {
    case .compound: initialTargets(of: number)
    case .shallowHistory, .deepHistory: historyTargets(of: number)
    case .atomic, .parallel, .final, .choice: nil
    }
  }

  private func initialTargets(of number: Int) -> [Int]? {
    let state = index[number]
    guard let initial = state.initial, !initial.targets.isEmpty else {
      let first = state.states.first { !$0.kind.isHistory }?.id.text
      let what = number == 0 ? "The chart" : "The state `\(state.id.text)`"
      problems.report(
        .badInitial, "\(what) does not say which of its states is entered first.",
        help: first.map { "Write `initial: \($0)`, or the id of another state inside it." },
        at: state.id.origin)
      return nil
    }
    let found = resolve(initial.targets)
    for (name, target) in found where !index.isDescendant(target, of: number) {
      problems.report(
        .badInitial,
        "`\(name.text)` is not inside `\(state.id.text)`, so it cannot be its initial state.",
        help: "Write the id of a state inside `\(state.id.text)`\(example(inside: number)).", at: name.origin)
    }
    checkTogether(found)
    return found.map(\.1)
  }

  /// A state directly inside another, as an example; empty for a state without states inside.
  private func example(inside number: Int) -> String {
    guard index.nodes.indices.contains(number) else { return "" }
    let first = index[number].states.first { !$0.kind.isHistory }
    return first.map { ", for example `\($0.id.text)`" } ?? ""
  }

  private func historyTargets(of number: Int) -> [Int]? {
    let state = index[number]
    let parent = index.nodes[number].parent
    if parent == 0 {
      problems.report(
        .badHistory,
        "The history state `\(state.id.text)` has nothing to remember: the chart itself is never left.",
        help: "Move it into the state that it remembers.", at: state.id.origin)
      return nil
    }
    guard let initial = state.initial, !initial.targets.isEmpty else {
      problems.report(
        .badHistory,
        "The history state `\(state.id.text)` does not say what is entered when nothing is remembered.",
        help: "Write `default: STATE`, with a state next to `\(state.id.text)`\(example(inside: parent)).",
        at: state.id.origin)
      return nil
    }
    let found = resolve(initial.targets)
    guard parent >= 0 else { return nil }
    for (name, target) in found {
      if !index.isDescendant(target, of: parent) {
        problems.report(
          .badHistory,
          "The default of `\(state.id.text)`, `\(name.text)`, is not inside `\(index[parent].id.text)`.",
          help: "Write the id of a state inside `\(index[parent].id.text)`\(example(inside: parent)).",
          at: name.origin)
      } else if index[target].kind.isHistory {
        problems.report(
          .badHistory, "The default of `\(state.id.text)` is itself a history state.",
          help: "Write another state next to `\(state.id.text)`\(example(inside: parent)).", at: name.origin)
      } else if state.kind == .history(deep: false), StateRecord.Kind(index[parent]) == .compound,
        index.nodes[target].parent != parent
      {
        problems.report(
          .badHistory,
          "The default of `\(state.id.text)`, `\(name.text)`, is not a child of `\(index[parent].id.text)`.",
          help:
            "Write `history: deep` next to `type: history`. Or write a state directly inside `\(index[parent].id.text)`\(example(inside: parent)).",
          at: name.origin)
      }
    }
    checkTogether(found)
    return found.map(\.1)
  }
}
