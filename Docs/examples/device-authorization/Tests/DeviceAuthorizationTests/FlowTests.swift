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
    expired.log.failNext(with: json(400, ["error": #""expired_token""#]))
    await expired.clock.advance(by: .seconds(5))
    #expect(await expired.states == [.expired])
    #expect(await expired.context.lastError == .codeExpired)
  }

  @Test(
    "the device stops polling with any other OAuth error code, whatever the status",
    arguments: [
      (400, "invalid_grant", DeviceAuthorization.ErrorCode.restartNeeded),
      (503, "temporarily_unavailable", .restartNeeded), (401, "invalid_client", .requestRefused),
    ])
  func otherErrors(status: Int, code: String, error: DeviceAuthorization.ErrorCode) async throws {
    let bench = try Bench()
    await bench.begin()
    bench.log.failNext(with: json(status, ["error": "\"\(code)\""]))
    await bench.clock.advance(by: .seconds(3600))
    #expect(await bench.states == [.failed])
    #expect(await bench.context.lastError == error)
    #expect(bench.log.received.count == 2)
  }

  @Test("after a response with the tokens was lost, the sign-in has to be started again")
  func lostTokens() async throws {
    let bench = try Bench()
    await bench.begin()
    try await bench.enter(.allow)
    bench.log.failNext(with: .lostAnswer)
    await bench.clock.advance(by: .seconds(15))
    #expect(await bench.states == [.failed])
    #expect(await bench.context.lastError == .restartNeeded)
    #expect(bench.log.received.count == 3)
  }

  /// A server that is overloaded, or something between it and the device.
  private static let overload = LoopbackFault.answer(status: 503, headers: [:], body: "")

  @Test(
    "after a poll without a response of the server, the device waits twice as long for the next poll",
    arguments: LoopbackFault.ofConnection + [overload])
  func backoff(fault: LoopbackFault) async throws {
    let bench = try Bench()
    await bench.begin()
    bench.log.failNext(with: fault)
    await bench.clock.advance(by: .seconds(5))
    // The deadline of the transport, for responses that never come.
    if await bench.states == [.polling] { await bench.clock.advance(by: .seconds(15)) }
    #expect(await bench.context.pause == .seconds(10))
    await bench.clock.advance(by: .seconds(9))
    #expect(bench.log.received.count == 2)
    await bench.clock.advance(by: .seconds(1))
    #expect(bench.log.received.count == 3)
    // A response has come.
    #expect(await bench.context.pause == .seconds(5))
    try await bench.enter(.allow)
    await bench.clock.advance(by: .seconds(5))
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

  /// A response with these fields, whose values are JSON.
  private func json(_ status: Int, _ fields: [String: String]) -> LoopbackFault {
    let body = fields.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    return .answer(status: status, headers: ["Content-Type": "application/json"], body: "{\(body)}")
  }

  @Test("a response without a required field, or with a field that must not be shown or used, is refused")
  func hostileAnswers() async throws {
    let required = [
      "device_code": #""d""#, "user_code": #""A""#, "verification_uri": #""https://example.org/device""#,
      "expires_in": "60",
    ]
    let wrong: [(field: String, value: String)] = [
      ("device_code", #""""#), ("user_code", #""""#), ("user_code", #""\u001b[2J""#),
      ("user_code", #""A\u202eB""#), ("expires_in", "0"),
      ("verification_uri", #""javascript:alert(1)""#),
      ("verification_uri", #""https://example.org@evil.example/""#),
      ("verification_uri_complete", #""file:///etc/passwd""#), ("interval", #""5""#),
    ]
    let answers =
      required.keys.map { field in required.filter { $0.key != field } }
      + wrong.map { field, value in required.merging([field: value]) { $1 } }
    for fields in answers {
      let bench = try Bench()
      bench.log.fail(0, with: json(200, fields))
      await bench.begin()
      #expect(await bench.states == [.failed], "\(fields)")
      #expect(await bench.context.lastError == .malformedAnswer, "\(fields)")
    }
    // Neither a day with 10^300 seconds nor a poll every instant.
    let bench = try Bench()
    bench.log.fail(0, with: json(200, required.merging(["expires_in": "1e300", "interval": "-1"]) { $1 }))
    await bench.begin()
    #expect(await bench.context.lifetime == .seconds(86_400))
    #expect(await bench.context.interval == .seconds(1))
  }

  @Test(
    "the lifetime of the access token is what the server says, if a duration can be that long",
    arguments: [("2592000", Duration.seconds(2_592_000)), ("1e300", .seconds(9_000_000_000))])
  func tokenLifetime(seconds: String, lifetime: Duration) async throws {
    let bench = try Bench()
    await bench.begin()
    let updates = await bench.session.updates()
    bench.log.failNext(
      with: json(200, ["access_token": #""a""#, "token_type": #""Bearer""#, "expires_in": seconds]))
    await bench.clock.advance(by: .seconds(5))
    try #require(await bench.states == [.signedIn])
    var outputs: [DeviceAuthorization.Output] = []
    for await update in updates { outputs += update.outputs }
    #expect(outputs == [.signedIn(accessToken: "a", lifetime: lifetime)])
  }

  @Test("a token of an unknown type is not used")
  func unknownTokenType() async throws {
    let bench = try Bench()
    await bench.begin()
    bench.log.failNext(with: json(200, ["access_token": #""a""#, "token_type": #""mac""#]))
    await bench.clock.advance(by: .seconds(5))
    #expect(await bench.states == [.failed])
    #expect(await bench.context.lastError == .malformedAnswer)
  }

  @Test("tokens that come late are used, but not after the person has cancelled", arguments: [false, true])
  func lateTokens(isCancelled: Bool) async throws {
    let bench = try Bench(delay: .seconds(10))
    await bench.begin()
    try await bench.enter(.allow)
    await bench.clock.advance(by: .seconds(5))
    #expect(await bench.states == [.polling])
    // The server has answered: a device code and two tokens.
    #expect(bench.server.secrets.count == 3)
    if isCancelled { #expect(await bench.session.send(.cancel) == .taken) }
    await bench.clock.advance(by: .seconds(9))
    #expect(bench.clock.deadlines.contains(.seconds(1)))
    await bench.clock.advance(by: .seconds(3600))
    #expect(await bench.states == [isCancelled ? .ready : .signedIn])
    #expect(bench.log.received.count == 2)
    #expect(try await bench.leaks.isEmpty)
  }

  @Test(
    "the server refuses a request without its required fields",
    arguments: ["/device_authorization", "/token"])
  func missingFields(path: String) throws {
    let answer = try Bench().server.answer(
      ReceivedRequest(method: "POST", target: path, headers: [:], body: [], port: 0))
    #expect(answer.status == 400)
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"error":"invalid_request"}"#)
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
