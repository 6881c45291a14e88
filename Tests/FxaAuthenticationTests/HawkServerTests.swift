import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Testing

/// The server of the tests believes no header that is wrong in any way.
@Suite("The server checks Hawk headers")
struct HawkServerTests {
  private let server = FxaLoopback(base: FxaBench.base, now: { FxaBench.now })

  private func session() throws -> SessionKeys {
    server.add(try FxaBench.account())
    let body: JSONValue = [
      "email": .string(FxaBench.email), "authPW": .string(try FxaBench.authPW.get().text),
    ]
    let answer = server.answer(
      ReceivedRequest(
        method: "POST", target: "/v1/account/login", headers: ["Content-Type": "application/json"],
        body: body.bytes, port: 9000))
    let token = try #require(JSONValue.read(answer.body)?["sessionToken"]?.text)
    return try #require(SessionKeys(sessionToken: Secret(token)))
  }

  /// What the server says to a header; nil when it is content.
  private func errno(_ header: String, body: String = "{}", path: String = "/v1/session/resend_code") -> Int?
  {
    let answer = server.answer(
      ReceivedRequest(
        method: "POST", target: path,
        headers: [
          "Content-Type": "application/json", "Host": "127.0.0.1:9000", "Authorization": header,
        ], body: Array(body.utf8), port: 9000))
    return JSONValue.read(answer.body)?["errno"]?.int
  }

  private func header(
    _ keys: SessionKeys, time: String = String(FxaBench.now), nonce: String, key: Secret? = nil,
    body: String = "{}"
  ) -> String {
    let hash = Hawk.payloadHash(mediaType: "application/json", body: Array(body.utf8))
    let hawk = Hawk(
      time: time, nonce: nonce, method: "POST", target: "/v1/session/resend_code", host: "127.0.0.1",
      port: 9000, hash: hash)
    let mac = hawk.mac(key: key ?? keys.hawkKey)
    return "Hawk id=\"\(keys.id.text)\", ts=\"\(time)\", nonce=\"\(nonce)\", hash=\"\(hash)\", mac=\"\(mac)\""
  }

  @Test("a right header is taken, once")
  func right() throws {
    let keys = try session()
    let right = header(keys, nonce: "a")
    #expect(errno(right) == nil)
    #expect(errno(right) == 115)
    #expect(errno(header(keys, nonce: "b")) == nil)
  }

  @Test("another key, another body, another path and another time are refused")
  func wrong() throws {
    let keys = try session()
    #expect(errno(header(keys, nonce: "a", key: keys.id)) == 109)
    #expect(errno(header(keys, nonce: "b"), body: "{ }") == 109)
    #expect(errno(header(keys, nonce: "c"), path: "/v1/session/destroy") == 109)
    for (seconds, expected) in [(-61, 111), (-60, nil), (60, nil), (61, 111)] as [(Int, Int?)] {
      #expect(errno(header(keys, time: String(FxaBench.now + seconds), nonce: "d")) == expected)
    }
    // Not even times that no server can work with break it.
    for time in [
      "-9223372036854775808", String(Int.min + FxaBench.now), "9223372036854775807", "99999999999999999999",
      "", "soon",
    ] {
      #expect(errno(header(keys, time: time, nonce: "e")) == 111, "\(time)")
    }
    #expect(errno("Hawk") == 110)
    #expect(errno("Hawk id=\"x\"") == 110)
  }
}
