package import NextAuthSessionFlow

/// Writes each callback as a line, with the vendor's names.
package protocol WrittenCallbacks: NextAuthCallbacks {
  /// Notes a callback.
  func write(_ text: String, of session: AuthSession)
}

extension WrittenCallbacks {
  private func note(_ session: AuthSession, _ what: String?...) {
    write(what.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " "), of: session)
  }

  package func sessionReadyForUserInteraction(_ session: AuthSession) async {
    note(session, "SessionReadyForUserInteraction")
  }

  package func confirmLogin(_ session: AuthSession, accounts: [String], announceInfo: String?) async {
    note(session, "ConfirmLogin", accounts.joined(separator: ","), announceInfo)
  }

  package func confirmEnrol(_ session: AuthSession, _ enrolment: EnrolConfirmation) async {
    note(session, "ConfirmEnrol", enrolment.account, enrolment.visualHash)
  }

  package func secondFactor(_ session: AuthSession, _ event: SecondFactorEvent) async {
    let what =
      switch event {
      case .firstSet(let needsPIN, _): needsPIN ? "FIRST_SET PIN" : "FIRST_SET"
      case .verify(let needsPIN, let needsBiometric, _, _):
        needsBiometric ? "VERIFY BIOMETRIC" : needsPIN ? "VERIFY PIN" : "VERIFY"
      case .success: "SUCCESS"
      case .wrong(let remaining): remaining.map { "WRONG \($0)" } ?? "WRONG"
      case .blocked: "BLOCKED"
      case .cancelled: "CANCELLED"
      }
    note(session, "SecondFactor", what)
  }

  package func sessionLogin(_ session: AuthSession, isOneShot: Bool, sessionInfo: String?) async {
    note(session, "SessionLogin", isOneShot ? "once" : nil, sessionInfo)
  }

  package func sessionStop(_ session: AuthSession) async { note(session, "SessionStop") }

  package func userErrorMessage(_ session: AuthSession, _ error: NextAuthSession.ErrorCode) async {
    note(session, "UserErrorMessage", error.rawValue)
  }

  package func historyStatusChanged(
    _ session: AuthSession, _ status: NextAuthSession.HistoryStatus
  ) async {
    note(session, "HistoryStatus", status.rawValue)
  }
}
