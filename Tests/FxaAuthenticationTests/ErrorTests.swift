import FlowTransport
import Foundation
import FxaAuthenticationFlow
import FxaLoopback
import LoopbackServer
import LoopbackTOTP
import Statecharts
import StatechartsModel
import StatechartsTesting
import TestExtent
import TestSupport
import Testing

/// What each number of the account server leads to, at each place where it can come.
@Suite("Errors of the account server", .timeLimit(.minutes(20)))
struct ErrorTests {
  typealias State = FxaAuthentication.StateID
  typealias Code = FxaAuthentication.ErrorCode

  /// A request of the flow, how to get to it, and where its own errors are shown.
  struct Place: Sendable, CustomTestStringConvertible {
    let path: String
    let asking: State
    let operation: FxaOperation
    var isDeletion = false
    let reach: @Sendable (FxaBench) async throws -> Void
    let trigger: @Sendable (FxaBench) async throws -> Void
    var testDescription: String { path }

    /// The service of the chart that makes the request.
    var service: String {
      switch path {
      case "/v1/account/status": "checkAccount"
      case "/v1/account/login": asking == .signIn ? "signIn" : "verifyUnblockCode"
      case "/v1/account/create": "signUp"
      case "/v1/account/login/send_unblock_code": "sendUnblockCode"
      case "/v1/session/verify/totp": "verifySessionTotpCode"
      case "/v1/session/verify_code": "verifySessionEmailCode"
      case "/v1/session/resend_code": "resendSessionCode"
      case "/v1/oauth/authorization", "/vpn/client/login/success": "exchangeSession"
      case "/api/v2/vpn/login/verify": "verifyLogin"
      case "/v1/account/attached_clients": "listAttachedClients"
      case "/v1/account/destroy": "deleteAccount"
      default: "initialize"
      }
    }

    /// The numbers that the reference names for the request (5.2 to 5.5, 11): their errors have to be declared.
    var documented: Set<Int> {
      let own: Set<Int> =
        switch path {
        case "/v1/account/status": [101, 102, 142, 149]
        // 127 comes with an unblock code alone.
        case "/v1/account/login":
          asking == .signIn
            ? [102, 103, 126, 142, 149, 151, 160, 204, 210]
            : [102, 103, 126, 127, 142, 149, 151, 160, 204, 210]
        case "/v1/account/create": [101, 144, 151, 204]
        case "/v1/account/login/send_unblock_code": [102, 151]
        case "/v1/session/verify/totp": [152, 153, 155]
        case "/v1/session/verify_code": [105, 152, 183]
        case "/v1/account/destroy": [103, 126, 138]
        default: []
        }
      // What any request of the account server can meet.
      return own.union([109, 110, 111, 114, 115, 201, 203])
    }

    /// The errors of the reference's table that the request cannot have: they are unknown there, and shown where it was
    /// made. So an account that exists is no answer to a password, nor a wrong code one to having another sent.
    var unknown: Set<Code> {
      let address: Set<Code> = [
        .accountAlreadyExists, .emailAlreadyExists, .emailCanNotBeUsedToLogin, .emailTypeNotSupported,
        .unknownAccount,
      ]
      let emailCodes: Set<Code> = [.invalidEmailCode, .invalidOrExpiredVerificationCode]
      let codes = emailCodes.union([.invalidUnblockCode, .invalidTotpCode])
      let signIn: Set<Code> = [.incorrectPassword, .failedToSendEmail]
      let newAddress: Set<Code> = [.accountAlreadyExists, .emailAlreadyExists]
      return switch path {
      case "/v1/account/status": codes.subtracting([.invalidEmailCode]).union(signIn)
      case "/v1/account/login":
        codes.union(newAddress).subtracting(asking == .signIn ? [] : [.invalidUnblockCode])
      case "/v1/account/create": codes.union([.unknownAccount, .incorrectPassword])
      case "/v1/account/login/send_unblock_code":
        codes.union(address).subtracting([.unknownAccount]).union([.incorrectPassword])
      case "/v1/session/verify/totp": address.union(emailCodes).union(signIn).union([.invalidUnblockCode])
      case "/v1/session/verify_code": address.union(signIn).union([.invalidUnblockCode, .invalidTotpCode])
      case "/v1/session/resend_code": address.union(codes).union([.incorrectPassword])
      case "/v1/account/destroy": address.union(codes).union([.failedToSendEmail])
      default: address.union(codes).union(signIn)
      }
    }

