/// How snapshots of an older version of a chart are read by a newer one.
public struct Migration: Hashable, Sendable {
  /// The version of the chart whose snapshots it takes on.
  public var from: Int
  /// New ids of states by their old ones; several may become one.
  public var states: [String: String]
  /// States around others that are gone, while what was inside them is still there.
  public var droppedStates: [String]
  /// New names of variables by their old ones.
  public var variables: [String: String]
  /// Variables that are gone.
  public var droppedVariables: [String]
  /// Values of variables in place of their initial ones, for sessions that go on.
  public var values: [String: Value]

  /// Makes a migration.
  public init(
    from: Int, states: [String: String] = [:], droppedStates: [String] = [],
    variables: [String: String] = [:],
    droppedVariables: [String] = [], values: [String: Value] = [:]
  ) {
    self.from = from
    self.states = states
    self.droppedStates = droppedStates
    self.variables = variables
    self.droppedVariables = droppedVariables
    self.values = values
  }
}
