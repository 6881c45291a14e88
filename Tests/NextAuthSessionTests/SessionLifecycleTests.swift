import FlowTransport
import LoopbackServer
import NextAuthLoopback
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import Testing

/// What a session does from its start to its end, in the order of the page that describes the flow.
@Suite("The life of a session", .timeLimit(.minutes(20)))
struct SessionLifecycleTests {
  typealias Bench = NextAuthBench

  @Test("each login and enrollment has a session, and several go on at once")
  func severalAtOnce() async throws {
    let bench = Bench(accounts: ["anna", "berta"])
    let first = try await bench.start()
    let second = try await bench.start(.enrolment(of: "carl"))
    let third = try await bench.startAppLogin { $0.accounts = ["berta"] }
    #expect(bench.nextAuth.sessions.map(\.id) == [first.id, second.id, third.id])
    try await second.setAccount("carl")
    try await bench.give(third)
    try await first.setAccount("anna")
    try await bench.give(first, .pin(Secret("wrong")))
    try await bench.expect(first, asks: .waitForSecondFactor, .wrongFactor)
    try await bench.give(second)
    try await bench.expect(second, .active, .loggedIn)
    try await bench.expect(third, .active, .loggedIn)
    try await first.inputCancel()
    try await bench.expect(first, .done, .aborted, .wrongFactor)
    #expect(bench.nextAuth.sessions.map(\.id) == [second.id, third.id])
    #expect(bench.nextAuth.history.map(\.status) == [.aborted, .loggedIn, .loggedIn])
    #expect(bench.server.accounts == ["anna", "berta", "carl"])
  }

  @Test("a session is started by a QR code of bytes or text, a link, a push message, or the app itself")
  func origins() async throws {
    let bench = Bench()
    let login = Bench.login()
    var sessions = [try await bench.start()]
    sessions.append(
      try await bench.nextAuth.startSession(.text(Secret(Base64.text(bench.server.code(for: login).bytes)))))
    sessions.append(try await bench.nextAuth.startSession(data: bench.server.link(for: login)))
    sessions.append(try #require(try await bench.nextAuth.processPush(bench.server.push(for: login))))
    sessions.append(try await bench.startAppLogin())
    await bench.clock.settle()
    for (session, origin) in zip(
      sessions, [.qr, .qr, .deepLink, .push, .appLogin] as [NextAuthSession.Origin])
    {
      try await bench.expect(session, asks: .waitForSecondFactor)
      #expect(await session.current.origin == origin)
      try await bench.give(session)
      try await bench.expect(session, .active, .loggedIn)
      #expect(bench.record(session)?.origin == origin)
    }
  }

  @Test("a push message that is a login starts a session by itself, another one starts none")
  func push() async throws {
    let bench = Bench()
    #expect(try await bench.nextAuth.processPush(bench.server.push(for: nil)) == nil)
    #expect(bench.nextAuth.sessions.isEmpty)
    #expect(try await bench.nextAuth.processPush(bench.server.push(for: Bench.login())) != nil)
    #expect(bench.nextAuth.sessions.count == 1)
  }

  @Test("a login to the app itself holds what opens a web session, until it is over")
  func webSession() async throws {
    let bench = Bench()
    let session = try await bench.startAppLogin { $0.finishes = false }
    try await bench.give(session)
    #expect(session.webSession == nil)
    bench.server.finishLogin(try await bench.id(session))
    await bench.hear()
    try await bench.expect(session, .active, .loggedIn)
    let opened = try #require(session.webSession)
    #expect(bench.server.issued.contains(opened))
    try await session.logout()
    #expect(session.webSession == nil)
    // No other login holds one, even if the server sends it.
    let other = try await bench.start(Bench.login { $0.finishes = false })
    try await bench.give(other)
    bench.server.send(
      try await bench.id(other), .loggedIn(sessionInfo: nil, webSession: Secret("c4n4ry-forged")))
    await bench.hear()
    try await bench.expect(other, .active, .loggedIn)
    #expect(other.webSession == nil)
  }

  @Test("a login to the app itself without a web session does not count")
  func noWebSession() async throws {
    let bench = Bench()
    let session = try await bench.startAppLogin { $0.finishes = false }
    try await bench.give(session)
    bench.server.send(try await bench.id(session), .loggedIn(sessionInfo: nil, webSession: nil))
    await bench.hear()
    try await bench.expect(session, .error, .error, .protocolFailure)
  }

  @Test("a session can be put on hold, and goes on where it would have begun")
  func ready() async throws {
    let bench = Bench { $0.manuallyStartUserInteraction = true }
    let session = try await bench.start()
    try await bench.expect(session, .readyForUserInteraction, .fail)
    try await session.startUserInteraction()
    try await bench.expect(session, asks: .waitForSecondFactor)
    #expect(await eventually { bench.callbacks.all.count >= 2 })
    #expect(
      bench.callbacks.told(session) == ["SessionReadyForUserInteraction", "SecondFactor VERIFY"])
    // A login to the app itself is never put on hold.
    try await bench.expect(try await bench.startAppLogin(), asks: .waitForSecondFactor)
  }

