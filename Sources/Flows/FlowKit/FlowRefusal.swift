public import Statecharts

/// Why a method of a flow, or an event, did nothing: the active states do not offer it. Nothing has changed.
public struct FlowRefusal<Chart: TypedChart>: Error, Hashable, Sendable, CustomStringConvertible {
  /// The event, or the query that was asked.
  public let event: String
  /// The active states without children.
  public let states: [Chart.StateID]

  /// Makes a refusal.
  public init(event: String, states: [Chart.StateID]) {
    self.event = event
    self.states = states
  }

  /// The event and the active states.
  public var description: String {
    "`\(event)` is not available now. Active states: \(states.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
  }
}
