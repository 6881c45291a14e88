/// What a handler is called with.
public struct HandlerCall: Sendable {
  /// The arguments, by name, as they are written in the chart.
  public let arguments: [String: Value]
  /// The event that is being processed; nil before the first one.
  public let event: Event?
  /// The chart's variables, to read.
  public let context: ContextView
}
