/// Evaluates an expression. It reads the environment and changes nothing.
///
/// Every expression ends: it has no loops, and bulk work is charged against `ExpressionLimits.steps`.
package func evaluate<Environment: EvaluationEnvironment>(
  _ expression: CheckedExpression, _ environment: inout Environment
) throws(EvaluationError) -> ChartValue {
  try expression.program.run(in: &environment)
}

/// Evaluates a condition. There is no truthiness: anything but `true` and `false` is an error.
package func holds<Environment: EvaluationEnvironment>(
  _ expression: CheckedExpression, _ environment: inout Environment
) throws(EvaluationError) -> Bool {
  try expression.program.test(in: &environment)
}

extension ExpressionProgram {
  func run<Environment: EvaluationEnvironment>(
    in environment: inout Environment
  ) throws(EvaluationError) -> ChartValue {
    var budget = EvaluationBudget()
    defer { environment.didWork(nodes.count / 8 + budget.used) }
    return try value(root, &environment, &budget)
  }

  func test<Environment: EvaluationEnvironment>(in environment: inout Environment) throws(EvaluationError)
    -> Bool
  {
    var budget = EvaluationBudget()
    defer { environment.didWork(nodes.count / 8 + budget.used) }
    return try condition(root, &environment, &budget)
  }

  // All subscripts below are places that the builder handed out for this very program.
  // proven: `Builder.add`, `row`, `name` and `constant` return indices of elements that they appended, and the arrays only
  // shrink by `rewind`, after which nothing refers to what was removed.

  /// The truth of a node, without making a `ChartValue` of it.
  func condition<Environment: EvaluationEnvironment>(
    _ index: Int, _ environment: inout Environment, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    let node = nodes[index]
    switch node.operation {
    case .compareVariable:
      return try compareVariable(node, index, environment)
    case .matchVariable, .matchVariableASCII:
      let isEqual: Bool
      if case .string(let text) = environment.variable(Int(node.a)),
        case .string(let other) = constants[Int(node.b)]
      {
        isEqual = node.operation == .matchVariable ? isIdentical(text, other) : isSame(text, asASCII: other)
      } else {
        isEqual = false
      }
      return isEqual == (node.detail == 0)
    case .compare: return try compare(node, index, &environment, &budget)
    case .not: return try !condition(Int(node.a), &environment, &budget)
    case .all:
      for place in Int(node.a)..<Int(node.a + node.b) {
        if try !condition(Int(children[place]), &environment, &budget) { return false }
      }
      return true
    case .any:
      for place in Int(node.a)..<Int(node.a + node.b) {
        if try condition(Int(children[place]), &environment, &budget) { return true }
      }
      return false
    case .isActive: return environment.isActive(Int(node.a))
    case .ask: return try ask(node, index, &environment, &budget)
    case .defined: return try isDefined(Int(node.a), &environment, &budget)
    case .eventExists: return environment.eventName != nil
    default:
      let result = try value(index, &environment, &budget)
      if case .bool(let truth) = result { return truth }
      throw EvaluationError(.notACondition(found: result.kindWords), range: range(of: index))
    }
  }

