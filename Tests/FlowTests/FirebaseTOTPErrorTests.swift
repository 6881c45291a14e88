import Statecharts
import TestExtent
import Testing

private typealias Path = FirebasePath

/// Where the failures of a service lead that was started in one place.
struct FirebaseErrorTable: Sendable, CustomTestStringConvertible {
  var name: String
  var service: String
  var path: [Step]
  var landings: [String: String] = [:]
  /// Where all other codes and the lack of an answer lead.
  var otherwise: String
  /// Where the lack of an answer leads, where that is elsewhere.
  var unanswered: String?
  /// Codes that are shown as others.
  var shownAs: [String: String] = [:]
  /// Whether nothing is reported but where it leads.
  var isSilent = false

  var testDescription: String { name }

  static let tokenEnds: [String: String] = [
    "TOKEN_EXPIRED": "reauthRequired", "INVALID_ID_TOKEN": "reauthRequired", "USER_DISABLED": "signedOut",
    "USER_NOT_FOUND": "signedOut",
  ]
  static let unknownLogin: [String: String] = [
    "INVALID_PASSWORD": "INVALID_LOGIN_CREDENTIALS", "EMAIL_NOT_FOUND": "INVALID_LOGIN_CREDENTIALS",
  ]
  static func with(_ landings: [String: String]) -> [String: String] {
    tokenEnds.merging(landings) { _, special in special }
  }
}

extension FirebaseErrorTable {
  static let all: [FirebaseErrorTable] = [
    .init(
      name: "signing in", service: "signIn", path: Path.signingIn, otherwise: "signedOut",
      shownAs: unknownLogin),
    .init(name: "signing up", service: "signUp", path: Path.signingUp, otherwise: "signedOut"),
    .init(
      name: "signing in again", service: "signIn",
      path: Path.reauthenticating + [.send("signIn", Path.credentials)],
      landings: ["EMAIL_NOT_FOUND": "signedOut", "USER_DISABLED": "signedOut"], otherwise: "reauthenticating",
      shownAs: unknownLogin),
    .init(
      name: "signing in after the session is over", service: "signIn",
      path: Path.reauthRequired + [.send("signIn", Path.credentials)],
      landings: [
        "EMAIL_NOT_FOUND": "signedOut", "USER_DISABLED": "signedOut", "INVALID_PASSWORD": "signedOut",
        "INVALID_LOGIN_CREDENTIALS": "signedOut",
      ], otherwise: "reauthRequired", shownAs: unknownLogin),
    .init(
      name: "sending a sign-in link", service: "sendSignInLink",
      path: Path.signedOut + [.send("sendSignInLink", Path.address)], otherwise: "signedOut"),
    .init(
      name: "sending a link for signing in again", service: "sendSignInLink",
      path: Path.reauthenticating + [.send("sendSignInLink", Path.address)], otherwise: "reauthenticating"),
    .init(
      name: "checking the code", service: "finalizeSignIn", path: Path.verifying,
      landings: [
        "SESSION_EXPIRED": "signedOut", "INVALID_MFA_PENDING_CREDENTIAL": "signedOut",
        "MISSING_MFA_PENDING_CREDENTIAL": "signedOut", "MISSING_CREDENTIAL": "signedOut",
        "MISSING_MFA_ENROLLMENT_ID": "secondFactorRequired", "MFA_ENROLLMENT_NOT_FOUND": "signedOut",
        "USER_DISABLED": "signedOut",
      ], otherwise: "askingCode"),
    .init(name: "loading the user", service: "loadUser", path: Path.loadingUser, otherwise: "signedOut"),
    .init(
      name: "sending the email", service: "sendVerificationEmail",
      path: Path.verifyingEmail + [.send("sendVerificationEmail")], landings: tokenEnds,
      otherwise: "verifyingEmail"),
    .init(
      name: "looking whether the address is confirmed", service: "loadUser",
      path: Path.verifyingEmail + [.send("checkAgain")], landings: tokenEnds, otherwise: "verifyingEmail"),
    .init(
      name: "generating the secret", service: "startEnrolment", path: Path.generatingSecret,
      landings: with([
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": "reauthenticating", "UNVERIFIED_EMAIL": "verifyingEmail",
        "OPERATION_NOT_ALLOWED": "ineligible", "UNSUPPORTED_FIRST_FACTOR": "ineligible",
      ]), otherwise: "signedIn"),
    .init(
      name: "enrolling", service: "finalizeEnrolment", path: Path.finalizing,
      landings: with([
        "SESSION_EXPIRED": "secretExpired", "SECOND_FACTOR_EXISTS": "signedIn",
        "SECOND_FACTOR_LIMIT_EXCEEDED": "signedIn", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": "reauthenticating",
        "INVALID_SESSION_INFO": "findingOut", "networkError": "findingOut", "internalError": "findingOut",
      ]), otherwise: "askingEnrolCode", unanswered: "findingOut"),
    .init(
      name: "finding out whether the factor is enrolled", service: "loadUser", path: Path.findingOut,
      landings: tokenEnds, otherwise: "enrolmentUnclear"),
    .init(
      name: "loading the factors before another enrollment", service: "loadUser",
      path: Path.loadingFactors + [
        .fail("loadUser", "networkError"), .send("enrol"), .at("reloadingFactors"),
      ], landings: tokenEnds, otherwise: "signedIn"),
    .init(
      name: "removing a factor", service: "withdrawEnrolment", path: Path.withdrawing,
      landings: with([
        "MFA_ENROLLMENT_NOT_FOUND": "reloadingFactors", "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": "reauthenticating",
      ]), otherwise: "choosingFactor"),
    .init(
      name: "loading after the removal", service: "loadUser", path: Path.refreshingUser,
      landings: with(["USER_DISABLED": "reauthRequired", "USER_NOT_FOUND": "reauthRequired"]),
      otherwise: "signedIn"),
    .init(
      name: "loading the factors again", service: "loadUser",
      path: Path.withdrawing + [.fail("withdrawEnrolment", "MFA_ENROLLMENT_NOT_FOUND")],
      landings: tokenEnds, otherwise: "choosingFactor"),
    .init(
      name: "loading the factors of a new enrollment", service: "loadUser", path: Path.loadingFactors,
      landings: tokenEnds, otherwise: "signedIn", isSilent: true),
    .init(
      name: "refreshing the tokens", service: "refreshTokens", path: Path.signedIn + [.wait(.seconds(3300))],
      landings: tokenEnds, otherwise: "signedIn", isSilent: true),
  ]
}

