import Foundation

/// Dates in headers.
package enum HTTPDate {
  /// Seconds since 1970 of a date in one of the three forms (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and the
  /// old `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  ///
  /// - Parameter now: seconds since 1970, which decide the century of the second form.
  /// - Returns: nil for what is no date, or one before 1601 (RFC 6265, 5.1.1).
  package static func seconds(_ text: String, now: Double) -> Double? {
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
      (1601...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute),
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
