/// Why an expression has no result. It never contains a value, which might be secret.
package struct EvaluationError: Error, Hashable, Sendable {
  /// What happened.
  package enum Reason: Hashable, Sendable {
    /// A whole number, a number or a duration beyond its range.
    case overflow
    /// The right operand of `/` or `%` is zero.
    case divisionByZero
    /// An operand has no value.
    case noValue(of: String)
    /// An operator or a function got something that it cannot work with.
    case unsuitable(operation: String, found: String)
    /// A field or an element of something that has none.
    case noFields(found: String)
    /// An index that is not a position in the list.
    case indexOutOfRange
    /// A condition that is neither true nor false.
    case notACondition(found: String)
    /// The result would be larger than permitted.
    case tooLarge
    /// The result would be nested deeper than permitted.
    case tooDeep
    /// The evaluation would take too long.
    case tooManySteps
    /// The event that it belongs to led to too much work.
    case tooMuchWork
    /// `fail()` was called.
    case failed
    /// A handler guard threw.
    case handler(String)
  }

  /// What happened.
  package var reason: Reason
  /// The part of the expression's text, in UTF-8 offsets.
  package var range: Range<Int>
  /// The expression, as a number of its chart; -1 if it has no number, or if that is not known yet.
  package var expression = -1
  /// The instruction that failed, as a number of its chart; -1 if it has no number, or if that is not known yet.
  package var operation = -1

  /// Makes an error.
  package init(_ reason: Reason, range: Range<Int> = 0..<0) {
    self.reason = reason
    self.range = range
  }

  /// The same error, of an expression of a chart.
  func inside(expression: Int) -> EvaluationError {
    guard self.expression < 0 else { return self }
    var result = self
    result.expression = expression
    return result
  }

  /// The same error, in an instruction of a chart; the innermost one is kept.
  func inside(operation: Int) -> EvaluationError {
    guard self.operation < 0 else { return self }
    var result = self
    result.operation = operation
    return result
  }

  /// One plain sentence, without a full stop.
  package var message: String {
    switch reason {
    case .overflow: "the result is too large or too small to be represented"
    case .divisionByZero: "division by zero"
    case .noValue(let operation): "\(operation) needs a value, but it has none"
    case .unsuitable(let operation, let found): "\(operation) cannot be applied to \(found)"
    case .noFields(let found): "\(found) has no fields or elements"
    case .indexOutOfRange: "the list has no element at this index"
    case .notACondition(let found): "a condition must be true or false, but this is \(found)"
    case .tooLarge: "the result is too large"
    case .tooDeep: "the result is nested deeper than \(ExpressionLimits.depth) levels"
    case .tooManySteps: "the evaluation takes more than \(ExpressionLimits.steps) steps"
    case .tooMuchWork: "the event caused too much work"
    case .failed: "fail() was called"
    case .handler(let message): message
    }
  }
}
