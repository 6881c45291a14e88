import Statecharts

/// An expression, read and evaluated by code of its own, for the part of the language that the generator writes:
///
/// or; and; not; comparison; ??; + (of texts, too) -; * %; unary -; integers, texts, truth values, unset, lists, names, `in(state)`,
/// `defined(name)`, `fail()`, `event.name`, `event.data.field`, parentheses.
indirect enum ReferenceExpression {
  case value(ChartValue)
  case list([ReferenceExpression])
  case name(String)
  case ask(String, [ReferenceArgument])
  case active(String)
  case defined(ReferenceExpression)
  case fails
  case eventName
  case eventData
  case field(ReferenceExpression, String)
  case not(ReferenceExpression)
  case orElse(ReferenceExpression, ReferenceExpression)
  case both(ReferenceExpression, ReferenceExpression)
  case either(ReferenceExpression, ReferenceExpression)
  case calculation(String, ReferenceExpression, ReferenceExpression)

  func value(in engine: ReferenceEngine) throws -> ChartValue {
    switch self {
    case .value(let value): return value
    case .list(let elements): return .list(try elements.map { try $0.value(in: engine) })
    case .name(let name):
      if let local = engine.locals.last(where: { $0.name == name }) { return local.value }
      return try engine.datamodel[name] ?? .bool(engine.guards.answer(name, [:]))
    case .ask(let name, let arguments):
      var values: [String: ChartValue] = [:]
      for argument in arguments { values[argument.name] = try argument.value.value(in: engine) }
      return .bool(try engine.guards.answer(name, values))
    case .active(let state): return .bool(engine.configuration.contains(state))
    case .defined(let inner): return .bool(try inner.value(in: engine) != .unset)
    case .fails: throw ReferenceFailure()
    case .eventName: return engine.event.map { .string($0.name) } ?? .unset
    case .eventData: return engine.event?.data ?? .unset
    case .field(let base, let name):
      guard case .map(let fields) = try base.value(in: engine) else { throw ReferenceFailure() }
      return fields[name] ?? .unset
    case .not(let inner): return .bool(try !inner.holds(in: engine))
    case .orElse(let left, let right):
      // A field of something that has none is no failure here.
      if case .field(let base, _) = left, case let found = try base.value(in: engine), found.fields == nil {
        return try right.value(in: engine)
      }
      let first = try left.value(in: engine)
      return first == .unset ? try right.value(in: engine) : first
    case .both(let left, let right): return .bool(try left.holds(in: engine) && right.holds(in: engine))
    case .either(let left, let right): return .bool(try left.holds(in: engine) || right.holds(in: engine))
    case .calculation(let sign, let left, let right):
      return try Self.calculate(sign, try left.value(in: engine), try right.value(in: engine))
    }
  }

  /// The truth; anything but a truth value is a failure.
  func holds(in engine: ReferenceEngine) throws -> Bool {
    guard case .bool(let truth) = try value(in: engine) else { throw ReferenceFailure() }
    return truth
  }

  private static func calculate(_ sign: String, _ left: ChartValue, _ right: ChartValue) throws -> ChartValue
  {
    if sign == "==" { return .bool(left == right) }
    if sign == "!=" { return .bool(left != right) }
    if sign == "+", case .string(let first) = left, case .string(let second) = right {
      return .string(first + second)
    }
    guard case .int(let first) = left, case .int(let second) = right else { throw ReferenceFailure() }
    let result: (partialValue: Int, overflow: Bool)
    switch sign {
    case "<": return .bool(first < second)
    case "<=": return .bool(first <= second)
    case ">": return .bool(first > second)
    case ">=": return .bool(first >= second)
    case "+": result = first.addingReportingOverflow(second)
    case "-": result = first.subtractingReportingOverflow(second)
    case "*": result = first.multipliedReportingOverflow(by: second)
    case "%": result = first.remainderReportingOverflow(dividingBy: second)
    default: throw ReferenceFailure()
    }
    if result.overflow { throw ReferenceFailure() }
    return .int(result.partialValue)
  }
}

/// A value that a guard is asked with.
struct ReferenceArgument {
  var name: String
  var value: ReferenceExpression
}

extension ChartValue {
  fileprivate var fields: [String: ChartValue]? {
    if case .map(let fields) = self { fields } else { nil }
  }
}
