/// One guard or action of a type that conforms to `StaticHandlers`.
public struct StaticHandler: Hashable, Sendable {
  /// The name, as it is written in the chart.
  public let name: String
  /// Whether it wants to know its arguments, the event or the context.
  public let takesCall: Bool

  /// Describes a guard or an action.
  ///
  /// - Parameters:
  ///   - name: what the chart calls it.
  ///   - takesCall: whether it is called with a `HandlerCall`. Preparing one costs time at each call.
  public init(_ name: String, takesCall: Bool = false) {
    self.name = name
    self.takesCall = takesCall
  }
}
