import FlowTransport
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import Statecharts
import Testing

/// The server of the tests is as strict with codes as the real one.
@Suite("The server looks at codes as the real one does", .timeLimit(.minutes(20)))
struct ServerTests {
  /// A flow whose server's clock the test moves.
  private static func bench(_ account: LoopbackAccount?) throws -> (FxaBench, Locked<Int>) {
    let time = Locked(FxaBench.now)
    return (try FxaBench(accounts: account.map { [$0] } ?? [], time: { time.withLock { $0 } }), time)
  }

  @Test("the code that confirms an address is good in its ten minutes and the ten after")
  func emailCode() async throws {
    let (bench, time) = try Self.bench(nil)
    await bench.start()
    try await bench.checkAccount()
    try await bench.signUp()
    let code = try bench.mailed(.verification)
    // The same while the step lasts.
    try await bench.act { try await $0.resendVerificationSessionCodeEmail() }
    #expect(try bench.mailed(.verification) == code)
    let rest = 600 - FxaBench.now % 600
    time.withLock { $0 += rest + 600 }
    try await bench.act { try await $0.verifySessionEmailCode(code) }
    await bench.expect(.emailVerification, .invalidOrExpiredVerificationCode)
    time.withLock { $0 -= 1 }
    try await bench.act { try await $0.verifySessionEmailCode(code) }
    await bench.expect(.authenticated)
  }

  @Test("too many wrong attempts lead to a wait, whose length is reported")
  func throttling() async throws {
    let (bench, time) = try Self.bench(FxaBench.account())
    await bench.start()
    try await bench.checkAccount()
    for _ in 0..<10 {
      try await bench.signIn("wrong-password")
      await bench.expect(.signIn, .incorrectPassword)
    }
    time.withLock { $0 += 300 }
    try await bench.signIn()
    await bench.expect(.signIn, .tooManyRequests, retryAfter: 600)
    #expect(await bench.app.current.minutesToWait == 10)
    time.withLock { $0 += 600 }
    try await bench.signIn()
    await bench.expect(.authenticated)
  }
}
