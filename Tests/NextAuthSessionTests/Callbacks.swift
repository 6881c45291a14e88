import FlowTransport
import NextAuthSessionFlow

/// Keeps what an app is called with, as the vendor's documentation writes it.
final class Callbacks: NextAuthCallbacks {
  private struct State {
    var told: [(session: Int, what: String)] = []
    var statuses: [(session: Int, status: NextAuthSession.HistoryStatus)] = []
    var errors: [(session: Int, status: AuthSessionUpdate.Status)] = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
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

  /// Waits until so much was reported, of all sessions.
  func waitFor(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.told.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func note(_ session: AuthSession, _ what: String) {
    let ready = state.withLock { state in
      state.told.append((session.id, what))
      let count = state.told.count
      let ready = state.waiters.filter { $0.count <= count }.map(\.continuation)
      state.waiters.removeAll { $0.count <= count }
      return ready
    }
    for continuation in ready { continuation.resume() }
  }

  func sessionReadyForUserInteraction(_ session: AuthSession) async {
    note(session, "SessionReadyForUserInteraction")
  }

  func confirmLogin(_ session: AuthSession, accounts: [String], announceInfo: String?) async {
    note(session, "ConfirmLogin \(accounts.joined(separator: " ")) \(announceInfo ?? "-")")
  }

  func confirmEnrol(_ session: AuthSession, _ enrolment: EnrolConfirmation) async {
    note(session, "ConfirmEnrol \(enrolment.account ?? "-") \(enrolment.visualHash ?? "-")")
  }

  func secondFactor(_ session: AuthSession, _ event: SecondFactorEvent) async {
    let what =
      switch event {
      case .firstSet(let needsPIN, _): needsPIN ? "FIRST_SET PIN" : "FIRST_SET"
      case .verify(let needsPIN, let needsBiometric, _, _):
        needsBiometric ? "VERIFY BIOMETRIC" : needsPIN ? "VERIFY PIN" : "VERIFY"
      case .success: "SUCCESS"
      case .wrong(let remaining): "WRONG \(remaining.map(String.init) ?? "-")"
      case .blocked: "BLOCKED"
      case .cancelled: "CANCELLED"
      }
    note(session, "SecondFactor \(what)")
  }

  func sessionLogin(_ session: AuthSession, isOneShot: Bool, sessionInfo: String?) async {
    note(session, "SessionLogin\(isOneShot ? " once" : "") \(sessionInfo ?? "-")")
  }

  func sessionStop(_ session: AuthSession) async { note(session, "SessionStop") }

  func userErrorMessage(_ session: AuthSession, _ error: NextAuthSession.ErrorCode) async {
    let status = await session.current.status
    state.withLock { $0.errors.append((session.id, status)) }
    note(session, "UserErrorMessage \(error.rawValue)")
  }

  func historyStatusChanged(_ session: AuthSession, _ status: NextAuthSession.HistoryStatus) async {
    state.withLock { $0.statuses.append((session.id, status)) }
  }
}
