/// Times as Go writes them, which the vendor's configuration has: `1h30m`, `2160h`, `1.5s`, `0`.
enum GoDuration {
  private static let units: [(name: String, nanoseconds: Int64)] = [
    // The longer names first: `m` is the beginning of `ms`.
    ("ns", 1), ("us", 1_000), ("µs", 1_000), ("μs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ("m", 60_000_000_000), ("h", 3_600_000_000_000),
  ]

  /// Reads a time; nil for none, for one before zero, and for one of more than 292 years, as in Go.
  static func read(_ text: String) -> Duration? {
    if text == "0" { return .zero }
    var rest = Substring(text)
    var sum: Int64 = 0
    repeat {
      guard let part = takePart(&rest) else { return nil }
      let (next, overflow) = sum.addingReportingOverflow(part)
      guard !overflow else { return nil }
      sum = next
    } while !rest.isEmpty
    return .nanoseconds(sum)
  }

  /// A number and its unit, in nanoseconds.
  private static func takePart(_ rest: inout Substring) -> Int64? {
    let whole = takeDigits(&rest)
    var fraction = Substring()
    if rest.first == "." {
      rest.removeFirst()
      fraction = takeDigits(&rest)
    }
    guard !(whole.isEmpty && fraction.isEmpty), fraction.count <= 18,
      let unit = units.first(where: { rest.hasPrefix($0.name) })
    else { return nil }
    rest.removeFirst(unit.name.count)
    guard let number = Int64(whole.isEmpty ? "0" : whole) else { return nil }
    let (nanoseconds, overflow) = number.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow else { return nil }
    // Less than a unit, cut off at whole nanoseconds.
    let part = Double("0." + fraction).map { ($0 * Double(unit.nanoseconds)).rounded(.down) } ?? 0
    let (all, tooMuch) = nanoseconds.addingReportingOverflow(Int64(part))
    return tooMuch ? nil : all
  }

  private static func takeDigits(_ rest: inout Substring) -> Substring {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest.removeFirst(digits.count)
    return digits
  }
}
