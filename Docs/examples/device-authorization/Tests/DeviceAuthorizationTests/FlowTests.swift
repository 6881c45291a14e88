import DeviceAuthorizationFlow
import DeviceAuthorizationLoopback
import FlowTransport
import Foundation
import LoopbackServer
import Statecharts
import StatechartsTesting
import Synchronization
import Testing

/// Chart, handlers and client with a server, in virtual time.
@Suite("The device authorization with a server")
struct FlowTests {
  /// The fields of the body of a request.
  private func form(_ request: ReceivedRequest) -> [String: String] {
    ReceivedRequest(
      method: "", target: "?" + String(decoding: request.body, as: UTF8.self), headers: [:], body: [], port: 0
    ).query
  }

  @Test("the device signs in, and shows no secret")
  func signIn() async throws {
    let bench = try Bench()
    await bench.begin()
    let updates = await bench.session.updates()
    let context = await bench.context
    let userCode = try #require(context.userCode)
    #expect(context.address == "http://127.0.0.1:1/device")
    #expect(context.completeAddress == "http://127.0.0.1:1/device?user_code=" + userCode)
    #expect(context.lifetime == .seconds(600))
    await bench.clock.advance(by: .seconds(5))
    #expect(await bench.states == [.pausing])
    try await bench.enter(.allow)
    await bench.clock.advance(by: .seconds(5))
    #expect(await bench.states == [.signedIn])

    var outputs: [DeviceAuthorization.Output] = []
    for await update in updates { outputs += update.outputs }
    let secrets = bench.server.secrets
    try #require(secrets.count == 3)
    #expect(
      outputs == [.signedIn(accessToken: secrets[1], refreshToken: secrets[2], lifetime: .seconds(3600))])
    #expect(!"\(outputs)".contains(secrets[1]))
    #expect(try await bench.leaks.isEmpty)

