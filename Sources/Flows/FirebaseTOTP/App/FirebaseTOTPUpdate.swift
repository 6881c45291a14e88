public import FlowKit
import Statecharts

/// Where the sign-in is. An error in a code that is not sent is only among the outputs, as `errorOccurred`.
public typealias FirebaseTOTPUpdate = FlowUpdate<FirebaseTOTP>

/// Why an event did nothing: the screen does not offer it.
public typealias FirebaseTOTPRefusal = FlowRefusal<FirebaseTOTP>

extension FirebaseTOTP: FlowChart {
  /// What went wrong last.
  public static func error(in context: Context) -> ErrorCode? { context.lastError }

  /// The service that nobody waits for.
  public static var backgroundServices: Set<ServiceID> { [.refreshTokens] }
}

extension FlowUpdate<FirebaseTOTP> {
  /// The screen to show, or the work that is under way: the state of the account.
  public var screen: FirebaseTOTP.StateID? { states.first }

  /// Who is signed in; nil before the account is looked up.
  public var user: FirebaseTOTP.ContextUser? { update.context.user }

  /// The second factors that can complete the sign-in.
  public var hints: [MultiFactorInfo] {
    update.context.hints.map {
      MultiFactorInfo(uid: $0.mfaEnrollmentId, displayName: $0.displayName, factorID: $0.factorId)
    }
  }

  /// The factor whose code is asked for.
  public var selectedHint: String? { update.context.selectedHint }

  /// The factors that can be removed.
  public var enrolledFactors: [MultiFactorInfo] {
    (user?.factors ?? []).map {
      MultiFactorInfo(uid: $0.mfaEnrollmentId, displayName: $0.displayName, factorID: $0.factorId)
    }
  }

  /// How many digits a code has while enrolling.
  public var codeLength: Int { update.context.codeLength }

  /// Whether nothing is sent for a while, because there were too many attempts.
  public var isThrottled: Bool { update.context.throttled }

  /// The email address as typed.
  package var email: String? { update.context.email }

  /// Whether a second factor is enrolled, also where the list of factors could not be loaded again.
  package var hasFactor: Bool { update.context.hasFactor }

  /// Whether the list of factors is an older one.
  package var areFactorsStale: Bool { update.context.factorsStale }

  /// Whether there are factors to remove, or may be.
  package var canUnenrol: Bool { hasFactor || areFactorsStale }
}
