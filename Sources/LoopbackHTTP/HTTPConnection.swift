package import FlyingSocks

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A connection with one request of HTTP/1.1.
package struct HTTPConnection: Sendable {
  // Decision: Docs/decisions/flows.md#the-loopback-server-writes-its-own-bytes
  /// The bytes of a request line and its headers.
  package static let mostHead = 64 << 10
  /// The bytes of a request's body.
  package static let mostBody = 1 << 20

  private let socket: AsyncSocket

  /// Takes a connection.
  package init(_ socket: AsyncSocket) { self.socket = socket }

  /// Reads a request.
  ///
  /// - Throws: `HTTPRefusal` if it is malformed or too large, another error if the connection is lost.
  package func readRequest() async throws -> HTTPRequest {
    var bytes: [UInt8] = []
    var end: Int?
    while end == nil {
      let known = bytes.count
      bytes += try await socket.read(atMost: 4_096)
      guard bytes.count <= Self.mostHead else { throw HTTPRefusal(431) }
      end = Self.endOfHead(bytes, from: max(0, known - 3))
    }
    guard let end else { throw HTTPRefusal(400) }
    let lines = Self.lines(bytes[..<end])
    let first = (lines.first ?? "").split(separator: " ").map(String.init)
    guard first.count == 3, first[2].hasPrefix("HTTP/1.") else { throw HTTPRefusal(400) }
    var headers: [(name: String, value: String)] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(
        (String(line[..<colon]), String(value.reversed().drop { $0 == " " || $0 == "\t" }.reversed())))
    }
    let head = HTTPRequest(method: first[0].uppercased(), target: first[1], headers: headers, body: [])
    guard head.values(of: "Transfer-Encoding").isEmpty else { throw HTTPRefusal(411) }
    let lengths = Set(head.values(of: "Content-Length"))
    let length = lengths.isEmpty ? 0 : Int(lengths.first ?? "")
    guard lengths.count <= 1, let length, length >= 0 else { throw HTTPRefusal(400) }
    guard length <= Self.mostBody else { throw HTTPRefusal(413) }
    if head.values(of: "Expect").contains(where: { $0.lowercased() == "100-continue" }) {
      try await write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    var body = Array(bytes[(end + 4)...])
    while body.count < length { body += try await socket.read(atMost: 4_096) }
    return HTTPRequest(
      method: head.method, target: head.target, headers: headers, body: Array(body.prefix(length)))
  }

  private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
    let mark: [UInt8] = [13, 10, 13, 10]
    guard bytes.count >= start + mark.count else { return nil }
    return (start...(bytes.count - mark.count)).first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: 10, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// Whether a `Host` is a name of this machine, and not a name of the web that leads to it (DNS rebinding).
  package static func isThisMachine(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
    let port = host.dropFirst(name.count)
    guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return false }
    return ["127.0.0.1", "localhost", "[::1]"].contains(name.lowercased())
  }

  /// The first lines of a response.
  ///
  /// - Parameter length: The length of the body; nil if the end of the connection ends it.
  package static func head(status: Int, headers: [(name: String, value: String)], length: Int?) -> [UInt8] {
    var text = "HTTP/1.1 \(status) Status\r\n"
    for (name, value) in headers {
      // A line break in a value would begin another header.
      let value = String(
        String.UnicodeScalarView(value.unicodeScalars.map { $0 == "\r" || $0 == "\n" ? " " : $0 }))
      text += "\(name): \(value)\r\n"
    }
    if let length { text += "Content-Length: \(length)\r\n" }
    return Array((text + "Connection: close\r\n\r\n").utf8)
  }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) async throws { try await socket.write(Data(bytes)) }

  /// Reads and drops what comes, until the other side goes away.
  package func untilClosed() async { while (try? await socket.read(atMost: 4_096)) != nil {} }

  /// Lets the other side read everything before the connection goes.
  package func drain() async {
    _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    await untilClosed()
  }

  /// Does something for a limited time, after which it is cancelled.
  package static func within<Value: Sendable>(
    _ limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let timer = Task {
      try await clock.sleep(for: limit)
      task.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
