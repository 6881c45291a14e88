package import StatechartsModel

/// A place that reads a field of the event's data which not all events have that may lead there.
package struct PossiblyMissingField: Hashable, Sendable {
  /// The field, the events that lack it, and the place in the expression.
  package var missing: CheckedExpression.MissingField
  /// The expression.
  package var expression: ChartExpression
  /// The state at which it stands.
  package var state: Int
}
