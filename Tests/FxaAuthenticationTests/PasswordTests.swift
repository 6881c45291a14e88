import FlowTransport
import FxaAuthenticationFlow
import TestSupport
import Testing

/// New passwords, and what else signing up wants.
@Suite("Signing up with a new password", .timeLimit(.minutes(20)))
struct PasswordTests {
  @Test("new passwords are judged while they are typed")
  func passwords() async throws {
    let bench = try FxaBench()
    await bench.start()
    try await bench.checkAccount("test@test.com")
    let app = bench.app
    await #expect(throws: MZAuthRefusal.notAllowed("signUp", missing: [.passwordGiven, .legalAccepted])) {
      try await app.signUp()
    }
    for (password, length, common, email) in [
      ("", false, true, false), ("123456", false, true, false), ("12345", false, true, false),
      ("12345678", true, false, true), ("12345678!!", true, true, true), ("P4ass0rd!!", true, true, true),
      ("test@test.com", true, true, false), ("xTEST@TEST.COMx", true, true, false),
      ("est@test.co", true, true, false), ("password", true, false, true), ("pAssword", true, true, true),
      ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", false, true, false),
    ] {
      #expect(try await app.validatePasswordLength(password) == length, "\(password)")
      #expect(try await app.validatePasswordCommons(password) == common, "\(password)")
      #expect(try await app.validatePasswordEmail(password) == email, "\(password)")
      try await app.setPassword(password)
      try await app.acceptLegal(true)
      if length, common, email { continue }
      var missing: Set<MZAuthRequirement> = []
      if password.isEmpty {
        missing.insert(.passwordGiven)
        await #expect(throws: MZAuthRefusal.notAllowed("signUp", missing: missing)) { try await app.signUp() }
        continue
      }
      if !length { missing.insert(.passwordIsLongEnough) }
      if !common { missing.insert(.passwordIsNotCommon) }
      if !email { missing.insert(.passwordDiffersFromEmail) }
      await #expect(throws: MZAuthRefusal.notAllowed("signUp", missing: missing)) { try await app.signUp() }
    }
    try await app.setPassword("P4ass0rd!!")
    try await app.acceptLegal(false)
    await #expect(throws: MZAuthRefusal.notAllowed("signUp", missing: [.legalAccepted])) {
      try await app.signUp()
    }
    try await app.acceptLegal(true)
    try await app.signUp()
  }

  @Test("what was said of age and terms on one screen is not known on the next")
  func legal() async throws {
    let bench = try FxaBench()
    await bench.start()
    try await bench.checkAccount()
    try await bench.app.acceptLegal(true)
    try await bench.act { try await $0.reset() }
    try await bench.checkAccount()
    try await bench.app.setPassword(FxaBench.password)
    await #expect(throws: MZAuthRefusal.notAllowed("signUp", missing: [.legalAccepted])) {
      try await bench.app.signUp()
    }
    #expect(bench.count("/v1/account/create") == 0)
    try await bench.signUp()
    await bench.expect(.emailVerification)
  }

  @Test("passwords reach the derivation exactly as typed")
  func exactPasswords() async throws {
    for password in [
      "  leading and trailing  ", "nul\u{0}inside", "e\u{301}e\u{301}e\u{301}e\u{301}-8888", "é-composed-é",
      String(repeating: "long", count: 64), "\r\n\t-controls", "👩‍👩‍👧‍👦 family name",
    ] {
      let bench = try FxaBench()
      await bench.start()
      try await bench.checkAccount()
      try await bench.signUp(password)
      await bench.expect(.emailVerification)
      let authPW = try KeyStretching.authPW(Secret(password), email: FxaBench.email)
      #expect(try bench.body("/v1/account/create")["authPW"]?.text == authPW.text)
    }
  }
}
