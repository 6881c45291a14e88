import FlowTransport
import Foundation
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestExtent
import Testing

/// The whole flow through real connections, with `URLSession`.
@Suite("The registration through connections", .timeLimit(.minutes(20)))
struct SocketTests {
  static let kinds: [LoopbackFault?] = [nil, .reset, .close, .truncated, .garbage, .huge]

  @Test("each fault of a connection at the requests of a registration leads to a letter", arguments: kinds)
  func faults(fault: LoopbackFault?) async throws {
    // After the page: the tokens, the keys.
    let positions = fault == nil ? [1] : [1, 2]
    for position in TestExtent.of(
      positions, every: positions.count, at: Self.kinds.firstIndex(of: fault) ?? 0)
    {
      let log = RequestLog(faults: fault.map { [position: $0] } ?? [:])
      let server = try await LoopbackServer(log: log) { RegistrationLoopback(base: $0) }
      // Other tests may keep the machine busy for longer than a deadline.
      let transport = URLSessionTransport(clock: ManualClock())
      let service = try RegStateService(
        RegistrationConfiguration(
          tenants: [.social: try Auth0Tenant(base: server.url, clientID: "loopback-social")],
          platform: ReadyPlatform(isNative: true), browser: ScriptedBrowserSession(transport),
          store: MemorySecretStore(), transport: transport), clock: ManualClock())
      await service.requestRegState(urlScheme: RegistrationBench.scheme)
      #expect(await service.settled().letter == .d)
      try await service.select(.social)
      let state = await service.settled()
      #expect(state.letter == (fault == nil ? .g : .f), "\(state)")
      #expect(log.received.count >= (fault == nil ? 3 : position + 1))
      await server.stop()
    }
  }
}
