import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import LoopbackTOTP
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

/// A flow with a server in the process, and a clock that the test moves.
final class FirebaseBench: Sendable {
  static let email = "ada@example.org"
  static let password = Secret("c4n4ry-P4ass0rd!!")
  static let key = Secret("12345678901234567890")
  static let totp = TOTP(key: key)
  static let begin = 1_700_000_000
  static let base = URL(string: "https://identity.example.org") ?? URL(fileURLWithPath: "/")

  let clock: ManualClock
  let server: FirebaseLoopback
  let log: RequestLog
  let store: MemorySecretStore
  /// The store as the flow sees it, which can fail.
  let benchStore: BenchStore
  let opener = Opener()
  let app: FirebaseTOTPAuthentication
  let watcher = Watcher()
  /// Seconds that the app's own clock is ahead of the server's.
  let skew = Locked(0)
  /// What happens after a request was answered and before the app has the answer, by the request's number.
  let beforeAnswer = Locked<[Int: @Sendable () async -> Void]>([:])
  /// Changes answers, by the request's number.
  let tamper = Locked<TamperingTransport.Change?>(nil)

  /// Keeps the addresses that were to be opened.
  final class Opener: OTPAppOpener {
    let opened = Locked<[Secret]>([])
    func open(_ address: Secret) { opened.withLock { $0.append(address) } }
  }

  /// - Parameter earlier: the run before, whose server and store this one has.
  init(
    after earlier: FirebaseBench? = nil, users: [FirebaseLoopbackUser] = [FirebaseBench.user()],
    input: FirebaseTOTP.Input = FirebaseTOTP.Input(),
    faults: [Int: LoopbackFault] = [:], storeFaults: [Int: BenchStore.Fault] = [:],
    patience: Duration = .seconds(20),
    _ change: (inout FirebaseTOTPConfiguration) -> Void = { _ in },
    server settings: (inout FirebaseSettings) -> Void = { _ in },
    binding: (FirebaseHandlers) throws -> TypedBoundChart<FirebaseTOTP> = { try FirebaseTOTP.bound($0) }
  ) throws {
    let clock = ManualClock(patience: patience)
    self.clock = clock
    let seconds: @Sendable () -> Int = { Self.begin + Int(clock.now.offset.components.seconds) }
    var own = FirebaseSettings()
    settings(&own)
    server = earlier?.server ?? FirebaseLoopback(settings: own, now: seconds)
    store = earlier?.store ?? MemorySecretStore()
    benchStore = BenchStore(store, faults: storeFaults)
    if earlier == nil { for user in users { server.add(user) } }
    log = RequestLog(faults: faults)
    var configuration = FirebaseTOTPConfiguration(
      apiKey: own.apiKey, projectID: own.projectID, issuer: "Example App", identityBase: Self.base,
      tokenBase: Self.base, store: benchStore,
      // The chart's time limit of 15 seconds comes first, so that a missing answer is always the same error.
      transport: TamperingTransport(
        InProcessTransport(server, log: log, limits: TransportLimits(deadline: .seconds(20)), clock: clock),
        tamper: tamper, beforeAnswer: beforeAnswer))
    configuration.otpApp = opener
    let token = own.administratorToken
    configuration.administratorToken = { token }
    change(&configuration)
    let skew = skew
    app = try FirebaseTOTPAuthentication(
      configuration, input: input, clock: clock, inspector: watcher,
      now: { Double(seconds() + skew.withLock { $0 }) }, binding: binding)
    SecretScan.add(self)
  }

  /// An account with a password.
  static func user(
    email: String = FirebaseBench.email, factors: [FirebaseLoopbackUser.Factor] = [],
    _ change: (inout FirebaseLoopbackUser) -> Void = { _ in }
  ) -> FirebaseLoopbackUser {
    var user = FirebaseLoopbackUser(email: email, credential: .password(password), factors: factors)
    change(&user)
    return user
  }

  /// An authenticator app.
  static func app(_ name: String? = "TOTP", key: Secret = FirebaseBench.key) -> FirebaseLoopbackUser.Factor {
    FirebaseLoopbackUser.Factor(displayName: name, kind: .totp(TOTP(key: key)))
  }

  /// The time by the server's clock.
  var time: Int { Self.begin + Int(clock.now.offset.components.seconds) }

  /// What the authenticator app shows now.
  var code: String { Self.totp.code(at: time) }

  /// Starts the flow.
  func start() async {
    await app.start()
    await clock.settle()
  }

  /// Does something as the person, and waits until nothing happens any more.
  func act(_ event: FirebaseTOTP.Event) async throws {
    try await app.send(event)
    await clock.settle()
  }

  /// Waits until a screen is there to which something else leads that runs meanwhile.
  func until(_ state: FirebaseTOTP.StateID) async throws {
    for await update in await app.updates() where update.isActive(state) { break }
    await clock.settle()
  }

  /// Signs in with the password.
  func signIn(_ email: String = FirebaseBench.email, _ password: Secret = FirebaseBench.password) async throws
  {
    try await act(.signIn(email: email, password: password.text))
  }

  /// Starts the flow and signs in, with the code where one is asked for.
  func begin() async throws {
    await start()
    try await signIn()
    if await app.current.isActive(.askingCode) { try await act(.submit(code: code)) }
  }

  /// From the page with the settings to the new factor.
  func enrol() async throws {
    try await act(.enrol)
    try await act(.continue)
    let bytes = try await key()
    try await act(.submit(code: TOTP(key: Secret(bytes)).code(at: time)))
  }

  /// The key on the screen, also where it is shown no more.
  func key() async throws -> [UInt8] {
    if await app.current.isActive(.askingEnrolCode) { try await act(.back) }
    let key = try await app.totpSecretKey().text
    try await act(.continue)
    return try #require(Base32.bytes(key))
  }

  /// Fails unless this is the screen, with this error.
  func expect(
    _ state: FirebaseTOTP.StateID, _ error: FirebaseTOTP.ErrorCode? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let update = await app.current
    #expect(update.screen == state, "\(update)", sourceLocation: sourceLocation)
    #expect(update.error == error, sourceLocation: sourceLocation)
  }

  /// The outputs so far, in order.
  var told: [FirebaseTOTP.Output] {
    watcher.events.withLock { $0 }.compactMap { event -> FirebaseTOTP.Output? in
      guard case .output(let name, let data) = event.kind else { return nil }
      return try? FirebaseTOTP.Output(NamedData(name: name, data: data, redactedData: data))
    }
  }
}

extension FirebaseBench {
  /// Asks to enroll, and signs in again where that is too long ago.
  func signInAgain() async throws {
    try await act(.enrol)
    if await app.current.isActive(.reauthenticating) { try await signIn() }
  }
}
