/// An expression that was added to the table of expressions.
struct LoweredExpression {
  /// Its number; -1 for none.
  var number = -1
  /// Whether it depends on which event it is, or on whether the event has data.
  var dependsOnEvent = false
  /// Its form; nil where optional values are not followed, or it could not be parsed.
  var node: ExpressionNode?

  /// The paths that have a value if it is true, or if it is false, and did not fail.
  func setPaths(if truth: Bool) -> Set<String> { node?.setPaths(if: truth) ?? [] }

  /// The paths that have a value if it is not true: it is false, or it failed before all of it was looked at.
  var setPathsUnlessTrue: Set<String> { node?.setPathsUnlessTrue ?? [] }
}
