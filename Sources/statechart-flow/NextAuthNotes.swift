import FlowTransport
import NextAuthSessionFlow

/// Keeps what sessions call back until it is shown.
final class NextAuthNotes: NextAuthCallbacks {
  private let notes = Locked<[String]>([])

  /// What has come since the last time.
  func take() -> [String] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }

  private func note(_ session: AuthSession, _ what: String...) {
    let text = what.filter { !$0.isEmpty }.joined(separator: " ")
    notes.withLock { $0.append("\(session.id) \(text)") }
  }

  func sessionReadyForUserInteraction(_ session: AuthSession) async {
    note(session, "SessionReadyForUserInteraction")
  }

  func confirmLogin(_ session: AuthSession, accounts: [String], announceInfo: String?) async {
    note(session, "ConfirmLogin", accounts.joined(separator: ","), announceInfo ?? "")
  }

  func confirmEnrol(_ session: AuthSession, _ enrolment: EnrolConfirmation) async {
    note(session, "ConfirmEnrol", enrolment.account ?? "", enrolment.visualHash ?? "")
  }

  func secondFactor(_ session: AuthSession, _ event: SecondFactorEvent) async {
    let what =
      switch event {
      case .firstSet(let needsPIN, _): needsPIN ? "FIRST_SET PIN" : "FIRST_SET"
      case .verify(let needsPIN, let needsBiometric, _, _):
        needsBiometric ? "VERIFY BIOMETRIC" : needsPIN ? "VERIFY PIN" : "VERIFY"
      case .success: "SUCCESS"
      case .wrong(let remaining): "WRONG \(remaining.map(String.init) ?? "")"
      case .blocked: "BLOCKED"
      case .cancelled: "CANCELLED"
      }
    note(session, "SecondFactor", what)
  }

  func sessionLogin(_ session: AuthSession, isOneShot: Bool, sessionInfo: String?) async {
    note(session, "SessionLogin", sessionInfo ?? "")
  }

  func sessionStop(_ session: AuthSession) async { note(session, "SessionStop") }

  func userErrorMessage(_ session: AuthSession, _ error: NextAuthSession.ErrorCode) async {
    note(session, "UserErrorMessage", error.rawValue)
  }

  func historyStatusChanged(_ session: AuthSession, _ status: NextAuthSession.HistoryStatus) async {
    note(session, "HistoryStatus", status.rawValue)
  }
}
