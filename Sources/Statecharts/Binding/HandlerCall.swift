/// What a handler is called with.
public struct HandlerCall: Sendable {
  /// The arguments, by name, as they are written in the chart.
  public let arguments: [String: ChartValue]
  /// The chart's variables, to read.
  public let context: ContextValues
  /// The number of an event that has only a name, or -1. `event` is made only when a handler reads it.
  let eventWithoutData: Int32
  let eventWithData: ChartEvent?

  /// The event that is being processed; nil before the first one.
  public var event: ChartEvent? {
    if eventWithoutData < 0 { return eventWithData }
    return ChartEvent(RuntimeEvent(withoutData: eventWithoutData, context.chart))
  }
}
