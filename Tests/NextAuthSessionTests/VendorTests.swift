import FlowTransport
import Foundation
import NextAuthSessionFlow
import Statecharts
import StatechartsTesting
import Testing

/// Plays the vendor's SDK: each method calls back what the test says.
private final class FakeSDK: NextAuthSDK {
  struct Failure: Error {}
  typealias Answer = @Sendable (any NextAuthSDKDelegate) -> Void

  private struct State {
    var delegate: (any NextAuthSDKDelegate)?
    var answers: [String: [Answer]] = [:]
    var calls: [String] = []
    var started = 0
  }

  private let state = Locked(State())

  /// What was called, in order.
  var calls: [String] { state.withLock { $0.calls } }

  /// What the next call of a method calls back.
  func on(_ method: String, _ answer: @escaping Answer) {
    state.withLock { $0.answers[method, default: []].append(answer) }
  }

  /// Calls back by itself.
  func tell(_ answer: Answer) {
    if let delegate = state.withLock({ $0.delegate }) { answer(Renaming(delegate: delegate, id: id)) }
  }

  /// The identifier of the session that was started last.
  private var id: String { state.withLock { "v\($0.started)" } }

  @discardableResult
  private func called(_ method: String) -> Bool {
    let answer: Answer? = state.withLock { state in
      state.calls.append(method)
      if ["startSession", "startAppLogin", "processPush"].contains(method) { state.started += 1 }
      guard var rest = state.answers[method], !rest.isEmpty else { return nil }
      defer { state.answers[method] = rest }
      return rest.removeFirst()
    }
    if let answer { tell(answer) }
    return answer != nil
  }

  func setDelegate(_ delegate: any NextAuthSDKDelegate) { state.withLock { $0.delegate = delegate } }
  func startSession(_ data: Secret) async throws -> String {
    guard called("startSession") else { throw NextAuthFailure.badData }
    return id
  }
  func processPush(_ message: Secret) async throws -> String? { called("processPush") ? id : nil }
  func startAppLogin(_ account: String?) async throws -> String {
    guard called("startAppLogin") else { throw Failure() }
    return id
  }
  func startUserInteraction(_ session: String) async { called("startUserInteraction") }
  func setAccount(_ account: String, userInput: Secret?, _ session: String) async {
    called("setAccount \(account)")
  }
  func setPinBiometric(_ factor: SecondFactor, _ session: String) async { called("setPinBiometric") }
  func stopSession(_ session: String) async { called("stopSession") }
  func deleteAccount(_ account: String, server: String?) async throws {
    guard called("deleteAccount \(account) \(server ?? "-")") else { throw Failure() }
  }
}

/// Calls back for the session that was started last, where a test says `v1`.
private struct Renaming: NextAuthSDKDelegate {
  let delegate: any NextAuthSDKDelegate
  let id: String

  private func named(_ session: VendorSession) -> VendorSession {
    var session = session
    if session.id == "v1" { session.id = id }
    return session
  }

  func willConfirmLoginFor(_ session: VendorSession, accounts: [String]) {
    delegate.willConfirmLoginFor(named(session), accounts: accounts)
  }
  func willConfirmEnrolFor(
    _ session: VendorSession, account: String, existingAccounts: [String], visualHash: String?
  ) {
    delegate.willConfirmEnrolFor(
      named(session), account: account, existingAccounts: existingAccounts, visualHash: visualHash)
  }
  func didStartSecondFactorWith(
    _ session: VendorSession, context: NextAuthSession.FactorContext, account: String
  ) { delegate.didStartSecondFactorWith(named(session), context: context, account: account) }
  func didUpdateSecondFactorWith(_ session: VendorSession, result: VendorFactorResult) {
    delegate.didUpdateSecondFactorWith(named(session), result: result)
  }
  func sessionUpdate(_ session: VendorSession) { delegate.sessionUpdate(named(session)) }
  func userErrorMessage(_ session: VendorSession, code: Int) {
    delegate.userErrorMessage(named(session), code: code)
  }
}

/// What the vendor's SDK calls back becomes what the chart waits for.
@Suite("The callbacks of the vendor's SDK", .timeLimit(.minutes(20)))
struct VendorTests {
  private let sdk = FakeSDK()
  private let callbacks = Callbacks()
  private let transport: VendorTransport
  private let nextAuth: NextAuth

  init() {
    transport = VendorTransport(sdk)
    // Time stands still: on a busy machine a person who does not answer in time would be taken for one who is gone.
    nextAuth = NextAuth(
      NextAuthConfiguration(transport: transport, callbacks: callbacks), clock: ManualClock())
  }

