import FlowTransport
import FlyingSocks
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// One connection, with one request.
struct LoopbackConnection: Sendable {
  // Decision: Docs/decisions/flows.md#the-loopback-server-writes-its-own-bytes
  /// What all connections of a server share.
  struct Context: Sendable {
    let service: any LoopbackService
    let log: RequestLog
    let port: Int
    let limits: LoopbackLimits
    let clock: any Clock<Duration>
  }

  let socket: AsyncSocket
  let context: Context

  /// Reads a request, answers it, and closes.
  func serve() async {
    do {
      guard let request = try await within(context.limits.request, { try await request() }) else {
        return try socket.close()
      }
      defer { context.log.noteEnd() }
      try await within(context.limits.answer) { try await answer(request) }
      try socket.close()
    } catch is Closed {
    } catch {
      try? socket.close()
    }
  }

  /// Does something for a limited time, after which it is cancelled. What it has come to by then counts: a connection that
  /// it has closed is not closed again.
  private func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await work() }
    let timer = Task {
      try await context.clock.sleep(for: limit)
      task.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func answer(_ request: ReceivedRequest) async throws {
    let fault = context.log.take(request)
    let response =
      fault.map(\.isCarriedOut) ?? true
      ? context.service.answer(request) : TransportResponse(status: 500)
    if let fault { try await fail(fault, response) } else { try await write(response) }
    try await drain()
  }

  /// The connection is closed already; closing it again could close another one that has its number by now.
  private struct Closed: Error {}

  // MARK: What comes

  private func request() async throws -> ReceivedRequest? {
    var bytes: [UInt8] = []
    var end: Int?
    while end == nil {
      bytes += try await socket.read(atMost: 4_096)
      guard bytes.count <= LoopbackLimits.head else { return nil }
      end = Self.endOfHead(bytes)
    }
    guard let end else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    let first = (lines.first ?? "").split(separator: " ").map(String.init)
    guard first.count == 3, first[2].hasPrefix("HTTP/1.") else { return nil }
    var headers = TransportHeaders()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[String(line[..<colon])] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    let length = headers["Content-Length"].flatMap { Int($0) } ?? 0
    guard (0...LoopbackLimits.body).contains(length) else { return nil }
    if headers["Expect"]?.lowercased() == "100-continue" {
      try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    var body = Array(bytes[(end + 4)...])
    while body.count < length { body += try await socket.read(atMost: 4_096) }
    guard isHere(headers["Host"]) else {
      try await write(TransportResponse(status: 421))
      try await drain()
      return nil
    }
    return ReceivedRequest(
      method: first[0].uppercased(), target: first[1], headers: headers, body: Array(body.prefix(length)),
      port: context.port)
  }

  /// Whether a `Host` is this machine, and not a name of the web that leads to it (DNS rebinding). Behind a proxy on this machine
  /// the port is another one.
  private func isHere(_ host: String?) -> Bool {
    guard let host, let url = URL(string: "http://\(host)"), let origin = WebOrigin(url) else { return false }
    return origin.isLoopback
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    let mark: [UInt8] = [13, 10, 13, 10]
    guard bytes.count >= mark.count else { return nil }
    return (0...(bytes.count - mark.count)).first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }
  }

  // MARK: What goes

  private func head(_ response: TransportResponse, length: Int?) -> [UInt8] {
    var text = "HTTP/1.1 \(response.status) Status\r\n"
    for (name, value) in response.headers.fields { text += "\(name): \(value)\r\n" }
    if let length { text += "Content-Length: \(length)\r\n" }
    return Array((text + "Connection: close\r\n\r\n").utf8)
  }

  private func write(_ response: TransportResponse) async throws {
    try await write(head(response, length: response.body.count) + response.body)
  }

  private func write(_ bytes: [UInt8]) async throws { try await socket.write(Data(bytes)) }

  private func fail(_ fault: LoopbackFault, _ response: TransportResponse) async throws {
    let half = Array(response.body.prefix(max(response.body.count / 2, 1)))
    switch fault {
    case .reset, .lostAnswer: try reset()
    case .resetInBody:
      try await write(head(response, length: response.body.count + 10) + half)
      try reset()
    case .close: break
    case .silence: await silence()
    case .silenceInBody:
      try await write(head(response, length: response.body.count + 10))
      await silence()
    case .drip:
      try await write(head(response, length: LoopbackLimits.body))
      var rest = response.body[...]
      // Until the other side goes away, which makes writing fail, or the server ends.
      while true {
        try await write([rest.popFirst() ?? UInt8(ascii: " ")])
        try await Task.sleep(for: .milliseconds(5))
      }
    case .truncated: try await write(head(response, length: response.body.count + 10) + response.body)
    case .truncatedChunk:
      var chunked = response
      chunked.headers["Transfer-Encoding"] = "chunked"
      try await write(head(chunked, length: nil) + Array("ffff\r\n".utf8) + half)
    case .garbage: try await write(Array("\u{1}\u{2}not HTTP at all\r\n\r\n{}".utf8))
    case .huge:
      try await write(head(response, length: nil))
      let block = [UInt8](repeating: UInt8(ascii: " "), count: 64 << 10)
      for _ in 0..<1_024 { try await write(block) }
    case .endlessRedirect(let location):
      try await write(head(redirect(to: location), length: nil))
      let block = [UInt8](repeating: UInt8(ascii: " "), count: 64 << 10)
      while !Task.isCancelled {
        try await write(block)
        context.log.noteSent(block.count)
      }
    case .silentRedirect(let location):
      try await write(head(redirect(to: location), length: 10))
      await silence()
    case .answer(let status, let headers, let body):
      let headers = TransportHeaders(
        headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
      try await write(TransportResponse(status: status, headers: headers, body: Array(body.utf8)))
    }
  }

  private func redirect(to location: String) -> TransportResponse {
    TransportResponse(status: 302, headers: ["Location": location])
  }

  /// Says nothing until the other side goes away, or the server ends.
  private func silence() async { while (try? await socket.read(atMost: 1)) != nil {} }

  /// Lets the other side read everything before the connection goes.
  private func drain() async throws {
    _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    await silence()
  }

  /// Ends the connection at once, so that the other side sees a reset.
  private func reset() throws {
    try socket.socket.setValue(linger(l_onoff: 1, l_linger: 0), for: LingerOption())
    try? socket.close()
    throw Closed()
  }
}

private struct LingerOption: SocketOption {
  let name = SO_LINGER

  func makeValue(from socketValue: linger) -> linger { socketValue }
  func makeSocketValue(from value: linger) -> linger { value }
}
