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
    return date(text, now).map { clamped(($0 - now).rounded(.up)) }
  }

  private static func clamped(_ seconds: Double) -> Int {
    guard seconds > 0 else { return 0 }
    return seconds < Double(most) ? Int(exactly: seconds.rounded(.up)) ?? most : most
  }

  /// Seconds since 1970 of a date in one of the three forms (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and the
  /// old `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  ///
  /// - Parameter now: seconds since 1970, which tell the century of the second form.
  package static func date(_ text: String, _ now: Double) -> Double? {
    var parts = text.split(whereSeparator: { " ,:-".contains($0) }).map(String.init)
    if parts.count == 7 {
      // The year stands last and the month before the day, and nothing says that it is GMT: it is.
      let year = parts.removeLast()
      parts = [parts[0], parts[2], parts[1], year] + parts[3...] + ["GMT"]
    }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count == 8, parts[7] == "GMT", let month = months.firstIndex(of: parts[2]),
      let day = Int(parts[1]), let year = year(parts[3], now), let hour = Int(parts[4]),
      let minute = Int(parts[5]), let second = Int(parts[6]), (1...31).contains(day),
      (1970...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = DateComponents(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    return calendar.date(from: date)?.timeIntervalSince1970
  }

  /// A year with four digits, or with two: the one with that end that is not more than 50 years ahead.
  private static func year(_ text: String, _ now: Double) -> Int? {
    guard let year = Int(text), text.utf8.count == 2 else { return Int(text) }
    let latest = 1970 + 50 + Int(min(max(now / 31_556_952, 0), 8_000))
    return latest - (latest - year) % 100
  }
}
