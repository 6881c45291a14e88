internal import Statecharts

/// Decides whether a guard can ever hold, given that others before it do not.
///
/// The parts of guards that cannot be looked into, such as handler guards, may say yes, no or fail; what is compared
/// with literals lies at, between or beside them. All choices are tried, so the answer is exact as far as the parts
/// are independent of one another; where they are not, more seems possible than is, and nothing is found. Guards that
/// need more choices than the limit are left alone.
struct GuardAlgebra {
  /// What a guard or a part of it comes to. A guard that fails does not hold.
  enum Outcome: Hashable {
    case yes, no, fails
  }

  /// What is compared, and where among the literals it may lie.
  private struct Subject {
    /// Literals of numbers that it is compared with, in order.
    var numbers: [Double] = []
    /// Other literals that it is compared with, as written.
    var texts: [String] = []
    /// All values that it can have, when they are listed.
    var values: [String]?
    /// Whether it is a whole number, so that nothing lies between 1 and 2.
    var isWhole = false
    /// Whether it can be asked for at all times, and is of one kind: declared so, never without a value.
    var isCertain = false
    /// Whether asking for it may fail, as for a field of something that has none.
    var mayFail = true

    /// The places that it may have: 2 * index + 1 at a number, 2 * index before it.
    var places: [Place] {
      var result: [Place] = mayFail ? [.outcome(.fails)] : []
      if let values { return result + values.map { .text($0) } + (isCertain ? [] : [.elsewhere]) }
      for index in 0..<2 * numbers.count + 1 where !numbers.isEmpty {
        let isGap = index % 2 == 0 && index > 0 && index < 2 * numbers.count
        if isGap, isWhole, isNext(numbers[index / 2 - 1], numbers[index / 2]) { continue }
        result.append(.number(index))
      }
      result += texts.map { .text($0) }
      if numbers.isEmpty || !texts.isEmpty || !isCertain { result.append(.elsewhere) }
      return result
    }

    private func isNext(_ left: Double, _ right: Double) -> Bool {
      right - left == 1 && left.rounded() == left
    }
  }

  /// Where a subject lies.
  private enum Place: Hashable {
    case number(Int)
    case text(String)
    case elsewhere
    case outcome(Outcome)
  }

  /// How many choices are tried at most.
  private static let limit = 1_024

  private let variables: [String: ContextVariable]
  private var subjects: [String: Subject] = [:]
  private var atoms: [String: [Outcome]] = [:]
  /// How many choices may still be tried for this chart, which may be hostile.
  private var budget = 300_000

