public import Statecharts

/// Where a flow is. Printing it shows states and error alone.
public struct FlowUpdate<Chart: FlowChart>: Sendable, CustomStringConvertible, CustomReflectable {
  package let update: Session<Chart>.Update

  package init(_ update: Session<Chart>.Update) { self.update = update }

  /// The active states without children: the screen to show, and what happens beside it. After the end: the states in
  /// which it ended.
  public var states: [Chart.StateID] { update.configuration }

  /// All active states, including the groups around them.
  public var allStates: [Chart.StateID] { update.states }

  /// What went wrong last, for the screen to show.
  public var error: Chart.ErrorCode? { Chart.error(in: update.context) }

  /// Whether the user waits for a request or a browser.
  public var isBusy: Bool { update.services.contains { !Chart.backgroundServices.contains($0) } }

  /// Whether the flow has ended.
  public var isOver: Bool { update.isOver }

  /// What the chart emitted with this update, in order.
  public var outputs: [Chart.Output] { update.outputs }

  /// Whether a state is active, or one inside it.
  public func isActive(_ state: Chart.StateID) -> Bool { update.isActive(state) }

  /// States and error.
  public var description: String {
    states.map(\.rawValue).joined(separator: ", ") + (error.map { " (\($0.rawValue))" } ?? "")
  }

  /// States and error.
  public var customMirror: Mirror { Mirror(self, children: ["update": description]) }
}
