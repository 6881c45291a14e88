public import Statecharts

/// What goes wrong between the app and a nextAuth server, in the words of the chart.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum NextAuthFailure: String, CodedError, Hashable, CaseIterable {
  /// The QR code, link or message cannot be read.
  case badData
  /// The data belong to a server that is not known.
  case unknownServer
  /// The server has no such session, or does not give it.
  case fetchFailed
  /// The app has no account for the server. 34 of the SDK.
  case noAccounts
  /// There is an account already, and one is all.
  case accountLimit
  /// The server was not reached, or something else has answered.
  case networkError
  /// The server said something that cannot be used.
  case protocolFailure
  /// The key behind the biometric is gone.
  case biometricChanged
  /// Too many wrong PINs.
  case factorBlocked
  /// The session was over, in a normal way, before anything was asked.
  case sessionTerminated

  /// The chart's code.
  public var code: String { rawValue }

  /// Nothing comes with a code.
  public var data: ChartValue { .unset }
}
