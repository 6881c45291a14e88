public import FlowTransport

/// What a server says by itself of a session that is active. Printing it shows number and kind.
public struct IncomingEvent: Sendable, CustomStringConvertible, CustomReflectable {
  /// What is said.
  public enum Message: Sendable {
    /// The login is finished.
    ///
    /// - sessionInfo: shown to the person.
    /// - webSession: opens an authenticated web session; only of a login to the app itself.
    /// - isOneShot: whether it is one shot although the session was not said to be.
    case loggedIn(sessionInfo: String?, webSession: Secret?, isOneShot: Bool = false)
    /// The server has ended the session.
    case serverLogout
    /// The server misses keep-alives.
    case pingLost
    /// Something broke.
    case failure(NextAuthFailure)
    /// An account is gone.
    case accountDeleted(String)
  }

  /// The session that is meant. Events for another one are passed over.
  public var session: String
  /// Counts the session's events from 1. Those that come late or twice are passed over.
  public var number: Int
  /// What is said.
  public var message: Message

  /// Makes an event.
  public init(session: String, number: Int, _ message: Message) {
    self.session = session
    self.number = number
    self.message = message
  }

  /// Number and kind.
  public var description: String {
    let kind =
      switch message {
      case .loggedIn: "loggedIn"
      case .serverLogout: "serverLogout"
      case .pingLost: "pingLost"
      case .failure(let failure): "failure \(failure.rawValue)"
      case .accountDeleted: "accountDeleted"
      }
    return "\(number) \(kind)"
  }

  /// Number and kind.
  public var customMirror: Mirror { Mirror(self, children: ["event": description]) }
}
