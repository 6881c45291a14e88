import FlowTransport
import LoopbackServer
import RegistrationLoopback
import StatechartsTesting
import Testing

@testable import RegistrationFlow

/// A sign-in may be left at any moment, also in the one in which its code is taken to be redeemed.
@Suite("Leaving a sign-in", .timeLimit(.minutes(20)))
struct LeavingTests {
  @Test("no attempt stays open whose sign-in was left, whichever comes first")
  func left() async throws {
    let bench = try RegistrationBench()
    await bench.request()
    let handlers = bench.app.handlers
    for number in 0..<500 {
      try await handlers.prepareAuthorization(
        Registration.PrepareAuthorizationInput(registrationType: "SOCIAL", asksForAccount: false))
      let authorization = try #require(handlers.vault.withLock { $0.authorization })
      try handlers.keepCallback(
        url: "\(authorization.redirectURI)?code=c&state=\(authorization.state.text)")
      let count = bench.log.received.count
      bench.log.fail(count, with: .reset)
      let hasBegun = Locked(false)
      let exchange = Task {
        hasBegun.withLock { $0 = true }
        _ = try? await handlers.exchangeCode(
          Registration.ExchangeCodeInput(registrationType: "SOCIAL"))
      }
      try await bench.until("the exchange does not begin") { hasBegun.withLock { $0 } }
      // A little later each time.
      for _ in 0..<number % 100 { _ = hasBegun.withLock { $0 } }
      handlers.forgetTransaction()
      await exchange.value
      #expect(bench.log.received.count == count || !handlers.tokens.isOpen)
    }
  }
}
