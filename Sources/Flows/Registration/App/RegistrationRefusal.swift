/// Why an event did nothing: the flow does not offer it where it is. Nothing has changed then.
public struct RegistrationRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The event.
  public let event: String
  /// Where the flow is.
  public let states: [Registration.StateID]

  /// Makes a refusal.
  public init(event: String, states: [Registration.StateID]) {
    self.event = event
    self.states = states
  }

  /// One plain sentence.
  public var description: String {
    "`\(event)` is not available now. Active states: \(states.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
  }
}
