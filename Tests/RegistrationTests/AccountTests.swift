import FlowTransport
import LoopbackServer
import RegistrationFlow
import RegistrationLoopback
import StatechartsTesting
import Testing

/// Which account registers: the browser's login at the site is used again, unless the page asks.
@Suite("Another try can change the account", .timeLimit(.minutes(20)))
struct AccountTests {
  private static let prompts: [Auth0Tenant.AccountPrompt] = [.selectAccount, .login]

  private static func bob(_ person: inout Auth0Person) {
    person.id = "google-oauth2|1906"
    person.email = "bob@example.org"
  }

  /// The `prompt` of each sign-in page that the browser was shown.
  private static func prompts(_ bench: RegistrationBench) -> [String?] {
    bench.pages.received.filter { $0.path == "/authorize" }.map { $0.query["prompt"] }
  }

  private static func email(_ bench: RegistrationBench) async -> String? {
    await bench.app.current.profile?.email
  }

  @Test("the page asks for the account, and another one registers", arguments: prompts)
  func changed(prompt: Auth0Tenant.AccountPrompt) async throws {
    let bench = try RegistrationBench { $0.tenants[.social]?.retryPrompt = prompt }
    try await bench.signIn()
    bench.expect(.g)
    #expect(await Self.email(bench) == "ada@example.org")
    bench.server.changePerson(Self.bob)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expect(.g)
    #expect(await Self.email(bench) == "bob@example.org")
    #expect(Self.prompts(bench) == [nil, prompt.rawValue])
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    bench.expect(.h)
    #expect(try bench.stored()?.profile?.email == "bob@example.org")
  }

  @Test("a person who closed the browser can change the account")
  func closed() async throws {
    let bench = try RegistrationBench()
    try await bench.signIn()
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
    await bench.settle()
    bench.calls.withLock { $0 = { _ in [] } }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expect(.d)
    bench.calls.withLock { $0 = { [$0] } }
    bench.server.changePerson(Self.bob)
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expect(.g)
    #expect(await Self.email(bench) == "bob@example.org")
    #expect(Self.prompts(bench) == [nil, nil, "select_account"])
  }

  @Test("without a prompt, the browser's login brings the same account again")
  func unasked() async throws {
    let bench = try RegistrationBench { $0.tenants[.social]?.retryPrompt = nil }
    try await bench.signIn()
    bench.server.changePerson(Self.bob)
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    #expect(await Self.email(bench) == "ada@example.org")
    #expect(Self.prompts(bench) == [nil, nil])
  }

  @Test("an account whose address is not verified can be changed too")
  func unverified() async throws {
    let bench = try RegistrationBench(person: Auth0Person(isEmailVerified: false))
    try await bench.signIn()
    bench.expect(.f, .emailUnverified)
    bench.server.changePerson {
      Self.bob(&$0)
      $0.isEmailVerified = true
    }
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    bench.expect(.g)
    #expect(await Self.email(bench) == "bob@example.org")
  }

  @Test("a confirmed registration ends the question")
  func confirmed() async throws {
    let bench = try RegistrationBench()
    try await bench.signIn()
    try await bench.act { app throws(RegistrationRefusal) in try await app.retry() }
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    try await bench.act { app throws(RegistrationRefusal) in try await app.confirm() }
    try await bench.act { app throws(RegistrationRefusal) in try await app.logOut() }
    await bench.settle()
    try await bench.act { app throws(RegistrationRefusal) in try await app.select(.social) }
    #expect(Self.prompts(bench) == [nil, "select_account", nil])
  }
}
