import FlowTransport
import Foundation
import Testing

@Suite("A secret")
struct SecretTests {
  static let canary = "c4n4ry-hunter2-é"

  struct Holder {
    var name = "holder", secret = Secret(SecretTests.canary), optional: Secret? = Secret("c4n4ry")
  }
  enum Failure: Error { case wrong(Secret) }

  @Test("shows nothing, however it is printed")
  func showsNothing() {
    let secret = Secret(Self.canary)
    var dumped = ""
    dump(Holder(), to: &dumped)
    dump([secret: [secret]], to: &dumped)
    let texts = [
      "\(secret)", String(describing: secret), String(reflecting: secret), "\(Holder())",
      String(reflecting: Holder()),
      "\([secret])", "\(["a": secret])", "\(Optional(secret) as Any)", "\(Failure.wrong(secret))",
      "\(Failure.wrong(secret).localizedDescription)", String(format: "%@", "\(secret)"), dumped,
      Mirror(reflecting: secret).children.map { "\($0)" }.joined(),
    ]
    for text in texts { #expect(!text.contains("c4n4ry")) }
  }

  @Test("can't be encoded")
  func isNotCodable() {
    let secret: Any = Secret("x")
    #expect(!(secret is any Encodable))
    #expect(!(secret is any Decodable))
  }

  @Test("is overwritten when the last copy goes, and not before")
  func isOverwritten() {
    let released = Locked<[[UInt8]]>([])
    Secret.$onRelease.withValue(.init { bytes in released.withLock { $0.append(Array(bytes)) } }) {
      var copies = [Secret("hunter2")]
      copies.append(copies[0])
      copies.removeFirst()
      #expect(released.withLock { $0 }.isEmpty)
      #expect(copies[0].text == "hunter2")
      copies.removeAll()
    }
    #expect(released.withLock { $0 } == [[UInt8](repeating: 0, count: 7)])
  }

  @Test("keeps every byte, the ones that texts stumble over too")
  func keepsBytes() {
    for text in ["", "a\u{0}b", "e\u{301}", "é", String(repeating: "👩‍👩‍👧‍👦", count: 64), "\r\n"] {
      #expect(Secret(text).bytes == Array(text.utf8))
    }
    #expect(Secret("e\u{301}") != Secret("é"))
    #expect(Secret("abc") == Secret("abc"))
    #expect(Secret("abc") != Secret("abd"))
    #expect(Secret("abc") != Secret("ab"))
  }
}