    /// A flow that has not got there yet.
    func bench() throws -> FxaBench {
      let input = FxaAuthentication.Input(
        platform: .ios, sessionType: isDeletion ? .accountDeletion : nil,
        prefilledEmail: isDeletion ? FxaBench.email : nil)
      return try FxaBench(input: input)
    }
  }

  static let places: [Place] = [
    Place(path: "/v1/account/status", asking: .start, operation: .other) {
      await $0.start()
    } trigger: {
      try await $0.checkAccount()
    },
    Place(path: "/v1/account/login", asking: .signIn, operation: .login) {
      $0.server.add(try FxaBench.account())
      await $0.start()
      try await $0.checkAccount()
    } trigger: {
      try await $0.signIn()
    },
    Place(path: "/v1/account/create", asking: .start, operation: .other) {
      await $0.start()
      try await $0.checkAccount()
    } trigger: {
      try await $0.signUp()
    },
    Place(path: "/v1/account/login/send_unblock_code", asking: .unblockCodeNeeded, operation: .other) {
      try await Self.untilUnblock($0)
    } trigger: {
      try await $0.act { try await $0.resendUnblockCodeEmail() }
    },
    Place(path: "/v1/account/login", asking: .unblockCodeNeeded, operation: .login) {
      try await Self.untilUnblock($0)
    } trigger: { bench in
      try await bench.act { try await $0.verifyUnblockCode(try bench.mailed(.unblock)) }
    },
    Place(path: "/v1/session/verify/totp", asking: .totpVerificationNeeded, operation: .totpCode) {
      $0.server.add(try FxaBench.account { $0.totp = FxaBench.totp })
      await $0.start()
      try await $0.checkAccount()
      try await $0.signIn()
    } trigger: {
      try await $0.act { try await $0.verifySessionTotpCode(FxaBench.totp.code(at: FxaBench.now)) }
    },
    Place(path: "/v1/session/verify_code", asking: .emailVerification, operation: .emailCode) {
      try await Self.untilEmailCode($0)
    } trigger: { bench in
      try await bench.act { try await $0.verifySessionEmailCode(try bench.mailed(.verification)) }
    },
    Place(path: "/v1/session/resend_code", asking: .emailVerification, operation: .other) {
      try await Self.untilEmailCode($0)
    } trigger: {
      try await $0.act { try await $0.resendVerificationSessionCodeEmail() }
    },
  ]

  /// The requests whose errors are shown at an end, or on the page about deletion.
  static let finalPlaces: [Place] = [
    Place(path: "/api/v2/vpn/login/ios", asking: .failed, operation: .other) { _ in
    } trigger: {
      await $0.start()
    },
    Place(path: "/v1/oauth/authorization", asking: .failed, operation: .other, reach: Self.untilPassword) {
      try await $0.signIn()
    },
    Place(path: "/vpn/client/login/success", asking: .failed, operation: .other, reach: Self.untilPassword) {
      try await $0.signIn()
    },
    Place(path: "/api/v2/vpn/login/verify", asking: .failed, operation: .other, reach: Self.untilPassword) {
      try await $0.signIn()
    },
    Place(path: "/v1/account/attached_clients", asking: .failed, operation: .other, isDeletion: true) {
      $0.server.add(try FxaBench.account())
      await $0.start()
    } trigger: {
      try await $0.signIn()
    },
    Place(path: "/v1/account/destroy", asking: .accountDeletionRequest, operation: .other, isDeletion: true) {
      $0.server.add(try FxaBench.account())
      await $0.start()
      try await $0.signIn()
      try await $0.app.giveConsents(true)
    } trigger: {
      try await $0.act { try await $0.deleteAccount() }
    },
  ]

  @Sendable static func untilPassword(_ bench: FxaBench) async throws {
    bench.server.add(try FxaBench.account())
    await bench.start()
    try await bench.checkAccount()
  }

  static func untilUnblock(_ bench: FxaBench) async throws {
    bench.server.add(try FxaBench.account { $0.isBlocked = true })
    await bench.start()
    try await bench.checkAccount()
    try await bench.signIn()
    await bench.expect(.unblockCodeNeeded)
  }