  /// The value of a node.
  func value<Environment: EvaluationEnvironment>(
    _ index: Int, _ environment: inout Environment, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    let node = nodes[index]
    switch node.operation {
    case .constant: return constants[Int(node.a)]
    case .variable: return environment.variable(Int(node.a))
    case .local: return environment.local(Int(node.a))
    case .eventName: return environment.eventName.map { .string($0) } ?? .unset
    case .eventData: return environment.eventData
    case .eventError: return environment.eventError.map { .string($0) } ?? .unset
    case .eventDetail:
      return EventDetail(rawValue: node.detail).map { environment.eventDetail($0) } ?? .unset
    case .sessionID: return .string(environment.sessionID)
    case .field:
      let base = try value(Int(node.a), &environment, &budget)
      guard case .map(let fields) = base else {
        throw EvaluationError(.noFields(found: base.kindWords), range: range(of: index))
      }
      return fields[names[Int(node.b)]] ?? .unset
    case .index:
      let base = try value(Int(node.a), &environment, &budget)
      let position = try value(Int(node.b), &environment, &budget)
      return try element(position, of: base, index)
    case .negate:
      let operand = try value(Int(node.a), &environment, &budget)
      do throws(EvaluationError) { return try Arithmetic.negate(operand) } catch {
        throw located(error, index)
      }
    case .binary:
      let left = try value(Int(node.a), &environment, &budget)
      let right = try value(Int(node.b), &environment, &budget)
      return try apply(Int32(node.detail), left, right, index, &budget)
    case .arithmetic:
      // `a`: first child, then operator and operand in turn.
      let start = Int(node.a)
      var result = try value(Int(children[start]), &environment, &budget)
      for place in stride(from: start + 1, to: start + Int(node.b), by: 2) {
        let right = try value(Int(children[place + 1]), &environment, &budget)
        result = try apply(children[place], result, right, index, &budget)
      }
      return result
    case .orElse:
      let last = Int(node.a + node.b) - 1
      for place in Int(node.a)..<last {
        let result = try valueIfAny(Int(children[place]), &environment, &budget)
        if result != .unset { return result }
      }
      return try value(Int(children[last]), &environment, &budget)
    case .list, .map: return try collection(node, index, &environment, &budget)
    case .call:
      guard let function = ExpressionFunction(rawValue: node.detail) else { break }
      return try call(function, node, index, &environment, &budget)
    case .compareVariable, .matchVariable, .matchVariableASCII, .compare, .not, .all, .any, .isActive, .ask,
      .defined,
      .eventExists:
      return .bool(try condition(index, &environment, &budget))
    case .broken: break
    }
    throw EvaluationError(.failed, range: range(of: index))
  }

  /// An error with a place; where it has none, that of a node.
  func located(_ error: EvaluationError, _ index: Int) -> EvaluationError {
    error.range.isEmpty ? EvaluationError(error.reason, range: range(of: index)) : error
  }

  private func compareVariable(
    _ node: Node, _ index: Int, _ environment: borrowing some EvaluationEnvironment
  ) throws(EvaluationError) -> Bool {
    let value = environment.variable(Int(node.a))
    let order: Int?
    if case .int(let number) = value {
      let other = Int(node.b)
      order = number < other ? -1 : number == other ? 0 : 1
    } else {
      order = value.order(.int(Int(node.b)))
    }
    switch node.detail {
    case 0: return order == 0
    case 1: return order != 0
    default:
      guard let order else { throw unordered(node.detail, value, .int(0), index) }
      return Self.holds(node.detail, order)
    }
  }

  private func compare<Environment: EvaluationEnvironment>(
    _ node: Node, _ index: Int, _ environment: inout Environment, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    let left = try value(Int(node.a), &environment, &budget)
    let right = try value(Int(node.b), &environment, &budget)
    do throws(EvaluationError) {
      switch node.detail {
      case 0: return try left.isEqual(to: right, &budget)
      case 1: return try !left.isEqual(to: right, &budget)
      default:
        if case .string(let text) = left { try budget.charge(bytes: text.utf8.count) }
        guard let order = left.order(right) else { throw unordered(node.detail, left, right, index) }
        return Self.holds(node.detail, order)
      }
    } catch {
      throw located(error, index)
    }
  }

  /// Whether an order satisfies `<`, `<=`, `>` or `>=`, by the place among `ExpressionNode.Comparison.allCases`.
  @inline(__always)
  private static func holds(_ comparison: UInt8, _ order: Int) -> Bool {
    switch comparison {
    case 2: order < 0
    case 3: order <= 0
    case 4: order > 0
    default: order >= 0
    }
  }

  private func unordered(_ comparison: UInt8, _ left: ChartValue, _ right: ChartValue, _ index: Int)
    -> EvaluationError
  {
    let sign = "`\(ExpressionNode.Comparison.allCases[Int(comparison)].rawValue)`"
    if left == .unset || right == .unset {
      return EvaluationError(.noValue(of: sign), range: range(of: index))
    }
    return EvaluationError(
      .unsuitable(operation: sign, found: "\(left.kindWords) and \(right.kindWords)"), range: range(of: index)
    )
  }

