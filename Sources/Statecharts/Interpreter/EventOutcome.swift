/// What became of something that was sent to a machine.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum EventOutcome: Hashable, Sendable {
  /// A transition was taken because of it.
  case taken
  /// Nothing was enabled. The guards that said no, in the order in which they were asked.
  case ignored(refused: [Refusal])
  /// The machine did not look at it.
  case rejected(Rejection)
  /// A failed service is started again after a time; nothing else happened.
  case repeated(after: Duration)
  /// It came from a service or a timer that no longer counts, and was dropped.
  case stale

  /// A guard that said no.
  public struct Refusal: Hashable, Sendable {
    /// The state whose transition it is.
    public let state: String
    /// The guard as it is written, with `…` for texts and numbers beside a secret.
    public let `guard`: String
  }

  /// Why a machine did not look at something.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Rejection: Hashable, Sendable, CustomStringConvertible {
    /// `start` was not called.
    case notStarted
    /// `start` was called before.
    case alreadyStarted
    /// The chart has reached its end.
    case ended
    /// The chart was stopped.
    case stopped(StopReason)
    /// The event is not declared.
    case unknownEvent(String, suggestion: String?)
    /// The service is not declared to send the event.
    case unannounced(event: String, service: String)
    /// The result of a service does not fit its declaration; the sentence shows no values.
    case result(service: String, problem: String)
    /// The data do not fit the event's declaration; the sentence shows no values.
    case payload(event: String, problem: String)

    /// One plain sentence.
    public var description: String {
      switch self {
      case .notStarted: "The chart is not started."
      case .alreadyStarted: "The chart is already started."
      case .ended: "The chart has ended."
      case .stopped(let reason): reason.description
      case .unknownEvent(let name, let suggestion):
        "`\(name)` is not a declared event." + (suggestion.map { " Did you mean `\($0)`?" } ?? "")
      case .unannounced(let event, let service):
        "The service `\(service)` is not declared to send `\(event)`: list it under its `sends`."
      case .result(let service, let problem):
        "The result of `\(service)` does not match its declaration: \(problem)."
      case .payload(let event, let problem):
        "The data of `\(event)` does not match its declaration: \(problem)."
      }
    }
  }

  /// Why nothing happened, in one plain sentence; nil when something did.
  public var reason: String? {
    switch self {
    case .taken: return nil
    case .ignored(let refused) where refused.isEmpty: return "It is not handled here."
    case .ignored(let refused):
      let guards = refused.map { "`\($0.guard)` in `\($0.state)`" }.joined(separator: ", ")
      return refused.count == 1 ? "The guard \(guards) is false." : "The guards \(guards) are false."
    case .rejected(let rejection): return rejection.description
    case .repeated(let wait): return "It is retried after \(wait)."
    case .stale: return "It came too late: its state was left or entered again."
    }
  }
}
