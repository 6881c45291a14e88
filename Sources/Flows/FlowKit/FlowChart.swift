public import Statecharts

/// The chart of a flow: a generated chart, and what all flows show of theirs.
public protocol FlowChart: TypedChart {
  /// The codes of what can go wrong.
  associatedtype ErrorCode: RawRepresentable<String>, Hashable, Sendable

  /// What went wrong last.
  static func error(in context: Context) -> ErrorCode?

  /// The services that can run while the user has nothing to wait for.
  static var backgroundServices: Set<ServiceID> { get }
}

extension FlowChart {
  /// None.
  public static var backgroundServices: Set<ServiceID> { [] }
}
