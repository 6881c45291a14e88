import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import Testing

@Suite("The transport with URLSession")
struct URLSessionTransportTests {
  /// Says back what it was asked.
  private struct Echo: LoopbackService {
    func answer(_ request: ReceivedRequest) -> TransportResponse {
      TransportResponse(
        status: 200,
        headers: ["Content-Type": "text/plain", "X-Accepted": request.headers["Accept-Encoding"] ?? ""],
        body: Array("\(request.method) \(request.target) ".utf8) + request.body)
    }
  }

  private func server(_ faults: [Int: LoopbackFault] = [:]) async throws -> LoopbackServer {
    try await LoopbackServer(log: RequestLog(faults: faults)) { _ in Echo() }
  }

  private func result(
    _ transport: URLSessionTransport, _ request: TransportRequest
  ) async -> Result<TransportResponse, TransportFailure> {
    do throws(TransportFailure) { return .success(try await transport.send(request)) } catch {
      return .failure(error)
    }
  }

  @Test("carries a request there and the answer back")
  func carries() async throws {
    let server = try await server()
    let transport = URLSessionTransport(clock: ManualClock())
    let request = TransportRequest(
      .post, server.url.appending(path: "a/b"), headers: ["X-Test": "1"], body: Array("body".utf8))
    let answer = try await transport.send(request)
    #expect(answer.status == 200)
    #expect(String(decoding: answer.body, as: UTF8.self) == "POST /a/b body")
    #expect(answer.headers["x-accepted"] == "identity")
    #expect(server.log.received.first?.headers["X-Test"] == "1")
    await server.stop()
  }

  @Test(
    "each fault of the connection is a failure, and nothing is sent twice",
    arguments: [
      (LoopbackFault.reset, TransportFailure.connection), (.lostAnswer, .connection),
      (.resetInBody, .connection),
      (.close, .connection), (.truncated, .connection), (.truncatedChunk, .connection),
      (.garbage, .connection),
      (.huge, .tooLarge),
    ])
  func faults(fault: LoopbackFault, failure: TransportFailure) async throws {
    let server = try await server([0: fault])
    let result = await self.result(
      URLSessionTransport(clock: ManualClock()), TransportRequest(.post, server.url, body: Array("x".utf8)))
    #expect(throws: failure) { try result.get() }
    #expect(server.log.received.count == 1)
    await server.stop()
  }

  @Test(
    "the deadline is kept, whatever the server does",
    arguments: [LoopbackFault.silence, .silenceInBody, .drip])
  func deadline(fault: LoopbackFault) async throws {
    let server = try await server([0: fault])
    let clock = ManualClock()
    let transport = URLSessionTransport(limits: TransportLimits(deadline: .seconds(15)), clock: clock)
    async let answer = result(transport, TransportRequest(.get, server.url))
    await server.log.waitFor(1)
    await clock.advance(by: .seconds(15))
    let result = await answer
    #expect(throws: TransportFailure.timedOut) { try result.get() }
    await server.stop()
  }

  @Test("canceling the task ends the request")
  func cancelling() async throws {
    let server = try await server([0: .silence])
    let transport = URLSessionTransport(clock: ManualClock())
    let task = Task { await self.result(transport, TransportRequest(.get, server.url)) }
    await server.log.waitFor(1)
    task.cancel()
    let result = await task.value
    #expect(throws: TransportFailure.cancelled) { try result.get() }
    await server.stop()
  }