    let requests = bench.log.received
    #expect(requests.map(\.path) == ["/device_authorization", "/token", "/token"])
    #expect(form(requests[0]) == ["client_id": "tv app", "scope": "profile music"])
    #expect(
      form(requests[1]) == [
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": secrets[0],
        "client_id": "tv app",
      ])
    for request in requests {
      #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }
  }

  @Test("the device keeps the interval of the server, and waits 5 seconds longer after slow_down")
  func slowDown() async throws {
    let bench = try Bench(interval: 7)
    await bench.begin()
    await bench.clock.advance(by: .seconds(7))
    #expect(await bench.context.interval == .seconds(7))
    bench.server.slowDown()
    await bench.clock.advance(by: .seconds(7))
    #expect(await bench.context.interval == .seconds(12))
    // The server would send slow_down again if a later poll came too early.
    await bench.clock.advance(by: .seconds(200))
    #expect(await bench.context.interval == .seconds(12))
    #expect(bench.log.received.count == 1 + 2 + 16)
  }

  @Test("a person who declines, and a code that has expired at the server, end the flow")
  func ends() async throws {
    let declined = try Bench()
    await declined.begin()
    try await declined.enter(.decline)
    await declined.clock.advance(by: .seconds(5))
    #expect(await declined.states == [.declined])
    #expect(await declined.context.lastError == .accessDenied)
    #expect(try await declined.leaks.isEmpty)

    let expired = try Bench()
    await expired.begin()
    expired.log.failNext(
      with: .answer(
        status: 400, headers: ["Content-Type": "application/json"], body: #"{"error":"expired_token"}"#))
    await expired.clock.advance(by: .seconds(5))
    #expect(await expired.states == [.expired])
    #expect(await expired.context.lastError == .codeExpired)
  }

  /// A server that is overloaded, and says so.
  private static let overload = LoopbackFault.answer(
    status: 503, headers: ["Content-Type": "application/json"], body: #"{"error":"temporarily_unavailable"}"#)

  @Test(
    "after each poll without a response of the server, the device polls half as often",
    arguments: LoopbackFault.ofConnection + [overload])
  func backoff(fault: LoopbackFault) async throws {
    let bench = try Bench()
    await bench.begin()
    bench.log.failNext(with: fault)
    await bench.clock.advance(by: .seconds(5))
    // The deadline of the transport, for responses that never come.
    if await bench.states == [.polling] { await bench.clock.advance(by: .seconds(15)) }
    #expect(await bench.context.interval == .seconds(10))
    try await bench.enter(.allow)
    await bench.clock.advance(by: .seconds(9))
    #expect(bench.log.received.count == 2)
    await bench.clock.advance(by: .seconds(1))
    #expect(await bench.states == [.signedIn])
    #expect(try await bench.leaks.isEmpty)
  }

  @Test("no wrong answer signs anybody in, whichever request gets it", arguments: LoopbackFault.ofAnswer)
  func wrongAnswers(fault: LoopbackFault) async throws {
    for position in 0..<2 {
      let bench = try Bench()
      bench.log.fail(position, with: fault)
      await bench.begin()
      await bench.clock.advance(by: .seconds(5))
      let states = await bench.states
      #expect(states == [.failed] || (position == 1 && states == [.pausing]), "\(position)")
      #expect(try await bench.leaks.isEmpty)
    }
  }

  /// An answer with a code.
  private func code(_ fields: String) -> LoopbackFault {
    .answer(
      status: 200, headers: ["Content-Type": "application/json"], body: "{\"device_code\":\"d\",\(fields)}")
  }

  @Test("codes and addresses that must not be shown, and wrong times, are refused")
  func hostileAnswers() async throws {
    let page = #""verification_uri":"https://example.org/device""#
    let wrong = [
      #""user_code":"","expires_in":60,"# + page, #""user_code":"\u001b[2J","expires_in":60,"# + page,
      #""user_code":"A","expires_in":0,"# + page, #""user_code":"A","# + page,
      #""user_code":"A","expires_in":60,"verification_uri":"javascript:alert(1)""#,
      #""user_code":"A","expires_in":60,"verification_uri":"https://example.org@evil.example/""#,
      #""user_code":"A","expires_in":60,"verification_uri_complete":"file:///etc/passwd","# + page,
      #""user_code":"A","expires_in":60,"interval":"5","# + page,
    ]
    for fields in wrong {
      let bench = try Bench()
      bench.log.fail(0, with: code(fields))
      await bench.begin()
      #expect(await bench.states == [.failed], "\(fields)")
      #expect(await bench.context.lastError == .malformedAnswer, "\(fields)")
    }
    // Neither a day with 10^300 seconds nor a poll every instant.
    let bench = try Bench()
    bench.log.fail(0, with: code(#""user_code":"A","expires_in":1e300,"interval":-1,"# + page))
    await bench.begin()
    #expect(await bench.context.lifetime == .seconds(86_400))
    #expect(await bench.context.interval == .seconds(1))
  }

  @Test("a token of an unknown type is not used")
  func unknownTokenType() async throws {
    let bench = try Bench()
    await bench.begin()
    bench.log.failNext(
      with: .answer(
        status: 200, headers: ["Content-Type": "application/json"],
        body: #"{"access_token":"a","token_type":"mac"}"#))
    await bench.clock.advance(by: .seconds(5))
    #expect(await bench.states == [.failed])
    #expect(await bench.context.lastError == .malformedAnswer)
  }

  @Test("a cancelled sign-in does not succeed later")
  func cancel() async throws {
    let bench = try Bench()
    await bench.begin()
    try await bench.enter(.allow)
    bench.log.failNext(with: .silence)
    await bench.clock.advance(by: .seconds(5))
    #expect(await bench.states == [.polling])
    #expect(await bench.session.send(.cancel) == .taken)
    await bench.clock.advance(by: .seconds(3600))
    #expect(await bench.states == [.ready])
    #expect(bench.log.received.count == 2)
  }

  @Test("no request goes to an address that is not safe, whatever carries it")
  func unsafe() async throws {
    let transport = CountingTransport()
    let url = try #require(URL(string: "http://example.org/device_authorization"))
    let session = try Session<DeviceAuthorization>(
      DeviceHandlers(
        DeviceClient(deviceAuthorization: url, token: url, clientID: "tv", transport: transport)),
      clock: ManualClock())
    await session.start()
    await session.send(.start)
    try await session.settled()
    #expect(await session.current.configuration == [.failed])
    #expect(transport.count.withLock { $0 } == 0)
  }

  @Test("the device signs in through a connection, after the person has used the page of the server")
  func connection() async throws {
    let (server, service) = try await LoopbackServer.start { DeviceAuthorizationServer(base: $0) }
    let clock = ManualClock()
    let transport = URLSessionTransport()
    let session = try Session<DeviceAuthorization>(
      DeviceHandlers(
        DeviceClient(
          deviceAuthorization: server.url.appendingPathComponent("device_authorization"),
          token: server.url.appendingPathComponent("token"), clientID: "tv", transport: transport)),
      clock: clock)
    await session.start()
    await session.send(.start)
    try await session.settled()
    let page = try #require(await session.current.context.completeAddress)
    let shown = try await transport.send(TransportRequest(.get, try #require(URL(string: page))))
    #expect(String(decoding: shown.body, as: UTF8.self).contains(try #require(service.userCodes.first)))
    _ = try await transport.send(
      TransportRequest(.get, try #require(URL(string: page + "&decision=allow"))))
    await clock.advance(by: .seconds(5))
    try await session.settled()
    #expect(await session.current.configuration == [.signedIn])
    await server.stop()
  }
}

/// Counts requests, and answers no request.
private final class CountingTransport: HTTPTransport {
  let count = Mutex(0)

  func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
    count.withLock { $0 += 1 }
    throw .connection
  }
}
