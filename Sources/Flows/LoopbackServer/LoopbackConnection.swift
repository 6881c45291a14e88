import FlowTransport
import FlyingSocks
import Foundation
import LoopbackHTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// One connection, with one request.
struct LoopbackConnection: Sendable {
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

  private var connection: HTTPConnection { HTTPConnection(socket) }

  /// Reads a request, answers it, and closes.
  func serve() async {
    do {
      guard let request = try await within(context.limits.request, { try await request() }) else {
        return try socket.close()
      }
      defer { context.log.noteEnd() }
      // What was done when the time is over counts: a connection that it has closed is not closed again.
      try await within(context.limits.answer) { try await answer(request) }
      try socket.close()
    } catch is Closed {
    } catch {
      try? socket.close()
    }
  }

  private func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await HTTPConnection.within(limit, clock: context.clock, work)
  }

  private func answer(_ request: ReceivedRequest) async throws {
    let fault = context.log.take(request)
    let response =
      fault.map(\.isCarriedOut) ?? true
      ? context.service.answer(request) : TransportResponse(status: 500)
    if let fault { try await fail(fault, response) } else { try await write(response) }
    await connection.drain()
  }

  /// The connection is closed already; closing it again could close another one that has its number by now.
  private struct Closed: Error {}

  // MARK: What comes

  private func request() async throws -> ReceivedRequest? {
    let request = try await connection.readRequest()
    var headers = TransportHeaders()
    for (name, value) in request.headers { headers[name] = value }
    // Behind a proxy on this machine the port is another one.
    guard headers["Host"].map(HTTPConnection.isThisMachine) ?? false else {
      try await write(TransportResponse(status: 421))
      await connection.drain()
      return nil
    }
    return ReceivedRequest(
      method: request.method, target: request.target, headers: headers, body: request.body, port: context.port
    )
  }

  // MARK: What goes

  private func head(_ response: TransportResponse, length: Int?) -> [UInt8] {
    HTTPConnection.head(status: response.status, headers: response.headers.fields, length: length)
  }

  private func write(_ response: TransportResponse) async throws {
    try await connection.write(head(response, length: response.body.count) + response.body)
  }

  private func fail(_ fault: LoopbackFault, _ response: TransportResponse) async throws {
    let half = Array(response.body.prefix(max(response.body.count / 2, 1)))
    switch fault {
    case .reset, .lostAnswer: try reset()
    case .resetInBody:
      try await connection.write(head(response, length: response.body.count + 10) + half)
      try reset()
    case .close: break
    case .silence: await connection.untilClosed()
    case .silenceInBody:
      try await connection.write(head(response, length: response.body.count + 10))
      await connection.untilClosed()
    case .drip:
      try await connection.write(head(response, length: HTTPConnection.mostBody))
      var rest = response.body[...]
      // Until the other side goes away, which makes writing fail, or the server ends.
      while true {
        try await connection.write([rest.popFirst() ?? UInt8(ascii: " ")])
        try await Task.sleep(for: .milliseconds(5))
      }
    case .truncated:
      try await connection.write(head(response, length: response.body.count + 10) + response.body)
    case .truncatedChunk:
      var chunked = response
      chunked.headers["Transfer-Encoding"] = "chunked"
      try await connection.write(head(chunked, length: nil) + Array("ffff\r\n".utf8) + half)
    case .garbage: try await connection.write(Array("\u{1}\u{2}not HTTP at all\r\n\r\n{}".utf8))
    case .huge:
      try await connection.write(head(response, length: nil))
      let block = [UInt8](repeating: UInt8(ascii: " "), count: 64 << 10)
      for _ in 0..<1_024 { try await connection.write(block) }
    case .endlessRedirect(let location):
      try await connection.write(head(redirect(to: location), length: nil))
      let block = [UInt8](repeating: UInt8(ascii: " "), count: 64 << 10)
      // On Linux, a client can end its request only when it has dealt with all that came, which takes long for more.
      for _ in 0..<128 {
        try await connection.write(block)
        context.log.noteSent(block.count)
      }
      await connection.untilClosed()
    case .silentRedirect(let location):
      try await connection.write(head(redirect(to: location), length: 10))
      await connection.untilClosed()
    case .answer(let status, let headers, let body):
      let headers = TransportHeaders(
        headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
      try await write(TransportResponse(status: status, headers: headers, body: Array(body.utf8)))
    }
  }

  private func redirect(to location: String) -> TransportResponse {
    TransportResponse(status: 302, headers: ["Location": location])
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
