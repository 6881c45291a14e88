import FlowTransport
import Foundation

/// A secret that is being enrolled.
package struct FirebaseEnrolment: Sendable {
  /// The key in base32, as the server wrote it.
  let key: Secret
  /// How many digits codes have; nil when the server does not say.
  let digits: Int?
  /// The hash of the codes: `SHA1`, `SHA256` or `SHA512`; nil when the server names none of them.
  let algorithm: String?
  /// How long a code lasts, in seconds.
  let period: Int
  /// Names the enrollment in the next request.
  let sessionInfo: Secret
  /// How long the secret can be enrolled, by the server's clock.
  let timeLeft: Duration
  /// How far the server's clock is ahead; nil if its answer has no time.
  let clockDifference: Duration?

  /// More than a day is taken for a day.
  private static let longest = 86_400.0

  /// Reads what the server says; nil when something that nobody can do without is missing, or is not what it has to be.
  ///
  /// - Parameters:
  ///   - serverTime: of the same answer, in seconds since 1970.
  ///   - now: by the clock here.
  init?(_ json: JSONValue, serverTime: Double?, now: Double) {
    guard let key = json["sharedSecretKey"]?.text, let bytes = Base32.bytes(key), !bytes.isEmpty,
      let sessionInfo = json["sessionInfo"]?.text, !sessionInfo.isEmpty,
      let end = json["finalizeEnrollmentTime"]?.text.flatMap(Timestamp.seconds)
    else { return nil }
    self.key = Secret(key)
    self.sessionInfo = Secret(sessionInfo)
    digits = json["verificationCodeLength"]?.int.flatMap { $0 > 0 ? $0 : nil }
    // With others nobody could sign in: what the chart takes for a code has as many.
    guard (6...10).contains(digits ?? 6) else { return nil }
    period = json["periodSec"]?.int ?? 30
    guard (1...3_600).contains(period) else { return nil }
    let name = json["hashingAlgorithm"]?.text?.uppercased() ?? ""
    algorithm = ["SHA1", "SHA256", "SHA512"].contains(name) ? name : nil
    // Decision: Docs/decisions/flow-firebase.md#deadlines-ignore-clock-differences
    let left = min(max(end - (serverTime ?? now), 0), Self.longest)
    timeLeft = .seconds(left)
    clockDifference = serverTime.map { .seconds(($0 - now).rounded()) }
  }
}
