package import StatechartsModel

/// A place that needs a value where it may be missing, as far as its transition shows.
package struct PossiblyAbsentValue: Hashable, Sendable {
  /// Where in a state a place is.
  package enum Part: Hashable, Sendable {
    /// In a guard, a service, a delay or the output.
    case inside
    /// In the actions of `entry`.
    case entry
    /// In the actions of `exit`.
    case exit
    /// In the actions on the way to the initial state.
    case initial
    /// In the actions of a transition.
    case transition(ModelOrigin)
  }

  /// What may have no value.
  package var use: CheckedExpression.OptionalUse
  /// The expression.
  package var expression: ChartExpression
  /// What the value of the whole expression is for, such as "`name`"; nil for a condition.
  package var receiver: String?
  /// The state at which it stands.
  package var state: Int
  /// Where in the state.
  package var part: Part
  /// Whether the same list of actions has assigned the variable before, so that the states before do not count.
  package var isAssignedBefore: Bool
  /// Whether the expression is a guard or the condition of an `if`.
  package var isCondition: Bool
}
