/// The operators `+ - * / %` and unary `-` on values. Nothing traps: what cannot be represented is an error.
enum Arithmetic {
  /// Applies the operator at a place among `ExpressionNode.Operator.allCases`.
  static func apply(
    _ operation: Int32, _ left: ChartValue, _ right: ChartValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    switch operation {
    case 0: try add(left, right, &budget)
    case 1: try subtract(left, right)
    case 2: try multiply(left, right)
    case 3: try divide(left, right)
    default: try remainder(left, right)
    }
  }

  static func unsuitable(_ operation: String, _ left: ChartValue, _ right: ChartValue) -> EvaluationError {
    if case .unset = left { return EvaluationError(.noValue(of: operation)) }
    if case .unset = right { return EvaluationError(.noValue(of: operation)) }
    return EvaluationError(
      .unsuitable(operation: operation, found: "\(left.kindWords) and \(right.kindWords)"))
  }

  static func finite(_ number: Double) throws(EvaluationError) -> ChartValue {
    guard number.isFinite else { throw EvaluationError(.overflow) }
    return .number(number)
  }

  /// Both operands as numbers, when at least one is a number with a fraction.
  private static func numbers(_ left: ChartValue, _ right: ChartValue) -> (Double, Double)? {
    switch (left, right) {
    case (.number(let left), .number(let right)): (left, right)
    case (.int(let left), .number(let right)): (Double(left), right)
    case (.number(let left), .int(let right)): (left, Double(right))
    default: nil
    }
  }

  private static func whole(_ result: (partialValue: Int, overflow: Bool)) throws(EvaluationError)
    -> ChartValue
  {
    guard !result.overflow else { throw EvaluationError(.overflow) }
    return .int(result.partialValue)
  }

  /// A duration within the range of charts. Values beyond it can come from handlers, and adding them could trap.
  static func within(_ duration: Duration) throws(EvaluationError) -> Duration {
    guard duration <= .longestInChart, duration >= .zero - .longestInChart else {
      throw EvaluationError(.overflow)
    }
    return duration
  }

  private static func add(
    _ left: ChartValue, _ right: ChartValue, _ budget: inout EvaluationBudget
  ) throws(EvaluationError) -> ChartValue {
    switch (left, right) {
    case (.int(let left), .int(let right)): return try whole(left.addingReportingOverflow(right))
    case (.string(let left), .string(let right)): return .string(try join([left, right], &budget))
    case (.list(let left), .list(let right)): return try join([left, right], &budget)
    case (.duration(let left), .duration(let right)):
      // proven: both are at most ten years, and a Duration holds far more.
      return .duration(try within(within(left) + within(right)))
    default:
      guard let (left, right) = numbers(left, right) else { throw unsuitable("`+`", left, right) }
      return try finite(left + right)
    }
  }

  private static func subtract(_ left: ChartValue, _ right: ChartValue) throws(EvaluationError) -> ChartValue
  {
    switch (left, right) {
    case (.int(let left), .int(let right)): return try whole(left.subtractingReportingOverflow(right))
    case (.duration(let left), .duration(let right)):
      return .duration(try within(within(left) - within(right)))
    default:
      guard let (left, right) = numbers(left, right) else { throw unsuitable("`-`", left, right) }
      return try finite(left - right)
    }
  }

  private static func multiply(_ left: ChartValue, _ right: ChartValue) throws(EvaluationError) -> ChartValue
  {
    switch (left, right) {
    case (.int(let left), .int(let right)): return try whole(left.multipliedReportingOverflow(by: right))
    case (.duration(let span), .int(let factor)), (.int(let factor), .duration(let span)):
      return .duration(try scale(span, by: factor))
    case (.duration(let span), .number(let factor)), (.number(let factor), .duration(let span)):
      return .duration(try scale(span) { $0 * factor })
    default:
      guard let (left, right) = numbers(left, right) else { throw unsuitable("`*`", left, right) }
      return try finite(left * right)
    }
  }

  private static func divide(_ left: ChartValue, _ right: ChartValue) throws(EvaluationError) -> ChartValue {
    switch (left, right) {
    case (_, .int(0)), (_, .number(0)):
      switch left {
      case .int, .number, .duration: throw EvaluationError(.divisionByZero)
      default: throw unsuitable("`/`", left, right)
      }
    case (.int(let left), .int(let right)): return try finite(Double(left) / Double(right))
    case (.duration(let span), .int(let divisor)): return .duration(try scale(span) { $0 / Double(divisor) })
    case (.duration(let span), .number(let divisor)): return .duration(try scale(span) { $0 / divisor })
    default:
      guard let (left, right) = numbers(left, right) else { throw unsuitable("`/`", left, right) }
      return try finite(left / right)
    }
  }

  private static func remainder(_ left: ChartValue, _ right: ChartValue) throws(EvaluationError) -> ChartValue
  {
    guard case .int(let dividend) = left, case .int(let divisor) = right else {
      throw unsuitable("`%`", left, right)
    }
    if divisor == 0 { throw EvaluationError(.divisionByZero) }
    // `Int.min % -1` is 0, but the processor's division overflows on it.
    return .int(divisor == -1 ? 0 : dividend % divisor)
  }

  static func negate(_ value: ChartValue) throws(EvaluationError) -> ChartValue {
    switch value {
    case .int(let number): return try whole((0 as Int).subtractingReportingOverflow(number))
    case .number(let number): return .number(-number)
    case .duration(let span): return .duration(.zero - (try within(span)))
    case .unset: throw EvaluationError(.noValue(of: "`-`"))
    default: throw EvaluationError(.unsuitable(operation: "`-`", found: value.kindWords))
    }
  }

  /// Nanoseconds of a span within the range of charts.
  private static func nanoseconds(_ span: Duration) throws(EvaluationError) -> Int64 {
    let (seconds, attoseconds) = try within(span).components
    // proven: ten years are 3.2e17 nanoseconds.
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  private static func scale(_ span: Duration, by factor: Int) throws(EvaluationError) -> Duration {
    let (product, overflow) = try nanoseconds(span).multipliedReportingOverflow(by: Int64(factor))
    guard !overflow else { throw EvaluationError(.overflow) }
    return try within(.nanoseconds(product))
  }

  private static func scale(_ span: Duration, _ change: (Double) -> Double) throws(EvaluationError)
    -> Duration
  {
    let product = change(Double(try nanoseconds(span))).rounded()
    guard let whole = Int64(exactly: product) else { throw EvaluationError(.overflow) }
    return try within(.nanoseconds(whole))
  }

  /// Texts one after the other, at most 1 MiB.
  static func join(_ texts: [String], _ budget: inout EvaluationBudget) throws(EvaluationError) -> String {
    var bytes = 0
    // proven: there are at most 65,536 texts, and none is near Int.max / 65,536 bytes.
    for text in texts { bytes += text.utf8.count }
    guard bytes <= ExpressionLimits.resultText else { throw EvaluationError(.tooLarge) }
    try budget.charge(bytes: bytes)
    var result = ""
    result.reserveCapacity(bytes)
    for text in texts { result += text }
    return result
  }

  /// Lists one after the other, at most 100,000 elements.
  static func join(_ lists: [[ChartValue]], _ budget: inout EvaluationBudget) throws(EvaluationError)
    -> ChartValue
  {
    var count = 0
    for list in lists { count += list.count }
    guard count <= ExpressionLimits.elements else { throw EvaluationError(.tooLarge) }
    try budget.charge(elements: count)
    let result = ChartValue.list(Array(lists.joined()))
    try result.checkSize(&budget)
    return result
  }
}
