/// Why an event did nothing: the screen does not offer it. Nothing has changed then.
public struct FirebaseTOTPRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The event.
  public let event: String
  /// Where the flow is.
  public let states: [FirebaseTOTP.StateID]

  /// Makes a refusal.
  public init(event: String, states: [FirebaseTOTP.StateID]) {
    self.event = event
    self.states = states
  }

  /// One plain sentence.
  public var description: String {
    "`\(event)` is not available now. Active states: \(states.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
  }
}
