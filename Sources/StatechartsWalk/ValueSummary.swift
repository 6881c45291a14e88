import StatechartsModel

internal import Statecharts

/// What of the variables decides where a chart goes, in so few words that there is an end of them.
struct ValueSummary {
  /// The variables that a condition may depend on.
  private let deciding: [String]
  /// The same, with those on which the actions at the start depend.
  private let decidingAtStart: Set<String>
  /// The states in which the value of a variable no longer matters: they forget it when they are left, and nothing in them asks.
  private let forgetting: [String: [Int]]
  private let screens: Screens
  private let literals: ChartLiterals
  private let texts: Set<String>

  init(_ screens: Screens, _ literals: ChartLiterals) {
    let chart = screens.chart
    self.screens = screens
    self.literals = literals
    let model = chart.chart
    texts = literals.allTexts.union(model.context.flatMap { $0.field.values ?? [] })
    // The entry of the chart itself is over before anything else happens.
    let slots = chart.decidingVariables(ignoring: chart.states.first?.entry ?? 0..<0)
    deciding = slots.sorted().map { model.context[$0].name.text }
    decidingAtStart = Set(chart.decidingVariables(ignoring: 0..<0).map { model.context[$0].name.text })
    var forgetting: [String: [Int]] = [:]
    for (slot, variable) in model.context.enumerated() where slots.contains(slot) {
      for state in variable.clearedOnExitOf.compactMap({ chart.stateNumbers[$0.text] }) {
        let asks = chart.transitions.contains { transition in
          // From inside the state or around it.
          let isNear =
            screens.isAround(state, transition.source) || screens.isAround(transition.source, state)
          return isNear && chart.reads(slot, in: transition)
        }
        if !asks { forgetting[variable.name.text, default: []].append(state) }
      }
    }
    self.forgetting = forgetting
  }

  /// What decides of the variables, each field and each of the first elements by itself.
  ///
  /// - Parameter position: Where the chart rests; nil counts every variable.
  func facts(of machine: Machine, at position: Int?) -> [String] {
    let context = machine.context
    var facts: [String] = []
    for name in deciding {
      if let position, forgetting[name]?.contains(where: { screens.isAround($0, position) }) == true {
        continue
      }
      add(context[name], name, to: &facts, depth: 0)
    }
    return facts
  }

  /// Whether a text makes a difference in some condition.
  func decides(text: String) -> Bool { texts.contains(text) }

  /// Whether the value with which a variable starts decides anything.
  func decidesAtStart(_ name: String) -> Bool { decidingAtStart.contains(name) }

  private func add(_ value: Value, _ path: String, to facts: inout [String], depth: Int) {
    guard depth < 3 else { return }
    switch value {
    case .unset: facts.append("\(path)=-")
    case .bool(let value): facts.append("\(path)=\(value ? "yes" : "no")")
    case .int(let number):
      facts.append(
        "\(path)=\(min(max(number, literals.range.lowerBound - 1), literals.range.upperBound + 1))")
    case .number(let number): facts.append("\(path)\(number == 0 ? "=0" : number < 0 ? "<0" : ">0")")
    case .string(let text): facts.append("\(path)=\(text.isEmpty ? "''" : texts.contains(text) ? text : "…")")
    case .duration(let time): facts.append("\(path)\(time == .zero ? "=0s" : time < .zero ? "<0s" : ">0s")")
    case .list(let values):
      facts.append("\(path)#\(min(values.count, 3))")
      for (place, value) in values.prefix(2).enumerated() {
        add(value, "\(path)[\(place)]", to: &facts, depth: depth + 1)
      }
    case .map(let fields):
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) where literals.decides(name) {
        add(value, "\(path).\(name)", to: &facts, depth: depth + 1)
      }
    }
  }
}

extension CompiledChart {
  /// The numbers of the variables on which a condition or a delay may depend.
  ///
  /// - Parameter ignored: The numbers of operations that do not count.
  fileprivate func decidingVariables(ignoring ignored: Range<Int>) -> Set<Int> {
    var pending: [Int] = []
    for transition in transitions where transition.guard >= 0 {
      pending += expressions[transition.guard].variables
    }
    for timer in timers {
      if case .expression(let expression) = timer.delay { pending += expressions[expression].variables }
    }
    // What each variable is computed from.
    var sources: [Int: [Int]] = [:]
    for (place, operation) in operations.enumerated() where !ignored.contains(place) {
      switch operation {
      case .jumpUnless(let condition, _): pending += expressions[condition].variables
      case .assign(let slot, let expression, _, _):
        sources[slot, default: []] += expressions[expression].variables
      default: break
      }
    }
    var slots: Set<Int> = []
    while let slot = pending.popLast() {
      if slots.insert(slot).inserted { pending += sources[slot] ?? [] }
    }
    return slots
  }

  /// Whether the guard of a transition, or a condition of its actions, asks for a variable.
  fileprivate func reads(_ slot: Int, in transition: TransitionRecord) -> Bool {
    if transition.guard >= 0, expressions[transition.guard].variables.contains(slot) { return true }
    return operations[transition.actions].contains {
      if case .jumpUnless(let condition, _) = $0 {
        expressions[condition].variables.contains(slot)
      } else {
        false
      }
    }
  }
}
