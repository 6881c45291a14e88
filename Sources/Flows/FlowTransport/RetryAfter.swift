import Foundation

/// The seconds that a server asks to wait.
package enum RetryAfter {
  // Decision: Docs/decisions/flow-mozilla-vpn.md#retry-after-is-reported-not-enforced
  /// More than a day is taken for a day.
  package static let most = 86_400

  /// Reads the header `Retry-After`, else a number of the body. What is over already, or negative, is 0; what can't be
  /// read is passed over.
  ///
  /// - Parameter now: seconds since 1970, for headers that name a date.
  /// - Returns: 0 to 86,400, or nil when there is nothing to read.
  package static func seconds(header: String?, body: JSONValue?, now: Double) -> Int? {
    if let header, let seconds = seconds(header, now) { return seconds }
    switch body {
    case .number(let number): return clamped(number)
    case .string(let text): return seconds(text, now)
    default: return nil
    }
  }

  private static func seconds(_ text: String, _ now: Double) -> Int? {
    let text = text.trimmingCharacters(in: .whitespaces)
    let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
    if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return text.hasPrefix("-") ? 0 : Int(text).map { min($0, most) } ?? most
    }
    return HTTPDate.seconds(text, now: now).map { clamped(($0 - now).rounded(.up)) }
  }

  private static func clamped(_ seconds: Double) -> Int {
    guard seconds > 0 else { return 0 }
    return seconds < Double(most) ? Int(exactly: seconds.rounded(.up)) ?? most : most
  }
}
