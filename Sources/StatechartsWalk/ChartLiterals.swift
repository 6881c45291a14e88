import StatechartsModel

internal import Statecharts

/// The literals with which the expressions of a chart compare their data: the only values that can make a difference.
///
/// Names that an assignment or a comparison connects share their literals, so that of `kind == 'enrol'` and
/// `assign: { kind: event.data.sort }` the field `sort` is known to be `enrol` or something else.
struct ChartLiterals {
  private var parents: [String: String] = [:]
  private var sizes: [String: Int] = [:]
  private var texts: [String: Set<String>] = [:]
  private var numbers: [String: Set<Int>] = [:]
  private var fractions: [String: Set<Double>] = [:]
  private var durations: [String: Set<Duration>] = [:]
  private var deciding: Set<String> = []
  private var compared: Set<String> = []
  /// All texts that are literals somewhere, with declared values.
  private(set) var allTexts: Set<String> = []
  /// The smallest and the largest whole number that is a literal somewhere.
  private(set) var range = 0...1

  init(_ chart: Statechart) {
    var reader = ExpressionCollector()
    reader.collect(chart)
    for (name, expression) in reader.assignments {
      guard let node = try? parse(expression) else { continue }
      var found = Mentions()
      found.add(node)
      for other in found.names { join(name, other) }
      note(found, for: name)
    }
    for variable in chart.context {
      guard let initial = variable.initial, let node = try? parse(initial.text) else { continue }
      var found = Mentions()
      found.add(node)
      note(found, for: variable.name.text)
    }
    var names: [String] = []
    for expression in reader.expressions {
      guard let node = try? parse(expression) else { continue }
      note(node, &names)
    }
    // Whether a delay is over at once makes a difference.
    for delay in reader.delays {
      guard let node = try? parse(delay) else { continue }
      var found = Mentions()
      found.add(node)
      names += found.names
      for name in found.names { durations[root(name), default: []].insert(.zero) }
    }
    deciding = Set(names.map(root))
    compared = Set(compared.map(root))
  }

  /// The texts that a variable or field is compared with.
  func texts(of name: String) -> [String] { (texts[root(name)] ?? []).sorted() }

  /// The whole numbers that a variable or field, or its length, is compared with, and those on both sides of its fractions.
  func numbers(of name: String) -> [Int] { (numbers[root(name)] ?? []).sorted() }

  /// The numbers that are not whole and that a variable or field is compared with.
  func fractions(of name: String) -> [Double] { (fractions[root(name)] ?? []).sorted() }

  /// The durations that a variable or field is compared with.
  func durations(of name: String) -> [Duration] { (durations[root(name)] ?? []).sorted() }

  /// The durations on both sides of which conditions may differ. For a delay only zero makes a difference.
  func bounds(of name: String) -> [Duration] {
    let root = root(name)
    return (durations[root] ?? []).union([.zero]).filter { $0 == .zero || compared.contains(root) }.sorted()
  }

  /// Whether a condition may depend on a variable or field: it is part of one, or of what something in one is made of.
  func decides(_ name: String) -> Bool { deciding.contains(root(name)) }

  /// The parts of a condition, each with what it compares.
  private mutating func note(_ node: ExpressionNode, _ names: inout [String]) {
    var rest = [node]
    while let node = rest.popLast() {
      switch node.kind {
      case .all(let parts), .any(let parts): rest += parts
      case .not(let inner): rest.append(inner)
      default:
        var found = Mentions()
        found.add(node)
        guard let first = found.names.first else { continue }
        names += found.names
        if found.hasComparison { compared.formUnion(found.names) }
        for other in found.names.dropFirst() { join(first, other) }
        note(found, for: first)
      }
    }
  }

  private mutating func note(_ found: Mentions, for name: String) {
    let root = root(name)
    for value in found.literals {
      switch value {
      case .string(let text):
        texts[root, default: []].insert(text)
        allTexts.insert(text)
      case .int(let number): note(number, of: root)
      case .number(let number):
        if let whole = Int(exactly: number) {
          note(whole, of: root)
        } else if let below = Int(exactly: number.rounded(.down)) {
          fractions[root, default: []].insert(number)
          for whole in [below, below + 1] { note(whole, of: root) }
        }
      case .duration(let duration): durations[root, default: []].insert(duration)
      case .unset, .bool, .list, .map: break
      }
    }
  }

  private mutating func note(_ number: Int, of root: String) {
    numbers[root, default: []].insert(number)
    range = min(range.lowerBound, number)...max(range.upperBound, number)
  }

  private func root(_ name: String) -> String {
    var name = name
    while let parent = parents[name] { name = parent }
    return name
  }

  private mutating func join(_ one: String, _ other: String) {
    var (one, other) = (root(one), root(other))
    guard one != other else { return }
    // The smaller tree goes below the larger one, so that no chain of parents gets long.
    if sizes[one, default: 1] < sizes[other, default: 1] { swap(&one, &other) }
    sizes[one] = sizes[one, default: 1] + sizes[other, default: 1]
    parents[other] = one
    texts[one, default: []].formUnion(texts.removeValue(forKey: other) ?? [])
    numbers[one, default: []].formUnion(numbers.removeValue(forKey: other) ?? [])
    fractions[one, default: []].formUnion(fractions.removeValue(forKey: other) ?? [])
    durations[one, default: []].formUnion(durations.removeValue(forKey: other) ?? [])
  }
}

/// The names and literals of an expression. Of a path such as `event.data.user.name` it is the last name that counts.
private struct Mentions {
  private(set) var names: [String] = []
  private(set) var literals: [ChartValue] = []
  private(set) var hasComparison = false

  mutating func add(_ node: ExpressionNode) {
    var rest = [node]
    while let node = rest.popLast() {
      switch node.kind {
      case .literal(let value): literals.append(value)
      // The parser folds the sign of whole numbers only.
      case .negate(let operand):
        if case .literal(.number(let number)) = operand.kind {
          literals.append(.number(-number))
        } else {
          rest.append(operand)
        }
      case .name(let name): names.append(name)
      // What is before the last name says only where it is found; `event.data` is all data, and no name.
      case .field(let base, let name, _):
        if base.kind != .name("event") || name != "data" { names.append(name) }
      default:
        if case .compare = node.kind { hasComparison = true }
        rest += node.operands
      }
    }
  }
}

/// The expressions of a chart that decide something, its delays and its assignments.
private struct ExpressionCollector {
  private(set) var expressions: [String] = []
  private(set) var delays: [String] = []
  private(set) var assignments: [(name: String, expression: String)] = []

  mutating func collect(_ chart: Statechart) {
    for state in StateIndex(chart.root).nodes.map(\.state) {
      add(state.entry + state.exit + (state.initial?.actions ?? []) + state.invoke.flatMap(\.finalize))
      for timer in state.after { add(timer.delay) }
      for transition in state.transitions {
        if let condition = transition.guard { expressions.append(condition.text) }
        add(transition.actions)
      }
    }
  }

  private mutating func add(_ delay: ChartDelay?) {
    if case .expression(let expression)? = delay { delays.append(expression.text) }
  }

  private mutating func add(_ actions: [ChartAction]) {
    actions.forEachNested { action in
      switch action.kind {
      case .assign(let values): assignments += values.map { ($0.name.text, $0.value.text) }
      case .choose(let branches, _): expressions += branches.map(\.condition.text)
      case .forEach(let item, _, let list, _): assignments.append((item.text, list.text))
      case .send(let send): add(send.delay)
      case .block, .handler, .raise, .cancel, .cancelComputed, .emit, .log: break
      }
    }
  }
}
