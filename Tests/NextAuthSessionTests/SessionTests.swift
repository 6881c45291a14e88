import FlowTransport
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import Testing

@Suite("nextAuth sessions", .timeLimit(.minutes(20)))
struct SessionTests {
  @Test("a login by QR code with a factor calls back in the documented order", arguments: [true, false])
  func order(isSimulated: Bool) async throws {
    let bench = NextAuthBench(accounts: ["anna", "berta"], isSimulated: isSimulated)
    let session = try await bench.start()
    try await bench.expect(session, asks: .waitForConfirmation)
    try await session.setAccount("berta", userInput: NextAuthBench.userInput)
    try await bench.expect(session, asks: .waitForSecondFactor)
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
    await bench.callbacks.waitFor(4)
    #expect(
      bench.callbacks.told(session) == [
        "ConfirmLogin anna berta Shop", "SecondFactor VERIFY", "SecondFactor SUCCESS", "SessionLogin hello",
      ])
    #expect(bench.server.isLoggedIn(try await bench.id(session)))
    #expect(bench.server.userInputs == [NextAuthBench.userInput])
    try await session.logout()
    try await bench.expect(session, .done, .loggedOut)
    let id = try await bench.id(session)
    #expect(await eventually { bench.server.isClosed(id) })
    #expect(bench.nextAuth.sessions.isEmpty)
  }
}
