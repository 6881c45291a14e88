import FlowTransport
import NextAuthLoopback
import NextAuthSessionFlow

/// Keeps what sessions call back until it is shown.
final class NextAuthNotes: WrittenCallbacks {
  private let notes = Locked<[String]>([])

  /// What has come since the last time.
  func take() -> [String] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }

  func write(_ text: String, of session: AuthSession) {
    notes.withLock { $0.append("\(session.id) \(text)") }
  }
}
