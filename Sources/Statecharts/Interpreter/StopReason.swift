/// Why a machine was stopped before its end. Its configuration stays what it was; it takes no more events.
public enum StopReason: Error, Hashable, Sendable, CustomStringConvertible {
  /// Somebody asked for it.
  case requested
  /// One event led to more steps than `limit`, and the chart would never have waited for the next one.
  /// `states` are those that were entered or acted again and again, in document order.
  case endlessSteps(states: [String], limit: Int)
  /// The actions after one event did more than `limit` things. `states` are the active ones.
  case tooManyActions(states: [String], limit: Int)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .requested: "The chart was stopped."
    case .endlessSteps(let states, let limit):
      "The chart went in a circle for \(limit) steps without waiting for an event, through "
        + states.map { "`\($0)`" }.joined(separator: ", ") + "."
    case .tooManyActions(let states, let limit):
      "The chart did more than \(limit) things after one event, in "
        + states.map { "`\($0)`" }.joined(separator: ", ") + "."
    }
  }
}
