import Foundation

/// The seconds that a server asks to wait.
package enum RetryAfter {
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
    return date(text).map { clamped(($0 - now).rounded(.up)) }
  }

  private static func clamped(_ seconds: Double) -> Int {
    guard seconds > 0 else { return 0 }
    return seconds < Double(most) ? Int(exactly: seconds.rounded(.up)) ?? most : most
  }

  /// Seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is sent today (RFC 9110,
  /// 5.6.7).
  private static func date(_ text: String) -> Double? {
    let parts = text.split(whereSeparator: { " ,:".contains($0) })
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count == 8, parts[7] == "GMT", let month = months.firstIndex(of: String(parts[2])),
      let day = Int(parts[1]), let year = Int(parts[3]), let hour = Int(parts[4]), let minute = Int(parts[5]),
      let second = Int(parts[6]), (1...31).contains(day), (1970...9999).contains(year),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = DateComponents(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    return calendar.date(from: date)?.timeIntervalSince1970
  }
}