@Suite("Errors of the Firebase flow")
struct FirebaseTOTPErrorTests {
  static let flow = FirebaseTOTPTests.flow
  /// Where the server is asked before an error is shown.
  static let busy: Set = ["reloadingFactors", "findingOut"]

  @Test(
    "every error that a service can have leads to its place and is shown there",
    arguments: FirebaseErrorTable.all)
  func errors(_ table: FirebaseErrorTable) throws {
    let codes = try Self.flow.errors(ofService: table.service)
    #expect(Set(table.landings.keys).isSubset(of: codes))
    for code in TestExtent.of(codes.sorted(), every: 3, at: table.name.utf8.count) {
      let landing = table.landings[code] ?? table.otherwise
      let shows: [Step] =
        Self.busy.contains(landing)
        ? []
        : table.isSilent && table.landings[code] == nil
          ? [.showsNothing] : [.shows(table.shownAs[code] ?? code)]
      try Self.flow.run(
        Walk("\(table.name), \(code)", table.path + [.fail(table.service, code), .at(landing)] + shows))
    }
  }

  @Test("no answer within 15 seconds leads to a screen that says so", arguments: FirebaseErrorTable.all)
  func timeouts(_ table: FirebaseErrorTable) throws {
    let landing = table.unanswered ?? table.otherwise
    let shows: [Step] =
      Self.busy.contains(landing) ? [] : [table.isSilent ? .showsNothing : .shows("requestTimeout")]
    try Self.flow.run(
      Walk("\(table.name), no answer", table.path + [.wait(.seconds(15)), .at(landing)] + shows))
  }
}