  @Test("nothing is remembered of requests that are over, however they ended")
  func forgets() async throws {
    let server = try await server([0: .huge, 1: .silence, 2: .reset])
    let transport = URLSessionTransport(clock: ManualClock())
    let request = TransportRequest(.get, server.url)
    _ = await result(transport, request)
    let task = Task { await result(transport, request) }
    await server.log.waitFor(2)
    task.cancel()
    _ = await task.value
    _ = await result(transport, request)
    _ = await result(transport, request)
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await result(transport, request)
    }
    _ = await early.value
    await server.stop()
    #expect(transport.remembered == 0)
  }

  @Test("a redirect needs no body, and its connection is given up", arguments: ["", "moved"])
  func redirectBodies(body: String) async throws {
    let server = try await server([
      0: .answer(status: 302, headers: ["Location": "/elsewhere"], body: body)
    ])
    let transport = URLSessionTransport(clock: ManualClock())
    let answer = try await transport.send(TransportRequest(.get, server.url))
    #expect(answer.status == 302)
    #expect(answer.body.isEmpty)
    #expect(transport.remembered == 0)
    await server.log.waitForEnds(1)
    #expect(server.log.received.map(\.path) == ["/"])
    await server.stop()
  }

  @Test(
    "a redirect whose body has no end ends with the deadline at the latest, and its connection is given up",
    arguments: [
      LoopbackFault.silentRedirect(location: "/elsewhere"), .endlessRedirect(location: "/elsewhere"),
    ])
  func unfinishedRedirects(fault: LoopbackFault) async throws {
    let server = try await server([0: fault])
    let clock = ManualClock()
    let transport = URLSessionTransport(limits: TransportLimits(deadline: .seconds(15)), clock: clock)
    async let answer = result(transport, TransportRequest(.get, server.url))
    await server.log.waitFor(1)
    await clock.advance(by: .seconds(15))
    switch await answer {
    // Some systems report it as soon as its headers are there.
    case .success(let answer): #expect(answer.status == 302 && answer.body.isEmpty)
    case .failure(let failure): #expect(failure == .timedOut)
    }
    #expect(transport.remembered == 0)
    // The server goes on as long as somebody reads.
    await server.log.waitForEnds(1)
    #expect(server.log.received.count == 1)
    await server.stop()
  }

  @Test("a flood behind a redirect does not outlast the deadline, and the next request is answered")
  func flood() async throws {
    let server = try await server([0: .endlessRedirect(location: "/elsewhere")])
    let clock = ManualClock()
    let transport = URLSessionTransport(limits: TransportLimits(deadline: .seconds(15)), clock: clock)
    async let answer = result(transport, TransportRequest(.get, server.url))
    await server.log.waitFor(1)
    #if canImport(FoundationNetworking)
      // The system is busy with it by then.
      await server.log.waitForBytes(4 << 20)
    #endif
    await clock.advance(by: .seconds(15))
    if case .failure(let failure) = await answer { #expect(failure == .timedOut) }
    #expect(transport.remembered == 0)
    let other = try await URLSessionTransport(clock: clock).send(TransportRequest(.get, server.url))
    #expect(other.status == 200)
    await server.stop()
  }

  @Test(
    "an answer that asks for a password of the system's is an answer like others",
    arguments: [
      "Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"y\"", "NTLM", "Negotiate", "Hawk", "Bearer", "?",
    ])
  func challenges(scheme: String) async throws {
    let server = try await server([
      0: .answer(status: 401, headers: ["WWW-Authenticate": scheme], body: #"{"errno":110}"#)
    ])
    let answer = try await URLSessionTransport(clock: ManualClock()).send(
      TransportRequest(.post, server.url, body: [1]))
    #expect(answer.status == 401)
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"errno":110}"#)
    #expect(server.log.received.count == 1)
    await server.stop()
  }

  @Test("redirects are handed over as they are")
  func refusesRedirects() async throws {
    let redirect = LoopbackFault.answer(status: 302, headers: ["Location": "/elsewhere"], body: "")
    let server = try await server([0: redirect])
    let answer = try await URLSessionTransport(clock: ManualClock()).send(
      TransportRequest(.post, server.url, body: [1]))
    #expect(answer.status == 302)
    #expect(server.log.received.count == 1)
    await server.stop()
  }

  @Test("nothing goes unencrypted to another machine")
  func refusesPlain() async throws {
    for place in ["http://example.com/", "ftp://127.0.0.1/", "http://user@127.0.0.1/"] {
      let result = await self.result(
        URLSessionTransport(clock: ManualClock()), TransportRequest(.get, try #require(URL(string: place))))
      #expect(throws: TransportFailure.insecure) { try result.get() }
    }
  }

  @Test("a port where nobody listens is a failure of the connection")
  func refused() async throws {
    let server = try await server()
    let url = server.url
    await server.stop()
    let result = await self.result(URLSessionTransport(clock: ManualClock()), TransportRequest(.get, url))
    #expect(throws: TransportFailure.connection) { try result.get() }
  }
}
