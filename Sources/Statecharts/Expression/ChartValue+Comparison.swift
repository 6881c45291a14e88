/// What bulk operations of one evaluation may still cost.
struct EvaluationBudget {
  private(set) var steps = ExpressionLimits.steps

  /// What it has cost so far.
  var used: Int { ExpressionLimits.steps - max(steps, 0) }

  /// Charges for looking at bytes of text.
  mutating func charge(bytes: Int) throws(EvaluationError) { try charge(bytes / 64) }

  /// Charges for looking at elements.
  mutating func charge(elements: Int) throws(EvaluationError) { try charge(elements / 8) }

  mutating func charge(_ count: Int) throws(EvaluationError) {
    steps -= min(count, steps + 1)
    if steps < 0 { throw EvaluationError(.tooManySteps) }
  }
}

extension ChartValue {
  /// Equality of the expression language: whole numbers equal numbers, texts are compared scalar by scalar, unlike kinds
  /// are never equal.
  func isEqual(
    to other: ChartValue, _ budget: inout EvaluationBudget, depth: Int = 0
  ) throws(EvaluationError) -> Bool {
    switch (self, other) {
    case (.unset, .unset): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.int(let left), .int(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.int(let left), .number(let right)), (.number(let right), .int(let left)):
      return ChartValue.order(left, right) == 0
    case (.duration(let left), .duration(let right)): return left == right
    case (.string(let left), .string(let right)):
      try budget.charge(bytes: left.utf8.count)
      return isIdentical(left, right)
    case (.list(let left), .list(let right)):
      guard left.count == right.count else { return false }
      guard depth <= ExpressionLimits.depth else { throw EvaluationError(.tooDeep) }
      try budget.charge(elements: left.count)
      for (first, second) in zip(left, right) {
        if try !first.isEqual(to: second, &budget, depth: depth + 1) { return false }
      }
      return true
    case (.map(let left), .map(let right)):
      guard left.count == right.count else { return false }
      guard depth <= ExpressionLimits.depth else { throw EvaluationError(.tooDeep) }
      try budget.charge(elements: left.count)
      guard left.keys.allSatisfy({ right[$0] != nil }) else { return false }
      // All fields are looked at, so that the cost does not depend on the order in which a map hands them out.
      var result = true
      for (name, first) in left {
        guard let second = right[name] else { return false }
        if try !first.isEqual(to: second, &budget, depth: depth + 1) { result = false }
      }
      return result
    default: return false
    }
  }

  /// Negative, zero or positive as the left value is less than, equal to or greater than the right one; nil when they cannot be ordered.
  func order(_ other: ChartValue) -> Int? {
    switch (self, other) {
    case (.int(let left), .int(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.number(let left), .number(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.int(let left), .number(let right)): ChartValue.order(left, right)
    case (.number(let left), .int(let right)): -ChartValue.order(right, left)
    case (.duration(let left), .duration(let right)): left < right ? -1 : left == right ? 0 : 1
    case (.string(let left), .string(let right)):
      left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : isIdentical(left, right) ? 0 : 1
    default: nil
    }
  }

  /// The exact order of a whole number and a number; converting the former would lose its low bits.
  static func order(_ left: Int, _ right: Double) -> Int {
    guard let whole = Int(exactly: right.rounded(.towardZero)) else { return right > 0 ? -1 : 1 }
    if left != whole { return left < whole ? -1 : 1 }
    let fraction = right - right.rounded(.towardZero)
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
  }
}
