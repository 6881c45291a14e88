import FlowTransport
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import Testing

@Suite("nextAuth sessions", .timeLimit(.minutes(20)))
struct SessionTests {
  @Test("a login by QR code with a factor calls back in the documented order")
  func order() async throws {
    let bench = NextAuthBench(accounts: ["anna", "berta"])
    let session = try await bench.start()
    try await bench.expect(session, asks: .waitForConfirmation)
    try await session.setAccount("berta", userInput: NextAuthBench.userInput)
    try await bench.expect(session, asks: .waitForSecondFactor)
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
    #expect(await eventually { bench.callbacks.all.count >= 4 })
    #expect(
      bench.callbacks.told(session) == [
        "ConfirmLogin anna,berta Shop", "SecondFactor VERIFY", "SecondFactor SUCCESS", "SessionLogin hello",
      ])
    #expect(bench.server.isLoggedIn(try await bench.id(session)))
    #expect(bench.server.userInputs == [NextAuthBench.userInput])
    try await session.logout()
    try await bench.expect(session, .done, .loggedOut)
    let id = try await bench.id(session)
    #expect(await eventually { bench.server.isClosed(id) })
    #expect(bench.nextAuth.sessions.isEmpty)
  }

  @Test("a session that was closed before it is fetched asks the server for nothing")
  func closedBeforeFetching() async throws {
    let bench = NextAuthBench()
    let session = try await bench.start()
    let id = try await bench.id(session)
    session.handlers.closeSession()
    #expect(await eventually { bench.server.isClosed(id) })
    let count = bench.log.received.count
    await #expect(throws: NextAuthSession.FetchSessionFailure.fetchFailed) {
      try await session.handlers.fetchSession(NextAuthSession.FetchSessionInput(origin: "qr"))
    }
    #expect(bench.log.received.count == count && bench.server.sessions == [id])
  }

  @Test("the receiver of an error sees whether the session is over, and whether `sessionStop` comes besides")
  func errorStatus() async throws {
    let bench = NextAuthBench()
    let goesOn = try await bench.start()
    try await bench.give(goesOn, .pin(Secret("1")))
    let stopped = try await bench.start()
    try await stopped.stopSession()
    await #expect(throws: NextAuthRefusal.self) { try await stopped.stopSession() }
    let broken = try await bench.nextAuth.startSession(.text(Secret("no code")))
    await bench.clock.settle()
    await #expect(throws: NextAuthRefusal.self) { try await broken.stopSession() }
    #expect(await eventually { bench.callbacks.all.count >= 9 })
    #expect(bench.callbacks.errorStatuses(goesOn) == [.waitingForUserInput])
    #expect(bench.callbacks.errorStatuses(stopped) == [.done])
    #expect(
      bench.callbacks.told(stopped).suffix(2) == ["SessionStop", "UserErrorMessage sessionTerminated"])
    #expect(bench.callbacks.errorStatuses(broken) == [.error, .error])
    #expect(
      bench.callbacks.told(broken) == ["UserErrorMessage badData", "UserErrorMessage sessionTerminated"])
  }
}
