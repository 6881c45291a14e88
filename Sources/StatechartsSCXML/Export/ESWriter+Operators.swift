internal import Statecharts

// Conditions, comparisons and arithmetic. Charts fail where ECMAScript goes on with what it makes of the operands.

extension ESWriter {
  // MARK: Conditions

  /// A node where a truth value is wanted, for anything else fails in a chart.
  mutating func condition(_ node: ExpressionNode) -> Rendered {
    var value = render(node)
    if !value.kinds.isOnly(.bool), losses.isEmpty {
      differ("a condition that is neither true nor false fails in a chart, but ECMAScript converts it")
      value.canFail = true
    }
    value.facts = ValueFacts(kinds: .bool)
    return value
  }

  mutating func junction(_ operands: [ExpressionNode], _ sign: String, _ binding: Int) -> Rendered {
    var texts: [String] = []
    var canFail = false
    for operand in operands {
      let value = condition(operand)
      texts.append(value.bound(binding + 1))
      canFail = canFail || value.canFail
    }
    return Rendered(
      texts.joined(separator: sign), binding: binding, ValueFacts(kinds: .bool), canFail: canFail)
  }

  mutating func compare(
    _ comparison: ExpressionNode.Comparison, _ left: ExpressionNode, _ right: ExpressionNode
  ) -> Rendered {
    let first = render(left)
    let second = render(right)
    var canFail = first.canFail || second.canFail
    let sign: String
    switch comparison {
    case .equal, .notEqual:
      sign = comparison == .equal ? "===" : "!=="
      for kind in [ValueKinds.list, .map, .other] where first.kinds.mayBe(kind) && second.kinds.mayBe(kind) {
        differ("a chart compares lists and maps by content, but ECMAScript by identity")
        break
      }
    default:
      sign = comparison.rawValue
      let areNumbers = first.kinds.isOnly(.numbers) && second.kinds.isOnly(.numbers)
      let areTexts = first.kinds.isOnly(.texts) && second.kinds.isOnly(.texts)
      if !areNumbers, !areTexts {
        differ(
          "`\(sign)` of different types fails in a chart, but ECMAScript converts them to numbers")
        canFail = true
      } else if areTexts, !first.kinds.isOnly(.lowTexts), !second.kinds.isOnly(.lowTexts) {
        differ("a chart orders texts by characters, but ECMAScript by UTF-16 units")
      }
    }
    return Rendered(
      "\(first.bound(4)) \(sign) \(second.bound(4))", binding: 3, ValueFacts(kinds: .bool), canFail: canFail)
  }

  // MARK: Defaults

  mutating func orElse(_ operands: [ExpressionNode]) -> Rendered {
    var texts: [String] = []
    var facts = ValueFacts(kinds: [])
    var canFail = false
    for (place, operand) in operands.enumerated() {
      let isLast = place == operands.count - 1
      let value = isLast ? render(operand) : forgiving(operand)
      texts.append(value.bound(3))
      var known = value.facts
      if !isLast { known.kinds.subtract(.undefined) }
      facts = facts.union(known)
      canFail = canFail || value.canFail
    }
    return Rendered(texts.joined(separator: " ?? "), binding: 1, facts, canFail: canFail)
  }

  /// What stands before `??`: a path that leads nowhere does not fail.
  private mutating func forgiving(_ node: ExpressionNode) -> Rendered {
    guard case .field(let base, let name, _) = node.kind, base.kind != .name("event") || types["event"] != nil
    else { return render(node) }
    var value = render(node)
    guard base.kind != .name("session") || types["session"] != nil else { return value }
    let inner = forgiving(base)
    guard value.canFail || inner.canFail || inner.kinds.mayBe(.undefined) else { return value }
    value.text = inner.bound(7) + "?." + name
    value.canFail = false
    return value
  }

  // MARK: Arithmetic

  mutating func negated(_ node: ExpressionNode) -> Rendered {
    let value = render(node)
    if !value.kinds.isOnly(.numbers) {
      differ("`-` of another value than a number fails in a chart, but ECMAScript converts it")
    }
    return Rendered(
      "-" + value.bound(7), binding: 6,
      ValueFacts(kinds: value.kinds.intersection(.numbers), largest: value.facts.largest),
      canFail: value.canFail || !value.kinds.isOnly(.numbers))
  }

