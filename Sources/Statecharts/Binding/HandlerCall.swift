/// What a handler is called with.
public struct HandlerCall: Sendable {
  /// The arguments, by name, as they are written in the chart.
  public let arguments: [String: Value]
  /// The chart's variables, to read.
  public let context: ContextView
  /// The number of the event where that is all there is to it; it is made only for those who ask.
  let plainEvent: Int32
  let isInternal: Bool
  let richEvent: Event?

  /// The event that is being processed; nil before the first one.
  public var event: Event? {
    if plainEvent < 0 { return richEvent }
    return Event(RuntimeEvent(plain: plainEvent, isInternal: isInternal, context.chart))
  }
}
