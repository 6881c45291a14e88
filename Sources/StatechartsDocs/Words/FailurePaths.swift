import StatechartsModel

internal import Statecharts

/// The states to which nobody comes unless something fails: a service or chart inside, or the chart itself with an event
/// `error…`. Whether guards hold is not asked.
struct FailurePaths {
  /// Their ids.
  private(set) var states: Set<String> = []

  init(_ flat: FlatChart) {
    guard flat.states.indices.contains(where: { flat.states[$0].answersFailures }) else { return }
    let plain = Self.entered(flat, withFailures: false)
    let all = Self.entered(flat, withFailures: true)
    for (number, entry) in flat.states.enumerated() where all[number] && !plain[number] {
      states.insert(entry.state.id.text)
    }
  }

  /// Whether a way is part of what happens after a failure: it is taken when something fails, or a choice that only
  /// follows failures takes it.
  func hold(_ trigger: Trigger, from state: StateNode) -> Bool {
    trigger.isFailure || state.kind == .choice && states.contains(state.id.text)
  }

  /// For each state whether it may be entered.
  private static func entered(_ flat: FlatChart, withFailures: Bool) -> [Bool] {
    var entered = [Bool](repeating: false, count: flat.states.count)
    var pending = [0]
    func enter(_ names: [ChartName]) {
      for name in names { if let number = flat.number(of: name) { pending.append(number) } }
    }
    while let number = pending.popLast() {
      guard !entered[number] else { continue }
      entered[number] = true
      let entry = flat.states[number]
      if entry.parent >= 0 { pending.append(entry.parent) }
      enter(entry.state.initial?.targets ?? [])
      if entry.state.kind == .parallel {
        var region = number + 1
        while region < entry.end {
          if case .history = flat.states[region].state.kind {} else { pending.append(region) }
          region = flat.states[region].end
        }
      }
      entry.forEachTransition { trigger, transition in
        if withFailures || !trigger.isFailure { enter(transition.targets) }
      }
    }
    return entered
  }
}

extension Trigger {
  /// Whether it reports that something failed.
  var isFailure: Bool {
    switch self {
    case .failed: true
    case .event(let descriptor): descriptor.isFailure
    case .completed, .done, .after, .always: false
    }
  }
}

extension EventDescriptor {
  /// Whether it is `error` or one of its codes.
  var isFailure: Bool {
    // Nearly all names differ in their first letter.
    name.text.utf8.first == UInt8(ascii: "e") && (prefix == "error" || prefix.hasPrefix("error."))
  }
}