  static func untilEmailCode(_ bench: FxaBench) async throws {
    await bench.start()
    try await bench.checkAccount()
    try await bench.signUp()
    await bench.expect(.emailVerification)
  }

  /// What the reference says of a number: the error, and the state unless it is the one that asked.
  static func expected(_ errno: Int, at place: Place) -> (code: Code, state: State?) {
    switch errno {
    case 101: (.accountAlreadyExists, .start)
    case 102: (.unknownAccount, .start)
    case 103: (.incorrectPassword, .signIn)
    case 105: (.invalidEmailCode, place.operation == .emailCode ? .emailVerification : .start)
    case 109, 110, 111, 115: (.authenticationFailure, nil)
    case 114: (.tooManyRequests, nil)
    case 125, 149: (.emailCanNotBeUsedToLogin, .start)
    case 127: (.invalidUnblockCode, .unblockCodeNeeded)
    case 136, 140, 141, 144: (.emailAlreadyExists, .start)
    case 142: (.emailTypeNotSupported, .start)
    // A code that was sent before may still be typed.
    case 151: (.failedToSendEmail, place.asking == .emailVerification ? nil : .signIn)
    case 152, 153, 183:
      place.operation == .totpCode
        ? (.invalidTotpCode, .totpVerificationNeeded)
        : (.invalidOrExpiredVerificationCode, .emailVerification)
    // A code that could not be checked is asked for again.
    case 201, 203:
      (
        .serverUnavailable,
        [.unblockCodeNeeded, .totpVerificationNeeded, .emailVerification].contains(place.asking)
          ? nil : .start
      )
    default: (.unknownError, nil)
    }
  }

  /// Every number from the first to the last that the account server has, and some that it does not.
  static let numbers = Array(100...230) + [0, 1, -1, 998, 999, 4_711, Int.max, Int.min]

  @Test(
    "the chart declares what the reference documents for each request, and what else is not unknown there",
    arguments: places + finalPlaces)
  func documented(place: Place) {
    let declared = Self.declared(place)
    #expect(!declared.isEmpty)
    guard place.path.hasPrefix("/v1/") else { return }
    for errno in place.documented {
      #expect(declared.contains(Self.expected(errno, at: place).code), "\(errno) at \(place.path)")
    }
    for errno in Self.numbers where ![107, 120, 125].contains(errno) {
      let code = Self.expected(errno, at: place).code
      #expect(declared.contains(code) != place.unknown.contains(code), "\(errno) at \(place.path)")
    }
  }

