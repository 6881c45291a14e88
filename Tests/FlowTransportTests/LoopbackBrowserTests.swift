import FlowTransport
import FlyingSocks
import Foundation
import LoopbackBrowser
import LoopbackHTTP
import StatechartsTesting
import Testing

/// The browser that comes back to a port of this machine, and what others may do to that port.
@Suite("The browser that comes back to a port", .timeLimit(.minutes(20)))
struct LoopbackBrowserTests {
  // MARK: What ends a visit

  @Test("the address of the browser reaches the flow, and the page holds nothing of it", arguments: [4, 6])
  func answer(version: Int) async throws {
    let visit = try await Visit { _ in true }
    let host = version == 4 ? "127.0.0.1" : "[::1]"
    let response = try await visit.ask(
      "GET \(visit.path)?code=s3cret&state=a%20b HTTP/1.1\r\nHost: \(host):\(visit.port)\r\n\r\n",
      version: version)
    #expect(response.hasPrefix("HTTP/1.1 200 "))
    #expect(response.contains("Return to the app"))
    #expect(response.contains("Cache-Control: no-store\r\n"))
    #expect(response.contains("Referrer-Policy: no-referrer\r\n"))
    for word in ["s3cret", "a%20b", visit.path] { #expect(!response.contains(word)) }
    #expect(await visit.problem == nil)
    #expect(visit.handed == ["\(visit.callback.absoluteString)?code=s3cret&state=a%20b"])
    #expect(await visit.isClosed())
  }

  @Test("an address that the flow does not accept ends nothing")
  func wrongAnswer() async throws {
    let visit = try await Visit { $0.query == "code=right" }
    #expect(try await visit.get("?code=wrong").hasPrefix("HTTP/1.1 400 "))
    #expect(try await visit.get("").hasPrefix("HTTP/1.1 400 "))
    #expect(try await visit.get("?code=right").hasPrefix("HTTP/1.1 200 "))
    #expect(await visit.problem == nil)
    #expect(visit.handed.count == 3)
  }

  @Test("of two right addresses at the same time one counts")
  func twoAnswers() async throws {
    let count = Locked(0)
    let visit = try await Visit { _ in
      count.withLock { $0 += 1 }
      while count.withLock({ $0 }) < 2 { await Task.yield() }
      return true
    }
    async let first = visit.get("?code=1")
    async let second = visit.get("?code=2")
    let statuses = try await [first, second].map { $0.split(separator: " ")[1] }
    #expect(statuses.sorted() == ["200", "409"])
    #expect(await visit.problem == nil)
  }

  @Test("after an answer no other is handed over")
  func lateAnswer() async throws {
    let visit = try await Visit { _ in true }
    // The browser has the page and keeps the connection, so the visit is not over yet.
    let first = try await RawClient(visit.port)
    try await first.send(visit.request("?code=1"))
    #expect(try await first.read(until: "</html>").hasPrefix("HTTP/1.1 200 "))
    #expect(try await visit.get("?code=2").hasPrefix("HTTP/1.1 409 "))
    first.close()
    #expect(await visit.problem == nil)
    #expect(visit.handed == ["\(visit.callback.absoluteString)?code=1"])
  }

  @Test("a flow that goes on ends the visit, and the person sees the page all the same")
  func cancelledByAnswer() async throws {
    let task = Locked<Task<BrowserProblem?, Never>?>(nil)
    let visit = try await Visit { _ in
      task.withLock { $0?.cancel() }
      return true
    }
    task.withLock { $0 = visit.task }
    #expect(try await visit.get("?code=1").hasPrefix("HTTP/1.1 200 "))
    #expect(await visit.problem == nil)
    #expect(await visit.isClosed())
  }

  @Test("a visit that is canceled is closed, and so is its port")
  func cancelled() async throws {
    let visit = try await Visit { _ in true }
    visit.task.cancel()
    #expect(await visit.problem == .closed)
    #expect(await visit.isClosed())
    #expect(visit.handed == [])
  }

  @Test("a person who does not come back counts as gone after the timeout")
  func timeout() async throws {
    let visit = try await Visit { _ in false }
    await visit.clock.advance(by: .seconds(299))
    #expect(try await visit.get("?code=1").hasPrefix("HTTP/1.1 400 "))
    await visit.clock.advance(by: .seconds(1))
    #expect(await visit.problem == .closed)
    #expect(await visit.isClosed())
  }

  @Test("a browser that can't be opened is reported, and the port is closed")
  func noBrowser() async throws {
    let callback = try LoopbackBrowserSession.freeCallback()
    let page = try Visit.page
    let session = LoopbackBrowserSession(clock: ManualClock()) { _ throws(BrowserProblem) in
      throw .unavailable
    }
    await #expect(throws: BrowserProblem.unavailable) {
      try await session.visit(page, callback: callback, isEphemeral: false) { _ in true }
    }
    #expect(await RawClient.isClosed(callback.port ?? 0))
  }

