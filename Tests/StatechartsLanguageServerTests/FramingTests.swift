import StatechartsYAML
import Testing

@testable import StatechartsLanguageServer

@Suite("Messages of the language server in a stream of bytes")
struct FramingTests {
  private func pieces(_ text: String, by count: Int = .max) -> [MessageFraming.Piece] {
    var framing = MessageFraming()
    var result: [MessageFraming.Piece] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      framing.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(min(count, rest.count))
      while let piece = framing.next() { result.append(piece) }
    }
    return result
  }

  private func message(_ text: String) -> MessageFraming.Piece { .message(Array(text.utf8)) }

  @Test("messages are found wherever the stream is cut", arguments: [1, 2, 7, 1_000])
  func cuts(count: Int) {
    let text = "Content-Length: 2\r\n\r\n{}content-length:4\r\nContent-Type: x\r\n\r\n[ä]"
    #expect(pieces(text, by: count) == [message("{}"), message("[ä]")])
  }

  @Test(
    "a header that is not valid is reported, and the next message is read",
    arguments: [
      "Content-Length: -2", "Content-Length: two", "Content-Length:", "Content-Type: x", "nonsense",
      "Content-Length: 99999999999999999999999", "Content-Length: 2 3x",
    ])
  func malformed(header: String) {
    let found = pieces("\(header)\r\n\r\nContent-Length: 2\r\n\r\n{}")
    #expect(found.count == 2)
    #expect(found.last == message("{}"))
    guard case .malformed = found.first else {
      Issue.record("the header was taken")
      return
    }
  }

  @Test("a message that is too long is passed over without being stored")
  func tooLong() {
    var framing = MessageFraming()
    let length = MessageFraming.largestMessage + 1
    framing.append(Array("Content-Length: \(length)\r\n\r\n".utf8))
    guard case .malformed = framing.next() else {
      Issue.record("the message was taken")
      return
    }
    var left = length
    while left > 0 {
      framing.append([UInt8](repeating: 0x7B, count: min(left, 1 << 20)))
      left -= 1 << 20
      #expect(framing.next() == nil)
    }
    framing.append(Array("Content-Length: 2\r\n\r\n{}".utf8))
    #expect(framing.next() == message("{}"))
  }

  @Test("a header without an end does not fill the memory")
  func endlessHeader() {
    let found = pieces(String(repeating: "x", count: 100_000), by: 1_000)
    #expect(found.count > 1)
    #expect(found.allSatisfy { if case .malformed = $0 { true } else { false } })
  }

  @Test("a framed message is read again")
  func roundTrip() {
    var framing = MessageFraming()
    framing.append(MessageFraming.framed(.object([("text", .string("ä\n"))])))
    guard case .message(let bytes) = framing.next() else {
      Issue.record("no message")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"ä\\n\""))
  }
}
