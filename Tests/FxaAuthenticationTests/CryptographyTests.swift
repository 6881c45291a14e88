import Crypto
import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import LoopbackTOTP
import TestExtent
import TestSupport
import Testing

/// What the account server and its clients agree on, to the last bit. The values come from the protocol's own tests, from
/// other clients, and from the standards.
@Suite("The cryptography of Mozilla accounts")
struct CryptographyTests {
  static func secret(hex: String) -> Secret { Secret(Hex.bytes(hex) ?? []) }
  static let sessionToken = Secret("a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebf")

  @Test(
    "stretches passwords",
    arguments: [
      (
        "andré@example.org", "pässwörd", "e4e8889bd8bd61ad6de6b95c059d56e7b50dacdaf62bd84644af7e2add84345d",
        "247b675ffb4c46310bc87e26d712153abe5e1c90ef00a4784594f97ef54f2375"
      ),
      (
        "test@test.com", "P4ass0rd!!", "957c9102c9697f83af47857e7b01bbbc9b36ed3ef9719c9bcd4ac9a59eb3b757",
        "ba2b1015ad46215d97f4cd4faaaab058752048508bd7a08367af6941f38913d6"
      ),
      (
        "Test@test.com", "P4ass0rd!!", nil,
        "e102991613d62383f868f80c32baf97056fcf7fb0bde30e011f543f91d026cd9"
      ),
    ] as [(String, String, String?, String)])
  func stretching(email: String, password: String, stretched: String?, authPW: String) throws {
    let result = try KeyStretching.quickStretch(Secret(password), email: email)
    if let stretched { #expect(Hex.text(result.bytes) == stretched) }
    #expect(KeyStretching.authPW(result).text == authPW)
    #expect(try KeyStretching.authPW(Secret(password), email: email).text == authPW)
  }

  @Test(
    "derives as RFC 5869 says",
    arguments: [
      (
        "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
        42,
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        Hex.text(0x00...0x4f), Hex.text(0x60...0xaf), Hex.text(0xb0...0xff), 82,
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
          + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
      ),
      (
        "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "", "", 42,
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
      ),
    ])
  func hkdf(key: String, salt: String, info: String, count: Int, expected: String) {
    let derived = HKDF256.derive(
      Self.secret(hex: key), salt: Hex.bytes(salt) ?? [], info: Hex.bytes(info) ?? [], count: count)
    #expect(Hex.text(derived.bytes) == expected)
  }

  @Test("derives the keys of a session")
  func sessionKeys() throws {
    let keys = try #require(SessionKeys(sessionToken: Self.sessionToken))
    #expect(keys.id.text == "c0a29dcf46174973da1378696e4c82ae10f723cf4f4d9f75e39f4ae3851595ab")
    #expect(
      Hex.text(keys.hawkKey.bytes) == "9d8f22998ee7f5798b887042466b72d53e56ab0c094388bf65831f702d2febc0")
    for bad in ["", "a0", "zz", String(repeating: "a", count: 63), String(repeating: "é", count: 32)] {
      #expect(SessionKeys(sessionToken: Secret(bad)) == nil)
    }
  }

  @Test(
    "signs requests with Hawk",
    arguments: [
      (
        "https://api.accounts.firefox.com/v1/session/destroy", "{}", "Ab3dEf",
        "vNZvU+y3rJKqH4hu1yxrNuaijNPgIJ2Rgj/sHzsQhXY=", "nSl68UqQcmblrHnoBujloo5TJPxZWeBZpb8BYLOydjg="
      ),
      (
        "http://127.0.0.1:9000/v1/account/attached_clients", nil, "Ab3dEf", nil,
        "ZxGt0sYy3EKoU66bbC5c/YvcZFXJKr92sKkcGlKcDYU="
      ),
      (
        "http://127.0.0.1:33587/v1/session/destroy", "{}", "uLtQYso=",
        "vNZvU+y3rJKqH4hu1yxrNuaijNPgIJ2Rgj/sHzsQhXY=", "Z/zdVI3an1Ans1mA+yzfZ2xA3sJnQOEtFq3cLV/aoZU="
      ),
    ] as [(String, String?, String, String?, String)])
  func hawk(url: String, body: String?, nonce: String, hash: String?, mac: String) throws {
    let keys = try #require(SessionKeys(sessionToken: Self.sessionToken))
    let request = TransportRequest(
      body == nil ? .get : .post, try #require(URL(string: url)),
      headers: body == nil ? [:] : ["Content-Type": "application/json; charset=utf-8"],
      body: Array((body ?? "").utf8))
    // The clock is ten seconds behind, and it is known.
    let authorizer = HawkAuthorizer(now: { 1_678_460_390 }, nonce: { nonce })
    let header = try authorizer.authorization(for: request, keys, skew: 10)
    let expected =
      "Hawk id=\"\(keys.id.text)\", ts=\"1678460400\", nonce=\"\(nonce)\""
      + (hash.map { ", hash=\"\($0)\"" } ?? "") + ", mac=\"\(mac)\""
    #expect(header == expected)
  }