  // MARK: What ends nothing

  private static func badRequests(_ path: String, _ port: Int) -> [(request: String, status: Int)] {
    let host = "Host: 127.0.0.1:\(port)\r\n"
    let query = "?code=1"
    return [
      // A page of the web whose name leads to this machine (DNS rebinding).
      ("GET \(path)\(query) HTTP/1.1\r\nHost: example.org:\(port)\r\n\r\n", 421),
      ("GET \(path)\(query) HTTP/1.1\r\nHost: 127.0.0.1.example.org:\(port)\r\n\r\n", 421),
      ("GET \(path)\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port - 1)\r\n\r\n", 421),
      ("GET \(path)\(query) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 421),
      ("GET \(path)\(query) HTTP/1.1\r\n\r\n", 421),
      ("GET \(path)\(query) HTTP/1.1\r\n\(host)\(host)\r\n", 421),
      ("GET /\(query) HTTP/1.1\r\n\(host)\r\n", 404),
      ("GET \(path)x\(query) HTTP/1.1\r\n\(host)\r\n", 404),
      ("GET \(path.dropLast())\(query) HTTP/1.1\r\n\(host)\r\n", 404),
      ("GET \(path)/\(query) HTTP/1.1\r\n\(host)\r\n", 404),
      ("GET /\(path)\(query) HTTP/1.1\r\n\(host)\r\n", 404),
      ("GET http://127.0.0.1:\(port)\(path)\(query) HTTP/1.1\r\n\(host)\r\n", 404),
      ("GET /favicon.ico HTTP/1.1\r\n\(host)\r\n", 404),
      ("HEAD \(path)\(query) HTTP/1.1\r\n\(host)\r\n", 405),
      ("POST \(path)\(query) HTTP/1.1\r\n\(host)Content-Length: 1\r\n\r\nx", 405),
      ("OPTIONS \(path)\(query) HTTP/1.1\r\n\(host)\r\n", 405),
      // An image, a script or a frame of a page of the web.
      ("GET \(path)\(query) HTTP/1.1\r\n\(host)Sec-Fetch-Dest: image\r\n\r\n", 403),
      ("GET \(path)\(query) HTTP/1.1\r\n\(host)Sec-Fetch-Dest: empty\r\n\r\n", 403),
      ("GET \(path)\(query) HTTP/1.1\r\n\(host)Sec-Fetch-Dest: iframe\r\n\r\n", 403),
      ("GET \(path)\(query)#x HTTP/1.1\r\n\(host)\r\n", 400),
      ("GET \(path)\(query)ä HTTP/1.1\r\n\(host)\r\n", 400),
      ("hello\r\n\r\n", 400),
      ("GET \(path)\(query) HTTP/1.1\r\n\(host)Content-Length: 2000000\r\n\r\n", 413),
      ("GET \(path)\(query) HTTP/1.1\r\n\(host)X: \(String(repeating: "x", count: 70 << 10))\r\n\r\n", 431),
    ]
  }

  @Test("requests of others are refused, and the right one still counts")
  func refusals() async throws {
    let visit = try await Visit { _ in true }
    for (request, status) in Self.badRequests(visit.path, visit.port) {
      let response = try await visit.ask(request)
      #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(request.prefix(80)): \(response.prefix(20))")
      #expect(!response.contains("code=1"))
      if request.hasPrefix("HEAD") { #expect(response.hasSuffix("\r\n\r\n")) }
      if status == 405 { #expect(response.contains("Allow: GET\r\n")) }
    }
    #expect(visit.handed == [])
    // As a browser sends it.
    #expect(
      try await visit.ask(
        "GET \(visit.path)?code=1 HTTP/1.1\r\nHost: LOCALHOST:\(visit.port)\r\nSec-Fetch-Dest: document\r\n\r\n"
      ).hasPrefix("HTTP/1.1 200 "))
    #expect(await visit.problem == nil)
    #expect(visit.handed.count == 1)
  }

  @Test("a connection that sends no request is closed in time, and others are served meanwhile")
  func silence() async throws {
    let visit = try await Visit { _ in true }
    let silent = try await RawClient(visit.port)
    try await silent.send("GET / HT")
    // The timeout of the visit, and the limit of the connection.
    while visit.clock.deadlines.count < 2 { await Task.yield() }
    #expect(try await visit.ask("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(visit.port)\r\n\r\n").contains(" 404 "))
    await visit.clock.advance(by: .seconds(10))
    #expect(await silent.rest() == "")
    #expect(try await visit.get("?code=1").hasPrefix("HTTP/1.1 200 "))
    #expect(await visit.problem == nil)
  }

  // MARK: What is not opened

  @Test("a port that is taken on one of the two addresses opens no browser", arguments: [4, 6])
  func takenPort(version: Int) async throws {
    let callback = try LoopbackBrowserSession.freeCallback()
    let port = UInt16(callback.port ?? 0)
    let socket = try Socket(domain: version == 4 ? AF_INET : AF_INET6, type: .stream)
    // Connections of other tests at this port may have ended just before.
    try socket.setValue(true, for: .localAddressReuse)
    if version == 4 {
      try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
    } else {
      try socket.bind(to: .inet6(ip6: "::1", port: port))
    }
    try socket.listen()
    try await expectUnavailable(callback: callback)
    try socket.close()
  }

  @Test(
    "a callback that is no port of this machine opens no browser",
    arguments: [
      "https://127.0.0.1:7777/x", "http://example.org:7777/x", "http://user@127.0.0.1:7777/x",
      "http://127.0.0.1:7777/x?y", "http://127.0.0.1:7777/x#y", "org.example.app://x", "http://127.0.0.1:0/x",
    ])
  func badCallback(address: String) async throws {
    try await expectUnavailable(callback: #require(URL(string: address)))
  }

  @Test("a private window cannot be asked for")
  func ephemeral() async throws {
    try await expectUnavailable(callback: LoopbackBrowserSession.freeCallback(), isEphemeral: true)
  }

  @Test(
    "a page that is not of the web is not opened",
    arguments: ["file:///etc/passwd", "--version", "org.example.app://x"])
  func badPage(address: String) async throws {
    let page: URL = try #require(URL(string: address))
    try await expectUnavailable(page: page, callback: LoopbackBrowserSession.freeCallback())
  }

  private func expectUnavailable(
    page: URL? = nil, callback: URL, isEphemeral: Bool = false
  ) async throws {
    let page = try page ?? Visit.page
    let session = LoopbackBrowserSession(clock: ManualClock()) { page in
      Issue.record("\(page) was opened")
    }
    await #expect(throws: BrowserProblem.unavailable) {
      try await session.visit(page, callback: callback, isEphemeral: isEphemeral) { _ in true }
    }
  }

  @Test("a free address is of this machine, and nobody can guess its path")
  func freeCallback() throws {
    let callbacks = try (0..<20).map { _ in try LoopbackBrowserSession.freeCallback() }
    #expect(Set(callbacks.map(\.path)).count == 20)
    #expect(Set(callbacks.map(\.port)).count == 20)
    for callback in callbacks {
      #expect(callback.host == "127.0.0.1" && callback.scheme == "http" && callback.query == nil)
      #expect(callback.path.utf8.count == 44)
      #expect((10_000..<32_768).contains(callback.port ?? 0))
    }
    #expect(try LoopbackBrowserSession.freeCallback(path: "/").path == "/")
    for path in ["x", "/a b?", "/a#b", ".example.org/"] {
      #expect(throws: BrowserProblem.unavailable) { try LoopbackBrowserSession.freeCallback(path: path) }
    }
  }
}

/// A visit that has opened its page.
private struct Visit {
  static var page: URL { get throws { try #require(URL(string: "https://example.org/sign-in?state=x")) } }

  let callback: URL
  let clock = ManualClock()
  let task: Task<BrowserProblem?, Never>
  private let log = Locked<[String]>([])

  var path: String { callback.path }
  var port: Int { callback.port ?? 0 }
  /// What was handed over.
  var handed: [String] { log.withLock { $0 } }
  /// How it ended; nil with an answer.
  var problem: BrowserProblem? { get async { await task.value } }

  init(accepts: @escaping @Sendable (URL) async -> Bool) async throws {
    callback = try LoopbackBrowserSession.freeCallback()
    let (opened, open) = AsyncStream<URL>.makeStream()
    let session = LoopbackBrowserSession(timeout: .seconds(300), clock: clock) { open.yield($0) }
    let page = try Self.page
    task = Task { [callback, log] in
      do throws(BrowserProblem) {
        try await session.visit(page, callback: callback, isEphemeral: false) { url in
          log.withLock { $0.append(url.absoluteString) }
          return await accepts(url)
        }
        return nil
      } catch {
        return error
      }
    }
    var pages = opened.makeAsyncIterator()
    #expect(await pages.next() == page)
    // For the tests that move it.
    while clock.deadlines.isEmpty { await Task.yield() }
  }

  func request(_ query: String) -> String {
    "GET \(path)\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
  }

  /// The response to the right request.
  func get(_ query: String) async throws -> String { try await ask(request(query)) }

  /// The response to a request.
  func ask(_ request: String, version: Int = 4) async throws -> String {
    let client = try await RawClient(port, version: version)
    try await client.send(request)
    return await client.rest()
  }

  /// Whether nothing listens any more.
  func isClosed() async -> Bool { await RawClient.isClosed(port) }
}