  mutating func arithmetic(_ first: ExpressionNode, _ steps: [ExpressionNode.Step]) -> Rendered {
    var result = render(first)
    for step in steps {
      let right = render(step.operand)
      switch step.operator {
      case .add where result.kinds.isOnly(.list) && right.kinds.isOnly(.list):
        result = Rendered(
          result.bound(7) + ".concat(\(right.text))", binding: 7, result.facts.union(right.facts),
          canFail: result.canFail || right.canFail)
      case .add where result.kinds.isOnly(.texts) && right.kinds.isOnly(.texts):
        result = Rendered(
          "\(result.bound(4)) + \(right.bound(5))", binding: 4,
          ValueFacts(kinds: result.kinds.joined(right.kinds)), canFail: result.canFail || right.canFail)
      case .add, .subtract:
        let largest = result.facts.largest + right.facts.largest
        result = calculated(step.operator, result, right, binding: 4, largest: largest)
      case .multiply:
        let factors = [result.facts.largest, right.facts.largest]
        let largest = factors.contains(0) ? 0 : factors[0] * factors[1]
        result = calculated(step.operator, result, right, binding: 5, largest: largest)
      case .divide, .remainder: result = divided(step.operator, result, right, by: step.operand)
      }
    }
    return result
  }

  private mutating func calculated(
    _ operation: ExpressionNode.Operator, _ left: Rendered, _ right: Rendered, binding: Int, largest: Double
  ) -> Rendered {
    let sign = operation.rawValue
    let areNumbers = left.kinds.isOnly(.numbers) && right.kinds.isOnly(.numbers)
    if !areNumbers {
      differ("`\(sign)` of these types fails in a chart or gives another result than in ECMAScript")
    } else if !(largest <= ValueFacts.exact) {
      differ("numbers beyond 2^53 have another precision in ECMAScript")
    }
    var facts = ValueFacts(kinds: .numbers, largest: largest)
    // A variable of which nothing is known yet is no number with a fraction.
    if left.kinds.isOnly(.int), right.kinds.isOnly(.int) {
      facts.kinds = .int
    } else if left.kinds.isOnly(.number) || right.kinds.isOnly(.number) {
      facts.kinds = .number
    }
    if !areNumbers {
      // Only of a span of time comes one.
      let spans = left.kinds.union(right.kinds).intersection(.other)
      facts = operation == .add ? .unknown : ValueFacts(kinds: .numbers.union(spans), largest: .infinity)
    }
    return Rendered(
      "\(left.bound(binding)) \(sign) \(right.bound(binding + 1))", binding: binding, facts,
      canFail: left.canFail || right.canFail || !areNumbers)
  }

  private mutating func divided(
    _ operation: ExpressionNode.Operator, _ left: Rendered, _ right: Rendered, by divisor: ExpressionNode
  ) -> Rendered {
    let isRemainder = operation == .remainder
    let wanted: ValueKinds = isRemainder ? .int : .numbers
    let fits = left.kinds.isOnly(wanted) && right.kinds.isOnly(wanted)
    var number: Double?
    switch divisor.kind {
    case .literal(.int(let whole)): number = Double(whole)
    case .literal(.number(let fraction)): number = fraction
    default: break
    }
    if !fits {
      differ("`\(operation.rawValue)` of these types fails in a chart, but gives a result in ECMAScript")
    } else if number == nil || number == 0 {
      differ("division by zero fails in a chart, but gives `Infinity` or `NaN` in ECMAScript")
    }
    let quotient = number.map { $0 == 0 ? .infinity : left.facts.largest / $0.magnitude } ?? .infinity
    return Rendered(
      "\(left.bound(5)) \(operation.rawValue) \(right.bound(6))", binding: 5,
      ValueFacts(
        kinds: isRemainder ? .int : .number,
        largest: isRemainder ? number?.magnitude ?? left.facts.largest : quotient),
      canFail: left.canFail || right.canFail || !fits || number == nil || number == 0)
  }
}
