/// Ids of sessions, and what the idempotency keys of their services begin with.
enum SessionID {
  /// A random UUID (RFC 9562, version 4) as a text.
  static func random() -> String {
    var bits: (high: UInt64, low: UInt64) = (.random(in: .min ... .max), .random(in: .min ... .max))
    bits.high = bits.high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    bits.low = bits.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits: StaticString = "0123456789abcdef"
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (half, number) in [bits.high, bits.low].enumerated() {
      for place in 0..<16 {
        // The groups have 8, 4, 4, 4 and 12 digits.
        if half == 0 ? place == 8 || place == 12 : place == 0 || place == 4 { text.append(UInt8(ascii: "-")) }
        let digit = Int(truncatingIfNeeded: number >> UInt64(60 - 4 * place)) & 15
        text.append(digits.withUTF8Buffer { $0[digit] })
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What idempotency keys begin with from now on. A session that goes on from an older snapshot counts its starts as it
  /// did after that snapshot before, so the id and the count alone would give two starts the same key.
  static func newKeys(of id: String, _ bound: BoundChart) -> String {
    // Decision: Docs/decisions/sessions-and-snapshots.md#one-key-for-all-repetitions-of-a-start
    guard !bound.chart.invocations.isEmpty else { return id }
    return "\(id).\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }
}
