import Statecharts

/// Where a flow is. Printing it shows states and error alone.
public struct FirebaseTOTPUpdate: Sendable, CustomStringConvertible, CustomReflectable {
  /// The active states without children: the screen to show, and what happens beside it.
  public let states: [FirebaseTOTP.StateID]
  /// All active states, the ones around them too.
  public let allStates: [FirebaseTOTP.StateID]
  /// What went wrong last, for the screen to show.
  public let error: FirebaseTOTP.ErrorCode?
  /// Who is signed in; nil before the account is looked up.
  public let user: FirebaseTOTP.ContextUser?
  /// The second factors that can complete the sign-in.
  public let hints: [MultiFactorInfo]
  /// The factor whose code is asked for.
  public let selectedHint: String?
  /// The factors that can be removed.
  public let enrolledFactors: [MultiFactorInfo]
  /// How many digits the code has that is asked for while enrolling.
  public let codeLength: Int
  /// Whether nothing is sent for a while, because there were too many attempts.
  public let isThrottled: Bool
  /// Whether a request is under way that a person waits for.
  public let isBusy: Bool
  /// Whether a second factor is enrolled, also where the list of factors could not be loaded again.
  package let hasFactor: Bool
  /// Whether the list of factors is an older one.
  package let areFactorsStale: Bool
  /// What the chart told with this update, in order. What is wrong with a code before anything is sent is told here alone,
  /// as `errorOccurred`.
  public let outputs: [FirebaseTOTP.Output]

  init(_ update: Session<FirebaseTOTP>.Update) {
    let context = update.context
    states = update.configuration
    allStates = update.states
    error = context.lastError
    user = context.user
    hints = context.hints.map {
      MultiFactorInfo(uid: $0.mfaEnrollmentId, displayName: $0.displayName, factorID: $0.factorId)
    }
    selectedHint = context.selectedHint
    enrolledFactors = (context.user?.factors ?? []).map {
      MultiFactorInfo(uid: $0.mfaEnrollmentId, displayName: $0.displayName, factorID: $0.factorId)
    }
    codeLength = context.codeLength
    isThrottled = context.throttled
    hasFactor = context.hasFactor
    areFactorsStale = context.factorsStale
    isBusy = update.services.contains { $0 != "refreshTokens" }
    outputs = update.outputs
  }

  /// Whether there are factors to remove, or may be.
  package var canUnenrol: Bool { hasFactor || areFactorsStale }

  /// Whether a state is active, or one inside it.
  public func isActive(_ state: FirebaseTOTP.StateID) -> Bool { allStates.contains(state) }

  /// The screen to show, or the work that is under way: the state of the account.
  public var screen: FirebaseTOTP.StateID? { states.first }

  /// States and error.
  public var description: String {
    states.map(\.rawValue).joined(separator: ", ") + (error.map { " (\($0.rawValue))" } ?? "")
  }

  /// States and error.
  public var customMirror: Mirror { Mirror(self, children: ["update": description]) }
}