  private func ask<Environment: EvaluationEnvironment>(
    _ node: Node, _ index: Int, _ environment: inout Environment, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    let start = Int(node.b)
    let count = Int(children[start])
    var arguments: [String: ChartValue] = [:]
    for pair in 0..<count {
      let place = start + 1 + 2 * pair
      arguments[names[Int(children[place])]] = try value(Int(children[place + 1]), &environment, &budget)
    }
    do throws(EvaluationError) {
      return try environment.ask(Int(node.a), arguments)
    } catch {
      throw located(error, index)
    }
  }

  /// Whether a path leads to a value. Unlike reading the path, nothing on the way is an error.
  private func isDefined<Environment: EvaluationEnvironment>(
    _ index: Int, _ environment: inout Environment, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> Bool {
    do throws(EvaluationError) {
      return try value(index, &environment, &budget) != .unset
    } catch {
      guard error.isOfPath else { throw error }
      return false
    }
  }

  /// The value before `??`: a path that leads nowhere has none, as for `defined`; everything else may fail.
  // Decision: Docs/decisions/format.md#a-path-before--may-lead-nowhere
  private func valueIfAny<Environment: EvaluationEnvironment>(
    _ index: Int, _ environment: inout Environment, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    do throws(EvaluationError) {
      return try value(index, &environment, &budget)
    } catch {
      switch nodes[index].operation {
      case .field, .index: if error.isOfPath { return .unset }
      default: break
      }
      throw error
    }
  }

  private func element(_ position: ChartValue, of base: ChartValue, _ index: Int) throws(EvaluationError)
    -> ChartValue
  {
    switch (base, position) {
    case (.list(let elements), .int(let place)):
      guard elements.indices.contains(place) else {
        throw EvaluationError(.indexOutOfRange, range: range(of: index))
      }
      return elements[place]
    case (.map(let fields), .string(let name)): return fields[name] ?? .unset
    case (.list, .unset), (.map, .unset):
      throw EvaluationError(.noValue(of: "an index"), range: range(of: index))
    case (.list, _):
      throw EvaluationError(
        .unsuitable(operation: "an index of a list", found: position.kindWords), range: range(of: index))
    case (.map, _):
      throw EvaluationError(
        .unsuitable(operation: "the name of a field", found: position.kindWords), range: range(of: index))
    default: throw EvaluationError(.noFields(found: base.kindWords), range: range(of: index))
    }
  }

  private func collection<Environment: EvaluationEnvironment>(
    _ node: Node, _ index: Int, _ environment: inout Environment, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    let row = Int(node.a)..<Int(node.a + node.b)
    let result: ChartValue
    if node.operation == .list {
      var elements: [ChartValue] = []
      elements.reserveCapacity(row.count)
      for child in children[row] { elements.append(try value(Int(child), &environment, &budget)) }
      result = .list(elements)
    } else {
      var fields: [String: ChartValue] = [:]
      for place in stride(from: row.lowerBound, to: row.upperBound, by: 2) {
        let element = try value(Int(children[place + 1]), &environment, &budget)
        // A field without value is the same as no field.
        if element != .unset { fields[names[Int(children[place])]] = element }
      }
      result = .map(fields)
    }
    do throws(EvaluationError) { try result.checkSize(&budget) } catch { throw located(error, index) }
    return result
  }

  private func apply(
    _ operation: Int32, _ left: ChartValue, _ right: ChartValue, _ index: Int,
    _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    do throws(EvaluationError) {
      return try Arithmetic.apply(operation, left, right, &budget)
    } catch {
      throw located(error, index)
    }
  }
}

extension EvaluationError {
  /// Whether a path led nowhere.
  fileprivate var isOfPath: Bool {
    switch reason {
    case .noFields, .indexOutOfRange, .noValue: true
    default: false
    }
  }
}
