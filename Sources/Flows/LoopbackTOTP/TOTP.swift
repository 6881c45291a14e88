import Crypto
public import FlowTransport
import Foundation

/// Codes that change with time (RFC 6238), as authenticator apps make them: SHA-1, 30 seconds.
public struct TOTP: Sendable {
  /// The hash of the codes (RFC 6238, 1.2).
  public enum Algorithm: String, CaseIterable, Sendable {
    /// What authenticator apps take when nothing else is said.
    case sha1
    /// SHA-256.
    case sha256
    /// SHA-512.
    case sha512
  }

  /// The hash of the codes.
  public let algorithm: Algorithm
  /// How many digits a code has.
  public let digits: Int
  /// How long a code lasts, in seconds.
  public let step: Int
  private let key: Secret

  /// How many digits a code can have: the number behind it has at most ten (RFC 4226, 5.3).
  public static let possibleDigits = 1...10

  /// Makes codes of a key.
  ///
  /// - Parameters:
  ///   - digits: within `possibleDigits`; the nearest of those for others.
  ///   - step: in seconds, at least 1.
  public init(key: Secret, digits: Int = 6, step: Int = 30, algorithm: Algorithm = .sha1) {
    self.algorithm = algorithm
    self.key = key
    self.digits = min(max(digits, Self.possibleDigits.lowerBound), Self.possibleDigits.upperBound)
    self.step = max(step, 1)
  }

  /// Makes codes of six digits for 30 seconds each with SHA-1, from a key in base32 (RFC 4648), as people type it into
  /// authenticator apps. Nil if the text is not base32.
  public init?(base32 key: Secret) {
    guard let bytes = Base32.bytes(key.text) else { return nil }
    self.init(key: Secret(bytes))
  }

  /// The code of a number (RFC 4226, 5.3).
  public func code(counter: UInt64) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * UInt64($0))) }
    let key = key.withBytes { SymmetricKey(data: $0) }
    let hash =
      switch algorithm {
      case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
      case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
      case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
      }
    let offset = Int(hash.last ?? 0) & 15
    let number = hash[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    let text = String(number)
    let padded = String(repeating: "0", count: max(digits - text.count, 0)) + text
    return String(padded.suffix(digits))
  }

  /// The number of the step that a time is in.
  public func counter(at time: Int) -> Int { max(time, 0) / max(step, 1) }

  /// The code at a time, in seconds since 1970.
  public func code(at time: Int) -> String { code(counter: UInt64(counter(at: time))) }

  /// Whether a code is right now or was in the step before, compared without haste.
  public func accepts(_ code: String, at time: Int) -> Bool {
    let now = isSameInConstantTime(Array(code.utf8), Array(self.code(at: time).utf8))
    let before = isSameInConstantTime(Array(code.utf8), Array(self.code(at: time - step).utf8))
    return now || before
  }

  /// The step whose code it is, of those around a time. All of them are compared, whichever it is.
  ///
  /// - Parameters:
  ///   - adjacent: how many steps before and after the present one count.
  ///   - used: the last step whose code was taken: that one, and those before, count no more (RFC 6238, 5.2).
  public func step(of code: String, at time: Int, adjacent: Int, after used: Int? = nil) -> Int? {
    let present = counter(at: time)
    let span = max(adjacent, 0)
    let code = Array(code.utf8)
    var found: Int?
    for counter in max(present - span, 0)...(present + span) {
      let isSame = isSameInConstantTime(code, Array(self.code(counter: UInt64(counter)).utf8))
      if isSame, counter > used ?? -1 { found = counter }
    }
    return found
  }
}
