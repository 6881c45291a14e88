import Foundation

/// Times as Google's servers write them (RFC 3339): `2026-11-21T23:05:00.123456Z`. Fractions of a second have any number
/// of digits, or none; formats that expect a certain number of them fail on some.
enum Timestamp {
  /// Seconds since 1970; nil for anything else.
  static func seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 64, bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[4] == dash,
      bytes[7] == dash, bytes[13] == colon, bytes[16] == colon, let year = number(bytes[0..<4]),
      let month = number(bytes[5..<7]), let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]), (1970...9999).contains(year),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return nil }
      fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
      rest = rest.dropFirst(1 + digits.count)
    }
    guard let offset = offset(rest) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = DateComponents(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    guard let seconds = calendar.date(from: date)?.timeIntervalSince1970 else { return nil }
    return seconds + fraction - Double(offset)
  }

  private static let dash = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")

  /// Seconds that a place is ahead: `Z`, `+01:00`, `-05:30`.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(bytes)
    if bytes.count == 1, bytes[0] | 0x20 == UInt8(ascii: "z") { return 0 }
    guard bytes.count == 6, bytes[3] == colon, let hours = number(bytes[1..<3]),
      let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 3_600 + minutes * 60
    case dash: return -(hours * 3_600 + minutes * 60)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
