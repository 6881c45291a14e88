/// Takes the members of a trace event one after the other, so that JSON lines and logs say the same of it.
package protocol TraceWriter {
  /// Adds a member.
  mutating func add(_ name: String, _ value: ChartValue)
  /// Adds a member that is a text.
  mutating func add(_ name: String, _ text: String)
  /// Adds a member that is a whole number.
  mutating func add(_ name: String, _ number: UInt64)
  /// Adds a member that is a list of texts.
  mutating func add(_ name: String, _ texts: [String])
  /// Adds a member that is a list of objects.
  mutating func add<Element>(_ name: String, _ elements: [Element], _ body: (inout Self, Element) -> Void)
  /// Adds a span of time.
  mutating func add(_ name: String, _ span: Duration)
}

extension TraceWriter {
  /// Adds a member that is a text, when there is one.
  package mutating func add(_ name: String, ifAny text: String?) { if let text { add(name, text) } }
}

extension Duration {
  /// The span in seconds, with as many decimals as it has, to a nanosecond.
  package var secondsText: String {
    let (seconds, rest) = components
    let nanoseconds = String((rest / 1_000_000_000).magnitude)
    var digits = String(repeating: "0", count: max(0, 9 - nanoseconds.utf8.count)) + nanoseconds
    while digits.hasSuffix("0") { digits.removeLast() }
    let sign = self < .zero && seconds == 0 ? "-" : ""
    return sign + String(seconds) + (digits.isEmpty ? "" : "." + digits)
  }
}

extension Unicode.Scalar {
  /// Whether it could end a line or take hold of a terminal: controls, the separators of lines, and marks that turn the
  /// direction of writing.
  package var isUnsafeInLine: Bool {
    switch self {
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }
}
