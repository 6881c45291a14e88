import Statecharts
import StatechartsTesting
import TestExtent
import Testing

/// One way to start the Mozilla flow.
struct FXAuthenticationSetting: Sendable, CustomTestStringConvertible {
  var name: String
  var input: [String: ChartValue]
  /// How many steps are taken from the start.
  var depth: Int

  var testDescription: String { name }

  /// One in six, or all with STATECHARTS_TESTS=all.
  static let tried = all.enumerated().filter { $0.offset.isMultiple(of: TestExtent.count(6, whole: 1)) }.map(
    \.element)

  static let all: [FXAuthenticationSetting] = [
    .init(name: "with creation", input: [:], depth: 8),
    .init(name: "without creation", input: ["method": "inAppNoCreation"], depth: 8),
    .init(name: "in the browser", input: ["method": "webBased"], depth: 9),
    .init(name: "throttled to Start", input: ["throttleLanding": "start"], depth: 8),
    .init(
      name: "deletion", input: ["sessionType": "accountDeletion", "prefilledEmail": "Ada@example.org"],
      depth: 12),
    .init(
      name: "subscription",
      input: ["sessionType": "subscriptionManagement", "prefilledEmail": "Ada@example.org"], depth: 8),
  ]
}

/// What the person does.
private enum Deed: CaseIterable {
  case ada, eve, noAddress, password, noPassword, signIn, legal, noLegal, signUp, unblockCode,
    resendUnblockCode
  case totpCode, emailCode, resendEmailCode, consents, noConsents, delete, browserCode, reset

  func happen(to simulation: inout Simulation) -> SimulationReport {
    func send(_ event: String, _ data: ChartValue = .unset) -> SimulationReport {
      simulation.send(event, data: data)
    }
    switch self {
    case .ada: return send("checkAccount", ["emailAddress": "ADA@example.org"])
    case .eve: return send("checkAccount", ["emailAddress": "eve@example.org"])
    case .noAddress:
      simulation.guards["emailIsValid"] = false
      defer { simulation.guards["emailIsValid"] = true }
      return send("checkAccount", ["emailAddress": "hello world"])
    case .password: return send("setPassword", ["password": "P4ass0rd!!"])
    case .noPassword:
      simulation.guards["passwordIsTyped"] = false
      defer { simulation.guards["passwordIsTyped"] = true }
      return send("setPassword", ["password": ""])
    case .signIn: return send("signIn")
    case .legal: return send("acceptLegal", ["isAccepted": true])
    case .noLegal: return send("acceptLegal", ["isAccepted": false])
    case .signUp: return send("signUp")
    case .unblockCode: return send("verifyUnblockCode", ["code": "A1B2C3D4"])
    case .resendUnblockCode: return send("resendUnblockCodeEmail")
    case .totpCode: return send("verifySessionTotpCode", ["code": "123456"])
    case .emailCode: return send("verifySessionEmailCode", ["code": "123456"])
    case .resendEmailCode: return send("resendVerificationSessionCodeEmail")
    case .consents: return send("giveConsents", ["areGiven": true])
    case .noConsents: return send("giveConsents", ["areGiven": false])
    case .delete: return send("deleteAccount")
    case .browserCode: return send("browserCode", ["code": "c0de"])
    case .reset: return send("reset")
    }
  }
}

/// What the work of a service comes to.
private enum End {
  case done(ChartValue)
  case failed(String, ChartValue)
  case late
}

/// A situation of a flow, with what has happened to the person's session so far.
private struct Situation {
  var simulation: Simulation
  var report: SimulationReport
  var trail: [String]
  /// The account server, or in the browser the VPN service, has said that the person is who they say they are.
  var isVerified = false
  /// The VPN service has given its login for that.
  var hasLogin = false
  var hasPassword = false
  /// Every consequence is accepted on the screen that is shown.
  var hasConsent = false
  var isDeleted = false

  var states: Set<String> { Set(report.states) }

  func has(_ name: String) -> ChartValue { report.context.first { $0.name == name }?.value ?? .unset }

  /// What identifies it.
  var look: String {
    let context = report.context.map { "\($0.name)=\($0.value)" }
    return "\(report.states) \(context) \(isVerified) \(hasLogin) \(hasPassword) \(hasConsent)"
  }
}

@Suite("What holds in every Mozilla sign-in")
struct FXAuthenticationInvariantTests {
  private static let flow = FXAuthenticationTests.flow

  @Test(
    """
    nobody is authenticated without a session that was verified, nothing is deleted without consent and password, the address \
    stays, and there is always a way out
    """, arguments: FXAuthenticationSetting.tried)
  func invariants(_ setting: FXAuthenticationSetting) throws {
    var simulation = try Self.flow.simulation(setting.input)
    let first = simulation.start()
    var open = [Situation(simulation: simulation, report: first, trail: [])]
    var seen: Set<String> = []
    var reached: Set<String> = []
    for _ in 0..<setting.depth {
      var next: [Situation] = []
      for situation in open {
        try checkLeaving(situation)
        for deed in Deed.allCases {
          if let later = did(deed, situation) { add(later, from: situation) }
        }
        for service in situation.report.services {
          for end in try Self.ends(of: service) {
            if let later = ended(service, end, situation) { add(later, from: situation) }
          }
        }
        func add(_ later: Situation, from earlier: Situation) {
          check(later, from: earlier, setting)
          reached.formUnion(later.states)
          if !later.report.isFinal, seen.insert(later.look).inserted { next.append(later) }
        }
      }
      open = next
    }
    #expect(reached.isSuperset(of: ["authenticated", "failed"]))
    if setting.input["sessionType"] == "accountDeletion" {
      #expect(reached.isSuperset(of: ["accountDeletionRequest", "deletingAccount"]))
    }
  }