  @Test("several rounds of input may be needed")
  func rounds() async throws {
    let bench = Bench()
    let session = try await bench.start(
      Bench.login { $0.furtherRounds = [.secondFactor, .confirmation] })
    try await bench.give(session)
    try await bench.expect(session, asks: .waitForSecondFactor)
    try await bench.give(session, .biometric(Bench.finger))
    try await bench.expect(session, asks: .waitForConfirmation)
    try await session.setAccount("anna", userInput: Bench.userInput)
    await bench.clock.settle()
    // Where a factor is needed it is needed with each confirmation.
    try await bench.expect(session, asks: .waitForSecondFactor)
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
    let id = try await bench.id(session)
    #expect(
      bench.log.received.filter { $0.method == "POST" }.map {
        $0.path.replacing("/sessions/\(id)/", with: "")
      } == [
        "/sessions", "account", "factor", "factor", "account", "factor",
      ])
    #expect(bench.server.userInputs == [Bench.userInput])
  }

  @Test("each confirmation is sent with its own text, also of the account that was confirmed before")
  func confirmations() async throws {
    let bench = Bench(accounts: ["anna", "berta"])
    let session = try await bench.start(Bench.login { $0.furtherRounds = [.confirmation] })
    try await session.setAccount("anna", userInput: Secret("first"))
    try await bench.give(session, .pin(Secret("wrong")))
    try await bench.give(session)
    try await bench.expect(session, asks: .waitForConfirmation)
    try await session.setAccount("anna", userInput: Secret("second"))
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
    #expect(bench.server.userInputs == [Secret("first"), Secret("second")])
  }

  @Test("a factor that the server alone wants is given without another account")
  func serverWantsFactor() async throws {
    let bench = Bench()
    let session = try await bench.start(
      Bench.login { ($0.serverWantsFactor, $0.furtherRounds) = (false, [.secondFactor]) })
    try await session.setAccount("anna")
    await bench.clock.settle()
    try await bench.expect(session, asks: .waitForSecondFactor)
    try await bench.give(session)
    try await bench.expect(session, .active, .loggedIn)
    #expect(bench.log.received.filter { $0.path.hasSuffix("/account") }.count == 1)
  }

  @Test("a factor that the app alone wants is asked for by the server, which lets nobody in before")
  func appWantsFactor() async throws {
    let bench = Bench { $0.alwaysRequireSecondFactorIfInactiveAppLogin = true }
    let login = Bench.login { $0.serverWantsFactor = false }
    func check(_ session: AuthSession) async throws {
      try await bench.expect(session, asks: .waitForSecondFactor)
      try await bench.give(session, .pin(Secret("wrong")))
      try await bench.expect(session, asks: .waitForSecondFactor, .wrongFactor)
      #expect(!bench.server.isLoggedIn(try await bench.id(session)))
      try await bench.give(session)
      try await bench.expect(session, .active, .loggedIn)
      #expect(bench.server.isLoggedIn(try await bench.id(session)))
    }
    // The setting; a factor that was given long ago; a login to the app itself.
    try await check(try await bench.start(login))
    let other = Bench()
    let late = try await other.start(Bench.login { $0.factorLasts = .seconds(60) })
    try await other.give(late)
    try await other.expect(late, .active, .loggedIn)
    try await check(try await bench.startAppLogin { $0.serverWantsFactor = false })
    // The first factor of all.
    bench.server.setFactors(pin: nil)
    var enrolment = StandInLogin.enrolment(of: "carl")
    enrolment.serverWantsFactor = false
    let first = try await bench.start(enrolment)
    try await first.setAccount("carl")
    try await bench.expect(first, asks: .waitForSecondFactor)
    #expect(await first.current.factorContext == .firstSet)
    try await bench.give(first)
    try await bench.expect(first, .active, .loggedIn)
    #expect(bench.server.accounts == ["anna", "carl"])
  }

  @Test(
    "the person chooses among the accounts of the session, or stops it; an enrollment has its new one alone")
  func accounts() async throws {
    let bench = Bench(accounts: ["anna", "berta", "carl"])
    let session = try await bench.start(Bench.login { $0.accounts = ["anna", "berta"] })
    #expect(await session.current.accounts == ["anna", "berta"])
    await bench.refused(.unknownAccount, session) { try await $0.setAccount("carl") }
    try await bench.expect(session, asks: .waitForConfirmation, .unknownAccount)
    try await session.stopSession()
    try await bench.expect(session, .done, .aborted, .unknownAccount)
    let enrolment = try await bench.start(.enrolment(of: "dora"))
    #expect(await enrolment.current.isRegistration)
    await bench.refused(.unknownAccount, enrolment) { try await $0.setAccount("anna") }
    try await enrolment.setAccount("dora")
    try await bench.expect(enrolment, asks: .waitForSecondFactor)
  }

  @Test("a preselected account is the only candidate, where it is possible")
  func preselected() async throws {
    let bench = Bench(accounts: ["anna", "berta"])
    try await bench.expect(try await bench.start(account: "berta"), asks: .waitForSecondFactor)
    try await bench.expect(try await bench.start(account: "zoe"), asks: .waitForConfirmation)
  }

  @Test(
    "an AppLogin is to the account that is named: one that is not there is an error, and nobody else's login")
  func appLoginAccount() async throws {
    let bench = Bench(accounts: ["anna", "berta"])
    for account in ["zoe", "", "Anna"] {
      let session = try await bench.nextAuth.startAppLogin(account: account)
      await bench.clock.settle()
      try await bench.expect(session, .error, .error, .noAccounts)
      #expect(await session.current.account == nil)
    }
    let right = try await bench.nextAuth.startAppLogin(account: "berta")
    await bench.clock.settle()
    try await bench.expect(right, asks: .waitForSecondFactor)
    #expect(await right.current.account == "berta")
  }

  @Test("the confirmation can be left out only where a factor is asked for")
  func bypass() async throws {
    let bench = Bench()
    try await bench.expect(try await bench.start(), asks: .waitForSecondFactor)
    try await bench.expect(
      try await bench.start(Bench.login { $0.serverWantsFactor = false }), asks: .waitForConfirmation)
  }

  @Test("the data decide whether it is a login or an enrollment")
  func kind() async throws {
    let bench = Bench()
    #expect(await !(try await bench.start()).current.isRegistration)
    let enrolment = try await bench.start(.enrolment(of: "berta"))
    #expect(await eventually { bench.callbacks.all.count >= 2 })
    #expect(bench.callbacks.told(enrolment) == ["ConfirmEnrol berta key of ns.example.org"])
  }

  /// What a person chooses with the first enrollment.
  enum FirstFactor: CaseIterable { case pin, biometric, both }

  @Test(
    "with the first enrollment PIN, biometric or both are chosen, later the same is asked for",
    arguments: FirstFactor.allCases)
  func firstFactor(_ chosen: FirstFactor) async throws {
    let bench = Bench(accounts: [])
    bench.server.setFactors(pin: nil)
    let (pin, finger) = (Secret("20-25-77"), Secret("left thumb"))
    let first = try await bench.start(.enrolment(of: "anna"))
    try await first.setAccount("anna")
    #expect(await first.current.factorContext == .firstSet)
    #expect(await !first.current.needsPIN)
    #expect(await !first.current.needsBiometric)
    switch chosen {
    case .pin: try await bench.give(first, .pin(pin))
    case .biometric: try await bench.give(first, .biometric(finger))
    case .both: try await bench.give(first, .both(pin: pin, biometric: finger))
    }
    try await bench.expect(first, .active, .loggedIn)
    let second = try await bench.start(.enrolment(of: "berta"))
    try await second.setAccount("berta")
    #expect(await second.current.factorContext == .verify)
    if chosen == .biometric {
      #expect(await second.current.needsBiometric)
      #expect(await !second.current.isPINBlocked)
      for factor in [SecondFactor.pin(pin), .both(pin: pin, biometric: finger)] {
        await bench.refused(.pinMissing, second) { try await $0.setPinBiometric(factor) }
      }
    }
    // The others are wrong.
    try await bench.give(second, chosen == .biometric ? .biometric(Bench.finger) : .pin(Bench.pin))
    try await bench.expect(second, asks: .waitForSecondFactor, .wrongFactor)
    if chosen == .pin {
      try await bench.give(second, .biometric(finger))
      try await bench.expect(second, asks: .waitForSecondFactor, .wrongFactor)
    }
    try await bench.give(second, chosen == .pin ? .pin(pin) : .biometric(finger))
    try await bench.expect(second, .active, .loggedIn)
    if chosen == .both {
      let third = try await bench.start(account: "anna")
      try await bench.give(third, .pin(pin))
      try await bench.expect(third, .active, .loggedIn)
    }
    #expect(await eventually { bench.callbacks.told(second).last?.hasPrefix("SessionLogin") == true })
    #expect(bench.callbacks.told(first).contains("SecondFactor FIRST_SET"))
    #expect(bench.callbacks.told(second).contains("SecondFactor WRONG 2"))
    let asked = chosen == .biometric ? "SecondFactor VERIFY BIOMETRIC" : "SecondFactor VERIFY"
    #expect(bench.callbacks.told(second).contains(asked))
  }

  @Test("a biometric is added later together with the PIN, and only with the right one")
  func addedBiometric() async throws {
    let bench = Bench()
    bench.server.setFactors(pin: Bench.pin)
    let session = try await bench.start()
    try await bench.give(session, .both(pin: Secret("wrong"), biometric: Bench.finger))
    try await bench.expect(session, asks: .waitForSecondFactor, .wrongFactor)
    try await bench.give(session, .biometric(Bench.finger))
    try await bench.expect(session, asks: .waitForSecondFactor, .wrongFactor)
    try await bench.give(session, .both(pin: Bench.pin, biometric: Bench.finger))
    try await bench.expect(session, .active, .loggedIn)
    let next = try await bench.start()
    try await bench.give(next, .biometric(Bench.finger))
    try await bench.expect(next, .active, .loggedIn)
  }

  @Test("whether a factor is needed: the server, the session, the settings, and the time since the last one")
  func factorNeeded() async throws {
    let bench = Bench()
    func asks(_ change: (inout StandInLogin) -> Void) async throws -> Bool {
      let session = try await bench.start(Bench.login(change))
      defer { Task { try? await session.stopSession() } }
      return await session.current.pseudoState == .waitForSecondFactor
    }
    #expect(try await asks { $0.serverWantsFactor = true })
    #expect(try await asks { ($0.serverWantsFactor, $0.sessionWantsFactor) = (false, true) })
    #expect(try await !asks { $0.serverWantsFactor = false })
    #expect(try await asks { $0.factorLasts = .seconds(60) })
    _ = try await bench.online()
    #expect(try await !asks { $0.factorLasts = .seconds(60) })
    await bench.clock.advance(by: .seconds(61))
    #expect(try await asks { $0.factorLasts = .seconds(60) })
    // A login to the app itself always asks.
    let appLogin = try await bench.startAppLogin { $0.serverWantsFactor = false }
    try await bench.expect(appLogin, asks: .waitForSecondFactor)
  }

  @Test("what comes of a factor is reported by another callback")
  func results() async throws {
    let bench = Bench()
    let session = try await bench.start()
    try await bench.give(session, .pin(Secret("wrong")))
    try await bench.give(session)
    #expect(await eventually { bench.callbacks.all.count >= 6 })
    #expect(
      bench.callbacks.told(session) == [
        "SecondFactor VERIFY", "SecondFactor WRONG 2", "UserErrorMessage wrongFactor",
        "SecondFactor VERIFY", "SecondFactor SUCCESS", "SessionLogin hello",
      ])
  }

  @Test("after the input the session is active, over, or broken")
  func after() async throws {
    let bench = Bench()
    let active = try await bench.start(Bench.login { $0.finishes = false })
    try await bench.give(active)
    try await bench.expect(active, .active, .fail)
    let over = try await bench.start(Bench.login { $0.endsAtOnce = true })
    try await bench.give(over)
    try await bench.expect(over, .done, .loggedOut)
    let ended = try await bench.start()
    bench.server.answerNext(with: RoundResult(result: .success, sessionEnds: true))
    try await bench.give(ended)
    // A server that ends a session before it has asked for the factor does not know who it is.
    try await bench.expect(ended, .error, .error, .protocolFailure)
    bench.server.setFactors(pin: Bench.pin)
    let broken = try await bench.start()
    bench.server.answerNext(with: RoundResult(result: .success, moreInput: .secondFactor))
    bench.server.answerNext(with: RoundResult(result: .blocked))
    try await bench.give(broken)
    try await bench.expect(broken, .error, .error, .factorBlocked)
  }

  @Test("a session can be stopped at any time", arguments: 0..<5)
  func stop(_ place: Int) async throws {
    let bench = Bench(accounts: ["anna", "berta"]) { $0.manuallyStartUserInteraction = true }
    let session = try await bench.start(Bench.login { $0.finishes = place == 4 })
    if place > 0 { try await session.startUserInteraction() }
    if place > 1 { try await session.setAccount("anna") }
    if place > 2 { try await bench.give(session) }
    try await session.stopSession()
    try await bench.expect(session, .done, place == 4 ? .loggedOut : .aborted)
    let id = try await bench.id(session)
    #expect(await eventually { bench.server.isClosed(id) })
  }

  @Test("a session that is over refuses every method, and says why")
  func terminated() async throws {
    let bench = Bench()
    let done = try await bench.online()
    try await done.logout()
    let broken = try await bench.nextAuth.startSession(.text(Secret("no code")))
    await bench.clock.settle()
    try await bench.expect(broken, .error, .error, .badData)
    for session in [done, broken] {
      await bench.refused(.sessionTerminated, session) { try await $0.startUserInteraction() }
      await bench.refused(.sessionTerminated, session) { try await $0.setAccount("anna") }
      await bench.refused(.sessionTerminated, session) { try await $0.setPinBiometric(.pin(Bench.pin)) }
      await bench.refused(.sessionTerminated, session) { try await $0.inputCancel() }
      await bench.refused(.sessionTerminated, session) { try await $0.stopSession() }
      await bench.refused(.sessionTerminated, session) { try await $0.logout() }
    }
  }

  @Test("what a session does not offer is refused, and nothing changes")
  func refusals() async throws {
    let bench = Bench(accounts: ["anna", "berta"]) { $0.manuallyStartUserInteraction = true }
    let session = try await bench.start(Bench.login { $0.pingTime = 0 })
    await bench.refused(.notOffered, session) { try await $0.setAccount("anna") }
    await bench.refused(.notOffered, session) { try await $0.setPinBiometric(.pin(Bench.pin)) }
    await bench.refused(.notOffered, session) { try await $0.inputCancel() }
    await bench.refused(.notOffered, session) { try await $0.logout() }
    try await session.startUserInteraction()
    await bench.refused(.notOffered, session) { try await $0.startUserInteraction() }
    await bench.refused(.notOffered, session) { try await $0.inputCancel() }
    try await session.setAccount("anna")
    await bench.refused(.notOffered, session) { try await $0.setAccount("anna") }
    do throws(NextAuthRefusal) { try await session.logout() } catch {
      #expect(
        "\(error)"
          == "`logout` is not available now. Active states: `waitForSecondFactor`, `watching`, `fail`.")
    }
  }

  @Test("what is not active within its time is over")
  func timeout() async throws {
    let bench = Bench { $0.userInputTimeout = .seconds(30) }
    let session = try await bench.start()
    await bench.clock.advance(by: .seconds(29))
    try await bench.expect(session, asks: .waitForSecondFactor)
    await bench.clock.advance(by: .seconds(1))
    try await bench.expect(session, .done, .aborted)
    let active = try await bench.online()
    await bench.clock.advance(by: .seconds(100))
    try await bench.expect(active, .active, .loggedIn)
  }

  @Test("a session has status, history status, what it is, announce info and session info")
  func properties() async throws {
    let bench = Bench()
    let session = try await bench.startAppLogin()
    var update = await session.current
    #expect(update.isAppLogin && !update.isRegistration && update.announceInfo == "Shop")
    #expect(update.sessionInfo == nil && update.account == "anna" && update.server == "ns.example.org")
    #expect(update.status.rawValue == "WAITING_FOR_USER_INPUT" && update.historyStatus.rawValue == "FAIL")
    try await bench.give(session)
    update = await session.current
    #expect(update.sessionInfo == "hello" && update.pingTime == 300)
    #expect("\(update)" == "ACTIVE LOGGED_IN")
  }
}
