/// Why a text is not a span of time.
package enum DurationLiteralProblem: Error, Hashable, Sendable {
  /// There is no text.
  case empty
  /// The text does not start with a number such as `15`, `1.5` or `.5`.
  case noNumber
  /// There is a sign before the number.
  case signed
  /// There is a number and nothing after it.
  case noUnit(number: String)
  /// What follows the number is not a unit.
  case unknownUnit(String, number: String)
  /// Several spans in one, such as `1h30m`.
  case severalUnits
  /// More than nine digits after the point.
  case tooFine
  /// More than ten years.
  case tooLong

  /// What is wrong, in one plain sentence without a full stop.
  package var message: String {
    switch self {
    case .empty: "a duration is missing here"
    case .noNumber: "a duration begins with a number"
    case .signed: "a duration has no sign"
    case .noUnit(let number): "`\(number)` has no unit of time"
    case .unknownUnit(let unit, _): "`\(unit)` is not a unit of time"
    case .severalUnits: "a duration has one number and one unit"
    case .tooFine: "this duration has more than nine digits after the point"
    case .tooLong: "this duration is longer than ten years"
    }
  }

  /// What to write instead.
  package var help: String {
    switch self {
    case .empty, .noNumber, .signed: "write a number and a unit: `500ms`, `15s`, `2m`, `1h` or `1d`"
    case .noUnit(let number):
      // Who writes thousands counts in milliseconds, as in code.
      number.utf8.count >= 4 && number.hasSuffix("00")
        ? "write the unit after the number: `\(number)ms`, or `s`, `m`, `h`, `d`"
        : "write the unit after the number: `\(number)s`, or `ms`, `m`, `h`, `d`"
    case .unknownUnit(let unit, let number):
      if let known = Duration.unitSpelling(of: unit) {
        "write `\(number)\(known)`"
      } else {
        "the units are `ms`, `s`, `m`, `h` and `d`"
      }
    case .severalUnits: "write it in the smaller unit, for example `90m` for an hour and a half"
    case .tooFine: "write fewer digits, or a smaller unit"
    case .tooLong: "write at most `3653d`"
    }
  }
}

extension Duration {
  /// The longest span that a chart can express: ten years, leap days included.
  package static let longestInChart = Duration.seconds(3653 * 86_400)

  /// Reads a span as charts write it: a number (`15`, `1.5`, `.5`) and, without a space, one of `ms s m h d`.
  package init(literal text: String) throws(DurationLiteralProblem) {
    self = try Duration.parse(Array(text.utf8)[...])
  }

  /// The unit meant by a longer or differently written word.
  package static func unitSpelling(of word: String) -> String? {
    switch word.lowercased() {
    case "ms", "msec", "msecs", "millis", "millisecond", "milliseconds": "ms"
    case "s", "sec", "secs", "second", "seconds": "s"
    case "m", "min", "mins", "minute", "minutes": "m"
    case "h", "hr", "hrs", "hour", "hours": "h"
    case "d", "day", "days": "d"
    default: nil
    }
  }

  /// The units that charts use, the longest first.
  private static let chartUnits: [(name: String, nanoseconds: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
    ("ms", 1_000_000),
  ]

  static func parse(_ bytes: ArraySlice<UInt8>) throws(DurationLiteralProblem) -> Duration {
    guard !bytes.isEmpty else { throw .empty }
    let isDigit: (UInt8) -> Bool = { $0 >= 0x30 && $0 <= 0x39 }
    if let sign = bytes.first, sign == 0x2D || sign == 0x2B, bytes.dropFirst().first.map(isDigit) == true {
      throw .signed
    }
    let whole = bytes.prefix(while: isDigit)
    var rest = bytes.dropFirst(whole.count)
    var fraction: ArraySlice<UInt8> = []
    if rest.first == 0x2E {
      fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { throw .noNumber }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { throw .noNumber }
    guard let nanoseconds = chartUnits.first(where: { $0.name.utf8.elementsEqual(rest) })?.nanoseconds else {
      throw unitProblem(rest, number: String(decoding: bytes[..<rest.startIndex], as: UTF8.self))
    }
    guard fraction.count <= 9 else { throw .tooFine }
    var scale: Int64 = 1
    var part: Int64 = 0
    for digit in fraction {
      // proven: at most nine digits, so both stay below 10^9.
      scale *= 10
      part = part * 10 + Int64(digit - 0x30)
    }
    let product = nanoseconds.multipliedFullWidth(by: part)
    // proven: part < scale, so the quotient is less than `nanoseconds`.
    let fractional = scale.dividingFullWidth(product).quotient
    var total: Int64 = 0
    for digit in whole {
      let (tens, overflow) = total.multipliedReportingOverflow(by: 10)
      guard !overflow, tens < 1_000_000_000_000_000 else { throw .tooLong }
      total = tens + Int64(digit - 0x30)
    }
    let (scaled, overflow) = total.multipliedReportingOverflow(by: nanoseconds)
    guard !overflow else { throw .tooLong }
    let (sum, sumOverflow) = scaled.addingReportingOverflow(fractional)
    guard !sumOverflow else { throw .tooLong }
    let duration = Duration.nanoseconds(sum)
    guard duration <= longestInChart else { throw .tooLong }
    return duration
  }

  /// What is wrong with a text after a number that is not a unit.
  private static func unitProblem(_ text: ArraySlice<UInt8>, number: String) -> DurationLiteralProblem {
    if text.isEmpty { return .noUnit(number: number) }
    let letters = text.prefix { !($0 >= 0x30 && $0 <= 0x39) }
    if letters.count < text.count, unitSpelling(of: String(decoding: letters, as: UTF8.self)) != nil {
      return .severalUnits
    }
    return .unknownUnit(String(decoding: text, as: UTF8.self), number: number)
  }

  /// The span as charts write it, in the largest unit that needs no fraction: `90s`, `1.5ms`.
  ///
  /// Anything finer than a nanosecond is cut off. Spans beyond the range of charts are given as the limit.
  package var literalText: String {
    let limited = min(max(self, .zero - .longestInChart), .longestInChart)
    // proven: ten years are 3.2e17 nanoseconds, within Int64.
    let (seconds, attoseconds) = limited.components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    if nanoseconds == 0 { return "0s" }
    let sign = nanoseconds < 0 ? "-" : ""
    let magnitude = nanoseconds.magnitude
    for (unit, length) in Self.chartUnits where magnitude.isMultiple(of: length.magnitude) {
      return "\(sign)\(magnitude / length.magnitude)\(unit)"
    }
    var digits = String(magnitude % 1_000_000)
    digits = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    while digits.utf8.last == 0x30 { digits.removeLast() }
    return "\(sign)\(magnitude / 1_000_000).\(digits)ms"
  }
}
