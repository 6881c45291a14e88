import FlowTransport
import LoopbackHTTP
import StatechartsTesting
import Testing

@testable import LoopbackServer

/// The limits that keep the server up with any clients, and the addresses at which it answers.
@Suite("The server for tests", .timeLimit(.minutes(20)))
struct LoopbackServerTests {
  private struct Page: LoopbackService {
    func answer(_ request: ReceivedRequest) -> TransportResponse { TransportResponse(status: 200) }
  }

  private static func request(_ path: String, _ server: LoopbackServer) -> String {
    "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
  }

  /// Waits until somebody waits for the clock.
  private static func waitForSleeper(_ clock: ManualClock) async {
    while clock.deadlines.isEmpty { await Task.yield() }
  }

  @Test("more connections than the limit wait until one is over")
  func connections() async throws {
    let server = try await LoopbackServer(limits: LoopbackLimits(connections: 2), clock: ManualClock()) { _ in
      Page()
    }
    let idle = try await RawClient(server.port)
    let second = try await RawClient(server.port)
    let third = try await RawClient(server.port)
    try await third.send(Self.request("/third", server))
    try await second.send(Self.request("/second", server))
    #expect(await second.rest().hasPrefix("HTTP/1.1 200"))
    #expect(await third.rest().hasPrefix("HTTP/1.1 200"))
    #expect(server.log.received.map(\.path) == ["/second", "/third"])
    idle.close()
    await server.stop()
  }

  @Test("the limit of connections leaves most descriptors to the rest of the process")
  func descriptors() {
    let limits: [(UInt64, Int)] = [(0, 1), (20, 5), (256, 64), (1_024, 128), (.max, 128)]
    for (descriptors, most) in limits {
      #expect(LoopbackListener.connections(descriptors: descriptors) == most)
    }
    #expect((1...128).contains(LoopbackLimits().connections))
  }

  @Test(
    "a connection without a whole request is closed in time",
    arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\n1234"])
  func unfinished(sent: String) async throws {
    let clock = ManualClock()
    let limits = LoopbackLimits(request: .seconds(10))
    let server = try await LoopbackServer(limits: limits, clock: clock) { _ in Page() }
    let client = try await RawClient(server.port)
    try await client.send(sent)
    await Self.waitForSleeper(clock)
    await clock.advance(by: .seconds(10))
    #expect(await client.rest().isEmpty)
    #expect(server.log.received.isEmpty)
    await server.stop()
  }

  @Test("the log keeps the last requests, up to a number and up to a size")
  func log() {
    func request(_ number: Int, _ body: [UInt8] = []) -> ReceivedRequest {
      ReceivedRequest(method: "GET", target: "/\(number)", headers: [:], body: body, port: 1)
    }
    let many = RequestLog()
    for number in 0...RequestLog.most { _ = many.take(request(number)) }
    #expect(many.received.count <= RequestLog.most && many.received.last?.target == "/\(RequestLog.most)")
    // The small ones go first, for they are older.
    let large = RequestLog()
    for number in 0..<RequestLog.most - 100 { _ = large.take(request(number)) }
    let body = [UInt8](repeating: 0, count: RequestLog.mostBytes / 16)
    for number in 0..<40 { _ = large.take(request(number, body)) }
    #expect(large.received.reduce(0) { $0 + $1.body.count } <= RequestLog.mostBytes)
    #expect(large.received.last?.target == "/39")
  }

  @Test("a line break in the value of a header begins no other header")
  func lineBreaks() {
    let head = HTTPConnection.head(
      status: 302, headers: [("Location", "/\r\nX: y"), ("Y", "a\nZ: b\r")], length: 0)
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    #expect(
      lines == [
        "HTTP/1.1 302 Status", "Location: /  X: y", "Y: a Z: b ", "Content-Length: 0", "Connection: close",
      ])
  }

  @Test("a client that does not go away is left in time")
  func staying() async throws {
    let clock = ManualClock()
    let server = try await LoopbackServer(
      log: RequestLog(faults: [0: .silence]),
      limits: LoopbackLimits(connections: 1, request: .seconds(10), answer: .seconds(60)), clock: clock
    ) { _ in Page() }
    let staying = try await RawClient(server.port)
    try await staying.send(Self.request("/staying", server))
    await server.log.waitFor(1)
    let next = try await RawClient(server.port)
    try await next.send(Self.request("/next", server))
    while clock.deadlines != [.seconds(60)] { await Task.yield() }
    await clock.advance(by: .seconds(60))
    #expect(await staying.rest().isEmpty)
    #expect(await next.rest().hasPrefix("HTTP/1.1 200"))
    await server.stop()
  }

  @Test("a head or a body that is too large is not read")
  func sizes() async throws {
    let server = try await LoopbackServer(clock: ManualClock()) { _ in Page() }
    let head = "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
    for sent in [
      head + "Content-Length: \(HTTPConnection.mostBody + 1)\r\n\r\n", head + "Content-Length: -1\r\n\r\n",
      head + "X: " + String(repeating: "x", count: HTTPConnection.mostHead),
    ] {
      let client = try await RawClient(server.port)
      try? await client.send(sent)
      #expect(await client.rest().isEmpty)
    }
    #expect(server.log.received.isEmpty)
    let client = try await RawClient(server.port)
    try await client.send(head + "Content-Length: 2\r\n\r\n{}")
    #expect(await client.rest().hasPrefix("HTTP/1.1 200"))
    await server.stop()
  }

  @Test(
    "only what is addressed to this machine is answered",
    arguments: [
      ("127.0.0.1:PORT", true), ("localhost:PORT", true), ("LocalHost:PORT", true), ("[::1]:PORT", true),
      ("evil.example:PORT", false), ("127.0.0.1.evil.example:PORT", false), ("evil@127.0.0.1:PORT", false),
      ("127.0.0.1", true), ("localhost:1", true), ("0.0.0.0:PORT", false), ("", false), (nil, false),
    ])
  func hosts(host: String?, isAnswered: Bool) async throws {
    let server = try await LoopbackServer(clock: ManualClock()) { _ in Page() }
    let line = host.map { "Host: \($0.replacing("PORT", with: "\(server.port)"))\r\n" } ?? ""
    let client = try await RawClient(server.port)
    try await client.send("GET / HTTP/1.1\r\n\(line)\r\n")
    #expect(await client.rest().hasPrefix(isAnswered ? "HTTP/1.1 200" : "HTTP/1.1 421"))
    #expect(server.log.received.count == (isAnswered ? 1 : 0))
    await server.stop()
  }
}