  @Test(
    "each number ends on a screen: the one that the reference names, unless it is unknown there",
    arguments: places)
  func numbers(place: Place) async throws {
    // These have tests of their own: what they mean stands in other fields of the answer.
    for errno in TestExtent.of(Self.numbers, every: 16, at: place.path.utf8.count)
    where ![107, 120, 125].contains(errno) {
      let update = try await Self.failed(place, errno)
      let expected = Self.expected(errno, at: place)
      let isDeclared = !place.unknown.contains(expected.code)
      #expect(!update.isBusy && !update.isOver, "\(errno) at \(place.path): \(update)")
      #expect(
        update.error == (isDeclared ? expected.code : .unknownError), "\(errno) at \(place.path): \(update)")
      // Signing up comes back to Start whatever happens, and what the chart does not expect stays where it was asked.
      let state = place.path == "/v1/account/create" ? .start : isDeclared ? expected.state : nil
      #expect(update.isActive(state ?? place.asking), "\(errno) at \(place.path): \(update)")
    }
  }

  @Test(
    "each number at the start, after the password and at the deletion ends as the reference says",
    arguments: finalPlaces)
  func finalNumbers(place: Place) async throws {
    for errno in TestExtent.of(Self.numbers, every: 16, at: place.path.utf8.count) {
      let update = try await Self.failed(place, errno)
      let expected = Self.expected(errno, at: place)
      #expect(!update.isBusy && !update.isAccountDeleted, "\(errno) at \(place.path): \(update)")
      let code: Code =
        if !place.path.hasPrefix("/v1/") {
          // Guardian has no numbers of its own. Waiting is only shown where it is asked for.
          switch errno {
          case 201, 203: .serverUnavailable
          case 114: place.path.hasSuffix("/ios") ? .serverUnavailable : .tooManyRequests
          default: .authenticationFailure
          }
        } else {
          place.unknown.contains(expected.code) ? .unknownError : expected.code
        }
      #expect(update.error == code, "\(errno) at \(place.path): \(update)")
      let isWrongPassword = place.asking == .accountDeletionRequest && errno == 103
      #expect(
        update.states == [isWrongPassword ? .signIn : place.asking], "\(errno) at \(place.path): \(update)")
    }
  }

  @Test(
    "the numbers whose meaning stands elsewhere leave nothing hanging when that is missing or of another kind",
    arguments: places + finalPlaces)
  func incomplete(place: Place) async throws {
    let bodies = [
      #"{"errno":107}"#, #"{"errno":107,"validation":7}"#, #"{"errno":107,"validation":{"keys":"email"}}"#,
      #"{"errno":107,"validation":{"keys":[7,null]}}"#, #"{"errno":120}"#, #"{"errno":120,"email":null}"#,
      #"{"errno":120,"email":7}"#, #"{"errno":120,"email":"a@b.c"}"#, #"{"errno":125}"#,
      #"{"errno":125,"verificationMethod":7}"#, #"{"errno":125,"verificationMethod":"email-captcha"}"#,
      #"{"errno":125,"verificationMethod":"other"}"#, #"{"errno":1.5}"#, #"{"errno":true}"#,
      #"{"errno":null}"#,
    ]
    for body in TestExtent.of(bodies, every: 4, at: place.path.utf8.count) {
      let update = try await Self.failed(place, .json(text: body, status: 400))
      let isAnswered = place.path == "/v1/account/login" && (body.contains("120") || body.contains("captcha"))
      #expect(!update.isBusy && !update.isAccountDeleted, "\(body) at \(place.path): \(update)")
      #expect(update.error != nil || isAnswered, "\(body) at \(place.path): \(update)")
      #expect(update.isOver == (place.asking == .failed), "\(body) at \(place.path): \(update)")
    }
  }

  /// Where a flow is when a request has failed with a number.
  private static func failed(_ place: Place, _ errno: Int) async throws -> MZAuthUpdate {
    let body = #"{"code":400,"errno":\#(errno),"error":"Error","message":"no"}"#
    return try await failed(place, .json(text: body, status: 400))
  }

  private static func failed(_ place: Place, _ response: TransportResponse) async throws -> MZAuthUpdate {
    let bench = try place.bench()
    try await place.reach(bench)
    bench.server.answerNext(place.path, with: response)
    try await place.trigger(bench)
    await bench.app.settled()
    let update = await bench.app.current
    #expect(try await bench.leaks(isQuick: true).isEmpty, "\(place.path): \(update)")
    if update.isOver {
      #expect(update.states == [.failed])
      #expect(await bench.app.login == nil)
      #expect(bench.server.openSessions == 0)
    }
    return update
  }

  /// What the chart declares for the service behind a place.
  static func declared(_ place: Place) -> Set<Code> {
    let services = (try? FxaAuthentication.compiled.get())?.chart.handlers.services ?? []
    let codes = services.first { $0.name.text == place.service }?.errors ?? []
    return Set(codes.compactMap { Code(rawValue: $0.text) })
  }

  @Test("a wrong parameter is what it is called", .scanned, arguments: places)
  func parameters(place: Place) async throws {
    for key in ["email", "code", "unblockCode", "authPW", "metricsContext.deviceId"] {
      let bench = try FxaBench()
      try await place.reach(bench)
      let body = #"{"code":400,"errno":107,"validation":{"keys":["\#(key)"]}}"#
      bench.server.answerNext(place.path, with: .json(text: body, status: 400))
      try await place.trigger(bench)
      let update = await bench.app.current
      let expected: Code =
        switch (key, place.operation) {
        case ("code", .totpCode): .invalidTotpCode
        case ("code", .emailCode): .invalidOrExpiredVerificationCode
        case ("unblockCode", .login) where place.asking == .unblockCodeNeeded: .invalidUnblockCode
        case ("email", _) where Self.declared(place).contains(.invalidEmailAddress): .invalidEmailAddress
        default: .unknownError
        }
      #expect(update.error == expected, "\(key) at \(place.path): \(update)")
      await bench.app.settled()
    }
  }

  @Test(
    "too many requests are shown where they were made, with the time to wait", .scanned, arguments: places)
  func throttling(place: Place) async throws {
    for fault in TestExtent.of(LoopbackFault.throttling, every: 3, at: place.path.utf8.count) {
      let bench = try FxaBench()
      try await place.reach(bench)
      bench.log.failNext(with: fault)
      try await place.trigger(bench)
      let seconds = Self.seconds(fault)
      await bench.expect(place.asking, .tooManyRequests, retryAfter: seconds)
      let update = await bench.app.current
      #expect(update.minutesToWait == (seconds == 60 || seconds == 7 ? 1 : seconds == 86_400 ? 1_440 : 15))
      // Nothing is asked again by itself, however long nobody does anything.
      let count = bench.log.received.count
      await bench.clock.advance(by: .seconds(7_200))
      #expect(bench.log.received.count == count)
    }
  }

  @Test(
    "too many requests are reported with the time to wait at the ends too", .scanned, arguments: finalPlaces)
  func finalThrottling(place: Place) async throws {
    for fault in TestExtent.of(LoopbackFault.throttling, every: 3, at: place.path.utf8.count) {
      let bench = try place.bench()
      try await place.reach(bench)
      let number =
        switch place.service {
        case "exchangeSession": place.path.hasPrefix("/v1/") ? 3 : 4
        case "verifyLogin": 5
        case "listAttachedClients": 6
        case "deleteAccount": 7
        default: 0
        }
      bench.log.fail(number, with: fault)
      try await place.trigger(bench)
      await bench.app.settled()
      #expect(bench.log.received[number].path == place.path)
      let seconds = Self.seconds(fault)
      // At the start there is one error for both, and half a minute where nothing is said.
      let isStart = place.service == "initialize"
      await bench.expect(
        place.asking, isStart ? .serverUnavailable : .tooManyRequests,
        retryAfter: isStart ? seconds ?? 30 : seconds)
      #expect(await bench.app.current.isOver == (place.asking == .failed))
    }
  }

  /// The wait that an answer asks for.
  private static func seconds(_ fault: LoopbackFault) -> Int? {
    guard case .answer(_, let headers, let body) = fault else { return nil }
    return switch headers["Retry-After"] {
    case "60": 60
    case "0", "-5", "Sun, 06 Nov 1994 08:49:37 GMT": 0
    case "99999999999999999999", "Fri, 01 Jan 2100 00:00:00 GMT": 86_400
    default: body.contains("7") ? 7 : nil
    }
  }

  @Test("too many requests are shown at Start where the app wants it so", .scanned)
  func throttlingAtStart() async throws {
    let bench = try FxaBench(
      accounts: [FxaBench.account()], input: .init(platform: .ios, throttleLanding: .start))
    await bench.start()
    try await bench.checkAccount()
    bench.server.failNext("/v1/account/login", errno: 114, status: 429)
    try await bench.signIn()
    await bench.expect(.start, .tooManyRequests)
  }

  @Test(
    "ways of confirming that nobody knows end at the password", .scanned,
    arguments: ["email", "email-2fa", "email-captcha", ""])
  func unsupported(method: String) async throws {
    let bench = try FxaBench(accounts: [FxaBench.account { $0.verificationMethod = method }])
    await bench.start()
    try await bench.checkAccount()
    try await bench.signIn()
    await bench.expect(.signIn, .unsupportedVerificationMethod)
  }

  @Test("blocked without a way to unblock ends at Start", .scanned)
  func blocked() async throws {
    let bench = try FxaBench(accounts: [FxaBench.account()])
    await bench.start()
    try await bench.checkAccount()
    bench.server.failNext("/v1/account/login", errno: 125)
    try await bench.signIn()
    await bench.expect(.start, .emailCanNotBeUsedToLogin)
  }

  @Test("an unavailable server says how long, or half a minute", .scanned)
  func unavailable() async throws {
    let bench = try FxaBench()
    await bench.start()
    bench.server.failNext("/v1/account/status", errno: 201, status: 503)
    try await bench.checkAccount()
    await bench.expect(.start, .serverUnavailable, retryAfter: 30)
    bench.log.failNext(with: .answer(status: 503, headers: ["Retry-After": "90"], body: "<html>"))
    try await bench.checkAccount()
    await bench.expect(.start, .serverUnavailable, retryAfter: 90)
  }
}
