/// What sessions call back, with the vendor's names. Each callback of a session is awaited before its next one. All are
/// optional.
public protocol NextAuthCallbacks: Sendable {
  /// A session waits for `startUserInteraction`.
  func sessionReadyForUserInteraction(_ session: AuthSession) async
  /// The person is to choose one of the accounts and agree, by `setAccount`, or to refuse, by `stopSession`.
  func confirmLogin(_ session: AuthSession, accounts: [String], announceInfo: String?) async
  /// The person is to agree to the new account.
  func confirmEnrol(_ session: AuthSession, _ enrolment: EnrolConfirmation) async
  /// A second factor is wanted, by `setPinBiometric`, or was checked.
  func secondFactor(_ session: AuthSession, _ event: SecondFactorEvent) async
  /// The login has succeeded.
  func sessionLogin(_ session: AuthSession, isOneShot: Bool, sessionInfo: String?) async
  /// The session has ended in a normal way, which does not mean that the login was successful.
  func sessionStop(_ session: AuthSession) async
  /// An error to show.
  func userErrorMessage(_ session: AuthSession, _ error: NextAuthSession.ErrorCode) async
  /// The history status has changed. Ours.
  func historyStatusChanged(_ session: AuthSession, _ status: NextAuthSession.HistoryStatus) async
}

/// What the person agrees to with a new account.
public struct EnrolConfirmation: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The new account.
  public let account: String?
  /// The accounts that there are already.
  public let existingAccounts: [String]
  /// A picture of the server's key.
  public let visualHash: String?
  /// What is said of the enrollment.
  public let announceInfo: String?

  /// No account.
  public var description: String { "EnrolConfirmation" }
  /// No account.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What there is to know of a second factor.
public enum SecondFactorEvent: Hashable, Sendable {
  /// PIN, biometric or both are to be chosen: FIRST_SET. `needsPIN` if a biometric alone is not accepted.
  case firstSet(needsPIN: Bool, announceInfo: String?)
  /// They are to be given: VERIFY. `needsPIN` if a biometric alone is not accepted, and `needsBiometric` if nothing else
  /// is, because the PIN is blocked or none is set. `remaining` is the number of tries that are left, if that is known.
  case verify(needsPIN: Bool, needsBiometric: Bool, remaining: Int?, announceInfo: String?)
  /// Accepted.
  case success
  /// Wrong.
  case wrong(remaining: Int?)
  /// Too many wrong ones.
  case blocked
  /// Refused at the prompt.
  case cancelled
}

extension NextAuthCallbacks {
  /// Nothing.
  public func sessionReadyForUserInteraction(_ session: AuthSession) async {}
  /// Nothing.
  public func confirmLogin(_ session: AuthSession, accounts: [String], announceInfo: String?) async {}
  /// Nothing.
  public func confirmEnrol(_ session: AuthSession, _ enrolment: EnrolConfirmation) async {}
  /// Nothing.
  public func secondFactor(_ session: AuthSession, _ event: SecondFactorEvent) async {}
  /// Nothing.
  public func sessionLogin(_ session: AuthSession, isOneShot: Bool, sessionInfo: String?) async {}
  /// Nothing.
  public func sessionStop(_ session: AuthSession) async {}
  /// Nothing.
  public func userErrorMessage(_ session: AuthSession, _ error: NextAuthSession.ErrorCode) async {}
  /// Nothing.
  public func historyStatusChanged(_ session: AuthSession, _ status: NextAuthSession.HistoryStatus) async {}

  /// Calls back what the chart has emitted.
  func call(for output: NextAuthSession.Output, of session: AuthSession) async {
    switch output {
    case .sessionReadyForUserInteraction: await sessionReadyForUserInteraction(session)
    case .confirmLogin(let accounts, let announceInfo):
      await confirmLogin(session, accounts: accounts, announceInfo: announceInfo)
    case .confirmEnrol(let account, let existing, let visualHash, let announceInfo):
      await confirmEnrol(
        session,
        EnrolConfirmation(
          account: account, existingAccounts: existing, visualHash: visualHash, announceInfo: announceInfo))
    case .secondFactor(let kind, let needsPIN, let needsBiometric, let remaining, let announceInfo):
      let needsPIN = needsPIN == true || session.needsPIN
      await secondFactor(
        session, SecondFactorEvent(kind, needsPIN, needsBiometric == true, remaining, announceInfo))
    case .sessionLogin(let isOneShot, let sessionInfo):
      await sessionLogin(session, isOneShot: isOneShot, sessionInfo: sessionInfo)
    case .sessionStop: await sessionStop(session)
    case .userErrorMessage(let error): await userErrorMessage(session, error)
    case .historyStatusChanged(let status):
      guard let status = NextAuthSession.HistoryStatus(rawValue: status) else { return }
      await historyStatusChanged(session, status)
    }
  }
}

extension SecondFactorEvent {
  fileprivate init(
    _ kind: NextAuthSession.SecondFactorKind, _ needsPIN: Bool, _ needsBiometric: Bool, _ remaining: Int?,
    _ announceInfo: String?
  ) {
    self =
      switch kind {
      case .firstSet: .firstSet(needsPIN: needsPIN, announceInfo: announceInfo)
      case .verify:
        .verify(
          needsPIN: needsPIN, needsBiometric: needsBiometric, remaining: remaining, announceInfo: announceInfo
        )
      case .success: .success
      case .wrong: .wrong(remaining: remaining)
      case .blocked: .blocked
      case .cancelled: .cancelled
      }
  }
}
