/// Why a machine was stopped before its end. Its configuration stays what it was; it takes no more events.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum StopReason: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// Somebody asked for it.
  case requested
  /// One event led to more steps than `limit`, and the chart would never have waited for the next one.
  /// `states` are those that were entered or acted again and again, in document order.
  case endlessSteps(states: [String], limit: Int)
  /// The actions and guards after one event needed more than `limit` units of work. `states` are the active ones.
  case tooMuchWork(states: [String], limit: Int)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .requested: "The chart was stopped."
    case .endlessSteps(let states, let limit):
      "The chart ran in a loop for \(limit) steps without waiting for an event, through "
        + states.map { "`\($0)`" }.joined(separator: ", ") + "."
    case .tooMuchWork(let states, let limit):
      "One event caused more than \(limit) units of work, in "
        + states.map { "`\($0)`" }.joined(separator: ", ") + "."
    }
  }
}
