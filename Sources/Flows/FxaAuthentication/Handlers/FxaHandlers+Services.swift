import Crypto
import FlowKit
import FlowTransport
import Foundation
import Statecharts

extension FxaHandlers {
  package func initialize() async throws(FxaAuthentication.InitializeFailure) {
    try await mappingFailures(FxaAuthentication.InitializeFailure.unknownError) { () async throws(FxaError) in
      do throws(FxaError) {
        try await begin(vault.join { _ in }.attempt)
      } catch {
        // No screen distinguishes the two yet; only the wait matters.
        throw error.error == .tooManyRequests ? FxaError(.serverUnavailable, error.data) : error
      }
    }
  }

  /// Asks Guardian for a new sign-in, with a new challenge.
  private func begin(_ attempt: Attempt) async throws(FxaError) {
    let pkce = PKCE { SHA256.hash(data: $0) }
    let parameters = try await client.start(challenge: pkce.challenge, email: nil)
    let isKept = vault.commit(attempt) { vault in
      vault.pkce = pkce
      vault.parameters = parameters
      vault.isSpent = false
    }
    // State and verifier of before may be used up: without new ones nothing more is sent.
    guard isKept else { throw .authenticationFailure }
  }

  package func checkAccount(
    _ input: FxaAuthentication.CheckAccountInput
  ) async throws(FxaAuthentication.CheckAccountFailure) -> FxaAuthentication.CheckAccountResult {
    vault.withLock { $0.email = input.email ?? "" }
    return try await mappingFailures(FxaAuthentication.CheckAccountFailure.unknownError) {
      () async throws(FxaError) in
      FxaAuthentication.CheckAccountResult(
        exists: try await client.accountStatus(email: input.email ?? ""))
    }
  }

  package func signIn(
    _ input: FxaAuthentication.SignInInput
  ) async throws(FxaAuthentication.SignInFailure) -> FxaAuthentication.SignInResult {
    try await mappingFailures(FxaAuthentication.SignInFailure.unknownError) { () async throws(FxaError) in
      let login = try await signedIn { client, vault, parameters throws(FxaError) in
        try await client.login(
          email: input.email ?? "", authPW: try vault.authPW(email: input.email),
          originalLoginEmail: input.originalLoginEmail, parameters)
      }
      return FxaAuthentication.SignInResult(
        verified: login.verified, verificationMethod: login.verificationMethod)
    }
  }

  package func signUp(
    _ input: FxaAuthentication.SignUpInput
  ) async throws(FxaAuthentication.SignUpFailure) -> FxaAuthentication.SignUpResult {
    try await mappingFailures(FxaAuthentication.SignUpFailure.unknownError) { () async throws(FxaError) in
      let login = try await signedIn { client, vault, parameters throws(FxaError) in
        try await client.create(
          email: input.email ?? "", authPW: try vault.authPW(email: input.email), parameters)
      }
      return FxaAuthentication.SignUpResult(
        verified: login.verified, verificationMethod: login.verificationMethod)
    }
  }

  package func sendUnblockCode(
    _ input: FxaAuthentication.SendUnblockCodeInput
  ) async throws(FxaAuthentication.SendUnblockCodeFailure) {
    try await mappingFailures(FxaAuthentication.SendUnblockCodeFailure.unknownError) {
      () async throws(FxaError) in
      try await client.sendUnblockCode(email: input.email ?? "")
    }
  }

  package func verifyUnblockCode(
    _ input: FxaAuthentication.VerifyUnblockCodeInput
  ) async throws(FxaAuthentication.VerifyUnblockCodeFailure) -> FxaAuthentication.VerifyUnblockCodeResult {
    try await mappingFailures(FxaAuthentication.VerifyUnblockCodeFailure.unknownError) {
      () async throws(FxaError) in
      let kept = vault.withLock { $0.takeCode() }
      guard let code = kept.code else { throw .authenticationFailure }
      let login = try await signedIn { client, vault, parameters throws(FxaError) in
        try await client.login(
          email: input.email ?? "", authPW: try vault.authPW(email: input.email),
          originalLoginEmail: input.originalLoginEmail, unblockCode: code, parameters)
      }
      return FxaAuthentication.VerifyUnblockCodeResult(
        verified: login.verified, verificationMethod: login.verificationMethod)
    }
  }

  package func verifySessionTotpCode() async throws(FxaAuthentication.VerifySessionTotpCodeFailure)
    -> FxaAuthentication.VerifySessionTotpCodeResult
  {
    try await mappingFailures(FxaAuthentication.VerifySessionTotpCodeFailure.unknownError) {
      () async throws(FxaError) in
      let kept = vault.withLock { $0.takeCode() }
      guard let session = kept.session, let code = kept.code, let parameters = kept.parameters
      else { throw .authenticationFailure }
      return FxaAuthentication.VerifySessionTotpCodeResult(
        verified: try await client.verifyTOTP(code, session, parameters))
    }
  }

  package func verifySessionEmailCode() async throws(FxaAuthentication.VerifySessionEmailCodeFailure) {
    try await mappingFailures(FxaAuthentication.VerifySessionEmailCodeFailure.unknownError) {
      () async throws(FxaError) in
      let kept = vault.withLock { $0.takeCode() }
      guard let session = kept.session, let code = kept.code, let parameters = kept.parameters
      else { throw .authenticationFailure }
      try await client.verifyCode(code, session, parameters)
    }
  }