  private static func session(
    _ status: AuthSessionUpdate.Status, _ history: NextAuthSession.HistoryStatus = .fail,
    webSession: Secret? = nil
  ) -> VendorSession {
    VendorSession(
      id: "v1", status: status, historyStatus: history, server: "ns.example.org",
      announceInfo: "Shop", sessionInfo: "hello", webSession: webSession)
  }

  private static let waiting = session(.waitingForUserInput)

  private func start(_ nextAuth: NextAuth? = nil) async throws -> AuthSession {
    let session = try await (nextAuth ?? self.nextAuth).startSession(.bytes(Secret("c4n4ry-qr")))
    await session.settled()
    return session
  }

  private func expect(
    _ session: AuthSession, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    _ = await eventually { await "\(session.current)" == expected }
    #expect(await "\(session.current)" == expected, sourceLocation: sourceLocation)
  }

  @Test("a login by QR code with a factor, once wrong, in the documented order, and the server's logout")
  func login() async throws {
    sdk.on("startSession") {
      $0.sessionUpdate(Self.session(.starting))
      $0.sessionUpdate(Self.session(.readyForUserInteraction))
    }
    sdk.on("startUserInteraction") { $0.willConfirmLoginFor(Self.waiting, accounts: ["anna", "berta"]) }
    sdk.on("setAccount berta") {
      $0.sessionUpdate(Self.waiting)
      $0.didStartSecondFactorWith(Self.waiting, context: .verify, account: "berta")
    }
    sdk.on("setPinBiometric") {
      $0.didUpdateSecondFactorWith(Self.waiting, result: .wrong(remaining: 2))
      $0.didStartSecondFactorWith(Self.waiting, context: .verify, account: "berta")
    }
    sdk.on("setPinBiometric") {
      $0.didUpdateSecondFactorWith(Self.waiting, result: .success)
      $0.sessionUpdate(Self.session(.active))
      $0.sessionUpdate(Self.session(.active, .loggedIn))
      $0.sessionUpdate(Self.session(.active, .loggedIn))
    }
    let session = try await start()
    await expect(session, "WAIT_FOR_CONFIRMATION FAIL")
    try await session.setAccount("berta")
    await expect(session, "WAIT_FOR_SECOND_FACTOR FAIL")
    try await session.setPinBiometric(.pin(Secret("wrong")))
    await expect(session, "WAIT_FOR_SECOND_FACTOR FAIL (wrongFactor)")
    try await session.setPinBiometric(.pin(Secret("right")))
    await expect(session, "ACTIVE LOGGED_IN")
    // The SDK does not say how often it sends its keep-alives, and nothing is made up in place of it.
    #expect(await session.current.pingTime == nil)
    #expect(await session.current.states.contains(.noPings))
    sdk.tell { $0.sessionUpdate(Self.session(.done, .loggedOut)) }
    await expect(session, "DONE LOGGED_OUT")
    await callbacks.waitFor(8)
    #expect(
      callbacks.told(session) == [
        "ConfirmLogin anna berta Shop", "SecondFactor VERIFY", "SecondFactor WRONG 2",
        "UserErrorMessage wrongFactor", "SecondFactor VERIFY", "SecondFactor SUCCESS", "SessionLogin hello",
        "SessionStop",
      ])
    #expect(
      sdk.calls.prefix(5) == [
        "startSession", "startUserInteraction", "setAccount berta", "setPinBiometric", "setPinBiometric",
      ])
  }

  @Test("the SDK leaves the confirmation out: the account is not handed over again")
  func bypass() async throws {
    sdk.on("startSession") { $0.didStartSecondFactorWith(Self.waiting, context: .verify, account: "anna") }
    sdk.on("setPinBiometric") {
      $0.didUpdateSecondFactorWith(Self.waiting, result: .success)
      $0.sessionUpdate(Self.session(.done, .loggedInOneShot))
    }
    let session = try await start()
    await expect(session, "WAIT_FOR_SECOND_FACTOR FAIL")
    try await session.setPinBiometric(.pin(Secret("right")))
    await expect(session, "DONE LOGGED_IN_ONE_SHOT")
    #expect(await session.current.pingTime == 0)
    #expect(!sdk.calls.contains { $0.hasPrefix("setAccount") })
  }

  @Test("the first enrollment has the factor chosen, later ones have it asked for")
  func enrolment() async throws {
    // Which of the two the SDK says; existing accounts may have factors elsewhere.
    for (existing, first) in [([], true), (["berta"], false), (["berta"], true), ([], false)]
      as [([String], Bool)]
    {
      sdk.on("startSession") {
        $0.willConfirmEnrolFor(
          Self.waiting, account: "anna", existingAccounts: existing, visualHash: "picture")
      }
      sdk.on("setAccount anna") {
        $0.didStartSecondFactorWith(Self.waiting, context: first ? .firstSet : .verify, account: "anna")
      }
      sdk.on("setPinBiometric") {
        $0.didUpdateSecondFactorWith(Self.waiting, result: .success)
        $0.sessionUpdate(Self.session(.active, .loggedIn))
      }
      let session = try await start()
      #expect(await session.current.isRegistration)
      #expect(await session.current.visualHash == "picture")
      try await session.setAccount("anna")
      await expect(session, "WAIT_FOR_SECOND_FACTOR FAIL")
      #expect(await session.current.factorContext == (first ? .firstSet : .verify))
      try await session.setPinBiometric(.pin(Secret("right")))
      await expect(session, "ACTIVE LOGGED_IN")
      try await session.stopSession()
      await expect(session, "DONE LOGGED_OUT")
    }
  }

  @Test("a login to the app itself has its web session, and a push message may be a login")
  func otherStarts() async throws {
    let secret = Secret("c4n4ry-web")
    sdk.on("startAppLogin") { $0.didStartSecondFactorWith(Self.waiting, context: .verify, account: "anna") }
    sdk.on("setPinBiometric") {
      $0.didUpdateSecondFactorWith(Self.waiting, result: .success)
      $0.sessionUpdate(Self.session(.active, .loggedIn, webSession: secret))
    }
    let session = try await nextAuth.startAppLogin()
    await expect(session, "WAIT_FOR_SECOND_FACTOR FAIL")
    try await session.setPinBiometric(.biometric(Secret("handle")))
    await expect(session, "ACTIVE LOGGED_IN")
    #expect(session.webSession == secret)
    try await session.logout()
    #expect(await eventually { sdk.calls.contains("stopSession") })
    #expect(try await nextAuth.processPush(Secret("news")) == nil)
    sdk.on("processPush") { $0.willConfirmLoginFor(Self.waiting, accounts: ["anna"]) }
    let pushed = try #require(try await nextAuth.processPush(Secret("login")))
    await expect(pushed, "WAIT_FOR_CONFIRMATION FAIL")
    sdk.on("deleteAccount anna -") { _ in }
    try await nextAuth.deleteAccount("anna")
    sdk.on("deleteAccount anna ns.example.org") { _ in }
    try await nextAuth.deleteAccount("anna", server: "ns.example.org")
    // A session means the account at its own server.
    sdk.on("deleteAccount anna ns.example.org") { $0.sessionUpdate(Self.session(.done, .aborted)) }
    try await pushed.deleteAccount("anna")
    #expect(await eventually { sdk.calls.filter { $0 == "deleteAccount anna ns.example.org" }.count == 2 })
    #expect(sdk.calls.filter { $0.hasPrefix("deleteAccount") }.count == 3)
    await #expect(throws: NextAuthFailure.self) { try await nextAuth.deleteAccount("berta") }
  }

  /// A session that the app has not started.
  private static func other(
    _ status: AuthSessionUpdate.Status, _ history: NextAuthSession.HistoryStatus
  ) -> VendorSession {
    VendorSession(id: "another", status: status, historyStatus: history, server: "ns.example.org")
  }

  @Test("callbacks of other sessions and untimely ones change nothing until the person has answered")
  func untimely() async throws {
    for (history, expected) in [
      (.aborted, "DONE ABORTED"), (.fail, "DONE ABORTED"), (.error, "DONE ABORTED"),
    ] as [(NextAuthSession.HistoryStatus, String)] {
      sdk.on("startSession") { $0.willConfirmLoginFor(Self.waiting, accounts: ["anna", "berta"]) }
      let session = try await start()
      await expect(session, "WAIT_FOR_CONFIRMATION FAIL")
      sdk.tell { $0.sessionUpdate(Self.other(.active, .loggedIn)) }
      sdk.tell { $0.sessionUpdate(Self.other(.done, .aborted)) }
      sdk.tell { $0.didUpdateSecondFactorWith(Self.other(.waitingForUserInput, .fail), result: .cancelled) }
      sdk.tell { $0.userErrorMessage(Self.other(.waitingForUserInput, .fail), code: 34) }
      // The SDK has ended it, which is heard with the person's answer.
      sdk.tell { $0.sessionUpdate(Self.session(.done, history)) }
      await session.settled()
      await expect(session, "WAIT_FOR_CONFIRMATION FAIL")
      try await session.setAccount("anna")
      await expect(session, expected)
    }
    #expect(!nextAuth.history.contains { $0.status != .aborted })
  }

  @Test("nothing is kept of sessions that are over or unknown")
  func mailboxes() async throws {
    sdk.on("startSession") { $0.willConfirmLoginFor(Self.waiting, accounts: ["anna"]) }
    let session = try await start()
    await expect(session, "WAIT_FOR_CONFIRMATION FAIL")
    #expect(transport.count == 1)
    try await session.stopSession()
    #expect(await eventually { transport.count == 0 })
    sdk.tell { $0.sessionUpdate(Self.session(.done, .aborted, webSession: Secret("c4n4ry-late"))) }
    #expect(transport.count == 0)
    for number in 0..<1_000 {
      sdk.tell { $0.sessionUpdate(VendorSession(id: "u\(number)", status: .active, server: "x")) }
    }
    #expect(transport.count == VendorTransport.mostUnknown)
  }

  @Test("when the PIN is blocked the SDK says whether a biometric is left")
  func blocked() async throws {
    sdk.on("startSession") { $0.didStartSecondFactorWith(Self.waiting, context: .verify, account: "anna") }
    sdk.on("setPinBiometric") {
      $0.didUpdateSecondFactorWith(Self.waiting, result: .blocked(leavesBiometric: true))
    }
    sdk.on("setPinBiometric") {
      $0.didUpdateSecondFactorWith(Self.waiting, result: .success)
      $0.sessionUpdate(Self.session(.active, .loggedIn))
    }
    // These settings are the SDK's to keep.
    let session = try await start(strict)
    await expect(session, "WAIT_FOR_SECOND_FACTOR FAIL")
    try await session.setPinBiometric(.pin(Secret("wrong")))
    await expect(session, "WAIT_FOR_SECOND_FACTOR FAIL (factorBlocked)")
    #expect(await session.current.isPINBlocked)
    await #expect(throws: NextAuthRefusal.self) { try await session.setPinBiometric(.pin(Secret("right"))) }
    try await session.setPinBiometric(.biometric(Secret("handle")))
    await expect(session, "ACTIVE LOGGED_IN")
    #expect(!sdk.calls.contains("stopSession"))
  }

  /// With settings that the SDK does not go by.
  private var strict: NextAuth {
    var settings = NextAuthSettings()
    settings.singleAccount = true
    settings.biometricsDisabled = true
    settings.blockSecondFactorOnPINBlocked = true
    settings.alwaysRequireSecondFactorIfInactiveAppLogin = true
    settings.defaultNSURI = "wss://elsewhere.example.org/ns"
    settings.appLoginServer = "apps.example.org"
    return NextAuth(
      NextAuthConfiguration(transport: transport, callbacks: callbacks, settings: settings),
      clock: ManualClock())
  }

  @Test("errors: data that cannot be read, no account, an end before the question, a broken session")
  func errors() async throws {
    await expect(try await start(), "ERROR ERROR (badData)")
    let answers: [(FakeSDK.Answer, String)] = [
      ({ @Sendable in $0.userErrorMessage(Self.waiting, code: 34) }, "noAccounts"),
      ({ @Sendable in $0.userErrorMessage(Self.waiting, code: 7) }, "fetchFailed"),
      ({ @Sendable in $0.sessionUpdate(Self.session(.error)) }, "fetchFailed"),
      ({ @Sendable in $0.sessionUpdate(Self.session(.done, .loggedIn)) }, "protocolFailure"),
      ({ @Sendable in $0.sessionUpdate(Self.session(.done, .loggedInOneShot)) }, "protocolFailure"),
    ]
    for (answer, error) in answers {
      sdk.on("startSession", answer)
      await expect(try await start(), "ERROR ERROR (\(error))")
    }
    // Refused, stopped elsewhere or too late: no error, and the app only gets the end.
    for history in [.fail, .aborted] as [NextAuthSession.HistoryStatus] {
      sdk.on("startSession") { $0.sessionUpdate(Self.session(.done, history)) }
      let session = try await start()
      await expect(session, "DONE ABORTED")
      #expect(nextAuth.history.last?.status == .aborted)
      #expect(await eventually { !callbacks.told(session).isEmpty })
      #expect(callbacks.told(session) == ["SessionStop"])
    }
    for (result, expected) in [
      (.blocked(leavesBiometric: false), "ERROR ERROR (factorBlocked)"), (.cancelled, "DONE ABORTED"),
      (.biometricChanged, "WAIT_FOR_SECOND_FACTOR FAIL (biometricChanged)"),
    ] as [(VendorFactorResult, String)] {
      sdk.on("startSession") {
        $0.didStartSecondFactorWith(Self.waiting, context: .verify, account: "anna")
      }
      sdk.on("setPinBiometric") { $0.didUpdateSecondFactorWith(Self.waiting, result: result) }
      let session = try await start()
      try await session.setPinBiometric(.biometric(Secret("handle")))
      await expect(session, expected)
      if result == .biometricChanged { try await session.stopSession() }
    }
  }
}
