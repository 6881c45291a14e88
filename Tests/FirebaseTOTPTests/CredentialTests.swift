import FirebaseLoopback
import FirebaseTOTPFlow
import FlowTransport
import Foundation
import LoopbackServer
import StatechartsTesting
import TestSupport
import Testing

/// Ways of signing in other than with a password, and accounts for them.
enum Credentials {
  static let users: [FirebaseLoopbackUser] = [
    FirebaseLoopbackUser(
      email: "a@example.org", credential: .provider("google.com", idToken: Secret("google"))),
    FirebaseLoopbackUser(email: "b@example.org", credential: .customToken(Secret("own"))),
    FirebaseLoopbackUser(email: nil, credential: .phone(code: Secret("654321"))),
    FirebaseLoopbackUser(
      email: "c@example.org",
      credential: .provider("apple.com", idToken: Secret("apple-id-token"), nonce: Secret("raw nonce+&="))),
    FirebaseLoopbackUser(
      email: "d@example.org", credential: .accessToken("github.com", token: Secret("github-access-token"))),
    FirebaseLoopbackUser(
      email: "e@example.org",
      credential: .accessToken(
        "twitter.com", token: Secret("twitter-access-token"), secret: Secret("twitter-token-secret"))),
  ]

  static let apple = FirebaseCredential.provider(
    "apple.com", idToken: Secret("apple-id-token"), rawNonce: Secret("raw nonce+&="))
  static let github = FirebaseCredential.provider("github.com", accessToken: Secret("github-access-token"))
  static let twitter = FirebaseCredential.provider(
    "twitter.com", accessToken: Secret("twitter-access-token"), secret: Secret("twitter-token-secret"))

  /// Everything secret in them that is long enough to be looked for.
  static let secrets = [
    "apple-id-token", "raw nonce+&=", "github-access-token", "twitter-access-token", "twitter-token-secret",
  ]
}

@Suite("What Firebase is signed in with instead of a password", .timeLimit(.minutes(20)))
struct CredentialTests {
  static let page = URL(string: "https://example.org/open?from=email")

  /// A flow that can have links sent.
  private func bench(
    users: [FirebaseLoopbackUser] = Credentials.users, server: (inout FirebaseSettings) -> Void = { _ in }
  ) async throws -> FirebaseBench {
    let bench = try FirebaseBench(users: users, { $0.signInLinkURL = Self.page }, server: server)
    await bench.start()
    return bench
  }

