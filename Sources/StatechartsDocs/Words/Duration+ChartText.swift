extension Duration {
  /// The span as a chart's author would write it: whole days, hours, minutes or seconds, else milliseconds,
  /// else seconds with a fraction.
  var chartText: String {
    let (seconds, attoseconds) = components
    guard attoseconds == 0 else {
      let perMillisecond: Int64 = 1_000_000_000_000_000
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
      let (milliseconds, carry) = whole.addingReportingOverflow(attoseconds / perMillisecond)
      if attoseconds % perMillisecond == 0, !overflow, !carry { return "\(milliseconds)ms" }
      var digits = String(attoseconds.magnitude)
      digits = String(repeating: "0", count: max(0, 18 - digits.count)) + digits
      while digits.hasSuffix("0") { digits.removeLast() }
      return "\(self < .zero ? "-" : "")\(seconds.magnitude).\(digits)s"
    }
    for (size, unit) in [(86_400, "d"), (3_600, "h"), (60, "m")] as [(Int64, String)]
    where seconds != 0 && seconds % size == 0 {
      return "\(seconds / size)\(unit)"
    }
    return "\(seconds)s"
  }
}
