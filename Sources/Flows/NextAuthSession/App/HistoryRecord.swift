/// What is remembered of a session. It outlives the session, and also the process if the store does. Printing it shows
/// neither account nor server.
public struct HistoryRecord: Hashable, Sendable, Identifiable, CustomStringConvertible, CustomReflectable {
  /// The session's number in the app.
  public let number: Int
  /// The session's identifier at the server; nil if the server had not assigned one.
  public let sessionID: String?
  /// The server.
  public let server: String?
  /// The account; nil when none was chosen.
  public let account: String?
  /// How the session was started.
  public let origin: NextAuthSession.Origin
  /// Whether somebody has logged in, and what became of it.
  public internal(set) var status: NextAuthSession.HistoryStatus
  /// When the status changed, in seconds since 1970.
  public internal(set) var changed: Double

  /// Makes a record.
  public init(
    number: Int, sessionID: String?, server: String?, account: String?, origin: NextAuthSession.Origin,
    status: NextAuthSession.HistoryStatus, changed: Double
  ) {
    self.number = number
    self.sessionID = sessionID
    self.server = server
    self.account = account
    self.origin = origin
    self.status = status
    self.changed = changed
  }

  /// The session's number.
  public var id: Int { number }

  /// Number and status.
  public var description: String { "\(number) \(status.rawValue)" }

  /// Number and status.
  public var customMirror: Mirror { Mirror(self, children: ["record": description]) }
}
