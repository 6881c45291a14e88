/// Domains with letters beyond ASCII, in the form that is looked up (RFC 3492).
enum Punycode {
  /// The ASCII form; nil when the domain is too long for one. Upper case becomes lower case first.
  static func domain(_ text: String) -> String? {
    let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    let labels = text.lowercased().unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: dots.contains)
    var result: [String] = []
    for label in labels {
      guard label.count <= 63 else { return nil }
      guard label.contains(where: { !$0.isASCII }) else {
        result.append(String(String.UnicodeScalarView(label)))
        continue
      }
      guard
        label.allSatisfy({
          $0.isASCII || $0.properties.isAlphabetic || $0.properties.numericType != nil
            || $0.properties.generalCategory == .nonspacingMark
        }), let encoded = encode(label.map(\.value))
      else { return nil }
      result.append("xn--" + encoded)
    }
    return result.joined(separator: ".")
  }

  /// At most 63 code points come in, so that no number here gets large: 63 times 0x10FFFF fits in 64 bits easily.
  private static func encode(_ points: [UInt32]) -> String? {
    let input = points.map(Int.init)
    var output = input.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
    let basic = output.count
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var (n, delta, bias, handled) = (0x80, 0, 72, basic)
    while handled < input.count {
      guard let next = input.filter({ $0 >= n }).min() else { return nil }
      delta += (next - n) * (handled + 1)
      n = next
      for point in input {
        if point < n { delta += 1 }
        guard point == n else { continue }
        append(delta, bias, to: &output)
        bias = adapt(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(_ delta: Int, _ bias: Int, to output: inout [UInt8]) {
    var rest = delta
    var k = 36
    while true {
      let threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      k += 36
    }
    output.append(digit(rest))
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 26 ? value + 0x61 : value - 26 + 0x30)
  }

  private static func adapt(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var k = 0
    while delta > 455 {
      delta /= 35
      k += 36
    }
    return k + 36 * delta / (delta + 38)
  }
}
