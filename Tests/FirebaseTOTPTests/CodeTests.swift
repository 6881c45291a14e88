import FlowTransport
import LoopbackServer
import LoopbackTOTP
import Testing

/// The codes of authenticator apps, as the RFCs give them.
@Suite("Codes of authenticator apps")
struct CodeTests {
  /// The key of the RFCs, repeated to a length.
  private func key(_ length: Int) -> Secret {
    Secret((0..<length).map { UInt8(ascii: "0") + UInt8(($0 + 1) % 10) })
  }

  @Test("RFC 4226, appendix D")
  func counters() {
    let codes = [
      "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
    ]
    let totp = TOTP(key: key(20))
    #expect((0..<10).map { totp.code(counter: $0) } == codes)
  }

  @Test("RFC 6238, appendix B")
  func times() {
    let times = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000]
    let rows: [(TOTP.Algorithm, Int, [String])] = [
      (.sha1, 20, ["94287082", "07081804", "14050471", "89005924", "69279037", "65353130"]),
      (.sha256, 32, ["46119246", "68084774", "67062674", "91819424", "90698825", "77737706"]),
      (.sha512, 64, ["90693936", "25091201", "99943326", "93441116", "38618901", "47863826"]),
    ]
    for (algorithm, length, codes) in rows {
      let totp = TOTP(key: key(length), digits: 8, algorithm: algorithm)
      #expect(times.map { totp.code(at: $0) } == codes)
    }
    let six = TOTP(key: key(20))
    #expect(
      times.map { six.code(at: $0) } == ["287082", "081804", "050471", "005924", "279037", "353130"])
  }

  @Test("codes of as many steps around the present one count as were configured", arguments: 0...10)
  func adjacent(intervals: Int) {
    let totp = TOTP(key: key(20))
    let now = 1_700_000_000
    let step = totp.counter(at: now)
    for distance in -12...12 {
      let code = totp.code(counter: UInt64(step + distance))
      let found = totp.step(of: code, at: now, adjacent: intervals)
      #expect(found == (abs(distance) <= intervals ? step + distance : nil), "\(distance)")
    }
    for wrong in ["", "0", totp.code(at: now) + "0", " " + totp.code(at: now)] {
      #expect(totp.step(of: wrong, at: now, adjacent: intervals) == nil)
    }
  }

  @Test("a step is used once, and those before it no more")
  func replay() {
    let totp = TOTP(key: key(20))
    let now = 1_700_000_000
    let step = totp.counter(at: now)
    for distance in -5...5 {
      let code = totp.code(counter: UInt64(step + distance))
      #expect((totp.step(of: code, at: now, adjacent: 5, after: step) != nil) == (distance > 0))
    }
  }

  @Test("base 32 as RFC 4648 writes it")
  func base32() throws {
    #expect(Base32.text("12345678901234567890".utf8) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    let vectors = ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]
    for (length, text) in vectors.enumerated() {
      let bytes = Array("foobar".utf8.prefix(length))
      #expect(Base32.text(bytes) == text)
      #expect(Base32.bytes(text) == bytes)
      #expect(Base32.bytes(text.lowercased() + "====") == bytes)
    }
    #expect(Base32.bytes("gezd gnbv gy3t qojq") == Array("1234567890".utf8))
    for text in ["0", "1", "8", "M", "MZX", "MZXW6Y", "MY-", "M\u{0}Y", "ＭＹ", "é"] {
      #expect(Base32.bytes(text) == nil, "\(text)")
    }
    for _ in 0..<1_000 {
      let bytes = SecureRandom.bytes(Int.random(in: 0...40))
      #expect(Base32.bytes(Base32.text(bytes)) == bytes)
    }
  }
}
