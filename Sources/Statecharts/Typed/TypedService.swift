/// A service of a chart under one of its ids, with the types of its input, its result and its errors, for the steps of
/// tests. `statechart generate` makes these.
public struct TypedService<Chart: TypedChart, Input, Output, Failure>: Sendable {
  /// The id under which a state runs the service.
  public let id: String

  /// Names a service.
  public init(_ id: String) { self.id = id }
}