  /// All that a service can come to.
  private static func ends(of service: String) throws -> [End] {
    let answers: [ChartValue] =
      switch service {
      case "checkAccount": [["exists": true], ["exists": false]]
      case "signIn", "signUp", "verifyUnblockCode":
        [
          ["verified": true], [:], ["verified": false, "verificationMethod": "totp-2fa"],
          ["verificationMethod": "email-otp"], ["verified": false, "verificationMethod": "email"],
        ]
      case "verifySessionTotpCode": [["verified": true], ["verified": false]]
      case "listAttachedClients": [["names": ["Firefox"]]]
      default: [.unset]
      }
    let failures = try flow.errors(ofService: service).flatMap { code -> [End] in
      switch code {
      case "requestBlocked":
        [.failed(code, ["verificationMethod": "email-captcha"]), .failed(code, .unset)]
      case "emailCaseMismatch":
        [.failed(code, ["email": "ada@example.org"]), .failed(code, ["email": "eve@example.org"])]
      default: [.failed(code, .unset)]
      }
    }
    return answers.map { .done($0) } + failures + (service == "authenticateInBrowser" ? [] : [.late])
  }

  private func did(_ deed: Deed, _ situation: Situation) -> Situation? {
    var later = situation
    later.report = deed.happen(to: &later.simulation)
    guard later.report.outcome == .taken else { return nil }
    later.trail.append("\(deed)")
    switch deed {
    case .password: later.hasPassword = true
    case .noPassword: later.hasPassword = false
    case .consents: later.hasConsent = true
    case .noConsents: later.hasConsent = false
    default: break
    }
    return settled(later, from: situation)
  }

  private func ended(_ service: String, _ end: End, _ situation: Situation) -> Situation? {
    var later = situation
    switch end {
    case .done(let value):
      later.report = later.simulation.complete(service: service, with: value)
      later.trail.append("\(service) gives \(value)")
      if value == ["verified": true] || service == "verifySessionEmailCode" { later.isVerified = true }
      if service == "verifyLogin" {
        later.hasLogin = true
        // In the browser the VPN service has looked itself.
        if situation.states.contains("inBrowser") { later.isVerified = true }
      }
      if service == "deleteAccount" { later.isDeleted = true }
    case .failed(let code, let data):
      later.report = later.simulation.fail(service: service, code: code, data: data)
      later.trail.append("\(service) fails with \(code) \(data)")
    case .late:
      later.report = later.simulation.advance(by: .seconds(31))
      later.trail.append("\(service) says nothing")
    }
    guard later.report.outcome == .taken else { return nil }
    return settled(later, from: situation)
  }

  /// What counts for one sign-in, or on one screen, is forgotten with it.
  private func settled(_ later: Situation, from earlier: Situation) -> Situation {
    var later = later
    let states = later.states
    if states.contains("start") { later.hasPassword = false }
    if !states.contains("accountDeletionRequest"), !states.contains("deletingAccount") {
      later.hasConsent = false
    }
    if earlier.states.contains("deletingAccount"), !later.isDeleted { later.hasConsent = false }
    // A new sign-in has a session of its own.
    if states.contains("start") || states.contains("signIn") || states.contains("signUp") {
      later.isVerified = false
      later.hasLogin = false
    }
    return later
  }

  private func check(_ situation: Situation, from earlier: Situation, _ setting: FXAuthenticationSetting) {
    let states = situation.states
    let place = Comment(rawValue: "\(setting.name): \(situation.trail)")
    if states.contains("authenticated") { #expect(situation.isVerified && situation.hasLogin, place) }
    if !states.isDisjoint(with: ["exchanging", "verifying", "listingClients", "accountDeletionRequest"]) {
      #expect(situation.isVerified, place)
    }
    if states.contains("authenticating") { #expect(situation.hasPassword, place) }
    if states.contains("deletingAccount") {
      #expect(situation.hasConsent && situation.hasPassword && situation.isVerified, place)
      #expect(setting.input["sessionType"] == "accountDeletion", place)
    }
    #expect((situation.has("accountDeleted") == true) == situation.isDeleted, place)
    if setting.input["sessionType"] == "accountDeletion", states.contains("authenticated") {
      #expect(situation.isDeleted, place)
    }
    if setting.input["prefilledEmail"] != nil, situation.has("email") != .unset {
      #expect(situation.has("email") == "ada@example.org", place)
    }
    // Whatever the spelling, it is the same address.
    if case .string(let email) = situation.has("email"),
      case .string(let spelled) = situation.has("emailCaseFix")
    {
      #expect(spelled.lowercased() == email, place)
    }
    let report = situation.report
    #expect(report.failures.isEmpty && report.unhandledErrors.isEmpty && report.stopped == nil, place)
  }

  /// Canceling ends the flow from everywhere, and whatever is silent is left by itself.
  private func checkLeaving(_ situation: Situation) throws {
    let place = Comment(rawValue: "\(situation.trail)")
    var leaving = situation.simulation
    let report = leaving.send("cancel")
    #expect(report.isFinal && report.states.contains("aborted"), place)
    #expect(report.actions.contains { $0.name == "forgetSecrets" }, place)
    #expect(report.actions.contains { $0.name == "destroySession" }, place)
    let working = situation.report.services.filter { $0 != "authenticateInBrowser" }
    guard !working.isEmpty else { return }
    var waiting = situation.simulation
    let later = waiting.advance(by: .seconds(31))
    #expect(later.isFinal || Set(working).isDisjoint(with: later.services), place)
  }
}