  package func resendSessionCode() async throws(FxaAuthentication.ResendSessionCodeFailure) {
    try await mappingFailures(FxaAuthentication.ResendSessionCodeFailure.unknownError) {
      () async throws(FxaError) in
      try await client.resendCode(try session())
    }
  }

  package func exchangeSession() async throws(FxaAuthentication.ExchangeSessionFailure) {
    let attempt = vault.join { _ in }.attempt
    try await mappingFailures(FxaAuthentication.ExchangeSessionFailure.unknownError) {
      () async throws(FxaError) in
      // Who signs in again before the account is deleted has used state and verifier.
      // Decision: Docs/decisions/flow-mozilla-vpn.md#state-and-verifier-are-used-once
      if vault.withLock({ $0.isSpent }) { try await begin(attempt) }
      guard let kept = vault.during(attempt, { $0 }), let parameters = kept.parameters,
        let session = kept.session
      else { throw .authenticationFailure }
      let redirect = try await client.authorize(session, parameters)
      let code = try await client.follow(redirect, parameters)
      guard vault.commit(attempt, { $0.code = code }) else { throw .authenticationFailure }
    }
  }

  package func verifyLogin() async throws(FxaAuthentication.VerifyLoginFailure) {
    try await mappingFailures(FxaAuthentication.VerifyLoginFailure.unknownError) {
      () async throws(FxaError) in
      let (kept, attempt) = vault.join { $0.takeCode() }
      guard let code = kept.code, let pkce = kept.pkce else { throw .authenticationFailure }
      vault.withLock { $0.isSpent = true }
      let login = try await client.verify(code: code, verifier: pkce.verifier, kept.parameters)
      guard vault.commit(attempt, { $0.login = login }) else { throw .authenticationFailure }
    }
  }

  package func listAttachedClients() async throws(FxaAuthentication.ListAttachedClientsFailure)
    -> FxaAuthentication.ListAttachedClientsResult
  {
    try await mappingFailures(FxaAuthentication.ListAttachedClientsFailure.unknownError) {
      () async throws(FxaError) in
      FxaAuthentication.ListAttachedClientsResult(
        names: try await client.attachedClients(try session()))
    }
  }

  package func deleteAccount(
    _ input: FxaAuthentication.DeleteAccountInput
  ) async throws(FxaAuthentication.DeleteAccountFailure) {
    try await mappingFailures(FxaAuthentication.DeleteAccountFailure.unknownError) {
      () async throws(FxaError) in
      let kept = vault.withLock { $0 }
      let email = input.email ?? ""
      let authPW = try kept.authPW(email: input.emailCaseFix)
      let session = try session()
      do throws(FxaError) {
        try await client.destroyAccount(
          email: email, authPW: authPW, isRepeated: kept.unansweredDeletion == email, session)
        // What it opens belongs to nobody any more.
        vault.withLock { $0.login = nil }
      } catch {
        // Whatever the account server did not number may have come after it had done what was asked.
        if error.errno == nil { vault.withLock { $0.unansweredDeletion = email } }
        throw error
      }
    }
  }

  // MARK: What goes wrong

  /// Does the work of a service. It fails with the failures that the chart declares for that service.
  ///
  /// - Parameter other: makes the failure for an error that the service does not declare, from the server's number.
  private func mappingFailures<Failure: DeclaredFailure, Answer>(
    _ other: (Int?) -> Failure, _ body: () async throws(FxaError) -> Answer
  ) async throws(Failure) -> Answer {
    try await withDeclaredFailures(other: { (error: FxaError) in other(error.errno) }, body)
  }

  // MARK: What is kept

  /// Makes a call that gives a session, and keeps that. A session that nobody wants any more is ended.
  private func signedIn(
    _ call: (FxaClient, FxaVault, FxaParameters) async throws(FxaError) -> FxaLogin
  ) async throws(FxaError) -> FxaLogin {
    let (kept, attempt) = vault.join { $0 }
    guard let parameters = kept.parameters else { throw .authenticationFailure }
    let login = try await call(client, kept, parameters)
    var replaced: SessionKeys?
    let isKept = vault.commit(attempt) { vault in
      replaced = vault.session
      vault.session = login.keys
    }
    // Decision: Docs/decisions/flow-mozilla-vpn.md#unwanted-sessions-are-ended
    guard isKept else {
      end(login.keys)
      throw .authenticationFailure
    }
    if let replaced { end(replaced) }
    return login
  }

  private func session() throws(FxaError) -> SessionKeys {
    guard let session = vault.withLock({ $0.session }) else { throw .authenticationFailure }
    return session
  }
}

extension FxaVault {
  /// What a call with a code needs. The code goes with it: it is not used twice.
  mutating func takeCode() -> FxaVault {
    // Decision: Docs/decisions/flow-mozilla-vpn.md#an-unblock-code-is-used-up-by-a-try
    defer { code = nil }
    return self
  }

  /// What proves the password to the account server.
  func authPW(email: String?) throws(FxaError) -> Secret {
    guard let password, let email else { throw .authenticationFailure }
    do throws(KeyStretchingFailure) {
      return try KeyStretching.authPW(password, email: email)
    } catch {
      throw FxaError(.unknownError)
    }
  }
}