  init(_ chart: Statechart) {
    variables = Dictionary(chart.context.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a guard can hold while none of the earlier ones does; true where that cannot be told.
  ///
  /// - Parameters:
  ///   - condition: The guard; nil for none, which always holds.
  ///   - earlier: The guards before it, which are tried first.
  mutating func canHold(_ condition: ExpressionNode?, after earlier: [ExpressionNode]) -> Bool {
    search(condition, earlier)
  }

  /// Whether a guard can do anything but hold; true where that cannot be told.
  mutating func canFail(_ condition: ExpressionNode) -> Bool {
    search(nil, [condition])
  }

  private mutating func search(_ condition: ExpressionNode?, _ earlier: [ExpressionNode]) -> Bool {
    var algebra = self
    for node in earlier + [condition].compactMap(\.self) { algebra.collect(node) }
    let all = algebra.choices
    var count = 1
    for choice in all {
      count *= choice.places.count
      if count > Self.limit { return true }
    }
    budget -= count
    guard budget >= 0 else { return true }
    var places: [String: Place] = [:]
    for number in 0..<count {
      var rest = number
      for choice in all {
        places[choice.name] = choice.places[rest % choice.places.count]
        rest /= choice.places.count
      }
      let holds = condition.map { algebra.outcome($0, places) == .yes } ?? true
      if holds, earlier.allSatisfy({ algebra.outcome($0, places) != .yes }) { return true }
    }
    return false
  }

  private var choices: [(name: String, places: [Place])] {
    let compared = subjects.map { (name: $0.key, places: $0.value.places) }
    return (compared + atoms.map { (name: $0.key, places: $0.value.map { .outcome($0) }) })
      .sorted { $0.name < $1.name }
  }

  // The parser bounds how deep expressions nest.
  private mutating func collect(_ node: ExpressionNode) {
    switch node.kind {
    case .literal(.bool): return
    case .not(let operand): collect(operand)
    case .all(let operands), .any(let operands): for operand in operands { collect(operand) }
    default:
      guard let comparison = Comparison(node) else { return collectAtom(node) }
      var subject = subjects[comparison.subject] ?? Subject()
      if let variable = variables[comparison.subject] {
        // Of every other type it may be a value of another kind, or none.
        switch variable.field.type {
        case .int, .number, .bool, .string, .error, .duration: subject.isCertain = variable.initial != nil
        case .any, .list, .map, .record, .optional: break
        }
        subject.isWhole = variable.field.type == .int
        subject.mayFail = false
        if subject.values == nil {
          subject.values = variable.field.values.map { $0.map(Comparison.text(of:)) }
        }
      }
      switch comparison.literal {
      case .number(let number):
        if !subject.numbers.contains(number) { subject.numbers = (subject.numbers + [number]).sorted() }
      case .text(let text):
        if !subject.texts.contains(text) { subject.texts.append(text) }
        if subject.values?.contains(text) == false { subject.values?.append(text) }
      }
      subjects[comparison.subject] = subject
    }
  }

  private mutating func collectAtom(_ node: ExpressionNode) {
    let text = node.text
    switch node.kind {
    case .inState: atoms[text] = [.yes, .no]
    case .call(name: "defined", _, let arguments) where arguments.allSatisfy(\.value.isPath):
      atoms[text] = [.yes, .no]
    case .name:
      let variable = variables[text]
      let isCertain = variable?.initial != nil && variable?.field.type == .bool
      atoms[text] = isCertain ? [.yes, .no] : [.yes, .no, .fails]
    default: atoms[text] = [.yes, .no, .fails]
    }
  }

  private func outcome(_ node: ExpressionNode, _ places: [String: Place]) -> Outcome {
    switch node.kind {
    case .literal(.bool(let value)): return value ? .yes : .no
    case .not(let operand):
      switch outcome(operand, places) {
      case .yes: return .no
      case .no: return .yes
      case .fails: return .fails
      }
    case .all(let operands):
      for operand in operands {
        let result = outcome(operand, places)
        if result != .yes { return result }
      }
      return .yes
    case .any(let operands):
      for operand in operands {
        let result = outcome(operand, places)
        if result != .no { return result }
      }
      return .no
    default:
      guard let comparison = Comparison(node) else {
        if case .outcome(let outcome) = places[node.text] { return outcome }
        return .fails
      }
      return outcome(comparison, places[comparison.subject] ?? .elsewhere)
    }
  }

  private func outcome(_ comparison: Comparison, _ place: Place) -> Outcome {
    let order: Int?
    if case .outcome(let outcome) = place { return outcome }
    switch (comparison.literal, place) {
    case (.number(let number), .number(let index)):
      guard let own = subjects[comparison.subject]?.numbers.firstIndex(of: number) else { return .fails }
      order = (index - (2 * own + 1)).signum()
    case (.text(let text), .text(let other)): order = text == other ? 0 : nil
    default: order = nil
    }
    switch comparison.operation {
    case .equal: return order == 0 ? .yes : .no
    case .notEqual: return order == 0 ? .no : .yes
    // Values of unlike kinds have no order.
    case .less: return order.map { $0 < 0 ? .yes : .no } ?? .fails
    case .lessOrEqual: return order.map { $0 <= 0 ? .yes : .no } ?? .fails
    case .greater: return order.map { $0 > 0 ? .yes : .no } ?? .fails
    case .greaterOrEqual: return order.map { $0 >= 0 ? .yes : .no } ?? .fails
    }
  }
}

extension ExpressionNode {
  /// Whether it is a name, or a field of one; what `defined` says of it never fails.
  fileprivate var isPath: Bool {
    switch kind {
    case .name: true
    // The parser bounds how deep expressions nest.
    case .field(let base, _, _): base.isPath
    default: false
    }
  }
}

/// A comparison of something with a literal, the literal on the right.
private struct Comparison {
  /// A literal.
  enum Literal: Hashable {
    /// A number, or a duration in seconds; what is compared with it is of the same kind or fails.
    case number(Double)
    case text(String)
  }

  var subject: String
  var operation: ExpressionNode.Comparison
  var literal: Literal

  /// Nil where a node compares nothing with a literal, or texts by their order.
  init?(_ node: ExpressionNode) {
    guard case .compare(let operation, _, let left, let right) = node.kind else { return nil }
    if let literal = Self.literal(right), Self.literal(left) == nil {
      (subject, self.operation, self.literal) = (left.text, operation, literal)
    } else if let literal = Self.literal(left), Self.literal(right) == nil {
      (subject, self.operation, self.literal) = (right.text, Self.mirrored(operation), literal)
    } else {
      return nil
    }
    if case .text = literal, operation != .equal, operation != .notEqual { return nil }
  }

  private static func literal(_ node: ExpressionNode) -> Literal? {
    if case .negate(let operand) = node.kind, case .number(let number) = literal(operand) {
      return .number(-number)
    }
    guard case .literal(let value) = node.kind else { return nil }
    switch value {
    case .int(let value):
      // Larger ones are not exact as a number with a fraction.
      return abs(Double(value)) < 9e15 ? .number(Double(value)) : nil
    case .number(let value): return .number(value)
    case .string(let text): return .text(Self.text(of: text))
    case .bool, .unset: return .text(node.text)
    default: return nil
    }
  }

  /// A text as it is told apart from `true` and `unset`.
  static func text(of value: String) -> String { "'" + value }

  private static func mirrored(_ operation: ExpressionNode.Comparison) -> ExpressionNode.Comparison {
    switch operation {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual: operation
    }
  }
}
