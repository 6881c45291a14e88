import Foundation

extension FirebaseLoopback {
  /// A time as headers have it (RFC 9110, 5.6.7).
  static func httpDate(_ seconds: Int) -> String {
    let parts = parts(seconds)
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let day = days[(seconds / 86_400) % 7]
    let clock = [parts.hour, parts.minute, parts.second].map { padded($0) }.joined(separator: ":")
    return "\(day), \(padded(parts.day)) \(months[parts.month - 1]) \(padded(parts.year, 4)) \(clock) GMT"
  }

  /// A time as bodies have it (RFC 3339).
  static func timestamp(_ seconds: Int, fractionDigits: Int) -> String {
    let parts = parts(seconds)
    let clock = [parts.hour, parts.minute, parts.second].map { padded($0) }.joined(separator: ":")
    let fraction = fractionDigits > 0 ? "." + String(repeating: "0", count: fractionDigits) : ""
    return "\(padded(parts.year, 4))-\(padded(parts.month))-\(padded(parts.day))T\(clock)\(fraction)Z"
  }

  private static func padded(_ number: Int, _ digits: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }

  private static func parts(
    _ seconds: Int
  ) -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = Date(timeIntervalSince1970: Double(seconds))
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    return (
      parts.year ?? 1970, parts.month ?? 1, parts.day ?? 1, parts.hour ?? 0, parts.minute ?? 0,
      parts.second ?? 0
    )
  }
}
