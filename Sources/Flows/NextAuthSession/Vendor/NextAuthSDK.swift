public import FlowTransport

/// The methods of the vendor's SDK that the flow calls, with its names where they are documented; what they take and
/// return is ours. An app that has the SDK writes a type that calls it; nothing here needs it to be there.
public protocol NextAuthSDK: Sendable {
  /// Sets who is called back. Called once, before anything else.
  func setDelegate(_ delegate: any NextAuthSDKDelegate)
  /// Starts a session with the data of a QR code or deep link.
  ///
  /// - Throws: a `NextAuthFailure` where the reason is known.
  /// - Returns: the session's identifier.
  func startSession(_ data: Secret) async throws -> String
  /// Opens a push message, and starts a session when it is a login.
  ///
  /// - Returns: the session's identifier; nil when the message is something else.
  func processPush(_ message: Secret) async throws -> String?
  /// Starts a login to the app itself.
  func startAppLogin(_ account: String?) async throws -> String
  /// The app is ready.
  func startUserInteraction(_ session: String) async
  /// The person has agreed to an account.
  func setAccount(_ account: String, userInput: Secret?, _ session: String) async
  /// The person has given PIN, biometric or both.
  func setPinBiometric(_ factor: SecondFactor, _ session: String) async
  /// Ends a session.
  func stopSession(_ session: String) async
  /// Deletes an account and its keys.
  ///
  /// - Parameter server: the account's; nil for the accounts of that name at all servers.
  /// - Throws: a `NextAuthFailure` where the reason is known.
  func deleteAccount(_ account: String, server: String?) async throws
}

/// What the vendor's SDK calls back. `willConfirmLoginFor`, `didStartSecondFactorWith`, `didUpdateSecondFactorWith` and
/// `sessionUpdate` are documented names of its delegate on iOS; the other names, and what all of them hold, are ours.
public protocol NextAuthSDKDelegate: Sendable {
  /// ConfirmLogin.
  func willConfirmLoginFor(_ session: VendorSession, accounts: [String])
  /// ConfirmEnrol.
  func willConfirmEnrolFor(
    _ session: VendorSession, account: String, existingAccounts: [String], visualHash: String?)
  /// SecondFactor, where one is asked for.
  ///
  /// - Parameter account: whose.
  func didStartSecondFactorWith(
    _ session: VendorSession, context: NextAuthSession.FactorContext, account: String)
  /// SecondFactor, where one was checked.
  func didUpdateSecondFactorWith(_ session: VendorSession, result: VendorFactorResult)
  /// SessionReadyForUserInteraction, SessionLogin and SessionStop: the state of the session says which.
  func sessionUpdate(_ session: VendorSession)
  /// UserErrorMessage.
  func userErrorMessage(_ session: VendorSession, code: Int)
}

/// A session as the vendor's SDK shows it. Printing it shows identifier and status.
public struct VendorSession: Sendable, CustomStringConvertible, CustomReflectable {
  /// The identifier.
  public var id: String
  /// The status.
  public var status: AuthSessionUpdate.Status
  /// The history status.
  public var historyStatus: NextAuthSession.HistoryStatus
  /// The server; empty where the SDK does not know it.
  public var server: String
  /// Announce info.
  public var announceInfo: String?
  /// Session info.
  public var sessionInfo: String?
  /// What opens a web session, of a login to the app itself.
  public var webSession: Secret?

  /// Makes a session.
  public init(
    id: String, status: AuthSessionUpdate.Status, historyStatus: NextAuthSession.HistoryStatus = .fail,
    server: String, announceInfo: String? = nil, sessionInfo: String? = nil,
    webSession: Secret? = nil
  ) {
    self.id = id
    self.status = status
    self.historyStatus = historyStatus
    self.server = server
    self.announceInfo = announceInfo
    self.sessionInfo = sessionInfo
    self.webSession = webSession
  }

  /// Identifier and status.
  public var description: String { "\(id) \(status.rawValue)" }

  /// Identifier and status.
  public var customMirror: Mirror { Mirror(self, children: ["session": description]) }

  /// Whether somebody has logged in, whatever became of it.
  var hasLoggedIn: Bool { [.loggedIn, .loggedInOneShot, .loggedOut].contains(historyStatus) }
}

/// What came of a second factor at the vendor's SDK.
public enum VendorFactorResult: Hashable, Sendable {
  /// Accepted.
  case success
  /// Wrong, with the tries that are left where they are known.
  case wrong(remaining: Int?)
  /// Too many wrong PINs.
  ///
  /// - leavesBiometric: whether the SDK waits for a biometric in place of it. With its usual settings it does; with
  ///   `blockSecondFactorOnPINBlocked`, and where there is no biometric, it does not.
  case blocked(leavesBiometric: Bool)
  /// Refused at the prompt.
  case cancelled
  /// The key behind the biometric is gone.
  case biometricChanged
}
