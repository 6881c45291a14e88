import DiscourseDelegatedAuthFlow
@testable import DiscourseLoopback
import FlowTransport
import Foundation
import Testing

/// What sites encrypt and the app decrypts (the reference's section 4.3).
@Suite("Encryption between site and app", .timeLimit(.minutes(20)))
struct EncryptionTests {
  static let key = "0123456789abcdef0123456789abcdef"
  static let nonce = Secret("fedcba9876543210fedcba9876543210")

  private func sealed(_ text: String, isOAEP: Bool = false) throws -> String {
    let key = try #require(SiteEncryption.PublicKey(try DiscourseBench.pair.get().publicKeyPEM))
    return SiteEncryption.encode64(try #require(key.encrypt(text, isOAEP: isOAEP)))
  }

  private func json(_ changes: [String: JSONValue?] = [:]) -> String {
    var fields: [String: JSONValue] = [
      "key": .string(Self.key), "nonce": .string(Self.nonce.text), "push": true, "api": 4,
    ]
    for (name, value) in changes { fields[name] = value }
    return String(decoding: JSONValue.object(fields).bytes, as: UTF8.self)
  }

  private func read(_ text: String, _ paddings: [UserAPIKeyPadding] = [.pkcs1]) throws -> UserAPIKeyPayload? {
    UserAPIKeyPayload(SealedText(text), with: try DiscourseBench.pair.get(), paddings, nonce: Self.nonce)
  }

  @Test("a payload is read with both paddings, and with line breaks or without")
  func reads() throws {
    for (isOAEP, paddings) in [(false, [.pkcs1]), (true, [.oaep, .pkcs1]), (false, [.oaep, .pkcs1])]
      as [(Bool, [UserAPIKeyPadding])]
    {
      let text = try sealed(json(["expires_at": "2027-01-01T00:00:00.000Z"]), isOAEP: isOAEP)
      for form in [text, text.replacing("\n", with: ""), text.replacing("\n", with: "\r\n \t")] {
        let payload = try #require(try read(form, paddings))
        #expect(payload.key == Secret(Self.key))
        #expect(payload.hasPush && payload.apiVersion == 4)
        #expect(payload.expiresAt == "2027-01-01T00:00:00.000Z")
      }
    }
    // What was not asked for is not tried.
    #expect(try read(sealed(json(), isOAEP: true), [.pkcs1]) == nil)
  }

  @Test("a payload with missing fields, other types or another nonce is refused")
  func wrongPayloads() throws {
    let changes: [[String: JSONValue?]] = [
      ["key": nil as JSONValue?], ["nonce": nil as JSONValue?], ["push": nil as JSONValue?],
      ["api": nil as JSONValue?], ["nonce": "x"], ["nonce": ""],
      ["nonce": .string(Self.nonce.text.uppercased())],
      ["nonce": .string(Self.nonce.text + "0")], ["nonce": .null], ["nonce": 1], ["key": ""], ["key": "g"],
      ["key": .string(Self.key + "0")], ["key": .string(Self.key + "\r\nX: y")], ["key": 1], ["push": "true"],
      ["api": "4"], ["api": -1], ["api": .number(4.5)],
    ]
    for change in changes { #expect(try read(sealed(json(change))) == nil, "\(change.keys)") }
    for text in ["", "{}", "[]", "null", "x", "\u{0}", String(repeating: "[", count: 200)] {
      #expect(try read(sealed(text)) == nil)
    }
  }

  @Test("what is no block of this key is refused")
  func wrongBlocks() throws {
    let text = try sealed(json())
    var bytes = Array(try #require(Data(base64Encoded: text.replacing("\n", with: ""))))
    #expect(bytes.count == 256)
    var wrong = [
      "", "=", "!", text + "!", String(text.dropFirst()), text.replacing("=", with: ""), text + text,
      text.replacing("+", with: " ") == text ? "+" : text.replacing("+", with: " "),
      Base64.text(bytes.dropLast()),
      Base64.text(bytes + [0]), Base64.text([0] + bytes), Base64.text([UInt8](repeating: 0, count: 256)),
      Base64.text([UInt8](repeating: 255, count: 256)), Base64.text(bytes.reversed()),
      String(repeating: "A", count: SealedText.longest + 1), Base64.urlText(bytes) + "-_",
    ]
    bytes[200] ^= 1
    wrong.append(Base64.text(bytes))
    for form in wrong { #expect(try read(form, [.oaep, .pkcs1]) == nil, "\(form.prefix(20))") }
  }

  @Test("what is encrypted for another key is refused")
  func otherKey() throws {
    let other = try DiscourseBench.otherPair.get()
    let sealed = SealedText(try sealed(json()))
    #expect(UserAPIKeyPayload(sealed, with: other, [.oaep, .pkcs1], nonce: Self.nonce) == nil)
  }

  @Test("a key pair is read back as it was kept, and prints nothing")
  func kept() throws {
    let pair = try DiscourseBench.pair.get()
    let again = try InstallationKeyPair(privateKeyPEM: pair.privateKeyPEM)
    #expect(again.publicKeyPEM == pair.publicKeyPEM)
    #expect(pair.publicKeyPEM.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
    #expect(pair.privateKeyPEM.text.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect("\(pair) \(String(reflecting: pair))".contains("BEGIN") == false)
    #expect(throws: InstallationKeyPair.Failure.self) { try InstallationKeyPair(privateKeyPEM: Secret("x")) }
  }
}
