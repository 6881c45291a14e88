/// What an expression reads while it is evaluated.
package protocol EvaluationEnvironment {
  /// The variable of a slot; `.unset` when it has no value.
  func variable(_ slot: Int) -> Value
  /// The foreach item of a local slot.
  func local(_ slot: Int) -> Value
  /// The name of the current event; nil before the first one.
  var eventName: String? { get }
  /// The payload of the current event; `.unset` when there is none.
  var eventData: Value { get }
  /// The error code of the current event; nil when it is no failure.
  var eventError: String? { get }
  /// Whether the state of a number is active.
  func isActive(_ state: Int) -> Bool
  /// Asks a handler guard.
  mutating func ask(_ guard: Int, _ arguments: [String: Value]) throws(EvaluationError) -> Bool
}

/// An environment without anything, for expressions over literals.
package struct EmptyEnvironment: EvaluationEnvironment {
  /// Makes one.
  package init() {}
  /// Always unset.
  package func variable(_ slot: Int) -> Value { .unset }
  /// Always unset.
  package func local(_ slot: Int) -> Value { .unset }
  /// Always nil.
  package var eventName: String? { nil }
  /// Always unset.
  package var eventData: Value { .unset }
  /// Always nil.
  package var eventError: String? { nil }
  /// Always false.
  package func isActive(_ state: Int) -> Bool { false }
  /// Always false.
  package func ask(_ guard: Int, _ arguments: [String: Value]) throws(EvaluationError) -> Bool { false }
}
