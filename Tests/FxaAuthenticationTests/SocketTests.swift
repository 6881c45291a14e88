import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import StatechartsTesting
import TestExtent
import Testing

/// The whole flow through real connections, with `URLSession`.
@Suite("Signing in through connections", .timeLimit(.minutes(20)))
struct SocketTests {
  /// The faults that end by themselves.
  static let quick: [LoopbackFault] = [
    .reset, .lostAnswer, .resetInBody, .close, .truncated, .truncatedChunk, .garbage, .huge,
  ]
  /// Those that end by the deadline alone.
  static let silent: [LoopbackFault] = [.silence, .silenceInBody, .drip]

  @Test("each fault of a connection at each request ends the flow well or with an error", arguments: quick)
  func faults(fault: LoopbackFault) async throws {
    for position in Self.positions(of: fault) { try await check(fault, at: position, clock: ManualClock()) }
  }

  @Test("silence at each request meets the deadline", arguments: silent)
  func silence(fault: LoopbackFault) async throws {
    for position in Self.positions(of: fault) {
      let clock = ManualClock()
      try await check(fault, at: position, clock: clock) { log in
        await log.waitFor(position + 1)
        await clock.advance(by: .seconds(15))
      }
    }
  }

  /// A request that waits keeps a core busy with `URLSession` on Linux, so few do in a sample.
  private static func positions(of fault: LoopbackFault) -> [Int] {
    TestExtent.of(Array(0..<6), every: 6, at: (quick + silent).firstIndex(of: fault) ?? 0)
  }

  private func check(
    _ fault: LoopbackFault, at position: Int, clock: any Clock<Duration>,
    _ wait: @escaping @Sendable (RequestLog) async -> Void = { _ in }
  ) async throws {
    let account = try FxaBench.account()
    let log = RequestLog(faults: [position: fault])
    let (server, fxa) = try await LoopbackServer.start(log: log) { FxaLoopback(base: $0) }
    fxa.add(account)
    // The chart's own clock stands still, so that the transport's deadline is the one that counts.
    let app = try MZAuthInApp(
      MZAuthConfiguration(
        guardian: server.url, accounts: server.url, transport: URLSessionTransport(clock: clock)),
      input: FxaAuthentication.Input(platform: .ios), clock: ManualClock())
    let waiting = Task { await wait(log) }
    await app.authenticate()
    for _ in 0..<8 {
      await app.settled()
      let update = await app.current
      if update.isOver { break }
      if update.isActive(.start) { try await app.checkAccount(FxaBench.email) }
      if update.isActive(.signIn) {
        try await app.setPassword(FxaBench.password)
        try await app.signIn()
      }
    }
    await app.settled()
    await waiting.value
    let update = await app.current
    let name: Comment = "\(fault) at \(position): \(update)"
    // The first request and those after the password end the flow, the others leave a screen that goes on.
    #expect(update.states == (1...2 ~= position ? [.authenticated] : [.failed]), name)
    let isTimeout = Self.silent.contains(fault)
    if update.states == [.failed] {
      let expected: FxaAuthentication.ErrorCode =
        isTimeout ? .requestTimeout : .noInternetConnection
      #expect(update.error == expected, name)
      #expect(await app.login == nil, name)
    } else {
      let login = try #require(await app.login)
      #expect(fxa.tokens.contains(login.token), name)
    }
    await server.stop()
  }
}