  @Test("a credential of a sign-in that is refused is not kept, and leaves another sign-in alone")
  func refused() async throws {
    let bench = try await bench()
    bench.beforeAnswer.withLock {
      $0[0] = {
        await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.send(Credentials.github) }
        #expect(bench.app.held.isEmpty)
      }
    }
    try await bench.app.signIn(with: Credentials.apple)
    await bench.expect(.signedIn)
    await #expect(throws: FirebaseTOTPRefusal.self) { try await bench.app.send(Credentials.github) }
    #expect(bench.app.held == ["session"])
    await #expect(throws: AuthErrorCode.self) { try await bench.app.signIn(with: Credentials.github) }
    #expect(bench.app.held == ["session"])
  }

  @Test(
    "a provider's tokens, secret and nonce go into the form that the server reads",
    arguments: [
      (Credentials.apple, "id_token=apple-id-token&nonce=raw%20nonce%2B%26%3D&providerId=apple.com"),
      (Credentials.github, "access_token=github-access-token&providerId=github.com"),
      (
        Credentials.twitter,
        "access_token=twitter-access-token&oauth_token_secret=twitter-token-secret&providerId=twitter.com"
      ),
      (
        .provider("google.com", idToken: Secret("google"), accessToken: Secret("more")),
        "id_token=google&access_token=more&providerId=google.com"
      ),
    ])
  func providers(credential: FirebaseCredential, form: String) async throws {
    let bench = try await bench()
    try await bench.app.signIn(with: credential)
    await bench.expect(.signedIn)
    #expect(
      try bench.body("/v1/accounts:signInWithIdp")
        == ["postBody": .string(form), "requestUri": "http://localhost", "returnSecureToken": true])
  }

  @Test(
    "a provider's sign-in that is not accepted is reported as such",
    arguments: [
      FirebaseCredential.provider("apple.com", idToken: Secret("apple-id-token")),
      .provider("apple.com", idToken: Secret("apple-id-token"), rawNonce: Secret("another")),
      .provider("twitter.com", accessToken: Secret("twitter-access-token")),
      .provider("github.com", accessToken: Secret("another")),
    ])
  func refused(credential: FirebaseCredential) async throws {
    let bench = try await bench()
    await #expect(throws: AuthErrorCode.self) { try await bench.app.signIn(with: credential) }
    await bench.expect(.signedOut, .invalidIdpResponse)
    #expect(bench.app.held.isEmpty)
  }

  @Test("a provider whose address belongs to another account signs nobody in")
  func otherAccount() async throws {
    let bench = try await bench(users: Credentials.users + [FirebaseBench.user(email: "D@example.org")])
    await #expect {
      try await bench.app.signIn(with: Credentials.github)
    } throws: {
      ($0 as? AuthErrorCode)?.code == .accountExistsWithDifferentCredential
    }
    await bench.expect(.signedOut, .accountExistsWithDifferentCredential)
    #expect(bench.app.held.isEmpty)
  }

  @Test("a link in an email signs in, confirms the address and can be used once")
  func link() async throws {
    let bench = try await bench(users: [FirebaseBench.user { $0.isEmailVerified = false }])
    try await bench.app.sendSignInLink(to: FirebaseBench.email)
    #expect(bench.told == [.signInLinkSent])
    #expect(
      try bench.body("/v1/accounts:sendOobCode") == [
        "requestType": "EMAIL_SIGNIN", "email": .string(FirebaseBench.email), "canHandleCodeInApp": true,
        "continueUrl": "https://example.org/open?from=email",
      ])
    let mail = try #require(bench.server.mails.last)
    let link = try #require(mail.link)
    let credential = try #require(FirebaseCredential.emailLink(link, email: FirebaseBench.email))
    #expect("\(credential)" == "emailLink")
    let user = try await bench.app.signIn(with: credential)
    #expect(user.email == FirebaseBench.email && user.isEmailVerified)
    #expect(
      try bench.body("/v1/accounts:signInWithEmailLink")
        == ["email": .string(FirebaseBench.email), "oobCode": .string(mail.oobCode.text)])
    // An account like any other can have a second factor.
    try await bench.enrol()
    await bench.expect(.signedIn)
    try await bench.act(.signOut)
    await #expect(throws: AuthErrorCode.self) { try await bench.app.signIn(with: credential) }
    await bench.expect(.signedOut, .invalidOobCode)
  }

  @Test("a link asks for the second factor, and its address is not taken from somebody else's")
  func linkWithFactor() async throws {
    let other = FirebaseBench.user(email: "eve@example.org")
    let bench = try await bench(users: [FirebaseBench.user(factors: [FirebaseBench.app()]), other])
    try await bench.app.sendSignInLink(to: FirebaseBench.email)
    let link = try #require(bench.server.mails.last?.link)
    let wrong = try #require(FirebaseCredential.emailLink(link, email: "eve@example.org"))
    await #expect(throws: AuthErrorCode.self) { try await bench.app.signIn(with: wrong) }
    await bench.expect(.signedOut, .invalidEmail)
    let credential = try #require(FirebaseCredential.emailLink(link, email: FirebaseBench.email))
    try await bench.app.send(credential)
    await bench.clock.settle()
    await bench.expect(.askingCode)
    try await bench.act(.submit(code: bench.code))
    await bench.expect(.signedIn)
  }

  @Test("links that are not sent are reported", arguments: [true, false])
  func notSent(isAllowed: Bool) async throws {
    let bench = try await bench { $0.allowsEmailLinks = isAllowed }
    let address = isAllowed ? "nobody" : FirebaseBench.email
    try await bench.act(.sendSignInLink(email: address))
    await bench.expect(.signedOut, isAllowed ? .invalidEmail : .passwordLoginDisabled)
    #expect(bench.server.mails.isEmpty)
    let unable = try FirebaseBench()
    await unable.start()
    try await unable.act(.sendSignInLink(email: FirebaseBench.email))
    await unable.expect(.signedOut, .internalError)
    #expect(unable.log.received.isEmpty)
  }

  @Test(
    "only a link that signs in is one, also inside a link that opens an app",
    arguments: [
      ("https://example.org/?mode=signIn&oobCode=abc", true),
      ("https://example.page.link/?link=https%3A%2F%2Fexample.org%2F%3Fmode%3DsignIn%26oobCode%3Dabc", true),
      ("app:/open?deep_link_id=https%3A%2F%2Fexample.org%2F%3FoobCode%3Dabc%26mode%3DsignIn", true),
      ("https://example.org/?mode=verifyEmail&oobCode=abc", false),
      ("https://example.org/?mode=signIn&oobCode=", false), ("https://example.org/?oobCode=abc", false),
      ("https://example.org/?mode=signIn", false), ("", false), ("mode=signIn&oobCode=abc", false),
      ("a?link=b?link=https%253A%252F%252Fexample.org%252F%253Fmode%253DsignIn%2526oobCode%253Dabc", false),
    ])
  func links(link: String, isOne: Bool) {
    #expect((FirebaseCredential.emailLink(Secret(link), email: FirebaseBench.email) != nil) == isOne)
  }

  @Test("no token, nonce, secret or code of a link is exposed, also when it is refused")
  func secrets() async throws {
    let bench = try await bench()
    try await bench.app.sendSignInLink(to: FirebaseBench.email)
    let mail = try #require(bench.server.mails.last)
    let link = try #require(
      mail.link.flatMap { FirebaseCredential.emailLink($0, email: FirebaseBench.email) })
    let all = [Credentials.apple, Credentials.github, Credentials.twitter, link, link]
    var exposed = ""
    for credential in all {
      exposed += "\(credential) \(String(reflecting: credential))"
      do throws(AuthErrorCode) { try await bench.app.signIn(with: credential) } catch {
        exposed += "\(error) \(String(reflecting: error))"
      }
      exposed += try await bench.exposedText(isQuick: false)
      #expect(bench.app.held.isSubset(of: ["session"]))
      if await !bench.app.current.isActive(.signedOut) { try await bench.act(.signOut) }
    }
    #expect(exposed.contains("INVALID_OOB_CODE"))
    for secret in Credentials.secrets + [mail.oobCode.text] {
      #expect(!exposed.contains(secret), "\(secret)")
    }
    #expect(try await bench.leaks().isEmpty)
  }
}
