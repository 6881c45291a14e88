package import StatechartsYAML

/// Cuts a stream of bytes into the messages of the Language Server Protocol. A header before each gives its length.
package struct MessageFraming {
  /// What comes next in the stream.
  package enum Piece: Equatable, Sendable {
    /// A message without its header.
    case message([UInt8])
    /// Bytes that are no message, and why.
    case malformed(String)
  }

  /// The most bytes of one message. The longest chart has 4 MiB, and JSON may need six bytes for one.
  static let largestMessage = 32 << 20
  /// The most bytes of one header line.
  static let longestLine = 8_192

  private var buffer: [UInt8] = []
  private var start = 0
  private var hasHeader = false
  /// The length that the header gives; negative for one that is not valid.
  private var declared: Int?
  /// The length of the message that is being read.
  private var expected: Int?
  /// How many bytes of a message that is too long are still to be passed over.
  private var skipped = 0

  /// Starts at the beginning of a stream.
  package init() {}

  /// Takes the next bytes of the stream.
  package mutating func append(_ bytes: [UInt8]) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    buffer += bytes
  }

  /// The next message; nil when more bytes are needed.
  package mutating func next() -> Piece? {
    let leap = min(skipped, buffer.count - start)
    start += leap
    skipped -= leap
    guard skipped == 0 else { return nil }
    while expected == nil {
      guard let line = nextLine() else {
        guard buffer.count - start > Self.longestLine else { return nil }
        // The next header may have begun already.
        start = buffer.count - 64
        return malformed("The header is longer than \(Self.longestLine) bytes.")
      }
      guard line.isEmpty else {
        readHeader(line)
        continue
      }
      switch declared {
      case let length? where length > Self.largestMessage:
        skipped = length
        return malformed("The message is longer than \(Self.largestMessage) bytes.")
      case let length? where length < 0: return malformed("The length in the header is not valid.")
      case let length?: expected = length
      case nil:
        if hasHeader { return malformed("The header has no Content-Length.") }
      }
    }
    guard let length = expected, buffer.count - start >= length else { return nil }
    let body = Array(buffer[start..<start + length])
    start += length
    reset()
    return .message(body)
  }

  private mutating func reset() {
    expected = nil
    declared = nil
    hasHeader = false
  }

  private mutating func malformed(_ reason: String) -> Piece {
    reset()
    return .malformed(reason)
  }

  /// The next line without its end; nil when it has not ended yet.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard let end = buffer[start...].firstIndex(of: 0x0A) else { return nil }
    var line = buffer[start..<end]
    if line.last == 0x0D { line = line.dropLast() }
    start = end + 1
    return line
  }

  private mutating func readHeader(_ line: ArraySlice<UInt8>) {
    hasHeader = true
    let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
    guard parts.first?.lowercased() == "content-length" else { return }
    declared = Int(parts[1...].joined().filter { $0 != " " }) ?? -1
  }

  /// A message with its header.
  package static func framed(_ message: JSON) -> [UInt8] {
    let body = Array(message.text.utf8)
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
