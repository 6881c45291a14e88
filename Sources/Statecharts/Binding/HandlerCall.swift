/// What a handler is called with.
public struct HandlerCall: Sendable {
  /// The arguments, by name, as they are written in the chart.
  public let arguments: [String: ChartValue]
  /// The chart's variables, to read.
  public let context: ContextValues
  /// The number of the event where that is all there is to it; it is made only for those who ask.
  let plainEvent: Int32
  let richEvent: ChartEvent?

  /// The event that is being processed; nil before the first one.
  public var event: ChartEvent? {
    if plainEvent < 0 { return richEvent }
    return ChartEvent(RuntimeEvent(plain: plainEvent, context.chart))
  }
}
