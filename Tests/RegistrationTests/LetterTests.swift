import FlowTransport
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import TestSupport
import Testing

/// The places of the diagram at which a request settles. `ErrorTests` has E, a renewal that fails.
@Suite("The letters of the registration", .timeLimit(.minutes(20)))
struct LetterTests {
  @Test("A: without a browser the agreed token is used")
  func agreed() async throws {
    let bench = try RegistrationBench(isNative: false)
    await bench.request()
    #expect(bench.app.latest == RegState(key: .active, letter: .a, source: "BDD"))
    #expect(await bench.app.accessToken() == RegistrationBench.agreedToken)
    let data = try #require(try bench.stored())
    #expect(data.registrationType == .social && data.refreshToken == nil && data.expiresAt == nil)
    #expect(bench.log.received.isEmpty)
  }

  @Test("B: an access token that has not expired stays")
  func valid() async throws {
    let bench = try RegistrationBench(stored: RegistrationBench.registered())
    await bench.request()
    #expect(bench.app.latest == RegState(key: .active, letter: .b, source: "Access remains valid"))
    #expect(bench.log.received.isEmpty)
  }

  @Test("D, G, H: somebody registers", arguments: Registration.SelectType.allCases)
  func registers(type: Registration.SelectType) async throws {
    let bench = try RegistrationBench()
    await bench.request()
    #expect(
      bench.app.latest == RegState(key: .registrationRequired, letter: .d, source: "No Tokens"))
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(type) }
    #expect(
      bench.app.latest
        == RegState(
          key: .confirmationRequired, letter: .g, source: "Successful 3rd-party Registration"))
    #expect(
      await bench.app.current.profile
        == Profile(
          displayName: "Ada Lovelace", firstName: "Ada", lastName: "Lovelace", email: "ada@example.org",
          imageURL: "https://example.org/ada.png"))
    // Until then there is no record of it.
    #expect(try bench.stored() == nil && bench.store.history.withLock { $0.isEmpty })
    #expect(await bench.app.accessToken() == nil)
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    #expect(
      bench.app.latest
        == RegState(key: .active, letter: .h, source: "Freshly Confirmed new Registration"))
    let data = try #require(try bench.stored())
    #expect(data.registrationType?.rawValue == type.rawValue)
    #expect(data.expiresAt == (RegistrationBench.begin + 86_400) * 1_000)
    #expect(data.profile?.email == "ada@example.org" && data.jwtToken != nil)
    #expect(bench.server.accepts(try #require(data.refreshToken)))
    #expect(await bench.app.accessToken() == data.accessToken)
  }

  @Test("C: an access token that expires is renewed, also by the timer")
  func renews() async throws {
    let bench = try RegistrationBench()
    try await bench.register()
    let first = try #require(try bench.stored())
    await bench.clock.advance(by: .seconds(86_400 - 4 * 3_600))
    #expect(bench.app.latest == RegState(key: .active, letter: .c, source: "Renewed"))
    let second = try #require(try bench.stored())
    #expect(second.accessToken != first.accessToken && second.jwtToken != first.jwtToken)
    #expect(second.refreshToken != first.refreshToken && second.registrationType == .social)
    #expect(second.expiresAt == (RegistrationBench.begin + 2 * 86_400 - 4 * 3_600) * 1_000)
    #expect(!second.isRenewalOpen)
  }

  @Test("F: registering fails")
  func registeringFails() async throws {
    let bench = try RegistrationBench(faults: [0: .reset])
    try await bench.signIn()
    bench.expect(.f, .noConnection)
    #expect(bench.notifications.shown.withLock { $0 } == [.noConnection])
    #expect(bench.hidden.withLock { $0 } == 1)
  }
}
