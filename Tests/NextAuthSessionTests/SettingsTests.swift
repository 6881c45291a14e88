import FlowTransport
import LoopbackServer
import NextAuthLoopback
@testable import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import Testing

@Suite("Settings of nextAuth sessions", .timeLimit(.minutes(20)))
struct SettingsTests {
  typealias Bench = NextAuthBench

  @Test(
    "those that mean what the vendor's mean have its names, ours have others; times are as Go writes them")
  func names() throws {
    let settings = try NextAuthSettings([
      "manuallyStartUserInteraction": "true",
      "automaticallySelectSingleAccountWhenSecondFactorNeeded": "false",
      "secondFactorUserInputTimeout": "1m30s", "userInputTimeout": "3m", "timeoutScope": "round",
      "singleAccount": "true",
      "biometricsDisabled": "true", "maxNumberSecondFactorWithoutPIN": "5",
      "maxTimeSecondFactorWithoutPIN": "24h", "hideVash": "true", "timeoutAppLogin": "8h",
      "appLoginInactivityTimeout": "5m", "alwaysRequireSecondFactorIfInactiveAppLogin": "true",
      "expiryHistoryItems": "2160h", "defaultNSURI": "wss://ns.example.org/ns",
      "appLoginServer": "ns.example.org", "blockSecondFactorOnPINBlocked": "true",
      "requirePINOnFirstSet": "true",
    ])
    var expected = NextAuthSettings()
    expected.manuallyStartUserInteraction = true
    expected.automaticallySelectSingleAccountWhenSecondFactorNeeded = false
    expected.secondFactorUserInputTimeout = .seconds(90)
    expected.timeoutScope = .round
    expected.singleAccount = true
    expected.biometricsDisabled = true
    expected.maxNumberSecondFactorWithoutPIN = 5
    expected.maxTimeSecondFactorWithoutPIN = .seconds(86_400)
    expected.hideVash = true
    expected.timeoutAppLogin = .seconds(28_800)
    expected.timeoutInactivityAppLogin = .seconds(300)
    expected.alwaysRequireSecondFactorIfInactiveAppLogin = true
    expected.expiryHistoryItems = .seconds(7_776_000)
    expected.defaultNSURI = "wss://ns.example.org/ns"
    expected.appLoginServer = "ns.example.org"
    expected.blockSecondFactorOnPINBlocked = true
    expected.requirePINOnFirstSet = true
    expected.userInputTimeout = .seconds(180)
    #expect(settings == expected)
    #expect(
      try NextAuthSettings(["timeoutInactivityAppLogin": "5m"]).timeoutInactivityAppLogin == .seconds(300))
  }

  @Test("what cannot be read is said")
  func problems() {
    for (name, text, message) in [
      ("singleAccount", "yes", "`singleAccount` must be `true` or `false`."),
      (
        "timeoutAppLogin", "2562048h",
        "`timeoutAppLogin` must be a duration such as `5m` or `2160h`, up to 2562047h."
      ),
      (
        "maxNumberSecondFactorWithoutPIN", "-1",
        "`maxNumberSecondFactorWithoutPIN` must be an integer from 0 to 9223372036854775807."
      ),
      ("timeoutScope", "all", "`timeoutScope` must be `session` or `round`."),
      ("pin", "1", "`pin` is not a setting."),
    ] {
      do throws(NextAuthSettings.Problem) {
        _ = try NextAuthSettings([name: text])
        Issue.record("\(name) was read")
      } catch {
        #expect("\(error)" == message)
      }
    }
  }

  @Test("times of Go are read, and nothing else")
  func durations() {
    for (text, seconds) in [
      ("0", 0), ("5m", 300), ("2160h", 7_776_000), ("1h30m", 5_400), ("1.5h", 5_400), (".5m", 30),
      ("90s", 90),
      ("1000ms", 1), ("1000000us", 1), ("1000000µs", 1), ("1000000000ns", 1),
    ] { #expect(GoDuration.read(text) == .seconds(seconds), "\(text)") }
    for text in ["", "5", "-5m", "5 m", "m", ".", "5d", "5mm", "1e3s", "9999999999h", "5m-", "٥m"] {
      #expect(GoDuration.read(text) == nil, "\(text)")
    }
  }

  @Test("the confirmation is asked for where it is not to be left out")
  func confirmation() async throws {
    let bench = Bench { $0.automaticallySelectSingleAccountWhenSecondFactorNeeded = false }
    try await bench.expect(try await bench.start(), asks: .waitForConfirmation)
  }

  @Test("the time limit is for the session, or for each question")
  func scope() async throws {
    for scope in NextAuthSession.TimeoutScope.allCases {
      let bench = Bench(accounts: ["anna", "berta"]) {
        $0.timeoutScope = scope
        $0.userInputTimeout = .seconds(60)
      }
      let session = try await bench.start()
      await bench.clock.advance(by: .seconds(50))
      try await session.setAccount("anna")
      await bench.clock.advance(by: .seconds(20))
      #expect(await session.current.isOver == (scope == .session))
      await bench.clock.advance(by: .seconds(40))
      try await bench.expect(session, .done, .aborted)
    }
  }

  @Test("the time for a factor begins again with each one that is asked for, and is not for other questions")
  func factorTime() async throws {
    let bench = Bench(accounts: ["anna", "berta"]) { $0.secondFactorUserInputTimeout = .seconds(30) }
    let session = try await bench.start()
    await bench.clock.advance(by: .seconds(40))
    try await session.setAccount("anna")
    await bench.clock.advance(by: .seconds(29))
    try await bench.give(session, .pin(Secret("wrong")))
    await bench.clock.advance(by: .seconds(29))
    try await bench.expect(session, asks: .waitForSecondFactor, .wrongFactor)
    await bench.clock.advance(by: .seconds(1))
    try await bench.expect(session, .done, .aborted, .wrongFactor)
  }

  @Test("an AppLogin goes to the server that is set for it, and is none at another one")
  func appLoginServer() async throws {
    let bench = Bench { $0.appLoginServer = "ns.example.org" }
    try await bench.expect(try await bench.startAppLogin(), asks: .waitForSecondFactor)
    let other = Bench { $0.appLoginServer = "elsewhere.example.org" }
    try await other.expect(try await other.startAppLogin(), .error, .error, .unknownServer)
    // The default one is not for that.
    let third = Bench { $0.defaultNSURI = "elsewhere.example.org" }
    try await third.expect(try await third.startAppLogin(), asks: .waitForSecondFactor)
  }

  @Test("with one account at most there is no second enrollment, and no choice")
  func singleAccount() async throws {
    let bench = Bench { $0.singleAccount = true }
    let second = try await bench.start(.enrolment(of: "berta"))
    try await bench.expect(second, .error, .error, .accountLimit)
    try await bench.expect(try await bench.start(), asks: .waitForSecondFactor)
    bench.server.addAccount("berta")
    try await bench.expect(try await bench.start(), .error, .error, .protocolFailure)
    let first = Bench(accounts: []) { $0.singleAccount = true }
    try await first.expect(try await first.start(.enrolment(of: "anna")), asks: .waitForConfirmation)
  }

  @Test(
    "the first factor includes the PIN where settings ask for it then or later",
    arguments: ["requirePINOnFirstSet", "maxNumberSecondFactorWithoutPIN", "maxTimeSecondFactorWithoutPIN"])
  func firstPIN(_ name: String) async throws {
    let value = name.hasPrefix("maxNumber") ? "3" : name.hasPrefix("maxTime") ? "24h" : "true"
    let settings = try NextAuthSettings([name: value])
    let bench = Bench(accounts: []) { $0 = settings }
    // A PIN that was given before does not count: it is not set any more.
    _ = try await bench.enrol("anna")
    bench.server.setFactors(pin: nil)
    var enrolment = StandInLogin.enrolment(of: "berta")
    enrolment.furtherRounds = [.secondFactor]
    let session = try await bench.start(enrolment)
    try await session.setAccount("berta")
    #expect(await session.current.factorContext == .firstSet)
    #expect(await session.current.needsPIN)
    await bench.refused(.pinRequired, session) { try await $0.setPinBiometric(.biometric(Bench.finger)) }
    try await bench.give(session, .both(pin: Bench.pin, biometric: Bench.finger))
    // Later rounds do not set the first factor.
    try await bench.expect(session, asks: .waitForSecondFactor)
    #expect(await !session.current.needsPIN)
    try await bench.give(session, .biometric(Bench.finger))
    try await bench.expect(session, .active, .loggedIn)
    let next = try await bench.start(account: "berta")
    try await bench.give(next, .biometric(Bench.finger))
    try await bench.expect(next, .active, .loggedIn)
  }

  @Test("where biometrics are not wanted none is set, and a biometric that is set alone leaves no factor")
  func noFirstBiometric() async throws {
    let bench = Bench(accounts: ["anna"]) { $0.biometricsDisabled = true }
    bench.server.setFactors(pin: nil)
    let session = try await bench.start(.enrolment(of: "berta"))
    try await session.setAccount("berta")
    for factor in [SecondFactor.biometric(Bench.finger), .both(pin: Bench.pin, biometric: Bench.finger)] {
      await bench.refused(.pinRequired, session) { try await $0.setPinBiometric(factor) }
    }
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
    bench.server.setFactors(pin: nil, biometric: Bench.finger)
    try await bench.expect(try await bench.start(), .error, .error, .factorBlocked)
  }

  @Test("after so many biometrics the PIN is asked for, and before the first PIN of all")
  func number() async throws {
    let bench = Bench { $0.maxNumberSecondFactorWithoutPIN = 2 }
    var asked: [Bool] = []
    for _ in 0..<7 {
      let session = try await bench.start()
      let needsPIN = await session.current.needsPIN
      asked.append(needsPIN)
      try await bench.give(session, needsPIN ? .pin(Bench.pin) : .biometric(Bench.finger))
      try await bench.expect(session, .active, .loggedIn)
    }
    #expect(asked == [true, false, false, true, false, false, true])
  }

  @Test("the picture of the server's key can be left out")
  func hideVash() async throws {
    let bench = Bench { $0.hideVash = true }
    #expect(await (try await bench.start(.enrolment(of: "berta"))).current.visualHash == nil)
    #expect(await (try await Bench().start(.enrolment(of: "berta"))).current.visualHash != nil)
  }
}
