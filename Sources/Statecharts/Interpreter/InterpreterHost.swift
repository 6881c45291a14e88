/// What the interpreter runs in: who answers its guards and does its actions, and who watches.
///
/// The interpreter is generic over its host, so a method that a host leaves to the empty default costs nothing.
@usableFromInline
package protocol InterpreterHost {
  /// Whether anybody wants to be told the steps; if not, the methods below that tell them need not be called.
  var isRecording: Bool { get }
  /// Whether refused guards and failures are recorded.
  var isNoting: Bool { get }
  /// The chart.
  var chart: CompiledChart { get }
  /// Whether a guard wants a `HandlerCall`.
  func wantsCall(guard: Int) -> Bool
  /// Whether an action wants a `HandlerCall`.
  func wantsCall(action: Int) -> Bool
  /// Answers a handler guard that wants no call.
  func answer(guard: Int) throws -> Bool
  /// Does a handler action that wants no call.
  func perform(action: Int) throws
  /// Answers a handler guard.
  func answer(guard: Int, _ call: HandlerCall) throws -> Bool
  /// Does a handler action.
  func perform(action: Int, _ call: HandlerCall) throws

  /// A microstep begins; nil for one without event.
  mutating func willStep(_ event: RuntimeEvent?)
  /// A state was left.
  mutating func didExit(_ state: Int)
  /// A transition was taken.
  mutating func didTake(_ transition: Int)
  /// A state was entered.
  mutating func didEnter(_ state: Int)
  /// The guard of a transition did not hold.
  mutating func didRefuse(_ transition: Int)
  /// A handler action was called, after so many effects; the arguments are redacted.
  mutating func didPerform(action: Int, _ arguments: [(name: String, value: ChartValue)], after effects: Int)
  /// A `log` action ran, after so many effects; the value is redacted.
  mutating func didLog(_ value: ChartValue, after effects: Int)
  /// A guard or an action failed and queued `error.execution`.
  mutating func didFail(_ message: String)
  /// An event of the name `error.…` was taken by nothing.
  mutating func didIgnoreError(_ event: RuntimeEvent)
}

extension InterpreterHost {
  package var isNoting: Bool { isRecording }
  package mutating func willStep(_ event: RuntimeEvent?) {}
  package mutating func didExit(_ state: Int) {}
  package mutating func didTake(_ transition: Int) {}
  package mutating func didEnter(_ state: Int) {}
  package mutating func didRefuse(_ transition: Int) {}
  package mutating func didPerform(
    action: Int, _ arguments: [(name: String, value: ChartValue)], after effects: Int
  ) {}
  package mutating func didLog(_ value: ChartValue, after effects: Int) {}
  package mutating func didFail(_ message: String) {}
  package mutating func didIgnoreError(_ event: RuntimeEvent) {}
}
