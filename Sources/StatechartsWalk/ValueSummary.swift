import StatechartsModel

internal import Statecharts

/// What of the variables decides where a chart goes, in so few words that there is an end of them.
struct ValueSummary {
  /// The variables that a condition may depend on. Facts call them by their places here.
  private let deciding: [(slot: Int, name: String)]
  /// Those on which a condition or the actions at the start may depend.
  private let decidingAtStart: Set<String>
  /// For each variable that decides the states in which its value no longer matters: they forget it when they are left, and
  /// nothing in them asks.
  private let forgetting: [[Int]]
  /// For each position at which some variables do not matter which those are.
  private var forgotten: [Int: [Bool]] = [:]
  /// For each variable that decides the sources of the transitions that read it. Empty for a variable that is not an input.
  private let inputReaders: [[Int]]
  private let screens: Screens
  private let literals: ChartLiterals
  private let smallest: Int
  private let largest: Int
  /// The durations that make a difference to each variable or field.
  private var bounds: [String: [Duration]] = [:]
  /// The texts that make a difference, numbered.
  private var texts: [String: Int] = [:]
  private var numbers: FactNumbers

  init(_ screens: Screens, _ literals: ChartLiterals) {
    let chart = screens.chart
    self.screens = screens
    self.literals = literals
    let model = chart.chart
    for text in literals.allTexts.union(model.context.flatMap { $0.field.values ?? [] }) {
      // No text and other texts are the first two.
      texts[text] = texts.count + 2
    }
    texts[""] = 0
    // The entry of the chart itself is over before anything else happens.
    let slots = chart.decidingVariables(ignoring: chart.states.first?.entry ?? 0..<0)
    deciding = slots.sorted().map { ($0, model.context[$0].name.text) }
    decidingAtStart = Set(chart.decidingVariables(ignoring: 0..<0).map { model.context[$0].name.text })
    forgetting = slots.sorted().map { slot in
      model.context[slot].clearedOnExitOf.compactMap { chart.stateNumbers[$0.text] }.filter { state in
        !chart.transitions.contains { transition in
          // From inside the state or around it.
          let isNear =
            screens.isAround(state, transition.source) || screens.isAround(transition.source, state)
          return isNear && chart.reads(slot, in: transition)
        }
      }
    }
    inputReaders = slots.sorted().map { slot in
      guard model.context[slot].isInput else { return [] }
      return chart.transitions.filter { chart.reads(slot, in: $0) }.map(\.source)
    }
    numbers = FactNumbers(variables: deciding.count)
    // All numbers beyond the literals are alike.
    smallest = max(literals.range.lowerBound, .min + 1) - 1
    largest = min(literals.range.upperBound, .max - 1) + 1
  }

  /// What decides of the variables, each field and each of the first elements by itself.
  mutating func facts(of machine: Machine) -> [Fact] {
    let context = machine.context
    var facts: [Fact] = []
    for (number, variable) in deciding.enumerated() {
      add(context[variable.slot], of: variable.name, number, to: &facts, depth: 0)
    }
    return facts
  }

  /// Those of the facts that matter where the chart rests.
  mutating func facts(_ facts: [Fact], at position: Int) -> [Fact] {
    let forgotten = forgotten(at: position)
    guard !forgotten.isEmpty else { return facts }
    return facts.filter { !forgotten[numbers.variables[$0.place]] }
  }

  /// The facts about inputs that a transition from a position reads.
  func inputs(_ facts: [Fact], readAt position: Int) -> [Fact] {
    facts.filter { fact in
      let variable = variable(of: fact)
      return variable >= 0 && inputReaders[variable].contains { screens.isAround($0, position) }
    }
  }

  /// How many variables decide.
  var variables: Int { deciding.count }

  /// The place of the variable of a fact; -1 where it is of none.
  func variable(of fact: Fact) -> Int { numbers.variables[fact.place] }

  private mutating func forgotten(at position: Int) -> [Bool] {
    if let known = forgotten[position] { return known }
    let all = forgetting.map { states in states.contains { screens.isAround($0, position) } }
    forgotten[position] = all.contains(true) ? all : []
    return forgotten[position] ?? []
  }

  /// That a state beside the screen is active.
  mutating func fact(active state: Int) -> Fact { numbers.fact(named: "in \(state)", isBeside: true) }

  /// That a timer runs.
  mutating func fact(timer label: String) -> Fact { numbers.fact(named: label, isBeside: true) }

  /// What a state remembers.
  mutating func fact(history state: String, _ children: [String]) -> Fact {
    numbers.fact(named: ([state] + children).joined(separator: ","), isBeside: false)
  }

  /// Whether a text makes a difference in some condition.
  func decides(text: String) -> Bool { texts[text].map { $0 > 1 } ?? false }

  /// Whether the value with which a variable starts decides anything.
  func decidesAtStart(_ name: String) -> Bool { decidingAtStart.contains(name) }

  private mutating func add(
    _ value: ChartValue, of name: String, _ part: Int, to facts: inout [Fact], depth: Int
  ) {
    guard depth < 3 else { return }
    func add(_ kind: FactNumbers.Known.Kind, _ code: Int) {
      facts.append(numbers.fact(FactNumbers.Known(kind: kind, code: code), of: part))
    }
    switch value {
    case .unset: add(.unset, 0)
    case .bool(let value): add(.bool, value ? 1 : 0)
    case .int(let number): add(.int, min(max(number, smallest), largest))
    case .number(let number):
      let inside = min(max(number, Double(smallest)), Double(largest))
      if let whole = Int(exactly: inside) {
        add(.int, whole)
      } else {
        add(.fraction, Int(truncatingIfNeeded: inside.bitPattern))
      }
    case .string(let text): add(.text, texts[text] ?? 1)
    case .duration(let time):
      // How many bounds it is above, and how many it has reached.
      let bounds = bounds(of: name)
      add(.time, bounds.count { $0 < time } + bounds.count { $0 <= time })
    case .list(let values):
      add(.count, min(values.count, 3))
      for (place, value) in values.prefix(2).enumerated() {
        let element = numbers.element(place, of: part)
        self.add(value, of: name, element, to: &facts, depth: depth + 1)
      }
    case .map(let fields):
      let start = facts.count
      for (name, value) in fields {
        let known = numbers.field(name, of: part)
        guard let field = known ?? numbers.addField(name, of: part, decides: literals.decides(name)) else {
          continue
        }
        self.add(value, of: name, field, to: &facts, depth: depth + 1)
      }
      // A map has no order of its own.
      facts[start...].sort()
    }
  }

  private mutating func bounds(of name: String) -> [Duration] {
    if let known = bounds[name] { return known }
    let found = literals.bounds(of: name)
    bounds[name] = found
    return found
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
