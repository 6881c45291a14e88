import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import TestExtent
import Testing

/// The whole flow through real connections, with `URLSession`.
@Suite("Firebase through connections", .timeLimit(.minutes(20)))
struct SocketTests {
  static let kinds: [LoopbackFault?] = [nil, .reset, .close, .truncated, .garbage, .huge]

  @Test("each fault of a connection at the first requests leads to a screen", arguments: kinds)
  func faults(fault: LoopbackFault?) async throws {
    let positions = Array(0..<(fault == nil ? 1 : 3))
    for position in TestExtent.of(
      positions, every: positions.count, at: Self.kinds.firstIndex(of: fault) ?? 0)
    {
      let log = RequestLog(faults: fault.map { [position: $0] } ?? [:])
      let firebase = FirebaseLoopback()
      firebase.add(FirebaseBench.user())
      let server = try await LoopbackServer(log: log) { _ in firebase }
      // Other tests may keep the machine busy for longer than a deadline.
      let transport = URLSessionTransport(clock: ManualClock())
      var configuration = FirebaseTOTPConfiguration(
        apiKey: "loopback-key", projectID: "demo", issuer: "Example App", store: MemorySecretStore(),
        transport: transport)
      configuration.useEmulator(server.url)
      configuration.administratorToken = { Secret("loopback-administrator") }
      let app = try FirebaseTOTPAuthentication(configuration, clock: ManualClock())
      await app.start()
      let go = { () async throws(AuthErrorCode) in
        let user = try await app.signIn(withEmail: FirebaseBench.email, password: FirebaseBench.password)
        let secret = try await TOTPMultiFactorGenerator.generateSecret(
          with: try await user.multiFactor.session())
        guard secret.sharedSecretKey() != nil else { return false }
        try await app.configureTOTP(.enabled)
        return true
      }
      if fault == nil {
        #expect(try await go())
        #expect(
          log.received.map(\.path).first == "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword")
        #expect(log.received.last?.method == "PATCH")
      } else {
        await #expect(throws: AuthErrorCode.self) { try await go() }
        #expect(await app.current.isActive(.asking))
        #expect(log.received.count == position + 1)
      }
      await server.stop()
    }
  }
}