  @Test("gives bearer ids to safe addresses only")
  func bearer() throws {
    let keys = try #require(SessionKeys(sessionToken: Self.sessionToken))
    func header(_ url: String) throws -> String {
      try BearerAuthorizer().authorization(
        for: TransportRequest(.get, try #require(URL(string: url))), keys, skew: 0)
    }
    #expect(try header("https://example.com/") == "Bearer fxs_\(keys.id.text)")
    #expect(try header("http://127.0.0.1:1/") == "Bearer fxs_\(keys.id.text)")
    #expect(throws: TransportFailure.insecure) { try header("http://example.com/") }
  }

  @Test("takes the code of now and of the step before, and no other")
  func acceptedCodes() {
    let codes = TOTP(key: Secret("12345678901234567890"))
    let now = 1_111_111_111
    for (step, isRight) in [(-2, false), (-1, true), (0, true), (1, false), (2, false)] {
      #expect(codes.accepts(codes.code(at: now + 30 * step), at: now) == isRight, "\(step)")
    }
    for wrong in ["", "0", codes.code(at: now) + "0", " " + codes.code(at: now)] {
      #expect(!codes.accepts(wrong, at: now))
    }
  }

  @Test("makes the challenge of RFC 7636, appendix B")
  func challenge() {
    let pair = PKCE(verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")) {
      SHA256.hash(data: $0)
    }
    #expect(pair.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("the list of common passwords that is shipped is read to its end")
  func shipped() {
    #expect(CommonPasswords.shipped.count == 11_611)
    // The first and the last, and some that very many people use.
    for common in [
      "!qaz2wsx", "zzzzzzz1", "password", "12345678", "password1", "passw0rd", "princess", "nintendo",
      "samantha", "maverick", "steelers", "elephant", "blink182", "babygirl",
    ] {
      let isCommon = CommonPasswords.shipped.contains(common)
      #expect(isCommon, "\(common)")
    }
    for other in ["", "1234567", "qwerty", "P4ass0rd!!", "Password"] {
      let isCommon = CommonPasswords.shipped.contains(other)
      #expect(!isCommon, "\(other)")
    }
  }

  @Test("makes verifiers as RFC 7636 wants them, no two alike, with their challenges")
  func verifiers() {
    let count = TestExtent.count(4_000, whole: 1_000_000)
    var seen = Set<String>(minimumCapacity: count)
    // How often each bit is set, so that none is the same everywhere.
    var bits = [Int](repeating: 0, count: 256)
    var wrong = 0
    for _ in 0..<count {
      let pair = PKCE { SHA256.hash(data: $0) }
      let text = pair.verifier.text
      let challenge = Base64.urlText(SHA256.hash(data: Array(text.utf8)))
      guard text.utf8.count == 43, let bytes = Base64.urlBytes(text), bytes.count == 32,
        pair.challenge == challenge, challenge.utf8.count == 43
      else {
        wrong += 1
        continue
      }
      for place in bits.indices { bits[place] += Int(bytes[place / 8] >> (place % 8) & 1) }
      seen.insert(text)
    }
    #expect(wrong == 0 && seen.count == count)
    // Seven standard deviations: by chance one in 10^9 runs.
    let expected = Double(count) / 2
    #expect(bits.allSatisfy { abs(Double($0) - expected) < 3.5 * Double(count).squareRoot() })
  }
}
