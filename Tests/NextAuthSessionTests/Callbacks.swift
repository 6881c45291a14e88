import FlowTransport
import NextAuthLoopback
import NextAuthSessionFlow

/// Keeps what an app is called with, as the vendor's documentation writes it.
final class Callbacks: WrittenCallbacks {
  private struct State {
    var told: [(session: Int, what: String)] = []
    var statuses: [(session: Int, status: NextAuthSession.HistoryStatus)] = []
    var errors: [(session: Int, status: AuthSessionUpdate.Status)] = []
  }

  private let state = Locked(State())

  /// What was reported of a session, in order.
  func told(_ session: AuthSession) -> [String] {
    state.withLock { $0.told.filter { $0.session == session.id }.map(\.what) }
  }

  /// The history statuses that were reported of a session, in order. They are ours, and not among what the vendor documents.
  func statuses(_ session: AuthSession) -> [NextAuthSession.HistoryStatus] {
    state.withLock { $0.statuses.filter { $0.session == session.id }.map(\.status) }
  }

  /// The status that a session had when an error was reported, for each of its errors.
  func errorStatuses(_ session: AuthSession) -> [AuthSessionUpdate.Status] {
    state.withLock { $0.errors.filter { $0.session == session.id }.map(\.status) }
  }

  /// What was reported of all sessions, in order.
  var all: [String] { state.withLock { $0.told.map(\.what) } }

  func write(_ text: String, of session: AuthSession) {
    state.withLock { $0.told.append((session.id, text)) }
  }

  func userErrorMessage(_ session: AuthSession, _ error: NextAuthSession.ErrorCode) async {
    let status = await session.current.status
    state.withLock { $0.errors.append((session.id, status)) }
    write("UserErrorMessage \(error.rawValue)", of: session)
  }

  func historyStatusChanged(_ session: AuthSession, _ status: NextAuthSession.HistoryStatus) async {
    state.withLock { $0.statuses.append((session.id, status)) }
  }
}
