import FlowTransport
import Foundation
import NextAuthLoopback
@testable import NextAuthSessionFlow
import Testing

@Suite("What nextAuth sessions are started with")
struct ScannerTests {
  @Test("base64 of both alphabets, with or without padding, in one way alone")
  func base64() {
    for count in 0..<40 {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max) }
      for text in [Base64.text(bytes), Base64.urlText(bytes)] {
        #expect(StartingData.decoded(Secret(text))?.bytes == bytes)
      }
    }
    for text in [
      "A", "AAAAA", "AB", "AAB", "AA=", "AA===", "A===", "AA==AA==", "====", "A A=", "AAA\n", "ÄAAA",
    ] {
      #expect(StartingData.decoded(Secret(text)) == nil, "\(text)")
    }
  }

  @Test("what is read is text where it is base64, and bytes where it is not")
  func read() {
    for kind in [NextAuthSession.Kind.login, .enrol] {
      let code = StandInCode(kind, server: "ns.example.org").bytes
      guard case .bytes(let bytes) = ScannedCode(read: Secret(code)),
        case .text(let text) = ScannedCode(read: Secret(Base64.text(code))),
        case .text = ScannedCode(read: Secret(Base64.urlText(code))),
        case .bytes = ScannedCode(read: Secret(""))
      else {
        Issue.record("read as the other kind")
        continue
      }
      #expect(bytes.bytes == code && StartingData.decoded(text)?.bytes == code)
    }
  }
}
